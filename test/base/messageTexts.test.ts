import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Bilingual } from '../../src/base/index.js';

const SRC = resolve(import.meta.dirname, '../../src');
/** Texts that clients, people and their documents know: English template → Serbian. Each must be declared unchanged. */
const KNOWN = JSON.parse(readFileSync(join(import.meta.dirname, 'messages.json'), 'utf8')) as Readonly<
  Record<string, Omit<Text, 'en'>>
>;

interface Text extends Bilingual {
  readonly srOnPage?: string | undefined;
  readonly enOnPage?: string | undefined;
}

interface Declared extends Text {
  readonly code: string;
}

/** The text of a literal; a value in a template is a place. */
function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  const rest = node.templateSpans.map(({ expression, literal }) => `{${expression.getText()}}${literal.text}`);
  return node.head.text + rest.join('');
}

function membersOf(node: ts.Node): Record<string, ts.Expression> {
  const members: Record<string, ts.Expression> = {};
  if (!ts.isObjectLiteralExpression(node)) return members;
  for (const member of node.properties) {
    const isNamed = ts.isPropertyAssignment(member) && !ts.isComputedPropertyName(member.name);
    if (isNamed) members[member.name.text] = member.initializer;
  }
  return members;
}

/** Every message in the source, and every phrase with both languages that is a part of one. */
function declared(): Declared[] {
  const found: Declared[] = [];
  for (const name of readdirSync(SRC, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts')) continue;
    const visit = (node: ts.Node, area: string): void => {
      const call = ts.isCallExpression(node) && node.expression.getText() === 'defineMessages' ? node : undefined;
      const inside = call === undefined ? area : (textOf(call.arguments[0] ?? call) ?? area);
      const { en, sr, srOnPage, enOnPage } = membersOf(node);
      const [english, serbian] = [en && textOf(en), sr && textOf(sr)];
      if (english !== undefined && serbian !== undefined) {
        const code = `${inside}.${node.parent.getChildAt(0).getText()}`;
        const onPage = { srOnPage: srOnPage && textOf(srOnPage), enOnPage: enOnPage && textOf(enOnPage) };
        found.push({ code, en: english, sr: serbian, ...onPage });
      }
      ts.forEachChild(node, (child) => visit(child, inside));
    };
    const source = readFileSync(join(SRC, name), 'utf8');
    if (!/defineMessages|[wW]ords|WRONG_FORM|phrase/.test(source)) continue;
    visit(ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true), name);
  }
  return found;
}

const ALL = declared();
const PLACE = /\{(\w+)\}/g;

/** The places of a text, numbered as in its English. */
function numbered(en: string, text: string): string {
  const names = [...en.matchAll(PLACE)].map(([, name = '']) => name);
  return text.replace(PLACE, (_, name: string) => `{${names.indexOf(name)}}`);
}

/** A text without the subject that its sentence may begin with. */
const withoutField = (text: string): string => text.replace(/^\{field\} /, '');

/** Whether a declaration has the English and the Serbian of a known text; a place may hold a fixed text there. */
function matcherOf(en: string, { sr, srOnPage = sr }: Omit<Text, 'en'>): (one: Declared) => boolean {
  const names = [...en.matchAll(PLACE)].map(([, name = '']) => name);
  const parts = en.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = new RegExp(`^${parts.join('(.+)')}$`);
  return (one) => {
    const values = pattern.exec(one.en)?.slice(1);
    if (values === undefined) return false;
    const filled = (text: string): string =>
      text.replace(PLACE, (place, name: string) => values[names.indexOf(name)] ?? place);
    const isSame = (known: string, its: string): boolean => numbered(one.en, filled(known)) === numbered(one.en, its);
    return isSame(sr, one.sr) && isSame(srOnPage, one.srOnPage ?? one.sr);
  };
}

test('each text that was known is declared, with the same Serbian for commands and for pages', () => {
  assert.ok(ALL.length > 450, String(ALL.length));
  const missing = Object.entries(KNOWN).flatMap(([en, { sr, srOnPage = sr }]) => {
    const isWhole = matcherOf(en, { sr, srOnPage });
    const isRest = matcherOf(withoutField(en), { sr: withoutField(sr), srOnPage: withoutField(srOnPage) });
    return ALL.some((one) => isWhole(one) || isRest(one)) ? [] : [en];
  });
  assert.equal(missing, []);
});

test('codes are unique, and a page shows no command and not what the system calls a fault', () => {
  const codes = ALL.filter(({ code }) => /^\w+\.\w+$/.test(code)).map(({ code }) => code);
  assert.equal(
    codes.filter((code, at) => codes.indexOf(code) !== at),
    [],
  );
  for (const { srOnPage = '', enOnPage = '' } of ALL) {
    for (const text of [srOnPage, enOnPage]) assert.not.match(text, /\(\{(?:code|reason)\}\)|kasirbox [a-z]/);
  }
});

test.run();

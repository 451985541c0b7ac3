// Every text of a command exists in Serbian and in English, and both name the same commands.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import ts from 'typescript';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { COMMANDS } from '../../../src/programs/cli/run.js';
import { kasirbox } from '../../kit/command.js';

const SOURCE = resolve(import.meta.dirname, '../../../src');
/** Functions whose argument a person reads. */
const SPEAKS = new Set(['print', 'printRow', 'complain', 'failed', 'write', 'confirm', 'meter']);
/** Two English words beside each other. */
const ENGLISH = /[A-Za-z]{2,} [a-z]{2,}/;
/** What a reader types, which is the same in each language. */
const COMMAND = new RegExp(
  [
    ...['kasirbox [a-z][a-z-]+(?: [a-z][a-z-]+)?', 'systemctl [a-z]+ [a-z-]+', 'journalctl -[a-z]+(?: [a-z]+)?'],
    ...[
      'timedatectl [a-z-]+',
      'scripts/[a-z-]+',
      'apt(?:-get)? [a-z]+ [a-z0-9-]+',
      'chown -R [a-z]+:',
      'npm run [a-z-]+',
    ],
    ...['(?<![a-z])(?:kill -[A-Z]+|ss -[a-z]+|ip address|df -[a-z]+|nmcli [a-z]+)'],
  ].join('|'),
  'g',
);
/** Menus of other makers, and a folder that has the name of the program. */
const NO_COMMANDS = ['interfaces/web/helper/platforms.ts', 'paper/printing/printingTexts.ts'];
/** Names that are looked up, files for programs, and the bundle, which is English for the maker. */
const NO_TEXTS = ['password.ts', 'cardRows.ts', 'inputFile.ts', 'files/supportEntries.ts'].map(
  (name) => `programs/cli/${name}`,
);

type Visit = (node: ts.Node, place: string) => boolean;

/** Walks through the files below a folder of `src`; `visit` returns false where it need not look deeper. */
function walk(folder: string, visit: Visit): void {
  for (const file of filesIn(join(SOURCE, folder))) {
    const name = relative(SOURCE, file);
    const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
    const go = (node: ts.Node): void => {
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      if (visit(node, `${name}:${line}`)) ts.forEachChild(node, go);
    };
    go(source);
  }
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(folder, file));
}

function memberOf(node: ts.ObjectLiteralExpression, name: string): string | undefined {
  return node.properties
    .filter(ts.isPropertyAssignment)
    .find((property) => property.name.getText() === name)
    ?.initializer.getText();
}

function commandsIn(text: string): string[] {
  return [...new Set(text.match(COMMAND)?.map(asTyped) ?? [])].sort();
}

/** A second word is a part of a command only where the command has such a task; otherwise it is prose. */
function asTyped(command: string): string {
  const [program, name = '', task = ''] = command.split(' ');
  if (program !== 'kasirbox' || task === '') return command;
  const isTask = COMMANDS[name]?.usage.some((form) => form.split(/[ |]/).includes(task)) === true;
  return isTask ? command : `${program} ${name}`;
}

const CYRILLIC = /[А-Яа-я]/;
const isText = (node: ts.Node | undefined): boolean =>
  node !== undefined && (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node));

/** The Serbian and the English of a text, as members of an object or as two arguments beside each other. */
function pairIn(node: ts.Node): readonly [string, string] | undefined {
  if (ts.isObjectLiteralExpression(node)) {
    const [sr, en] = [memberOf(node, 'sr'), memberOf(node, 'en')];
    return sr === undefined || en === undefined ? undefined : [sr, en];
  }
  if (!ts.isCallExpression(node)) return undefined;
  const at = node.arguments.findIndex((argument, index) => {
    return isText(argument) && isText(node.arguments[index + 1]) && CYRILLIC.test(argument.getText());
  });
  const [sr, en] = node.arguments.slice(at).map((argument) => argument.getText());
  return at < 0 || sr === undefined || en === undefined || CYRILLIC.test(en) ? undefined : [sr, en];
}

/** The call that a literal is an argument of, through `?:` and templates. */
function callOf(node: ts.Node): string | undefined {
  let at = node.parent;
  while (ts.isConditionalExpression(at) || ts.isTemplateSpan(at) || ts.isTemplateExpression(at)) at = at.parent;
  if (!ts.isCallExpression(at)) return undefined;
  return ts.isPropertyAccessExpression(at.expression) ? at.expression.name.text : at.expression.getText();
}

test('no command says a sentence in English alone', () => {
  const found: string[] = [];
  walk('programs/cli', (node, place) => {
    if (NO_TEXTS.some((file) => place.startsWith(`${file}:`))) return false;
    if (ts.isPropertyAssignment(node) && /^(?:en|sr|usage|options|flags)$/.test(node.name.getText())) return false;
    if (ts.isVariableDeclaration(node) && /USAGE|OPTIONS|FLAGS|TAKES/.test(node.name.getText())) return false;
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return false;
    if (!ts.isStringLiteralLike(node) && !ts.isTemplateExpression(node)) return true;
    const words = node
      .getText()
      .slice(1, -1)
      .replaceAll(/\$\{[\s\S]*?\}/g, '0');
    const isCommand = /^(?: or )?(?:kasirbox|systemctl|node) /.test(words);
    if (SPEAKS.has(callOf(node) ?? '') && ENGLISH.test(words) && !isCommand) found.push(`${place}: ${words}`);
    return true;
  });
  assert.equal(found, []);
});

test('both languages of every text of the box carry the same commands', () => {
  const found: string[] = [];
  walk('.', (node, place) => {
    if (NO_COMMANDS.some((file) => place.startsWith(`${file}:`))) return false;
    const pair = pairIn(node);
    if (pair === undefined) return true;
    const [one, other] = pair.map(commandsIn);
    if (one === undefined || other === undefined) return true;
    if (one.join() !== other.join()) found.push(`${place}: ${one.join()} | ${other.join()}`);
    return true;
  });
  assert.equal(found, []);
});

test('help of every command is in the language of the terminal', async () => {
  for (const name of Object.keys(COMMANDS)) {
    const [sr, en] = await Promise.all(
      ['sr_RS.UTF-8', 'C.UTF-8'].map((language) => kasirbox(['help', name], { env: { LC_ALL: language } })),
    );
    assert.equal([sr?.code, en?.code], [0, 0]);
    const forms = (text = ''): string[] => text.split('\n').filter((line) => line.startsWith('  kasirbox '));
    assert.equal(forms(sr?.stdout), forms(en?.stdout), name);
    assert.match(sr?.stdout ?? '', /^ {6}.*[А-Яа-я]{3}/m, name);
    assert.not.match(en?.stdout ?? '', /[А-Яа-я]/, name);
  }
});

test.run();

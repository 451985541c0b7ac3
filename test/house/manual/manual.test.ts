// The manual in Serbian names what the program has, in the program's own words.
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { RULES } from '../../../src/base/rules.js';
import { ALL_CHECKS } from '../../../src/interfaces/health/checks.js';
import { ERROR_CODES } from '../../../src/platform/http/index.js';
import { CODES } from '../../../src/processors/pfr/wire/codeTable.js';
import { COMMANDS } from '../../../src/programs/cli/run.js';
import { RECEIPT_TABLES, SUM_TABLES } from '../../../src/shop/reports/tables.js';
import { SETTING_NAMES } from '../../../src/shop/settings/registry.js';
import { REQUIREMENTS } from '../../approval/requirements/index.js';
import { ROOT, textOf } from '../documents.js';
import { TEXTS } from '../../kit/web/texts.js';
import { MANUAL, withLists } from './lists.js';

const MARK = /^<!-- ((?:[A-Z]\d\d ?)+) -->$/;

interface HelpSources {
  readonly readDocuments: (
    root: string,
    maker: object,
    version: string,
  ) => readonly { readonly language: string; readonly tokens: unknown; readonly pictures: readonly string[] }[];
}

/** What the build reads the documents with: a link, heading or picture that does not exist fails. */
let readDocuments: HelpSources['readDocuments'];
test.before(async () => {
  const module: unknown = await import(pathToFileURL(join(ROOT, 'scripts/help/read.mjs')).href);
  ({ readDocuments } = module as HelpSources);
});

const MAKER = JSON.parse(readFileSync(join(ROOT, 'maker.json'), 'utf8')) as Record<string, Record<string, string>>;

/** The text without fenced blocks and without what is made from the program. */
function written(document: string): string {
  return textOf(document)
    .replace(/^ *```.*?^ *```$/gms, '')
    .replace(/<!-- списак:.*?<!-- крај списка -->/gs, '');
}

const texts = [
  ...Object.values(TEXTS).flatMap((area) => Object.values(area).map(({ sr }) => sr)),
  // The box sends pages the titles of the tables of a report.
  ...Object.values({ ...SUM_TABLES, ...RECEIPT_TABLES }).map(({ title }) => title.sr),
];
/** As the manual writes them: `…` in place of a value. */
const shown = new Set(texts.map((text) => text.replace(/\{\w+\}/g, '…')));

/** Bold texts, at a path each of its parts. */
function boldIn(document: string): string[] {
  return Array.from(written(document).matchAll(/\*\*(.+?)\*\*/gs), ([, text = '']) => text.replaceAll(/\s+/g, ' '))
    .flatMap((path) => path.split(' › '))
    .map((text) => text.replaceAll('\\', ''));
}

const codes = new Set(
  MANUAL.flatMap((document) =>
    Array.from(textOf(document).matchAll(/`([^`\n]+)`/g), ([, code = '']) => code.replaceAll('\\', '')),
  ),
);

function lacks(names: Iterable<string>, has: ReadonlySet<string>): string[] {
  return [...names].filter((name) => !has.has(name));
}

test('lists are what the program has; node --import tsx test/house/manual/keep.ts writes them', async () => {
  for (const document of MANUAL) assert.is(textOf(document), await withLists(document), document);
});

test('bold texts are texts of the pages, letter by letter', () => {
  const wrong = MANUAL.flatMap((document) => lacks(boldIn(document), shown).map((text) => `${document}: ${text}`));
  assert.equal(wrong, []);
});

/** Texts that a source names as titles: `title: COMMON.till`. */
function titlesIn(source: string): string[] {
  const found = textOf(source).matchAll(/title: ([A-Z_]+)\.(\w+)/g);
  return Array.from(found, ([, area = '', name = '']) => {
    return TEXTS[area]?.[name]?.sr ?? `${area}.${name}`;
  });
}

test('every page and every group of settings is named', () => {
  const folder = 'src/interfaces/web/client/screens';
  const titles = [...titlesIn(`${folder}/screens.tsx`), ...titlesIn(`${folder}/settings/settings.tsx`)];
  assert.ok(titles.length > 20, `only ${titles.length}`);
  assert.equal(lacks(titles, new Set(MANUAL.flatMap(boldIn))), []);
});

test('every setting, code, rule, check and command is named', () => {
  assert.equal(
    lacks([...SETTING_NAMES, ...ERROR_CODES, ...CODES.keys(), ...ALL_CHECKS.map(({ name }) => name)], codes),
    [],
  );
  const rules = Object.keys(RULES);
  assert.equal(lacks(rules, codes), []);
  const gone = [...codes].filter((code) => /^(?:form|invoice|refund|item|query|pfr|print|queue)\.[a-z-]+$/.test(code));
  assert.equal(lacks(gone, new Set([...rules, ...SETTING_NAMES])), [], 'no longer there');
  assert.equal(
    Object.keys(COMMANDS).filter((name) => !textOf('docs/sr/konfiguracija.md').includes(`\n### kasirbox ${name}\n`)),
    [],
  );
});

test('a command that is named exists', () => {
  for (const document of MANUAL) {
    for (const [, word = '', verb = ''] of written(document).matchAll(/`kasirbox ([a-z-]+)(?: ([a-z]+))?/g)) {
      const forms = COMMANDS[word]?.usage ?? [];
      assert.ok(
        forms.some((form) => `${form} `.startsWith(`${word} ${verb}`.trim())),
        `${document}: kasirbox ${word} ${verb}`,
      );
    }
  }
});

test('a mark follows its heading and names requirements; each requirement has a place', () => {
  const known = REQUIREMENTS.map(({ id }) => id);
  const marked = MANUAL.flatMap((document) => {
    const lines = textOf(document).split('\n');
    return lines.flatMap((line, at) => {
      const [, names] = MARK.exec(line) ?? [];
      if (names === undefined) return [];
      assert.match(lines[at - 2] ?? '', /^#{1,4} /, `${document}:${at + 1}`);
      return names.trim().split(' ');
    });
  });
  assert.equal(lacks(marked, new Set(known)), [], 'unknown');
  assert.equal(lacks(known, new Set(marked)), [], 'without a place');
});

test('no heading of a document is there twice', () => {
  for (const document of MANUAL) {
    const headings = written(document).match(/^#+ .+$/gm) ?? [];
    assert.is(new Set(headings.map((one) => one.replace(/^#+ /, ''))).size, headings.length, document);
  }
});

test('the build reads the documents, with at most 15 pictures', () => {
  const pictures = readDocuments(ROOT, MAKER, '1.0.0').flatMap((document) => document.pictures);
  assert.ok(pictures.length >= 10 && pictures.length <= 15, `${pictures.length} pictures`);
});

test('a value of the supplier stands in its place; one that is not filled in shows what belongs there', () => {
  const read = (name: string): string => {
    const maker = { ...MAKER, supplier: { ...MAKER['supplier'], name } };
    return JSON.stringify(readDocuments(ROOT, maker, '1.0.0').filter(({ language }) => language === 'sr'));
  };
  assert.match(read('Каса *Ново* д.о.о.'), 'Каса \\\\*Ново\\\\* д.о.о.');
  assert.match(read(''), '⟨попуњава добављач: назив⟩');
  assert.not.match(read('Каса'), '{supplier');
});

test('the build refuses a dead link, a heading or picture that is not there, HTML, and an unknown value', () => {
  for (const [mistake, told] of [
    ['[даље](nema.md)', /nema\.md is not part of the manual/],
    ['[даље](#нема-тога)', /there is no heading #нема-тога/],
    ['![слика](nema.png)', /there is no picture nema\.png/],
    ['Текст <b>са ознаком</b>.', /HTML is not shown: <b>/],
    ['<script>alert(1)</script>', /HTML is not shown: <script>/],
    ['{supplier.nema}', /maker\.json has no supplier\.nema/],
  ] as const) {
    const root = mkdtempSync(join(tmpdir(), 'kasirbox-manual-'));
    cpSync(join(ROOT, 'docs'), join(root, 'docs'), { recursive: true });
    symlinkSync(join(ROOT, 'test'), join(root, 'test'));
    appendFileSync(join(root, 'docs/sr/letak.md'), `\n${mistake}\n`);
    assert.throws(() => readDocuments(root, MAKER, '1.0.0'), told);
    rmSync(root, { recursive: true });
  }
});

/** Words of docs/words.md that are not used, but the tax authority's own. */
test('one thing has one name, as in docs/words.md', () => {
  const rows = textOf('docs/words.md')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (?:Serbian|---)/.test(line));
  const refused = rows
    .flatMap((line) => (line.split('|')[4] ?? '').split(','))
    .map((word) => word.trim())
    .filter((word) => /[а-џ]/.test(word) && word !== 'производ');
  for (const document of MANUAL) {
    for (const word of refused) {
      const found = new RegExp(`(?<!\\p{L})${word}.{0,20}`, 'iu').exec(written(document));
      assert.is(found?.[0], undefined, `${document}: ${word}`);
    }
  }
});

test.run();

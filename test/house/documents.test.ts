import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { DOCUMENTS, filesBelow, ROOT, textOf } from './documents.js';

/** A record that takes more is no longer read to its end. Words, so that wrapping a line changes nothing. */
const MAX_DECISION_WORDS = 650;

/** What the documents name exists: files, headings, commands, proofs, modules. */
const ALL = [...DOCUMENTS, 'CONTRIBUTING.md', 'CHANGELOG.md'];

/** The text without its fenced blocks. */
function prose(document: string): string {
  return textOf(document).replace(/^```.*?^```$/gms, '');
}

/** The name under which GitHub links to a heading. */
function slug(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}

const TESTS = filesBelow('test', '.test.ts');

/** The names of the long proofs, as the runner lists them. */
function proofs(): string[] {
  const listed = execFileSync(process.execPath, ['test/run.mjs', '--proofs'], { cwd: ROOT, encoding: 'utf8' });
  return listed.split('\n').filter((row) => /^\S/.test(row));
}

function headingsOf(document: string): string[] {
  return Array.from(prose(document).matchAll(/^#+ (.+)$/gm), ([, heading = '']) => slug(heading));
}

/** Targets of links and pictures that are no addresses of the Internet. */
function linksOf(document: string): string[] {
  const links = prose(document).matchAll(/\]\(([^)\s]+)\)|src="([^"]+)"/g);
  return Array.from(links, ([, link, picture]) => link ?? picture ?? '').filter((target) => !/^https?:/.test(target));
}

test('every link leads to a file, and to a heading in it', () => {
  const count = ALL.reduce((sum, document) => {
    const links = linksOf(document);
    for (const link of links) {
      const [path = '', heading] = link.split('#');
      const target = path === '' ? document : join(dirname(document), path);
      assert.ok(existsSync(join(ROOT, target)), `${document}: ${link}`);
      if (heading !== undefined) assert.ok(headingsOf(target).includes(heading), `${document}: ${link}`);
    }
    return sum + links.length;
  }, 0);
  assert.ok(count > 30, `only ${count} links`);
});

test('every document can be reached from the README', () => {
  const reached = new Set(['README.md']);
  for (const document of reached) {
    for (const link of linksOf(document)) {
      const target = join(dirname(document), link.replace(/#.*/, ''));
      if (target.endsWith('.md')) reached.add(target);
    }
  }
  assert.equal(
    DOCUMENTS.filter((document) => !reached.has(document)),
    [],
  );
});

test('every path of the project that is named exists', () => {
  for (const document of DOCUMENTS) {
    const paths = textOf(document).matchAll(/(?<![\w/.])(?:src|test|scripts|docs|systemd)\/[\w./-]*\w/g);
    for (const [path] of paths) assert.ok(existsSync(join(ROOT, path)), `${document}: ${path}`);
  }
});

test('every npm command that is named exists, and every filter means a test', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: object };
  for (const document of ALL) {
    for (const [, name = ''] of textOf(document).matchAll(/npm run (?:--silent )?([\w:-]+)/g)) {
      assert.ok(name in scripts, `${document}: npm run ${name}`);
    }
    for (const [, filters = ''] of textOf(document).matchAll(/`node test\/run\.mjs ([^`]+)`/g)) {
      for (const filter of filters.split(' ').filter((word) => !word.startsWith('--'))) {
        assert.ok(
          TESTS.some((path) => path.includes(filter)),
          `${document}: ${filter}`,
        );
      }
    }
  }
});

test('docs/proofs.md names every long proof, and no other', () => {
  const named = Array.from(textOf('docs/proofs.md').matchAll(/npm run proof -- ([a-z-]+)/g), ([, name = '']) => name);
  assert.equal([...new Set(named)].sort(), proofs());
});

test('docs/architecture.md lists the modules in the order of their layers', async () => {
  const { MODULES } = (await import(pathToFileURL(join(ROOT, 'scripts/lint/house.mjs')).href)) as { MODULES: string[] };
  const rows = textOf('docs/architecture.md').matchAll(/^\| `([a-z]+(?:\/[a-z]+)?)` +\|/gm);
  assert.equal(
    Array.from(rows, ([, folder]) => folder),
    MODULES,
  );
});

test('docs/glossary.md has at most 50 terms, in order', () => {
  const terms = Array.from(textOf('docs/glossary.md').matchAll(/^\| (\S.*?) +\|/gm), ([, term = '']) => term).slice(2);
  assert.ok(terms.length > 30 && terms.length <= 50, `${terms.length} terms`);
  assert.equal(
    terms,
    [...terms].sort((one, other) => one.localeCompare(other, 'en', { sensitivity: 'base' })),
  );
});

/** The files of the project that one imports, by their own path where it names an `index.ts`. */
function importsOf(file: string): string[] {
  const imports = textOf(file).matchAll(/^(?:import|export) (?:type )?\{([^}]*)\} from '(\.[^']+)\.js';$/gm);
  return Array.from(imports).flatMap(([, names = '', path = '']) => {
    const target = `${join(dirname(file), path)}.ts`;
    if (!target.endsWith('/index.ts')) return [target];
    const exported = Array.from(textOf(target).matchAll(/\{([^}]*)\} from '(\.[^']+)\.js';/g));
    return namesIn(names).flatMap((name) =>
      exported
        .filter(([, list = '']) => namesIn(list).includes(name))
        .map(([, , from = '']) => `${join(dirname(target), from)}.ts`),
    );
  });
}

function namesIn(list: string): string[] {
  return list.split(',').map((name) => name.trim().replace(/^type /, ''));
}

test('the reading order of docs/architecture.md needs no file that comes later', () => {
  const [, section = ''] = textOf('docs/architecture.md').split('\n## Reading order\n');
  const [list = ''] = section.split('\n#');
  const files = Array.from(list.matchAll(/`(src\/[^`]+)`/g), ([, file = '']) => file);
  assert.ok(files.length > 10);
  for (const [at, file] of files.entries()) {
    assert.equal(
      importsOf(file).filter((other) => files.indexOf(other) > at),
      [],
      file,
    );
  }
});

test('a decision is short, and in the list of decisions', () => {
  const records = DOCUMENTS.filter((document) => /decisions\/\d{4}-/.test(document));
  const listed = linksOf('docs/decisions/README.md').map((link) => `docs/decisions/${link}`);
  assert.equal(listed, records);
  for (const record of records) {
    const words = textOf(record).split(/\s+/).length;
    assert.ok(words <= MAX_DECISION_WORDS, `${record} has ${words} words`);
    for (const part of ['**Context.**', '**Decision.**', '**Consequence.**'])
      assert.ok(textOf(record).includes(part), record);
  }
});

test.run();

/**
 * Finds exports of `src` that no other file of the box needs.
 *
 *     node scripts/lint/exports.mjs          fails for each that is not in `exports.json`
 *     node scripts/lint/exports.mjs --list   writes `exports.json` anew; only for what tests alone import
 *
 * An export that only its own file uses loses `export`. One that only tests import stays where a test needs a bound or
 * an inner step, and is listed in `exports.json`, which a reviewer sees. A name in the `index.ts` of a module that no
 * other module imports is never listed: tests import the file itself.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = resolve(import.meta.dirname, '../..');
const LISTED = 'scripts/lint/exports.json';
/** The files that users of a package import. */
const PUBLIC = ['src/sdk/client.ts'];

const SOURCE = /\.(?:tsx?|mjs)$/;
const COMMENT = /\/\*.*?\*\/|(?<=^|[\s;{}(,])\/\/[^\n]*/gs;
const DECLARED =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm;
const LIST = /^export (?:type )?\{([^}]*)\}(?: from '([^']+)')?;/gm;
const IMPORT = /^import (?:type )?([^;'"]*?) from '(\.[^']+)'/gm;
const DYNAMIC = /(?:(?:const|let) \{([^}]*)\} = await )?\bimport\(\s*['"`](\.[^'"`]+)['"`]\s*\)(\)?\.\w+)?/g;
const EVERYTHING = '*';

/** The names in braces: those of the other file, and those here. */
function namesIn(text) {
  return text
    .split(',')
    .map((one) => one.trim().replace(/^type /, ''))
    .filter((one) => one !== '')
    .map((one) => one.split(/ as |: ?/))
    .map(([name, here = name]) => ({ name, here }));
}

/** What a file exports, and what it takes from which files; `specifiers` as they are written. */
export function read(source) {
  const text = source.replace(COMMENT, ' ');
  const exported = Array.from(text.matchAll(DECLARED), ([, name]) => name);
  const taken = [];
  for (const [, names, specifier] of text.matchAll(LIST)) {
    exported.push(...namesIn(names).map(({ here }) => here));
    if (specifier !== undefined) taken.push({ specifier, names: namesIn(names).map(({ name }) => name) });
  }
  for (const [, clause, specifier] of text.matchAll(IMPORT)) {
    const braces = /\{([^}]*)\}/s.exec(clause)?.[1] ?? '';
    const names = clause.includes('* as') ? [EVERYTHING] : namesIn(braces).map(({ name }) => name);
    taken.push({ specifier, names });
  }
  for (const [, names, specifier, member] of text.matchAll(DYNAMIC)) {
    // In a type, `import('./file.js').Name` takes one name; a module held in a variable may be used for any.
    const one = member?.startsWith('.') === true && member !== '.then' ? [member.slice(1)] : [EVERYTHING];
    taken.push({ specifier, names: names === undefined ? one : namesIn(names).map(({ name }) => name) });
  }
  return { exported, taken };
}

function filesBelow(root, folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => SOURCE.test(name))
    .map((name) => join(folder, name));
}

/** The file that an import names, below the root; undefined for none. */
function targetOf(root, file, specifier) {
  const path = resolve(root, dirname(file), specifier);
  const found = [path, path.replace(/\.js$/, '.ts'), path.replace(/\.js$/, '.tsx')].find((one) => existsSync(one));
  return found === undefined ? undefined : relative(root, found);
}

/**
 * The exports that no other file of the box takes, as `FILE NAME`: those that tests take, and those that only their own
 * file or an `index.ts` has.
 */
export function unneeded(root) {
  const files = ['src', 'scripts', 'test'].flatMap((folder) => filesBelow(root, folder));
  const contents = new Map(files.map((file) => [file, read(readFileSync(join(root, file), 'utf8'))]));
  const byBox = new Map();
  const byTests = new Map();
  for (const [file, { taken }] of contents) {
    const users = file.startsWith('test/') ? byTests : byBox;
    for (const { specifier, names } of taken) {
      const target = targetOf(root, file, specifier);
      if (target === undefined) continue;
      if (!users.has(target)) users.set(target, new Set());
      for (const name of names) users.get(target).add(name);
    }
  }
  const isTaken = (users, file, name) =>
    users.get(file)?.has(name) === true || users.get(file)?.has(EVERYTHING) === true;
  const found = { own: [], tests: [] };
  for (const [file, { exported }] of contents) {
    if (!file.startsWith('src/') || PUBLIC.includes(file)) continue;
    for (const name of exported.filter((one) => !isTaken(byBox, file, one))) {
      const isForTests = isTaken(byTests, file, name) && !file.endsWith('/index.ts');
      found[isForTests ? 'tests' : 'own'].push(`${file} ${name}`);
    }
  }
  return { own: found.own.sort(), tests: found.tests.sort() };
}

/** What is wrong, a line each. */
export function problems({ own, tests }, listed) {
  return [
    ...own.map((one) => `${one}: only its own file uses this export`),
    ...tests
      .filter((one) => !listed.includes(one))
      .map((one) => `${one}: only tests import this, and ${LISTED} has it not`),
    ...listed.filter((one) => !tests.includes(one)).map((one) => `${one}: ${LISTED} has it without need`),
  ];
}

function main(options) {
  const found = unneeded(ROOT);
  if (options.includes('--list')) writeFileSync(join(ROOT, LISTED), `${JSON.stringify(found.tests, null, 2)}\n`);
  const listed = JSON.parse(readFileSync(join(ROOT, LISTED), 'utf8'));
  const wrong = problems(found, listed);
  console.log(`exports: ${found.own.length} that only their own file uses, ${found.tests.length} for tests alone`);
  for (const line of wrong) console.error(line);
  process.exitCode = wrong.length > 0 ? 1 : 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main(process.argv.slice(2));

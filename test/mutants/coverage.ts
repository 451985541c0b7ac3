import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StayingProcess } from './stayingProcess.js';
import { runTests } from './tests.js';
import type { Tree } from './tree.js';

/** What a test file came to in a run without a mutant. */
export interface Covered {
  readonly seconds: number;
  /** Numbers of mutants, those at the load of modules included. */
  readonly mutants: readonly string[];
  /** Those that modules come to when they are loaded, which a process does once. */
  readonly atLoad: readonly string[];
  /** It needs a process of its own for each run. */
  readonly isApart: boolean;
}

type Kept = Record<string, Covered & { readonly hash: string }>;

const LIMIT_S = 600;
const END = 'end of a test file\n';
const PROBE = join(import.meta.dirname, 'probe.cjs');

const hashOf = (parts: readonly (string | Buffer)[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
};

/** The state of all that a test may use, but other tests. */
function hashOfTree({ root, runner }: Tree): string {
  const files = runner.allSources().filter((file) => !file.endsWith('.test.ts'));
  return hashOf(files.map((file) => file.slice(root.length) + readFileSync(file, 'utf8')));
}

/**
 * Runs test files without a mutant and finds what each covers. What is known of files that have not changed, in a tree that has not
 * changed, is taken from `.cache/coverage.json` of the tree. One that is not green, also alone, is left out.
 */
export async function coverageOf(
  tree: Tree,
  tests: readonly string[],
  tell: (line: string) => void,
): Promise<Map<string, Covered>> {
  const path = join(tree.root, '.cache/coverage.json');
  const kept: Kept = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Kept) : {};
  const whole = hashOfTree(tree);
  const hashes = new Map(tests.map((file) => [file, hashOf([whole, readFileSync(join(tree.root, file))])]));
  const keep = (file: string, covered: Covered): void => {
    kept[file] = { ...covered, hash: hashes.get(file)! };
    writeFileSync(path, JSON.stringify(kept));
  };
  const isKnown = (file: string): boolean => kept[file]?.hash === hashes.get(file);

  const staying = new StayingProcess(tree);
  for (const files of tree.runner.byProcess(tests.filter((file) => !isKnown(file)))) {
    const found = await firstRun(tree, files);
    for (const file of files) {
      const covered = found.get(file) ?? (await firstRun(tree, [file])).get(file);
      if (covered === undefined) tell(`left out, as it fails without a mutant: ${file}`);
      else
        keep(
          file,
          tree.runner.isSharing(file) ? await runAgain(staying, file, covered) : { ...covered, isApart: true },
        );
    }
    tell(`measured without mutants: ${files.join(' ')}`);
  }
  staying.end();
  return new Map(tests.filter(isKnown).map((file) => [file, kept[file]!]));
}

/** Runs a file twice in the process that stays: is the second run green, too, and how long does it take when all is loaded? */
async function runAgain(staying: StayingProcess, file: string, covered: Covered): Promise<Covered> {
  await staying.run(file, null, LIMIT_S);
  const start = performance.now();
  if ((await staying.run(file, null, LIMIT_S)) === 'green')
    return { ...covered, seconds: (performance.now() - start) / 1000 };
  staying.end();
  return { ...covered, isApart: true };
}

/** Runs files in one process; returns nothing for a file that fails. */
async function firstRun(tree: Tree, files: readonly string[]): Promise<Map<string, Covered>> {
  const folder = join(tree.root, '.cache/coverage');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const ends = [performance.now()];
  const env = { MUTANTS_COVERAGE: folder, NODE_OPTIONS: `--require ${JSON.stringify(PROBE)}` };
  let unread = '';
  const { green } = await runTests(tree, files, END, LIMIT_S, env, (text) => {
    const [last = '', ...others] = (unread + text).split(END).reverse();
    unread = last;
    for (const _output of others) ends.push(performance.now());
  });
  ends.push(performance.now());
  if (!green || ends.length <= files.length) return new Map();
  const hits = readHits(folder);
  const atLoad = hits.flatMap((hit) => hit.atLoad);
  const elsewhere = hits.flatMap((hit) => hit.elsewhere);
  return new Map(
    files.map((file, at) => {
      const own = hits.flatMap(({ perTest }) => perTest[join(tree.root, file)] ?? []);
      const mutants = [...new Set([...own, ...atLoad, ...elsewhere])];
      return [file, { seconds: (ends[at + 1]! - ends[at]!) / 1000, mutants, atLoad, isApart: false }];
    }),
  );
}

interface Hits {
  /** At the load of modules. */
  readonly atLoad: readonly string[];
  /** In a child or a thread. */
  readonly elsewhere: readonly string[];
  readonly perTest: Readonly<Record<string, readonly string[]>>;
}

function readHits(folder: string): Hits[] {
  return readdirSync(folder).map((name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    // A child or a thread, in lines.
    return name.endsWith('.txt')
      ? { atLoad: [], elsewhere: text.split('\n').slice(0, -1), perTest: {} }
      : (JSON.parse(text) as Hits);
  });
}

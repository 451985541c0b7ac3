import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StayingProcess } from './stayingProcess.js';
import { runTests } from './tests.js';
import type { Tree } from './tree.js';

/** Which mutants a test file reaches, measured in a run without an active mutant. */
export interface Covered {
  readonly seconds: number;
  /** Ids of the mutants it reaches, including {@link atLoad}. */
  readonly mutants: readonly string[];
  /** Ids of mutants in code that runs while a module is loaded, once in a process. */
  readonly atLoad: readonly string[];
  /** True when each run needs its own process. */
  readonly isApart: boolean;
}

type StoredCoverage = Record<string, Covered & { readonly hash: string }>;

const LIMIT_S = 600;
const END = 'end of a test file\n';
const PROBE = join(import.meta.dirname, 'probe.cjs');

const hashOf = (parts: readonly (string | Buffer)[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
};

/** Hash of every file that a test may use, without the test files. */
function hashOfTree({ root, runner }: Tree): string {
  const files = runner.allSources().filter((file) => !file.endsWith('.test.ts'));
  return hashOf(files.map((file) => file.slice(root.length) + readFileSync(file, 'utf8')));
}

/**
 * Runs each test file without an active mutant and records which mutants it reaches. Results are stored in
 * `.cache/coverage.json` of the tree and reused while neither the tree nor the test file changes. A test file that
 * fails even in its own process is omitted.
 */
export async function coverageOf(
  tree: Tree,
  tests: readonly string[],
  onProgress: (line: string) => void,
): Promise<Map<string, Covered>> {
  const path = join(tree.root, '.cache/coverage.json');
  const stored: StoredCoverage = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as StoredCoverage) : {};
  const whole = hashOfTree(tree);
  const hashes = new Map(tests.map((file) => [file, hashOf([whole, readFileSync(join(tree.root, file))])]));
  const store = (file: string, covered: Covered): void => {
    stored[file] = { ...covered, hash: hashes.get(file)! };
    writeFileSync(path, JSON.stringify(stored));
  };
  const isKnown = (file: string): boolean => stored[file]?.hash === hashes.get(file);

  const staying = new StayingProcess(tree);
  for (const files of tree.runner.byProcess(tests.filter((file) => !isKnown(file)))) {
    const found = await firstRun(tree, files);
    for (const file of files) {
      const covered = found.get(file) ?? (await firstRun(tree, [file])).get(file);
      if (covered === undefined) onProgress(`omitted, because it fails without a mutant: ${file}`);
      else
        store(
          file,
          tree.runner.isSharing(file) ? await runAgain(staying, file, covered) : { ...covered, isApart: true },
        );
    }
    onProgress(`measured without mutants: ${files.join(' ')}`);
  }
  staying.end();
  return new Map(tests.filter(isKnown).map((file) => [file, stored[file]!]));
}

/** Runs a file twice in the reused process: can it be repeated, and how long does it take once everything is loaded? */
async function runAgain(staying: StayingProcess, file: string, covered: Covered): Promise<Covered> {
  await staying.run(file, null, LIMIT_S);
  const start = performance.now();
  if ((await staying.run(file, null, LIMIT_S)) === 'green')
    return { ...covered, seconds: (performance.now() - start) / 1000 };
  staying.end();
  return { ...covered, isApart: true };
}

/** Runs files in one process; returns an empty map when one of them fails. */
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
  /** Reached while modules were loaded. */
  readonly atLoad: readonly string[];
  /** Reached in a child process or a thread. */
  readonly elsewhere: readonly string[];
  readonly perTest: Readonly<Record<string, readonly string[]>>;
}

function readHits(folder: string): Hits[] {
  return readdirSync(folder).map((name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    // Written by a child process or a thread, one id a line.
    return name.endsWith('.txt')
      ? { atLoad: [], elsewhere: text.split('\n').slice(0, -1), perTest: {} }
      : (JSON.parse(text) as Hits);
  });
}

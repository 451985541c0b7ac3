import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { instrument, type Instrumented } from './instrumenter.js';
import { describe, type Mutant } from './mutant.js';
import { type Runner, runnerOf } from './runner.js';

/** Not copied: created again, linked, or never read by a test. */
const NOT_COPIED = ['.cache', '.git', 'data', 'dist', 'node_modules'];

/** A copy of the project in which a folder has all its mutants, each behind a switch. */
export interface Tree {
  readonly root: string;
  readonly mutants: readonly Mutant[];
  readonly runner: Runner;
}

/** The TypeScript files of a folder, as paths relative to the root. */
function sourcesOf(root: string, folder: string): string[] {
  return readdirSync(join(root, 'src', folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
    .map((name) => `src/${folder}/${name}`)
    .sort();
}

/** The name of a folder's stored files: its path with `-` for `/`. */
export const nameOf = (folder: string): string => folder.replaceAll('/', '-');

/** Copies the project to .cache/mutants/FOLDER; compiled files there are reused while their source is unchanged. */
export async function makeTree(root: string, folder: string): Promise<Tree> {
  const copy = join(root, '.cache/mutants', nameOf(folder));
  if (existsSync(copy)) {
    for (const name of readdirSync(copy)) if (name !== '.cache') rmSync(join(copy, name), { recursive: true });
  }
  for (const name of readdirSync(root).filter((entry) => !NOT_COPIED.includes(entry))) {
    cpSync(join(root, name), join(copy, name), {
      recursive: true,
      preserveTimestamps: true,
      verbatimSymlinks: true,
      // Otherwise a change here would invalidate the coverage of every test.
      filter: (path) => path !== join(root, 'test/mutants'),
    });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));

  const sources = new Map(sourcesOf(root, folder).map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  const made = await instrumented(copy, sources);
  for (const { name, content } of made.files) {
    writeFileSync(join(copy, name), content);
    // A compiled file is reused while the time of its source is the same, so derive the time from the content.
    const time = createHash('sha256').update(content).digest().readUInt32LE() / 2;
    utimesSync(join(copy, name), time, time);
  }
  const runner = await runnerOf(copy);
  await runner.compileAll(runner.allSources());
  const mutants = made.mutants.map((raw) => describe(raw, raw.fileName, sources.get(raw.fileName) ?? ''));
  return { root: copy, mutants, runner };
}

/** The instrumented sources; those of an earlier run when the sources are the same. */
async function instrumented(copy: string, sources: ReadonlyMap<string, string>): Promise<Instrumented> {
  const rules = ['ignored.ts', 'instrumenter.ts', 'operators.ts'].map((name) =>
    readFileSync(join(import.meta.dirname, name), 'utf8'),
  );
  const hash = createHash('sha256')
    .update(JSON.stringify([...sources, rules]))
    .digest('hex');
  const path = join(copy, '.cache', `instrumented-${hash}.json`);
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8')) as Instrumented;
  const made = await instrument(Array.from(sources, ([name, content]) => ({ name, content })));
  mkdirSync(join(copy, '.cache'), { recursive: true });
  writeFileSync(path, JSON.stringify(made));
  return made;
}

/** Builds the tree's program, including its mutants, when one of the tests runs it. */
export function buildFor(tree: Tree, tests: readonly string[]): void {
  const users = tree.runner.distancesFrom('src/programs/main.ts', tree.runner.usersOfFiles());
  if (!tests.some((test) => users.has(test))) return;
  execFileSync(process.execPath, ['build.mjs'], { cwd: tree.root, stdio: ['ignore', 'ignore', 'inherit'] });
}

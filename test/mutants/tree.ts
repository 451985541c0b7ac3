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

/** What is not copied: it is made anew, lent, or nothing that a test reads. */
const LEFT_OUT = ['.cache', '.git', 'data', 'dist', 'node_modules'];

/** A copy of the project in which a room has all its mutants, each behind a switch. */
export interface Tree {
  readonly root: string;
  readonly mutants: readonly Mutant[];
  readonly runner: Runner;
}

/** The TypeScript files of a room, as paths below the root. */
function sourcesOf(root: string, room: string): string[] {
  return readdirSync(join(root, 'src', room), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
    .map((name) => `src/${room}/${name}`)
    .sort();
}

/** Names of stored files of a room; a room may be a folder of a folder. */
export const nameOf = (room: string): string => room.replaceAll('/', '-');

/** Copies the project to .cache/mutants/ROOM, and keeps there what was compiled of files that have not changed. */
export async function makeTree(root: string, room: string): Promise<Tree> {
  const copy = join(root, '.cache/mutants', nameOf(room));
  if (existsSync(copy)) {
    for (const name of readdirSync(copy)) if (name !== '.cache') rmSync(join(copy, name), { recursive: true });
  }
  for (const name of readdirSync(root).filter((entry) => !LEFT_OUT.includes(entry))) {
    cpSync(join(root, name), join(copy, name), {
      recursive: true,
      preserveTimestamps: true,
      verbatimSymlinks: true,
      // A change here would seem one of what all tests use.
      filter: (path) => path !== join(root, 'test/mutants'),
    });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));

  const sources = new Map(sourcesOf(root, room).map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  const made = await instrumented(copy, sources);
  for (const { name, content } of made.files) {
    writeFileSync(join(copy, name), content);
    // What was compiled of a file is good as long as its time is the same; so it is made of what the file says.
    const time = createHash('sha256').update(content).digest().readUInt32LE() / 2;
    utimesSync(join(copy, name), time, time);
  }
  const runner = await runnerOf(copy);
  await runner.compileAll(runner.allSources());
  const mutants = made.mutants.map((raw) => describe(raw, raw.fileName, sources.get(raw.fileName) ?? ''));
  return { root: copy, mutants, runner };
}

/** The instrumented sources, from an earlier run where they are of the same sources. */
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

/** Builds the program of a tree, with its mutants in it, where one of the tests runs it. */
export function buildFor(tree: Tree, tests: readonly string[]): void {
  const users = tree.runner.distancesFrom('src/programs/main.ts', tree.runner.usersOfFiles());
  if (!tests.some((test) => users.has(test))) return;
  execFileSync(process.execPath, ['build.mjs'], { cwd: tree.root, stdio: ['ignore', 'ignore', 'inherit'] });
}

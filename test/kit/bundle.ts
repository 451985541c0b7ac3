import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
const DIST = join(ROOT, 'dist');

/** Files of dist/ beside the box that other programs make at other times. */
const OTHERS = ['image', 'sdk'];

let shared: string | undefined;

/**
 * Path of the built box; built first when older than its sources. It lies in a copy of dist/ outside the project, in a path with a blank, so
 * that no node_modules hides a missing file and no build disturbs a running test. All test processes share the copy and must not
 * change it; a test that changes files takes a {@link copyBundle}. Source maps are left out, since no test needs them.
 */
export function bundle(): string {
  shared ??= whileLocked(() => {
    build();
    return sharedCopy();
  });
  return join(shared, 'kasirbox.cjs');
}

/** Copies the whole build, as an operator has it, into an empty folder. */
export function copyBundle(folder: string): void {
  whileLocked(() => {
    build();
    copyFiles(filesOfBuild(), folder);
  });
}

/** The sources of a file of the build, by its map. */
export function sourcesOfBundle(name: string): string[] {
  const text = whileLocked(() => {
    build();
    return fs.readFileSync(join(DIST, `${name}.map`), 'utf8');
  });
  return (JSON.parse(text) as { sources: string[] }).sources;
}

/** Test files run at the same time: the first of them builds, the others wait. */
function whileLocked<T>(work: () => T): T {
  const lock = fs.openSync(join(ROOT, 'build.mjs'), 'r');
  try {
    // The lock is that of the open file, which this process shares with the program for a moment (flock(2)).
    const { status, stderr } = spawnSync('flock', ['3'], { stdio: ['ignore', 'ignore', 'pipe', lock] });
    if (status !== 0) throw new Error(`flock: ${String(stderr)}`);
    return work();
  } finally {
    fs.closeSync(lock);
  }
}

function build(): void {
  const script = 'source scripts/lib/prepare.sh; build_if_stale';
  execFileSync('bash', ['--norc', '-euc', script], { cwd: ROOT, stdio: 'pipe' });
}

/** The copy of this build, made where it is missing. Copies of earlier builds are removed when no process uses them any more. */
function sharedCopy(): string {
  // Another checkout, and another user, has copies of its own.
  const checkout = createHash('sha256').update(ROOT).digest('hex').slice(0, 12);
  const copies = join(tmpdir(), `kasirbox dist ${checkout}-${process.getuid?.() ?? 0}`);
  const name = nameOfBuild();
  fs.mkdirSync(copies, { recursive: true, mode: 0o755 });
  for (const other of fs.readdirSync(copies)) {
    if (other !== name && !isUsed(join(copies, other))) fs.rmSync(join(copies, other), { recursive: true });
  }
  const copy = join(copies, name);
  if (!fs.existsSync(copy)) makeCopy(copy);
  const user = join(copy, 'users', String(process.pid));
  fs.writeFileSync(user, '');
  process.once('exit', () => fs.rmSync(user, { force: true }));
  return join(copy, 'dist');
}

/** Another one after each build, also after one of the pages alone. */
function nameOfBuild(): string {
  const hash = createHash('sha256');
  for (const path of filesOfBuild()) {
    const { mtimeMs, size } = fs.statSync(join(DIST, path));
    hash.update(`${path} ${mtimeMs} ${size}\n`);
  }
  return hash.digest('hex').slice(0, 12);
}

/** Paths below dist/. */
function filesOfBuild(): string[] {
  const parts = fs.readdirSync(DIST).filter((name) => !OTHERS.includes(name));
  return parts.flatMap((part) => {
    if (!fs.statSync(join(DIST, part)).isDirectory()) return [part];
    const inside = fs.readdirSync(join(DIST, part), { recursive: true, encoding: 'utf8' });
    return inside.map((name) => join(part, name)).filter((path) => fs.statSync(join(DIST, path)).isFile());
  });
}

/** A copy: the build, what V8 has compiled of it (keptCode.cjs), and the processes that use it. */
function makeCopy(folder: string): void {
  const unfinished = `${folder}.unfinished`;
  for (const part of ['dist', 'code', 'users']) fs.mkdirSync(join(unfinished, part), { recursive: true });
  copyFiles(
    filesOfBuild().filter((path) => !path.endsWith('.map')),
    join(unfinished, 'dist'),
  );
  // Some tests run commands as another user.
  execFileSync('chmod', ['-R', 'a+rX', dirname(unfinished)]);
  fs.renameSync(unfinished, folder);
}

function copyFiles(paths: readonly string[], folder: string): void {
  for (const path of paths) {
    fs.mkdirSync(dirname(join(folder, path)), { recursive: true });
    fs.copyFileSync(join(DIST, path), join(folder, path));
  }
}

/** Does a process still run that uses a copy? */
function isUsed(copy: string): boolean {
  const users = join(copy, 'users');
  return fs.existsSync(users) && fs.readdirSync(users).some((pid) => fs.existsSync(`/proc/${basename(pid)}`));
}

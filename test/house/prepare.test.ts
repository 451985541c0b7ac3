// turns: 4
// time limit: 400 s
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Project } from './project.js';

const project = new Project();
test.after(() => project.remove());

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a file of the project from a foreign folder, without input. How long it may take is the limit of this file: a busy machine needs more. */
function bash(args: string[], environment: NodeJS.ProcessEnv): Ended {
  const env = { ...process.env, CI: 'true', ...environment };
  // Where standard input is a socket, as here, and no shell stands above, bash takes itself for that of rshd and reads its bashrc.
  const words = ['--norc', ...args];
  const { status, stdout, stderr } = spawnSync('bash', words, { cwd: '/', env, encoding: 'utf8' });
  return { code: status, stdout, stderr };
}

function prepare(call: string, environment: NodeJS.ProcessEnv): Ended {
  return bash(['-euc', `source "$1"; ${call}`, 'bash', join(project.root, 'scripts/lib/prepare.sh')], environment);
}

function lastLine(text: string): string {
  return text.trimEnd().split('\n').at(-1) ?? '';
}

test('Node older than 20.20 is refused with a clear message, 20.20 and newer are taken', () => {
  for (const version of ['v18.20.8', 'v20.19.6', 'v8.17.0']) {
    const { code, stderr } = prepare('need_node', { PATH: project.shadow('node', `echo ${version}`) });
    assert.is(code, 1, version);
    assert.ok(stderr.includes(`kasirbox needs Node 20.20 or newer; this is ${version}`), stderr);
  }
  for (const version of ['v20.20.0', 'v21.0.0', 'v24.21.0', 'v100.0.0']) {
    assert.is(prepare('need_node', { PATH: project.shadow('node', `echo ${version}`) }).code, 0, version);
  }
  rmSync(join(project.root, 'bin/node'));
});

test('npm packages are installed when they are missing or of another lock file, and only then', () => {
  const called = join(project.root, 'npm-called');
  const environment = { PATH: project.shadow('npm', 'mkdir -p node_modules; echo "$@" >>npm-called') };

  assert.is(prepare('install_packages', environment).code, 0);
  assert.not.ok(existsSync(called), 'the stamp of the lock file is there');

  project.write('node_modules/.package-lock.sha256', 'of another lock file\n');
  assert.is(prepare('install_packages', environment).code, 0);
  assert.match(readFileSync(called, 'utf8'), /^ci --include=dev /);

  rmSync(called);
  for (const call of ['install_packages', 'install_packages box']) {
    assert.is(prepare(call, environment).code, 0);
    assert.not.ok(existsSync(called), 'the packages have just been installed, those of the box among them');
  }

  project.write('node_modules/.package-lock.sha256', 'of another lock file\n');
  assert.is(prepare('install_packages box', environment).code, 0);
  assert.is(prepare('install_packages box', environment).code, 0);
  assert.match(readFileSync(called, 'utf8'), /^ci --omit=dev .*\n$/, 'once');
  assert.is(prepare('install_packages', environment).code, 0);
  assert.match(readFileSync(called, 'utf8'), /\nci --include=dev .*\n$/, 'those of the box are not all');
  rmSync(called);
});

test('where all packages were installed by hand, those that only the stand-ins need stay', () => {
  const called = join(project.root, 'npm-called');
  const environment = { PATH: project.shadow('npm', 'echo "$@" >>npm-called') };
  const stamp = 'node_modules/.package-lock.sha256';
  rmSync(join(project.root, stamp));
  project.write('node_modules/tsx/package.json', '{}\n');
  assert.is(prepare('install_packages box', environment).code, 0);
  assert.match(readFileSync(called, 'utf8'), /^ci --include=dev /);
  assert.match(readFileSync(join(project.root, stamp), 'utf8'), / all\n$/);
  rmSync(called);
  rmSync(join(project.root, 'node_modules/tsx'), { recursive: true });
});

test('a failed installation fails, and is tried again', () => {
  project.write('node_modules/.package-lock.sha256', 'of another lock file\n');
  assert.is(prepare('install_packages', { PATH: project.shadow('npm', 'exit 5') }).code, 5);
  assert.is(prepare('install_packages', { PATH: project.shadow('npm', 'true') }).code, 0);
});

test('the box is built when the bundle is missing or older than a source, and only then', () => {
  const bundle = join(project.root, 'dist/kasirbox.cjs');
  assert.is(prepare('build_if_stale', {}).stderr, 'Building the box ...\nbuilt\n');
  assert.is(prepare('build_if_stale', {}).stderr, '');
  assert.is(prepare(`touch -d '1 hour ago' dist/kasirbox.cjs; build_if_stale`, {}).code, 0);
  assert.ok(existsSync(bundle));
  assert.match(prepare(`touch -d '1 hour' src/main.cjs; build_if_stale`, {}).stderr, /^Building/);
});

/** A project whose stages all pass, whose image is made at once, and whose only test is green. */
function giveStages(): void {
  project.write('scripts/image', '#!/bin/sh\necho "the image is made"\n');
  chmodSync(join(project.root, 'scripts/image'), 0o755);
  for (const file of [
    'typescript7/bin/tsc',
    'eslint/bin/eslint.js',
    'oxlint/bin/oxlint',
    'prettier/bin/prettier.cjs',
  ]) {
    project.write(`node_modules/${file}`, '');
  }
  for (const name of ['esbuild', 'uvu']) if (!existsSync(join(project.root, 'node_modules', name))) project.lend(name);
  project.write('test/green.test.ts', "import { test } from 'uvu';\ntest('passes', () => undefined);\ntest.run();\n");
}

const SCRIPT = join(project.root, 'scripts/test');

/** Runs scripts/test, where nothing of Debian can be installed: that takes any time, and changes the machine. */
function runTests(): Ended {
  const PATH = project.shadow('apt-get', 'exit 1');
  return bash([SCRIPT], { KASIRBOX_NODE24: process.execPath, PATH });
}

test('scripts/test runs every stage and ends with the sum of the tests', () => {
  giveStages();
  const { code, stdout, stderr } = runTests();
  assert.is(lastLine(stdout), '1 passed, 0 failed, 0 skipped', stderr);
  assert.is(code, 0);
  for (const step of ['Build', 'Tests']) assert.ok(stdout.includes(`== ${step}\n`));
  for (const stage of ['Lint', 'Types', 'Format']) assert.match(stdout, new RegExp(`^ok {3}${stage}: `, 'm'));
  assert.not.ok(stdout.includes('the image is made'), 'it has a lane of its own');
});

test('scripts/test counts each failed stage as one failed, and still runs the tests', () => {
  giveStages();
  project.write('node_modules/eslint/bin/eslint.js', 'process.exitCode = 1;\n');
  project.write('node_modules/typescript7/bin/tsc', 'process.exitCode = 2;\n');
  const { code, stdout } = runTests();
  // The program and the pages have their types checked apart.
  assert.is(lastLine(stdout), '1 passed, 3 failed, 0 skipped');
  assert.is(code, 1);
});

test('scripts/test ends with a sum even where it cannot begin', () => {
  const { code, stdout } = bash([SCRIPT], { PATH: project.shadow('node', 'echo v18.20.8') });
  rmSync(join(project.root, 'bin/node'));
  assert.is(lastLine(stdout), '0 passed, 1 failed, 0 skipped');
  assert.is(code, 1);
});

test.run();

// turns: 4
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { sourcesOfBundle } from '../kit/bundle.js';
import { BoxProcess, bundle, cleanUp, temporaryFolder } from '../kit/process.js';

test.after(cleanUp);

/** Writes down, as a process ends, which files it has loaded. */
const WITNESS = `process.once('exit', () =>
  require('node:fs').writeFileSync(process.env.LOADED, JSON.stringify(Object.keys(require.cache))));`;

function witness(): { readonly nodeOptions: readonly string[]; readonly file: string } {
  const folder = temporaryFolder();
  const script = join(folder, 'witness.cjs');
  writeFileSync(script, WITNESS);
  return { nodeOptions: ['--require', script], file: join(folder, 'loaded.json') };
}

function loadedIn(file: string): string[] {
  const paths = JSON.parse(readFileSync(file, 'utf8')) as string[];
  return paths.map((path) => basename(path)).filter((name) => name !== 'witness.cjs');
}

/** The files that a command loads, which must succeed. */
function loadedBy(words: readonly string[]): string[] {
  const { nodeOptions, file } = witness();
  const env = { ...process.env, LOADED: file };
  const { status, stderr } = spawnSync(process.execPath, [...nodeOptions, bundle(), ...words], {
    encoding: 'utf8',
    env,
  });
  assert.is(status, 0, stderr);
  return loadedIn(file);
}

test('what needs no box loads the small file alone: the version, the help, a command to a running service', async () => {
  for (const words of [['--version'], ['--help'], ['keys', '--help']]) {
    assert.equal(loadedBy(words), ['kasirbox.cjs'], words.join(' '));
  }
  const box = await BoxProcess.start();
  for (const words of [
    ...[['doctor'], ['keys', 'list'], ['users', 'list'], ['settings', 'show'], ['pfr', 'settle'], ['print', 'jobs']],
    ...[
      ['queue', 'list'],
      ['safe-mode', 'status'],
      ['card', 'readers'],
      ['certificate', 'show'],
      ['update', 'status'],
    ],
    ['settings', 'set', 'publicUrl', 'https://example.rs'],
  ]) {
    assert.equal(loadedBy([...words, '--data', box.folder]), ['kasirbox.cjs'], words.join(' '));
  }
  assert.is((await box.stop()).code, 0);
});

test('the small file holds no code of packages', () => {
  assert.equal(
    sourcesOfBundle('kasirbox.cjs').filter((source) => source.includes('node_modules')),
    [],
  );
});

test('a service loads nothing of what works on backups and certificates', async () => {
  const { nodeOptions, file } = witness();
  const box = await BoxProcess.start({ nodeOptions, env: { LOADED: file } });
  const [key = ''] = await box.keys(1);
  await box.issue(key);
  assert.is((await box.stop()).code, 0);
  assert.equal(loadedIn(file), ['kasirbox.cjs', 'box.cjs']);
  assert.not.ok(
    sourcesOfBundle('box.cjs').some((source) => /node_modules\/(?:node-forge|age-encryption)\//.test(source)),
  );
});

test('a service whose files were removed continues to sell, and stops cleanly', async () => {
  const folder = temporaryFolder();
  spawnSync('cp', ['-r', `${dirname(bundle())}/.`, folder]);
  const box = await BoxProcess.start({ bundle: join(folder, 'kasirbox.cjs') });
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
  const [key = ''] = await box.keys(1);
  const receipt = await box.issue(key);
  assert.equal(await box.receipts(key), [receipt]);
  assert.is((await box.stop()).code, 0);
});

test('a command whose other files are missing reports that', () => {
  const folder = temporaryFolder();
  spawnSync('cp', [bundle(), folder]);
  const words = ['keys', 'list', '--data', join(folder, 'data')];
  const { status, stderr } = spawnSync(process.execPath, [join(folder, 'kasirbox.cjs'), ...words], {
    encoding: 'utf8',
  });
  assert.is(status, 1);
  assert.match(stderr, /^kasirbox: Cannot find module '\.\/box\.cjs'\. Files of the program are missing/);
  assert.not.match(stderr, /^ +at /m, 'no stack trace');
});

test('a disk error in the other file is reported in one line', () => {
  const data = temporaryFolder();
  writeFileSync(join(data, 'log'), 'no folder');
  const { status, stderr } = spawnSync(process.execPath, [bundle(), 'keys', 'list', '--data', data], {
    encoding: 'utf8',
  });
  assert.is(status, 1);
  assert.match(stderr, /^kasirbox: .*log: that is a file, or the path leads through one; .*\n$/);
});

test.run();

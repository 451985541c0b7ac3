import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { lockFolder } from '../../src/base/start.js';

const root = fs.mkdtempSync(join(tmpdir(), 'kasirbox-lock-'));
process.on('exit', () => fs.rmSync(root, { recursive: true }));
const newFolder = (): string => fs.mkdtempSync(join(root, 'case-'));

/** A process that holds the lock until it is ended; resolves once it has it. */
async function holder(folder: string) {
  const script = `
    const { lockFolder } = require(${JSON.stringify(join(__dirname, '../../src/base/start.ts'))});
    process.stdout.write(lockFolder(${JSON.stringify(folder)}) === undefined ? 'refused' : 'locked');
    setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [answer] = (await once(child.stdout, 'data')) as [Buffer];
  assert.is(answer.toString(), 'locked');
  return child;
}

test('a folder is locked once, until it is released', () => {
  const folder = newFolder();
  const lock = lockFolder(folder);
  assert.ok(lock);
  assert.is(lockFolder(folder), undefined);
  lock.release();
  const again = lockFolder(folder);
  assert.ok(again);
  again.release();
});

test('two folders have nothing to do with each other', () => {
  const locks = [lockFolder(newFolder()), lockFolder(newFolder())];
  assert.ok(locks.every((lock) => lock !== undefined));
  for (const lock of locks) lock.release();
});

test('another process is locked out, and its lock ends with it in any case', async () => {
  const folder = newFolder();
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const child = await holder(folder);
    assert.is(lockFolder(folder), undefined);
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
    const lock = lockFolder(folder);
    assert.ok(lock, `after ${signal}`);
    lock.release();
  }
});

test('a missing folder is an error, not a lock of another process', () => {
  assert.throws(() => lockFolder(join(root, 'nowhere')), /ENOENT/);
});

test('without the flock program the message names the package to install', () => {
  const path = process.env['PATH'];
  process.env['PATH'] = newFolder();
  try {
    assert.throws(() => lockFolder(newFolder()), /util-linux/);
  } finally {
    process.env['PATH'] = path;
  }
});

test.run();

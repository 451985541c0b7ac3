// What keeps a folder from being used is said in a line, in both languages, with what to do.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { cleanUp, kasirbox, temporaryFolder } from '../kit/process.js';

test.after(cleanUp);

const COMMANDS = [['doctor'], ['serve', '--listen', '127.0.0.1:0']] as const;

async function says(folder: string, sr: RegExp, en: RegExp): Promise<void> {
  for (const words of COMMANDS) {
    for (const [language, text] of [
      ['sr_RS.UTF-8', sr],
      ['C.UTF-8', en],
    ] as const) {
      const { code, stderr } = await kasirbox([...words, '--data', folder], { env: { LC_ALL: language } });
      assert.is(code, 1);
      assert.match(stderr, text);
      assert.is(stderr.split('\n').length, 2, stderr);
    }
  }
}

test('a data folder that is a file', async () => {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  for (const folder of [file, join(file, 'x')]) {
    await says(folder, /треба фасцикла. Изаберите другу: --data DIR/, /a folder is needed. Name another: --data DIR/);
  }
});

test('a data folder on a disk that is read-only', async () => {
  // Only root can mount one.
  if (process.getuid?.() !== 0) return;
  const folder = join(temporaryFolder(), 'disk');
  mkdirSync(folder);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'ro,size=64k', 'tmpfs', folder]);
  try {
    await says(folder, /диск се само чита.*remount,rw/, /the disk is read-only.*remount,rw/);
  } finally {
    execFileSync('umount', [folder]);
  }
});

test.run();

import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { DiskError } from '../../src/base/disk.js';
import { nodeDisk } from '../../src/base/nodeDisk.js';

const root = fs.mkdtempSync(join(tmpdir(), 'kasirbox-disk-'));
process.on('exit', () => fs.rmSync(root, { recursive: true }));
const newFolder = (): string => fs.mkdtempSync(join(root, 'case-'));
const modeOf = (path: string): string => (fs.statSync(path).mode & 0o777).toString(8);

async function failure(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.instance(error, DiskError);
  const { code, operation, path } = error as DiskError;
  assert.ok(path.startsWith(root) && operation !== '');
  return code;
}

test('what is written is read back, from anywhere and to the end only', async () => {
  const path = join(newFolder(), 'f');
  const file = await nodeDisk.create(path);
  file.write(3, Buffer.from('defg'));
  file.write(0, Buffer.from('abc'));
  await file.datasync();
  assert.is(await file.size(), 7);
  assert.is((await file.read(0, 100)).toString(), 'abcdefg');
  assert.is((await file.read(5, 1)).toString(), 'f');
  assert.is((await file.read(7, 5)).length, 0);
  await file.close();
  const again = await nodeDisk.open(path);
  again.write(1, Buffer.from('X'));
  assert.is((await again.read(0, 3)).toString(), 'aXc');
  await again.close();
});

test('files and folders are for their owner alone, whatever the umask', async () => {
  const umask = process.umask(0);
  try {
    const folder = join(newFolder(), 'a', 'b');
    await nodeDisk.makeDir(folder);
    await (await nodeDisk.create(join(folder, 'f'))).close();
    assert.is(modeOf(folder), '700');
    assert.is(modeOf(join(folder, '..')), '700');
    assert.is(modeOf(join(folder, 'f')), '600');
    await nodeDisk.makeDir(folder);
  } finally {
    process.umask(umask);
  }
});

test('names are listed sorted, renamed over old ones, and removed', async () => {
  const folder = newFolder();
  for (const name of ['c', 'a', 'b']) await (await nodeDisk.create(join(folder, name))).close();
  assert.equal(await nodeDisk.list(folder), ['a', 'b', 'c']);
  await nodeDisk.rename(join(folder, 'a'), join(folder, 'c'));
  await nodeDisk.remove(join(folder, 'b'));
  await nodeDisk.remove(join(folder, 'b'));
  await nodeDisk.syncDir(folder);
  assert.equal(await nodeDisk.list(folder), ['c']);
  assert.equal(await nodeDisk.list(join(folder, 'nowhere')), []);
});

test('every failure is a DiskError with its errno name and its path', async () => {
  const folder = newFolder();
  const path = join(folder, 'f');
  await (await nodeDisk.create(path)).close();
  assert.is(await failure(nodeDisk.open(join(folder, 'g'))), 'ENOENT');
  assert.is(await failure(nodeDisk.create(path)), 'EEXIST');
  assert.is(await failure(nodeDisk.rename(join(folder, 'g'), path)), 'ENOENT');
  assert.is(await failure(nodeDisk.syncDir(join(folder, 'g'))), 'ENOENT');
  assert.is(await failure(nodeDisk.list(path)), 'ENOTDIR');
  assert.is(await failure(nodeDisk.makeDir(join(path, 'x'))), 'ENOTDIR');
  assert.is(await failure(nodeDisk.freeBytes(join(folder, 'g'))), 'ENOENT');
});

test('a closed file refuses everything with a DiskError', async () => {
  const file = await nodeDisk.create(join(newFolder(), 'f'));
  await file.close();
  assert.throws(
    () => file.write(0, Buffer.from('x')),
    (error: unknown) => error instanceof DiskError && error.operation === 'write',
  );
  for (const work of [file.size(), file.read(0, 1), file.datasync()]) await failure(work);
});

test('the free room of a folder is a number of bytes', async () => {
  const free = await nodeDisk.freeBytes(root);
  assert.ok(Number.isSafeInteger(free) && free > 0);
});

test.run();

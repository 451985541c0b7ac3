import { mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { nodeDisk } from '../../../../src/base/nodeDisk.js';
import { type Disk, DiskError } from '../../../../src/base/disk.js';
import { PdfCache } from '../../../../src/paper/documents/pdf/cache.js';

/** Of the details of the company with which a PDF was drawn. */
const MARK = '0badcafe';

const root = mkdtempSync(join(tmpdir(), 'kasirbox-cache-'));
test.after(() => rmSync(root, { recursive: true }));

let folders = 0;
function newFolder(): string {
  folders += 1;
  return join(root, `${folders}`, 'pdf');
}

function uuid(number: number): string {
  return `0198f0c2-3c4d-7e5f-8a6b-${String(number).padStart(12, '0')}`;
}

function cache(folder: string, maxBytes = 1000, disk: Disk = nodeDisk): PdfCache {
  return new PdfCache({ disk, folder, maxBytes, version: '1.0.0' });
}

test('a PDF is found by receipt and paper, also after a restart', async () => {
  const folder = newFolder();
  const first = cache(folder);
  await first.put(uuid(1), 'a5', MARK, Buffer.from('one'));
  await first.put(uuid(1), 'a4', MARK, Buffer.from('other'));
  for (const now of [first, cache(folder)]) {
    assert.is(String(await now.get(uuid(1), 'a5', MARK)), 'one');
    assert.is(String(await now.get(uuid(1), 'a4', MARK)), 'other');
    assert.is(await now.get(uuid(1), 'a4slip', MARK), undefined);
    assert.is(await now.get(uuid(2), 'a5', MARK), undefined);
  }
});

test('a PDF with other details of the company is invalid, and is replaced by the new one', async () => {
  const folder = newFolder();
  const first = cache(folder);
  await first.put(uuid(1), 'a4', MARK, Buffer.from('old'));
  assert.is(await first.get(uuid(1), 'a4', '00000001'), undefined);
  await first.put(uuid(1), 'a4', '00000001', Buffer.from('new'));
  for (const now of [first, cache(folder)]) {
    assert.is(String(await now.get(uuid(1), 'a4', '00000001')), 'new');
    assert.is(await now.get(uuid(1), 'a4', MARK), undefined);
  }
  assert.is(readdirSync(folder).length, 1);
});

test('the oldest go when the room is used up, also those from before a restart', async () => {
  const folder = newFolder();
  for (let number = 1; number <= 5; number++)
    await cache(folder).put(uuid(number), 'a5', MARK, Buffer.alloc(300, number));
  assert.is(readdirSync(folder).length, 3);
  const now = cache(folder);
  const kept = await Promise.all([1, 2, 3, 4, 5].map(async (number) => (await now.get(uuid(number), 'a5', MARK))?.[0]));
  assert.equal(kept, [undefined, undefined, 3, 4, 5]);
});

test('a PDF that is stored again replaces the old one, and counts as new', async () => {
  const folder = newFolder();
  const now = cache(folder);
  await now.put(uuid(1), 'a5', MARK, Buffer.alloc(300, 1));
  await now.put(uuid(2), 'a5', MARK, Buffer.alloc(300, 2));
  await now.put(uuid(1), 'a5', MARK, Buffer.alloc(300, 9));
  assert.is(readdirSync(folder).length, 2);
  await now.put(uuid(3), 'a5', MARK, Buffer.alloc(300, 3));
  assert.is(readdirSync(folder).length, 3);
  await now.put(uuid(4), 'a5', MARK, Buffer.alloc(300, 4));
  assert.is((await now.get(uuid(1), 'a5', MARK))?.[0], 9);
  assert.is(await now.get(uuid(2), 'a5', MARK), undefined);
});

test('a PDF whose file could not be removed is still counted and given out, and goes the next time', async () => {
  const folder = newFolder();
  let fails = false;
  const disk: Disk = {
    ...nodeDisk,
    remove: async (path) => {
      if (fails) throw new DiskError('EIO', 'remove', path);
      await nodeDisk.remove(path);
    },
  };
  const now = cache(folder, 1000, disk);
  for (const number of [1, 2, 3]) await now.put(uuid(number), 'a5', MARK, Buffer.alloc(300, number));
  fails = true;
  await now.put(uuid(4), 'a5', MARK, Buffer.alloc(300, 4));
  assert.is((await now.get(uuid(1), 'a5', MARK))?.[0], 1, 'it is still there');
  assert.is(await now.get(uuid(4), 'a5', MARK), undefined, 'there is no room for another');
  fails = false;
  await now.put(uuid(5), 'a5', MARK, Buffer.alloc(300, 5));
  const kept = await Promise.all([1, 2, 3, 4, 5].map(async (number) => (await now.get(uuid(number), 'a5', MARK))?.[0]));
  assert.equal(kept, [undefined, 2, 3, undefined, 5]);
  assert.is(readdirSync(folder).length, 3, 'no file lies there that nobody counts');
});

test('a PDF larger than the whole cache is not stored, and evicts nothing', async () => {
  const now = cache(newFolder());
  await now.put(uuid(1), 'a5', MARK, Buffer.alloc(300));
  await now.put(uuid(2), 'a5', MARK, Buffer.alloc(1001));
  assert.is(await now.get(uuid(2), 'a5', MARK), undefined);
  assert.is((await now.get(uuid(1), 'a5', MARK))?.length, 300);
});

test('an incomplete file is a cache miss, and leftovers of a power cut are removed', async () => {
  const folder = newFolder();
  await cache(folder).put(uuid(1), 'a5', MARK, Buffer.alloc(300, 1));
  const [name = ''] = readdirSync(folder);
  writeFileSync(join(folder, 'something.pdf'), 'half');
  writeFileSync(join(folder, name), Buffer.alloc(300));
  assert.is(
    await cache(folder).get(uuid(1), 'a5', MARK),
    undefined,
    'a length without its bytes, as a power cut leaves it',
  );
  truncateSync(join(folder, name), 299);
  assert.is(await cache(folder).get(uuid(1), 'a5', MARK), undefined);
  assert.equal(readdirSync(folder), [name]);
});

test('PDFs of another version of the box are drawn again, and the old ones removed', async () => {
  const folder = newFolder();
  await cache(folder).put(uuid(1), 'a5', MARK, Buffer.from('old'));
  const next = new PdfCache({ disk: nodeDisk, folder, version: '1.0.1' });
  assert.is(await next.get(uuid(1), 'a5', MARK), undefined);
  assert.equal(readdirSync(folder), []);
  await next.put(uuid(1), 'a5', MARK, Buffer.from('new'));
  assert.is(String(await next.get(uuid(1), 'a5', MARK)), 'new');
});

test('nothing is stored when the disk is nearly full: receipts need the space', async () => {
  const folder = newFolder();
  let free = 99_999_999;
  const now = cache(folder, 1000, { ...nodeDisk, freeBytes: () => Promise.resolve(free) });
  await now.put(uuid(1), 'a5', MARK, Buffer.from('one'));
  assert.equal(readdirSync(folder), []);
  free += 1;
  await now.put(uuid(1), 'a5', MARK, Buffer.from('one'));
  assert.is(String(await now.get(uuid(1), 'a5', MARK)), 'one');
});

test('nothing is flushed, so that no sale waits for the flash', async () => {
  const refused = (): never => {
    throw new Error('flushed');
  };
  const disk: Disk = {
    ...nodeDisk,
    syncDir: refused,
    create: async (path) => Object.assign(await nodeDisk.create(path), { datasync: refused }),
  };
  const now = cache(newFolder(), 1000, disk);
  await now.put(uuid(1), 'a5', MARK, Buffer.from('one'));
  assert.is(String(await now.get(uuid(1), 'a5', MARK)), 'one');
});

test('a folder deleted meanwhile is only an empty cache', async () => {
  const folder = newFolder();
  const now = cache(folder);
  await now.put(uuid(1), 'a5', MARK, Buffer.from('one'));
  rmSync(folder, { recursive: true });
  assert.is(await now.get(uuid(1), 'a5', MARK), undefined);
});

test('a failing disk makes every request a miss, and requests can be repeated', async () => {
  const folder = newFolder();
  let broken = true;
  const disk: Disk = {
    ...nodeDisk,
    list: (path) => (broken ? Promise.reject(new DiskError('EIO', 'list', path)) : nodeDisk.list(path)),
    create: (path) => (broken ? Promise.reject(new DiskError('ENOSPC', 'create', path)) : nodeDisk.create(path)),
  };
  const now = cache(folder, 1000, disk);
  await now.put(uuid(1), 'a5', MARK, Buffer.from('one'));
  assert.is(await now.get(uuid(1), 'a5', MARK), undefined);
  broken = false;
  await now.put(uuid(1), 'a5', MARK, Buffer.from('one'));
  broken = true;
  await now.put(uuid(2), 'a5', MARK, Buffer.from('two'));
  assert.is(await now.get(uuid(2), 'a5', MARK), undefined);
  assert.is(String(await now.get(uuid(1), 'a5', MARK)), 'one');
});

test.run();

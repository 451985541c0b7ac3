import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { DiskError } from '../../../src/base/disk.js';
import { Random } from '../random.js';
import { SECTOR } from './inode.js';
import { MemoryDisk } from './memory.js';
import { fingerprint, momentOf, promisedOnly, type State, statesAfterCut } from './powerCut.js';

/** Every state that a cut may leave now; the limits of these tests are never reached. */
function states(disk: MemoryDisk): State[] {
  const all = [...statesAfterCut(momentOf(disk), new Random(1), 10_000)];
  return [...new Map(all.map((state) => [fingerprint(state), state])).values()];
}

const contentsOf = (disk: MemoryDisk, path: string): string[] =>
  states(disk).map((state) => state.get(path)?.toString() ?? 'absent');

async function diskWith(text: string) {
  const disk = new MemoryDisk(new Map([['/f', Buffer.from(text)]]));
  return { disk, file: await disk.open('/f') };
}

const codeOf = (error: unknown): string => (error instanceof DiskError ? error.code : String(error));

test('flushed bytes outlive every cut, to the byte', async () => {
  const { disk, file } = await diskWith('old');
  file.write(0, Buffer.from('new text'));
  await file.datasync();
  assert.equal(contentsOf(disk, '/f'), ['new text']);
});

test('a sector that was not flushed is old, new, or any version between', async () => {
  const { disk, file } = await diskWith('one');
  file.write(0, Buffer.from('two'));
  file.write(0, Buffer.from('six'));
  assert.equal(contentsOf(disk, '/f').sort(), ['one', 'six', 'two']);
});

test('each sector survives or not for itself, the later without the earlier too', async () => {
  const { disk, file } = await diskWith('a'.repeat(3 * SECTOR));
  file.write(0, Buffer.alloc(3 * SECTOR, 'b'));
  const kept = states(disk).map((state) =>
    [0, 1, 2].map((i) => (state.get('/f') as Buffer).toString('latin1', i * SECTOR, i * SECTOR + 1)).join(''),
  );
  assert.equal(kept.sort(), ['aaa', 'aab', 'aba', 'abb', 'baa', 'bab', 'bba', 'bbb']);
});

test('a file that grew has the old length, the new one or one between, and zeros or junk where nothing arrived', async () => {
  const { disk, file } = await diskWith('');
  file.write(0, Buffer.alloc(2 * SECTOR, 'n'));
  const found = states(disk).map((state) => state.get('/f') as Buffer);
  const lengths = new Set(found.map(({ length }) => length));
  assert.equal(
    [...lengths].sort((a, b) => a - b),
    [0, SECTOR, 2 * SECTOR - 3, 2 * SECTOR],
  );
  const firstBytes = new Set(found.filter(({ length }) => length > 0).map((bytes) => bytes.toString('latin1', 0, 1)));
  assert.equal([...firstBytes].sort(), ['\0', 'K', 'n']);
});

test('durable bytes are never cut off by a growth that was not flushed', async () => {
  const { disk, file } = await diskWith('durable');
  file.write(7, Buffer.alloc(3000, 'x'));
  for (const content of contentsOf(disk, '/f')) assert.is(content.slice(0, 7), 'durable');
});

test('names are durable after the sync of their folder and in their order before it', async () => {
  const disk = new MemoryDisk(new Map([['/d', 'folder']]));
  const file = await disk.create('/d/a');
  file.write(0, Buffer.from('x'));
  await file.datasync();
  await disk.rename('/d/a', '/d/b');
  const names = () =>
    states(disk)
      .map((state) => [...state.keys()].join(' '))
      .sort();
  assert.equal(names(), ['/d', '/d /d/a', '/d /d/b']);
  await disk.syncDir('/d');
  assert.equal(names(), ['/d /d/b']);
  await disk.remove('/d/b');
  assert.equal(names(), ['/d', '/d /d/b']);
});

test('a folder whose own name is not durable takes all in it along', async () => {
  const disk = new MemoryDisk();
  await disk.makeDir('/d/e');
  await disk.create('/d/e/f');
  await disk.syncDir('/d/e');
  assert.is(promisedOnly(disk).contents().size, 0);
  await disk.syncDir('/d');
  await disk.syncDir('/');
  assert.equal([...promisedOnly(disk).contents().keys()].sort(), ['/d', '/d/e', '/d/e/f']);
});

for (const kept of [false, true]) {
  test(`after a failed flush processes read the new bytes and the device ${kept ? 'may get' : 'never gets'} them`, async () => {
    const { disk, file } = await diskWith('old');
    disk.keepOnFailure = kept;
    disk.fault = (operation) => (operation === 'datasync' ? 'EIO' : undefined);
    file.write(0, Buffer.from('new'));
    assert.is(codeOf(await file.datasync().catch((error: unknown) => error)), 'EIO');
    disk.fault = () => undefined;
    await file.datasync();
    assert.is((await file.read(0, 3)).toString(), 'new');
    assert.equal(contentsOf(disk, '/f'), [kept ? 'new' : 'old']);
  });
}

test('a full disk takes what fits, refuses the rest, and still lets old bytes be written over', async () => {
  const { disk, file } = await diskWith('1234');
  disk.budget = 6;
  let code = '';
  try {
    file.write(2, Buffer.from('abcdef'));
  } catch (error) {
    code = codeOf(error);
  }
  assert.is(code, 'ENOSPC');
  assert.is((await file.read(0, 9)).toString(), '12abcd');
  assert.is(await disk.freeBytes('/'), 0);
  file.write(0, Buffer.from('XY'));
  assert.is((await file.read(0, 9)).toString(), 'XYabcd');
});

test('taken and missing names are refused by their errno', async () => {
  const { disk } = await diskWith('');
  assert.is(codeOf(await disk.create('/f').catch((error: unknown) => error)), 'EEXIST');
  assert.is(codeOf(await disk.open('/g').catch((error: unknown) => error)), 'ENOENT');
  assert.is(codeOf(await disk.create('/d/f').catch((error: unknown) => error)), 'ENOENT');
  assert.is(codeOf(await disk.rename('/g', '/h').catch((error: unknown) => error)), 'ENOENT');
  await disk.remove('/g');
  assert.equal(await disk.list('/nowhere'), []);
});

test('flash wear counts whole blocks once per flush', async () => {
  const { disk, file } = await diskWith('');
  file.write(0, Buffer.alloc(10));
  file.write(4090, Buffer.alloc(10));
  await file.datasync();
  await file.datasync();
  assert.equal([disk.flashBytes, disk.flushes], [8192, 1]);
});

test.run();

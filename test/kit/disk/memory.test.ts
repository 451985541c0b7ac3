import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { DiskError } from '../../../src/base/disk.js';
import { Random, seededRandom } from '../random.js';
import { SECTOR } from './inode.js';
import { MemoryDisk } from './memory.js';
import { momentOf, promisedOnly, type State, statesAfterCut } from './powerCut.js';
import { fingerprint } from './print.js';

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

/** Files of sectors that are each of one letter, as texts of these; a torn sector counts as what it begins with. */
const sectorsOf = (disk: MemoryDisk, path: string): string[] =>
  states(disk)
    .map((state) => state.get(path) as Buffer)
    .map((bytes) =>
      Array.from({ length: bytes.length / SECTOR }, (_, i) =>
        bytes.toString('latin1', i * SECTOR, i * SECTOR + 1),
      ).join(''),
    );

test('a sector that was not flushed is old, new, any version between, or torn from new to old', async () => {
  const { disk, file } = await diskWith('one');
  file.write(0, Buffer.from('two'));
  file.write(0, Buffer.from('six'));
  assert.equal(contentsOf(disk, '/f').sort(), ['one', 'six', 'sne', 'two']);
});

test('a torn sector keeps what is the same in both versions', async () => {
  const { disk, file } = await diskWith('same head ------ same tail');
  file.write(10, Buffer.from('abcdef'));
  assert.equal(contentsOf(disk, '/f').sort(), [
    'same head ------ same tail',
    'same head abc--- same tail',
    'same head abcdef same tail',
  ]);
});

test('each sector survives or not for itself, the later without the earlier too', async () => {
  const { disk, file } = await diskWith('a'.repeat(3 * SECTOR));
  file.write(0, Buffer.alloc(3 * SECTOR, 'b'));
  const kept = new Set(sectorsOf(disk, '/f'));
  assert.equal([...kept].sort(), ['aaa', 'aab', 'aba', 'abb', 'baa', 'bab', 'bba', 'bbb']);
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

test('where a file grew there may be what another file holds at that place', async () => {
  const { disk, file } = await diskWith('');
  const other = await disk.create('/other');
  other.write(0, Buffer.alloc(SECTOR, 'o'));
  await other.datasync();
  await disk.syncDir('/');
  file.write(0, Buffer.alloc(SECTOR, 'n'));
  assert.ok(sectorsOf(disk, '/f').includes('o'));
});

test('a rename may be seen without the content, and the content without the rename', async () => {
  const { disk, file } = await diskWith('');
  file.write(0, Buffer.alloc(SECTOR, 'n'));
  await disk.rename('/f', '/g');
  const found = states(disk);
  assert.ok(found.some((state) => state.get('/g')?.length === 0));
  assert.ok(found.some((state) => state.get('/f')?.toString('latin1', 0, 1) === 'n'));
  assert.ok(found.every((state) => state.has('/f') !== state.has('/g')));
});

test('a removed file is there again, whole, as long as its folder was not synced', async () => {
  const { disk } = await diskWith('all of it');
  await disk.remove('/f');
  assert.equal(contentsOf(disk, '/f').sort(), ['absent', 'all of it']);
});

test('what was flushed is in every state, whatever is written, made, renamed and removed after it', async () => {
  const random = seededRandom();
  for (let round = 0; round < 50; round += 1) {
    const disk = new MemoryDisk(new Map([['/d', 'folder']]));
    const promised = new Map<string, string>();
    for (let step = 0; step < 30; step += 1) await someStep(disk, random, promised);
    for (const state of statesAfterCut(momentOf(disk), random, 40)) {
      for (const [path, bytes] of promised)
        assert.is((state.get(path) as Buffer).toString('latin1', 0, bytes.length), bytes);
    }
  }
});

/** Appends behind what was flushed, to files that are never renamed, so that every promise holds for ever. */
async function someStep(disk: MemoryDisk, random: Random, promised: Map<string, string>): Promise<void> {
  const path = `/d/${random.pick(['a', 'b', 'c'])}`;
  const flushed = promised.get(path);
  const loose = `${path}.tmp`;
  if (flushed === undefined) {
    if (!(await disk.list('/d')).includes(path.slice(3))) await disk.create(path);
    await disk.syncDir('/d');
    promised.set(path, '');
    return;
  }
  const file = await disk.open(path);
  file.write(flushed.length, Buffer.from(random.text('xyz', 1, 900)));
  if (random.oneIn(3)) {
    await file.datasync();
    promised.set(path, (await file.read(0, await file.size())).toString('latin1'));
  }
  await disk.remove(loose);
  const other = await disk.create(loose);
  other.write(0, random.bytes(random.int(1, 700)));
  if (random.oneIn(2)) await disk.rename(loose, `${loose}.b`);
}

test('durable bytes are never cut off by a growth that was not flushed', async () => {
  const { disk, file } = await diskWith('durable');
  file.write(7, Buffer.alloc(3000, 'x'));
  for (const content of contentsOf(disk, '/f')) assert.is(content.slice(0, 7), 'durable');
});

test('a copy of a disk has its page cache, and goes its own way', async () => {
  const { disk, file } = await diskWith('old');
  file.write(0, Buffer.from('new'));
  await disk.rename('/f', '/g');
  const copy = disk.copy();
  const other = await copy.open('/g');
  assert.is((await other.read(0, 3)).toString(), 'new');
  assert.equal(states(copy).map(fingerprint).sort(), states(disk).map(fingerprint).sort());
  await other.datasync();
  await copy.syncDir('/');
  assert.equal(contentsOf(copy, '/g'), ['new']);
  assert.ok(contentsOf(disk, '/f').includes('old'));
});

test('folders keep what was changed in them each for itself', async () => {
  const disk = new MemoryDisk(
    new Map([
      ['/d', 'folder'],
      ['/e', 'folder'],
    ]),
  );
  await disk.create('/d/a');
  await disk.create('/e/b');
  const names = states(disk).map((state) => [...state.keys()].filter((path) => path.length > 2).join(' '));
  assert.equal(names.sort(), ['', '/d/a', '/d/a /e/b', '/e/b']);
});

test('states with equal prints are equal, and equal states have equal prints', async () => {
  const { disk, file } = await diskWith('a'.repeat(700));
  file.write(600, Buffer.alloc(900, 'b'));
  const all = [...statesAfterCut(momentOf(disk), new Random(1), 10_000)].map((state) => state.get('/f') as Buffer);
  const byPrint = new Map<string, string>();
  const byBytes = new Map<string, string>();
  for (const bytes of all) {
    const text = bytes.toString('latin1');
    // Taken anew from a copy, and had from the changed sectors.
    const print = fingerprint(new Map([['/f', bytes]]));
    assert.is(fingerprint(new Map([['/f', Buffer.from(bytes)]])), print);
    assert.is(byPrint.get(print) ?? text, text);
    assert.is(byBytes.get(text) ?? print, print);
    byPrint.set(print, text);
    byBytes.set(text, print);
  }
  assert.ok(byPrint.size > 10);
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
  test(`after a failed flush processes read the new bytes, and a later flush ${kept ? 'writes them' : 'decides nothing'}`, async () => {
    const { disk, file } = await diskWith('old');
    disk.keepOnFailure = kept;
    disk.fault = (operation) => (operation === 'datasync' ? 'EIO' : undefined);
    file.write(0, Buffer.from('new'));
    assert.is(codeOf(await file.datasync().catch((error: unknown) => error)), 'EIO');
    disk.fault = () => undefined;
    await file.datasync();
    assert.is((await file.read(0, 3)).toString(), 'new');
    assert.equal(contentsOf(disk, '/f').sort(), kept ? ['new'] : ['new', 'nld', 'old']);
    file.write(0, Buffer.from('now'));
    await file.datasync();
    assert.equal(contentsOf(disk, '/f'), ['now'], 'a new write is flushed as any other');
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

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { BackupCode } from '../../../src/outward/backup/backupCode.js';
import { checkAgeHeader, readBackup } from '../../../src/outward/backup/readBackup.js';
import { restoreBackup } from '../../../src/outward/backup/restore.js';
import { checkSource } from '../../../src/outward/backup/source.js';
import { writeBackup } from '../../../src/outward/backup/writeBackup.js';
import { type Disk, DiskError } from '../../../src/base/disk.js';
import { BLOCK } from '../../../src/platform/ledger/segment.js';
import { endOf, streamOf } from '../../kit/backup.js';
import { segment, written } from '../../kit/damage.js';
import { MemoryDisk } from '../../kit/disk/memory.js';
import type { State } from '../../kit/disk/powerCut.js';
import { wrapped } from '../../kit/disk/wrapped.js';
import { FOLDER, NOON, openLedger } from '../../kit/ledger.js';
import { seededRandom } from '../../kit/random.js';
import { inEnglish } from '../../kit/inEnglish.js';

const random = seededRandom();
const code = BackupCode.make();

/** A box with receipts that is stopped, and where its log ends. */
async function stopped(): Promise<{ state: State; about: { boxId: string; end: ReturnType<typeof endOf> } }> {
  const { state } = await written(random, 30);
  const ledger = await openLedger(new MemoryDisk(state), { readOnly: true });
  const about = { boxId: ledger.boxId.toString('hex'), end: endOf(ledger) };
  await ledger.close();
  return { state, about };
}

function sourceOf(disk: Disk, about: { boxId: string; end: ReturnType<typeof endOf> }, isDamaged = false) {
  return { disk, folder: FOLDER, version: '1.0', now: NOON, isDamaged, ...about };
}

/** Writes the backup of what was checked. */
async function bytesOf(source: Awaited<ReturnType<typeof checkSource>>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  await writeBackup(source, code, new WritableStream({ write: (piece) => void pieces.push(piece) }));
  return Buffer.concat(pieces);
}

function restore(backup: Uint8Array, disk = new MemoryDisk(new Map([[FOLDER, 'folder']]))) {
  return restoreBackup({ disk, folder: FOLDER, bytes: streamOf(backup), code });
}

test('a log that was changed, cut, or ends with another record is known before a backup of it is kept', async () => {
  const { state, about } = await stopped();
  const { end } = about;
  const log = segment(end.segment);
  // Within the last record, which may be the only one of its segment.
  const last = end.offset - 40;
  const cases: readonly (readonly [string, (disk: MemoryDisk) => void, Partial<typeof end>])[] = [
    ['a bit', (disk) => disk.damage(log, (bytes) => (bytes.writeUInt8(bytes.readUInt8(last) ^ 1, last), bytes)), {}],
    ['the end', (disk) => disk.damage(log, (bytes) => bytes.subarray(0, end.offset - 8)), {}],
    ['a file', (disk) => disk.forget(log), {}],
    ['the last record', () => undefined, { hash: 'f'.repeat(64) }],
  ];
  for (const [what, harm, otherEnd] of cases) {
    const disk = new MemoryDisk(state);
    harm(disk);
    const checked = await checkSource(sourceOf(disk, { ...about, end: { ...end, ...otherEnd } }));
    assert.ok(checked.faults.length > 0, what);
    const restored = await restore(await bytesOf(checked));
    assert.ok(restored.ok, `${what}: what there is can be restored`);
    assert.is(restored.value.manifest.sound, false);
  }
  const sound = await checkSource(sourceOf(new MemoryDisk(state), about));
  assert.equal(inEnglish(sound.faults), []);
  const missed = await checkSource(sourceOf(new MemoryDisk(state), about, true));
  assert.is(missed.faults.length, 1, 'the box itself misses records that nothing else bears witness to');
});

test('of a full segment all is copied up to a block behind its last byte that is not zero: a record may end in zeros', async () => {
  const { state, about } = await stopped();
  const bytes = state.get(segment(1)) as Buffer;
  const last = bytes.findLastIndex((byte) => byte !== 0);
  // What was written ahead and never used.
  const disk = new MemoryDisk(state);
  disk.damage(segment(1), (before) => Buffer.concat([before, Buffer.alloc(600 * 1024)]));
  const { segments, faults } = await checkSource(sourceOf(disk, about));
  assert.equal(inEnglish(faults), []);
  assert.is(segments[0]?.size, (Math.floor(last / BLOCK) + 2) * BLOCK);
});

/** Reads of some blocks of a file fail, from the moment that `isFailing` says. */
function failing(below: Disk, path: string, blocks: readonly number[], isFailing: () => boolean = () => true): Disk {
  return wrapped(below, {
    file: (file, name) => ({
      async read(position, length) {
        const isHit = blocks.some((block) => position < (block + 1) * BLOCK && position + length > block * BLOCK);
        if (name === path && isHit && isFailing()) throw new DiskError('EIO', 'read', path);
        return file.read(position, length);
      },
    }),
  });
}

test('around a block that the disk does not give any more everything is saved', async () => {
  const { state, about } = await stopped();
  const log = segment(1);
  const source = sourceOf(failing(new MemoryDisk(state), log, [4]), about);
  const checked = await checkSource(source);
  assert.ok(checked.faults.length > 0);
  const spare = new MemoryDisk(new Map([[FOLDER, 'folder']]));
  const restored = await restore(await bytesOf(checked), spare);
  assert.ok(restored.ok && restored.value.verification.faults.length > 0);
  const saved = spare.contents().get(log) as Buffer;
  assert.ok(saved.length > 6 * BLOCK);
  const had = Buffer.from((state.get(log) as Buffer).subarray(0, saved.length));
  assert.equal(saved, had.fill(0, 4 * BLOCK, 5 * BLOCK));
});

test('a block that is lost between the check and the copy ends a backup that was to be sound', async () => {
  const { state, about } = await stopped();
  let isFailing = false;
  const disk = failing(new MemoryDisk(state), segment(1), [4], () => isFailing);
  const checked = await checkSource(sourceOf(disk, about));
  assert.equal(inEnglish(checked.faults), []);
  isFailing = true;
  const outcome = await bytesOf(checked).then(() => 'written', String);
  assert.match(outcome, /EIO/);
});

test('what a reader would refuse is not written', async () => {
  const { state, about } = await stopped();
  const disk = new MemoryDisk(state);
  await disk.makeDir(`${FOLDER}/tls/folder`);
  await disk.makeDir(`${FOLDER}/pfr`);
  const strange = ['tls/ca.pem~', 'tls/.ca.pem.swp', 'tls/a b', 'pfr/key.tmp', 'log/0000001.seg', 'log/x.seg'];
  for (const name of ['tls/ca.pem', ...strange]) (await disk.create(`${FOLDER}/${name}`)).write(0, Buffer.from('abc'));
  (await disk.create(`${FOLDER}/tls/large.pem`)).write(0, Buffer.alloc(1024 * 1024 + 1));
  const checked = await checkSource(sourceOf(disk, about));
  assert.equal(inEnglish(checked.faults), []);
  const names: string[] = [];
  const read = await readBackup(streamOf(await bytesOf(checked)), code, {
    manifest: () => undefined,
    file: async (name, size, pieces) => {
      let length = 0;
      for await (const piece of pieces) length += piece.length;
      assert.is(length, size, name);
      names.push(name);
    },
  });
  assert.ok(read.ok);
  assert.equal(names, ['box.id', 'tls/ca.pem', 'log/000001.seg', 'log/000002.seg']);
});

test('a file of the box that cannot be read is reported, and the rest is saved', async () => {
  const { state, about } = await stopped();
  const memory = new MemoryDisk(state);
  await memory.makeDir(`${FOLDER}/tls`);
  (await memory.create(`${FOLDER}/tls/ca.pem`)).write(0, Buffer.from('abc'));
  const checked = await checkSource(sourceOf(failing(memory, `${FOLDER}/tls/ca.pem`, [0]), about));
  assert.equal(inEnglish(checked.faults), ['tls/ca.pem cannot be read']);
  const restored = await restore(await bytesOf(checked));
  assert.ok(restored.ok && restored.value.verification.faults.length === 0);
});

test('a backup is held to its manifest: box, last record, and nothing where nothing was recorded', async () => {
  const { state, about } = await stopped();
  const { end } = about;
  const checked = await checkSource(sourceOf(new MemoryDisk(state), about));
  const [id, ...rest] = checked.files;
  assert.ok(id !== undefined);
  const lies = {
    'of another box': { ...checked, boxId: 'a'.repeat(32) },
    'with the id of another box': { ...checked, files: [{ ...id, bytes: Buffer.from('a'.repeat(32)) }] },
    'without an id': { ...checked, files: rest },
    'that ends with another record': { ...checked, end: { ...end, hash: 'f'.repeat(64) } },
    'that ends later': { ...checked, end: { ...end, sequence: end.sequence + 1 } },
    'that ends earlier': { ...checked, end: { ...end, sequence: end.sequence - 1 } },
    'without a log': { ...checked, segments: [] },
  };
  for (const [lie, source] of Object.entries(lies)) {
    const disk = new MemoryDisk(new Map([[FOLDER, 'folder']]));
    assert.equal(inEnglish(await restore(await bytesOf(source), disk)), { ok: false, error: 'damaged' }, lie);
    const left = [...disk.contents()].filter(([, content]) => content !== 'folder');
    assert.equal(left, [], lie);
  }
  assert.ok((await restore(await bytesOf(checked))).ok);

  const none = { segment: 1, offset: 12_288, sequence: 0, epoch: 0, hash: '0'.repeat(64) };
  const fresh = await checkSource(sourceOf(new MemoryDisk(new Map([[FOLDER, 'folder']])), { ...about, end: none }));
  const spare = new MemoryDisk(new Map([[FOLDER, 'folder']]));
  assert.ok((await restore(await bytesOf(fresh), spare)).ok);
  const ledger = await openLedger(spare);
  assert.equal(ledger.damage, [], 'it begins anew');
  await ledger.close();
});

test('a full disk is reported, and the folder is empty again', async () => {
  const { state, about } = await stopped();
  const backup = await bytesOf(await checkSource(sourceOf(new MemoryDisk(state), about)));
  const disk = new MemoryDisk(new Map([[FOLDER, 'folder']]));
  disk.budget = 10_000;
  assert.match(await restore(backup, disk).then(() => 'restored', String), /ENOSPC/);
  assert.equal(
    [...disk.contents()].filter(([, content]) => content !== 'folder'),
    [],
  );
  disk.budget = Number.MAX_SAFE_INTEGER;
  await disk.makeDir(`${FOLDER}/lost+found`);
  assert.ok((await restore(backup, disk)).ok, 'the root of a file system of its own is empty too');
});

test('a header of age without an end is not read for ever', async () => {
  for (const [first, endless] of [
    ['age-encryption.org/v1\n', 'A'],
    ['', '\0'],
  ] as const) {
    let given = 0;
    const bytes = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new Uint8Array(Buffer.from(first))),
      pull(controller) {
        given += 4096;
        controller.enqueue(new Uint8Array(Buffer.alloc(4096, endless)));
        if (given > 1024 * 1024) controller.close();
      },
    });
    const read = await readBackup(bytes, code, { manifest: () => undefined, file: () => undefined });
    assert.equal(read, { ok: false, error: 'foreign' });
    assert.ok(given < 128 * 1024, `${given} bytes were read`);
  }
});

test('a header of age may end at 64 KB, and not behind', async () => {
  const intro = 'age-encryption.org/v1\n';
  for (const [length, isHeader] of [
    [64 * 1024, true],
    [64 * 1024 + 1, false],
  ] as const) {
    const bytes = Buffer.from(`${intro}${'A'.repeat(length - intro.length)}\n---`);
    const checked = await checkAgeHeader(new Blob([bytes]).stream());
    assert.is(checked.ok, isHeader, `${length} bytes`);
    if (checked.ok) assert.equal(Buffer.from(await new Response(checked.value).arrayBuffer()), bytes);
  }
});

test('a backup that is aborted rejects with the reason, and so does its sink', async () => {
  const { state, about } = await stopped();
  const aborted: unknown[] = [];
  const sink = new WritableStream<Uint8Array>({ abort: (reason) => void aborted.push(reason) });
  const reason = new Error('the box stops');
  const checked = await checkSource(sourceOf(new MemoryDisk(state), about));
  const outcome = await writeBackup(checked, code, sink, AbortSignal.abort(reason)).catch((error: unknown) => error);
  assert.is(outcome, reason);
  assert.equal(aborted, [reason]);
});

test.run();

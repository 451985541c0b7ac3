import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { crc32 } from 'node:zlib';
import { DiskError } from '../../../src/base/disk.js';
import { createSegment, DICTIONARY, openSegment, segmentName, zeroFill } from '../../../src/platform/ledger/segment.js';
import { MemoryDisk } from '../../kit/disk/memory.js';
import { NOON } from '../../kit/ledger.js';

const FOLDER = '/log';
const PATH = `${FOLDER}/${segmentName(1)}`;
const BOX = Buffer.alloc(16, 7);

/** A folder with one segment, in whose header the word at `at` is another. The sum of the header is right again. */
async function withWord(at: number, word: number): Promise<MemoryDisk> {
  const disk = new MemoryDisk(new Map([[FOLDER, 'folder']]));
  const { file } = await createSegment(disk, FOLDER, 1, BOX, DICTIONARY, NOON);
  await file.close();
  disk.damage(PATH, (bytes) => {
    bytes.writeUInt32LE(word, at);
    bytes.writeUInt32LE(crc32(bytes.subarray(12, 52)), 8);
    return bytes;
  });
  return disk;
}

test('a segment is opened as it was made', async () => {
  const segment = await openSegment(await withWord(12, 1), FOLDER, 1);
  assert.equal([segment?.boxId, segment?.dictionary], [BOX, DICTIONARY]);
});

for (const [name, at, word] of [
  ['format', 12, 2],
  ['number', 16, 2],
  ['length of the dictionary', 44, 8193],
  ['sum of the dictionary', 48, 0],
] as const) {
  test(`a segment whose header has another ${name} is not read, though the sum of the header is right`, async () => {
    assert.is(await openSegment(await withWord(at, word), FOLDER, 1), undefined);
  });
}

for (const code of ['ENOSPC', 'EDQUOT']) {
  test(`zeros end before the piece that a full disk refuses with ${code}`, async () => {
    const disk = new MemoryDisk(new Map([[FOLDER, 'folder']]));
    const file = await disk.create(PATH);
    let writes = 0;
    disk.fault = (operation) => (operation === 'write' && (writes += 1) === 2 ? code : undefined);
    assert.is(await zeroFill(file, 0, 200 * 1024), 64 * 1024);
  });
}

test('a disk that fails while zeros are written is not taken for a full one', async () => {
  const disk = new MemoryDisk(new Map([[FOLDER, 'folder']]));
  const file = await disk.create(PATH);
  disk.fault = (operation) => (operation === 'write' ? 'EIO' : undefined);
  const failure = await zeroFill(file, 0, 4096).catch((error: unknown) => error);
  assert.is(failure instanceof DiskError && failure.code, 'EIO');
});

test.run();

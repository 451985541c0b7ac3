import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { crc32 } from 'node:zlib';
import { RECORD_TYPES, recordHash, recordLength } from '../../../src/platform/ledger/record.js';
import { DATA_START } from '../../../src/platform/ledger/segment.js';
import { verifyLedger } from '../../../src/platform/ledger/verify.js';
import { missing, readable, segment, VIEWS, written } from '../../kit/damage.js';
import { MemoryDisk } from '../../kit/disk/memory.js';
import { FOLDER, openLedger } from '../../kit/ledger.js';
import { seededRandom } from '../../kit/random.js';
import { repair } from '../../kit/repair.js';
import { inEnglish } from '../../kit/inEnglish.js';

const random = seededRandom();
const RECEIPTS = 6;
/** The record of the start, the receipts, the seal. */
const RECORDS = RECEIPTS + 2;
const CRC_FROM = 12;

/** Content that a later release may write and this one does not know, by its place in the record. */
const NEWS: Readonly<Record<string, (record: Buffer) => void>> = {
  kind: (record) => record.writeUInt8(random.int(RECORD_TYPES.length, 255), 12),
  version: (record) => record.writeUInt16LE(random.int(2, 65_535), 13),
  flag: (record) => record.writeUInt16LE(2, 15),
};

/** A log whose records from one on to the end, or to another, are of a later release. */
async function laterLog(news: (record: Buffer) => void, from: number, to: number) {
  const { state, receipts } = await written(random, RECEIPTS);
  const disk = new MemoryDisk(state);
  disk.forget(VIEWS);
  disk.damage(segment(1), (bytes) => {
    let previous: Buffer | undefined;
    for (let at = DATA_START, sequence = 1; recordLength(bytes, at) > 0; sequence += 1) {
      const record = bytes.subarray(at, at + recordLength(bytes, at));
      previous?.copy(record, 45);
      if (from <= sequence && sequence <= to) news(record);
      record.writeUInt32LE(crc32(record.subarray(CRC_FROM), 1), 8);
      previous = recordHash(record);
      at += record.length;
    }
    return bytes;
  });
  return { disk, receipts };
}

for (const [name, news] of Object.entries(NEWS)) {
  for (const [from, to] of [
    [3, 4],
    [RECORDS - 1, RECORDS],
    [RECORDS, RECORDS],
  ] as const) {
    test(`records ${from} to ${to} of ${RECORDS} with a ${name} of a later release: the rest is served, nothing is written`, async () => {
      const { disk, receipts } = await laterLog(news, from, to);
      const before = disk.contents().get(segment(1));
      const ledger = await openLedger(disk);
      assert.equal(
        ledger.damage.map(({ firstMissing, lastMissing, isLater }) => [firstMissing, lastMissing, isLater]),
        [[from, to, true]],
      );
      assert.is(ledger.failure, 'damaged');
      assert.is(ledger.end.sequence, RECORDS);
      assert.equal(await ledger.put({ type: 'setting', name: 'a', value: '1' }), { ok: false, error: 'damaged' });
      const left = receipts.filter((_, index) => !missing(ledger).includes(index + 2));
      assert.is((await readable(ledger, receipts)).length, left.length);
      await ledger.runIdleWork();
      await ledger.close();
      assert.equal(disk.contents().get(segment(1)), before);
      assert.equal(
        [...disk.contents().keys()].filter((path) => path.includes('quarantine')),
        [],
      );

      const { faults } = await verifyLedger({ disk, folder: FOLDER });
      assert.is(faults.length, 1);
      assert.is(await repair(disk), 'later');
      disk.damage(segment(1), (bytes) => bytes.fill(0xff, DATA_START + 40, DATA_START + 50));
      const damaged = disk.contents();
      assert.is(await repair(disk), 'later', 'not even beside other damage');
      assert.equal(disk.contents(), damaged);
      assert.match(
        String(inEnglish(faults[0] ?? '')),
        /^records? \d.* written by a later release of the box in segment 1 at \d+$/,
      );
    });
  }
}

test.run();

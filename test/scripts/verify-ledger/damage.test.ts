// proof: inspector
// time limit: 300 s
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { nodeDisk } from '../../../src/base/nodeDisk.js';
import { encodeRecord, recordHash } from '../../../src/platform/ledger/record.js';
import { DATA_START } from '../../../src/platform/ledger/segment.js';
import { verifyLedger } from '../../../src/platform/ledger/verify.js';
import { cases } from '../../kit/cases.js';
import { Turns } from '../../kit/turns.js';
import { seededRandom } from '../../kit/random.js';
import type { Place } from './forging.js';
import { check } from './script.js';
import { copyOf, damage, faultsAfter, liveShop, segmentFile, type Shop } from './shop.js';
import { inEnglish } from '../../kit/inEnglish.js';

const FLIPS = cases('FLIPS', { ci: 2, all: 16 });
/** Each runs the script on a whole ledger, some several times. */
const turns = new Turns(3);
const random = seededRandom();
let shop: Shop;

test.before(async () => {
  shop = await liveShop(random);
});

/** A whole record that continues the log behind another, as a file that was given up may hold. */
function sealBehind(folder: string, { segment, offset, length, head: before }: Place): void {
  damage(folder, segment, (bytes) => {
    const previous = recordHash(bytes.subarray(offset, offset + length));
    const head = { ...before, type: 'seal', flags: 0, sequence: before.sequence + 1, previous } as const;
    encodeRecord(segment, head, Buffer.alloc(0), Buffer.alloc(0)).copy(bytes, offset + length);
  });
}

const sum = (amounts: readonly number[]): number => amounts.reduce((all, amount) => all + amount, 0);

turns.test('a turned bit in a header, a dictionary or a record is found, wherever it is', async () => {
  for (let flip = 0; flip < FLIPS; flip += 1) {
    const { segment, offset, length } = random.pick(shop.places.slice(0, -1));
    const at = random.pick([random.int(0, 51), 4096 + random.int(0, 2000), offset + random.int(0, length - 1)]);
    const faults = await faultsAfter(shop, (folder) =>
      damage(folder, segment, (bytes) => (bytes[at] = (bytes[at] ?? 0) ^ (1 << random.int(0, 7)))),
    );
    assert.match(faults, new RegExp(`segment ${segment}\\b`), `bit at ${at}`);
  }
});

turns.test('a piece of a record behind the end is a torn tail and no fault', async () => {
  const last = shop.places[shop.places.length - 1];
  assert.ok(last);
  const folder = copyOf(shop.folder);
  damage(folder, last.segment, (bytes) => bytes.fill(0xab, last.offset + last.length, last.offset + last.length + 100));
  const { sound, notes } = await check(folder);
  assert.ok(sound);
  assert.match(notes.join('\n'), /100 bytes behind the end of the log.*torn/);
});

turns.test(
  'a last record that is torn is passed over, unless one behind it or a saved view proves that it was safe',
  async () => {
    const [before, last] = shop.places.slice(-2);
    assert.ok(before && last && last.head.type === 'seal');
    const folder = copyOf(shop.folder);
    damage(folder, last.segment, (bytes) => bytes.fill(0, last.offset + 40, last.offset + last.length));
    assert.is((await check(folder)).end.sequence, before.head.sequence);

    damage(folder, last.segment, (bytes) => bytes.fill(0, last.offset, last.offset + last.length));
    mkdirSync(join(folder, 'views'), { recursive: true });
    writeFileSync(join(folder, 'views', `${String(last.head.sequence).padStart(12, '0')}.snap`), '');
    assert.match((await check(folder)).faults.join(), `record ${last.head.sequence} missing at the end of the log`);

    const proven = await faultsAfter(shop, (other) =>
      damage(other, before.segment, (bytes) => bytes.fill(0, before.offset, last.offset)),
    );
    assert.match(
      proven,
      `segment ${before.segment} at ${before.offset}: record ${before.head.sequence} missing or damaged`,
    );
  },
);

turns.test('a record of a later release is told as one, not as a torn tail, and the box says the same', async () => {
  const last = shop.places[shop.places.length - 1];
  assert.ok(last);
  const folder = copyOf(shop.folder);
  damage(folder, last.segment, (bytes) => {
    const record = bytes.subarray(last.offset, last.offset + last.length);
    record.writeUInt16LE(2, 13);
    record.writeUInt32LE(crc32(record.subarray(12), last.segment), 8);
  });
  const { faults, end } = await check(folder);
  assert.match(faults.join('\n'), /^segment \d+ at \d+, record \d+ \(later\): written by a later release/);
  assert.is(end.sequence, last.head.sequence);
  const own = await verifyLedger({ disk: nodeDisk, folder });
  const place = `in segment ${last.segment} at ${last.offset}`;
  assert.equal(inEnglish(own.faults), [`record ${last.head.sequence} written by a later release of the box ${place}`]);
});

turns.test('a segment that is gone, empty, or of another box is a fault', async () => {
  assert.match(
    await faultsAfter(shop, (folder) => rmSync(segmentFile(folder, 2))),
    /segment 2 cannot be read: it is not there/,
  );
  const emptied = await faultsAfter(shop, (folder) => damage(folder, 1, (bytes) => bytes.fill(0, DATA_START)));
  assert.match(emptied, /^segment 1 at 12288: records 1 to \d+ missing or damaged, behind the beginning of the log$/m);
  const foreign = await faultsAfter(shop, (folder) => writeFileSync(join(folder, 'box.id'), `${'ab'.repeat(16)}\n`));
  assert.match(foreign, /segment 1 is from another box/);
  const swapped = await faultsAfter(shop, (folder) => {
    renameSync(segmentFile(folder, 2), segmentFile(folder, 9));
    renameSync(segmentFile(folder, 1), segmentFile(folder, 2));
    renameSync(segmentFile(folder, 9), segmentFile(folder, 1));
  });
  assert.match(swapped, /segment 1 cannot be read: its header is that of segment 2/);
  assert.match(await faultsAfter(shop, (folder) => rmSync(join(folder, 'log'), { recursive: true })), /has no segment/);
});

for (const [name, lose] of Object.entries({
  damaged: (bytes: Buffer, { offset }: Place) => bytes.fill(0xff, offset + 60, offset + 64),
  lost: (bytes: Buffer, { offset, length }: Place) => bytes.fill(0, offset, offset + length),
})) {
  turns.test(`a ${name} first record of a segment costs only itself, and the box says the same`, async () => {
    const first = shop.places.find(({ segment }) => segment === 2);
    assert.ok(first);
    const folder = copyOf(shop.folder);
    damage(folder, 2, (bytes) => lose(bytes, first));
    const { faults, records } = await check(folder);
    assert.match(faults[0] ?? '', `segment 2 at ${first.offset}: record ${first.head.sequence} missing or damaged`);
    assert.is(sum(Object.values(records)), shop.places.length - 1);
    const own = await verifyLedger({ disk: nodeDisk, folder });
    assert.equal(inEnglish(own.faults), [`record ${first.head.sequence} missing in segment 2 at ${first.offset}`]);
    assert.is(sum(Object.values(own.counts)), shop.places.length - 1);
  });
}

turns.test('the stale double of a damaged first record is not taken for it, and the box says the same', async () => {
  const first = shop.places.find(({ segment }) => segment === 2);
  const end = shop.places.filter(({ segment }) => segment === 1).at(-1);
  assert.ok(first && end);
  const folder = copyOf(shop.folder);
  sealBehind(folder, end);
  damage(folder, 2, (bytes) => bytes.fill(0xff, first.offset + 60, first.offset + 64));
  const { faults, records } = await check(folder);
  assert.match(faults[0] ?? '', `segment 2 at ${first.offset}: record ${first.head.sequence} missing or damaged`);
  assert.is(sum(Object.values(records)), shop.places.length - 1);
  const own = await verifyLedger({ disk: nodeDisk, folder });
  assert.equal(inEnglish(own.faults), [`record ${first.head.sequence} missing in segment 2 at ${first.offset}`]);
});

turns.test('a segment that was given up counts up to where the next one goes on', async () => {
  const end = shop.places.filter(({ segment }) => segment === 1).at(-1);
  assert.ok(end);
  const folder = copyOf(shop.folder);
  sealBehind(folder, end);
  const { sound, records, notes } = await check(folder);
  assert.ok(sound);
  assert.is(sum(Object.values(records)), shop.places.length);
  assert.match(notes.join('\n'), `segment 1 was given up at ${end.offset + end.length}`);
});

test.run();

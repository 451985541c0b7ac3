// time limit: 300 s
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Disk, DiskError } from '../../../src/base/disk.js';
import type { IssuedInvoice } from '../../../src/platform/ledger/invoice.js';
import { decodeRecord } from '../../../src/platform/ledger/record.js';
import { BLOCK, DATA_START, segmentNumber } from '../../../src/platform/ledger/segment.js';
import { verifyLedger } from '../../../src/platform/ledger/verify.js';
import { missing, readable, segment, VIEWS, written } from '../../kit/damage.js';
import { CHANGING, MemoryDisk } from '../../kit/disk/memory.js';
import type { State } from '../../kit/disk/powerCut.js';
import { wrapped } from '../../kit/disk/wrapped.js';
import { FOLDER, openLedger, ReceiptMaker } from '../../kit/ledger.js';
import { seededRandom } from '../../kit/random.js';
import { inEnglish } from '../../kit/inEnglish.js';

const random = seededRandom();
let state: State;
let receipts: readonly IssuedInvoice[];

/** A record and its place. */
interface Placed {
  readonly path: string;
  readonly offset: number;
  readonly length: number;
  readonly sequence: number;
  readonly type: string;
}
let records: readonly Placed[];

test.before(async () => {
  ({ state, receipts } = await written(random, 60));
  records = [...state].flatMap(([path, bytes]) => (bytes === 'folder' ? [] : recordsOf(path, bytes)));
  assert.is(records.filter(({ type }) => type === 'result').length, receipts.length);
});

function recordsOf(path: string, bytes: Buffer): Placed[] {
  const number = segmentNumber(path.slice(path.lastIndexOf('/') + 1));
  if (number === undefined) return [];
  const found: Placed[] = [];
  let record = decodeRecord(bytes, DATA_START, number);
  for (let offset = DATA_START; record !== undefined; record = decodeRecord(bytes, offset, number)) {
    const { length, head } = record;
    found.push({ path, offset, length, sequence: head.sequence, type: head.type });
    offset += length;
  }
  return found;
}

interface BadBlock {
  readonly path: string;
  /** Bytes. */
  readonly offset: number;
}

/** A disk that gives back everything but one block. */
function withBadBlock(below: Disk, bad: BadBlock): Disk {
  return wrapped(below, {
    file: (inner, path) => ({
      read: async (position, length) => {
        const covers = path === bad.path && position < bad.offset + BLOCK && bad.offset < position + length;
        // Behind the end of a file nothing is read.
        if (covers && bad.offset < (await inner.size())) throw new DiskError('EIO', 'read', path);
        return inner.read(position, length);
      },
    }),
  });
}

/** Every block of every segment. */
function blocks(): BadBlock[] {
  return [...state.entries()].flatMap(([path, bytes]) => {
    if (!path.endsWith('.seg') || bytes === 'folder') return [];
    return Array.from({ length: Math.ceil(bytes.length / BLOCK) }, (_, at) => ({ path, offset: at * BLOCK }));
  });
}

/** Numbers of the records that lie in the block, wholly or in part. */
function recordsIn({ path, offset }: BadBlock): number[] {
  return records
    .filter((one) => one.path === path && one.offset < offset + BLOCK && offset < one.offset + one.length)
    .map(({ sequence }) => sequence);
}

test('whichever block of the log the disk does not give back, the box starts, serves what is readable and writes nothing', async () => {
  for (const bad of blocks()) {
    const where = `${bad.path} at ${bad.offset}, SEED=${random.seed}`;
    const below = new MemoryDisk(state);
    below.forget(VIEWS);
    const changes: string[] = [];
    below.before = (operation, path) => {
      if (CHANGING.includes(operation) && !path.startsWith(VIEWS) && operation !== 'makeDir' && path !== FOLDER)
        changes.push(`${operation} ${path}`);
    };
    const disk = withBadBlock(below, bad);
    const ledger = await openLedger(disk);
    const lost = recordsIn(bad);
    const inHeader = bad.offset < DATA_START;
    const sequences = new Map(receipts.map((receipt, at) => [at, sequenceOf(receipt)]));
    const isFree = ledger.failure === undefined;
    if (isFree) assert.ok(lost.length === 0 && !inHeader, `${where}: nothing was there`);
    else {
      assert.equal(await ledger.reserve(4096), { ok: false, error: 'damaged' }, where);
      assert.equal(await ledger.issue(new ReceiptMaker(random).next(ledger)), { ok: false, error: 'damaged' }, where);
      assert.equal(changes, [], where);
    }
    const found = new Set(await readable(ledger, receipts));
    for (const [at, sequence] of sequences) {
      const isLost = lost.includes(sequence) || (inHeader && segmentOf(sequence) === bad.path);
      assert.is(found.has(at), !isLost, `${where}: record ${sequence}`);
    }
    const unread = ledger.damage.find(({ isUnread }) => isUnread)?.firstMissing ?? Infinity;
    for (const sequence of lost) {
      // The number of records after the last readable one is unknown.
      assert.ok(missing(ledger).includes(sequence) || sequence >= unread, `${where}: ${sequence} is named`);
    }
    const shown = ledger.damage;
    await ledger.close();
    const { faults } = await verifyLedger({ disk: withBadBlock(new MemoryDisk(state), bad), folder: FOLDER });
    assert.is(
      faults.length > 0,
      shown.length > 0,
      `${where}: ${JSON.stringify(inEnglish(faults))} ${JSON.stringify(shown)}`,
    );
  }
});

test('a bad block behind the last record stops writing too: nobody knows what it held', async () => {
  const last = records.at(-1);
  assert.ok(last);
  const end = last.offset + last.length;
  const bad = { path: last.path, offset: Math.ceil(end / BLOCK) * BLOCK };
  const ledger = await openLedger(withBadBlock(new MemoryDisk(state), bad));
  const number = segmentNumber(last.path.slice(-10));
  const after = last.sequence + 1;
  assert.equal(ledger.damage, [
    { segment: number, offset: bad.offset, firstMissing: after, lastMissing: after, isUnread: true },
  ]);
  assert.is(ledger.failure, 'damaged');
  assert.is((await readable(ledger, receipts)).length, receipts.length);
  await ledger.close();
});

test('a bad block that is read on a second try costs nothing, and the box sells on', async () => {
  let left = 1;
  const below = new MemoryDisk(state);
  below.forget(VIEWS);
  const disk = wrapped(below, {
    file: (inner, path) => ({
      read: async (position, length) => {
        if (path === segment(2) && position + length > DATA_START && (left -= 1) === 0)
          throw new DiskError('EIO', 'read', path);
        return inner.read(position, length);
      },
    }),
  });
  const ledger = await openLedger(disk);
  assert.ok(left <= 0);
  assert.equal([ledger.failure, ledger.damage], [undefined, []]);
  assert.is((await readable(ledger, receipts)).length, receipts.length);
  await ledger.close();
});

function sequenceOf(receipt: IssuedInvoice): number {
  const results = records.filter(({ type }) => type === 'result');
  return results[receipts.indexOf(receipt)]?.sequence ?? 0;
}

function segmentOf(sequence: number): string | undefined {
  return records.find((one) => one.sequence === sequence)?.path;
}

test.run();

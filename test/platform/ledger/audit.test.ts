import { randomBytes } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { auditCopyOf, type AuditRecord, type LogPlace } from '../../../src/platform/ledger/audit.js';
import type { Ledger } from '../../../src/platform/ledger/ledger.js';
import { DATA_START } from '../../../src/platform/ledger/segment.js';
import { segment } from '../../kit/damage.js';
import { MemoryDisk } from '../../kit/disk/memory.js';
import { DAY_MS, NOON, openLedger } from '../../kit/ledger.js';

const LARGE = { segmentBytes: 4 * 1024 * 1024, prefillBytes: 512 * 1024, snapshotRecords: 1_000_000 };

async function note(ledger: Ledger, user: number): Promise<void> {
  const entry = { event: 'operation', operation: 'settings.set', subject: 'mail', name: 'Ана', isDone: true } as const;
  assert.ok((await ledger.put({ type: 'audit', entry: { ...entry, user } })).ok);
}

/** Something else, of about so many bytes. */
async function fill(ledger: Ledger, bytes: number): Promise<void> {
  const value = randomBytes(Math.ceil((bytes * 3) / 4)).toString('base64');
  assert.ok((await ledger.put({ type: 'setting', name: 'something', value })).ok);
}

interface Walked {
  /** Numbers of users, newest first. */
  readonly users: readonly number[];
  readonly records: readonly AuditRecord[];
  readonly read: number;
}

async function walk(ledger: Ledger, times?: Parameters<Ledger['auditBefore']>[1], from?: LogPlace): Promise<Walked> {
  const records: AuditRecord[] = [];
  let read = 0;
  for (let place = from, isFirst = true; isFirst || place !== undefined; isFirst = false) {
    const stretch = await ledger.auditBefore(place, times);
    records.push(...stretch.records);
    read += stretch.read;
    place = stretch.next;
  }
  return { users: records.flatMap(({ entry }) => (entry.event === 'operation' ? entry.user : [])), records, read };
}

/** From `last` down to 1. */
const down = (last: number): number[] => Array.from({ length: last }, (_, at) => last - at);

test('every entry once, newest first, over many segments, and from each place on what is older', async () => {
  const ledger = await openLedger(new MemoryDisk());
  for (let user = 1; user <= 60; user += 1) {
    await note(ledger, user);
    await fill(ledger, 2000);
  }
  assert.ok(ledger.end.segment > 4);
  const { users, records } = await walk(ledger);
  assert.equal(users, down(60));
  for (const [at, { place }] of records.entries()) {
    assert.equal((await walk(ledger, undefined, place)).users, down(59 - at), String(at));
  }
  await ledger.close();
});

test('a segment of many stretches, with a record longer than any of them', async () => {
  const ledger = await openLedger(new MemoryDisk(), { sizes: LARGE });
  for (let user = 1; user <= 400; user += 1) {
    await note(ledger, user);
    await fill(ledger, user === 200 ? 600_000 : 1000 + (user % 7) * 500);
  }
  assert.is(ledger.end.segment, 1);
  const { users, read } = await walk(ledger);
  assert.equal(users, down(400));
  assert.ok(read > ledger.end.offset - DATA_START - 300_000 && read < 2 * ledger.end.offset, String(read));
  await ledger.close();
});

test('segments without the wanted times are passed over', async () => {
  let day = 0;
  const ledger = await openLedger(new MemoryDisk(), { now: () => NOON + day * DAY_MS });
  for (day = 0; day < 40; day += 1) {
    await note(ledger, day + 1);
    await fill(ledger, 12_000);
  }
  const { read: all } = await walk(ledger);
  const from = NOON + 20 * DAY_MS - 1;
  const { users, read } = await walk(ledger, { from, to: from + 2 });
  assert.ok(users.includes(21));
  assert.ok(read < all / 3, `${read} of ${all}`);
  await ledger.close();
});

test('what was torn is left out, and the rest is found; a place that is none ends the list or is before all', async () => {
  const disk = new MemoryDisk();
  let ledger = await openLedger(disk);
  for (let user = 1; user <= 30; user += 1) {
    await note(ledger, user);
    await fill(ledger, 2000);
  }
  const { records } = await walk(ledger);
  const torn = records.find(({ place }) => place.segment === 2);
  assert.ok(torn);
  await ledger.close();
  disk.damage(segment(2), (bytes) => bytes.fill(1, torn.place.offset + 20, torn.place.offset + 30));
  ledger = await openLedger(disk);
  const left = records.filter((one) => one !== torn);
  assert.equal(
    (await walk(ledger)).records.map(({ place }) => place),
    left.map(({ place }) => place),
  );
  assert.equal((await walk(ledger, undefined, { segment: 999, offset: 7 })).records.length, left.length);
  assert.equal((await walk(ledger, undefined, { segment: 0, offset: 7 })).users, []);
  assert.ok((await walk(ledger, undefined, { segment: 2, offset: 20_001 })).users.length > 0);
  await ledger.close();
});

test('from its end too, a segment that begins after the wanted times is not read', async () => {
  const ledger = await openLedger(new MemoryDisk());
  await note(ledger, 1);
  const { users, read } = await walk(ledger, { from: NOON - 9 * DAY_MS, to: NOON - 8 * DAY_MS });
  assert.equal([users, read], [[], 0]);
  assert.equal((await walk(ledger, { from: NOON, to: NOON })).users, [1]);
  await ledger.close();
});

test('a segment whose header is lost has no entries, and those of the others are listed', async () => {
  const disk = new MemoryDisk();
  let ledger = await openLedger(disk);
  for (let user = 1; user <= 30; user += 1) {
    await note(ledger, user);
    await fill(ledger, 2000);
  }
  const { records } = await walk(ledger);
  const { segment: last } = ledger.end;
  await ledger.close();
  assert.ok(last > 2);
  disk.damage(segment(2), (bytes) => bytes.fill(0xff, 0, DATA_START));
  ledger = await openLedger(disk);
  assert.is(ledger.failure, 'damaged');
  assert.equal(
    (await walk(ledger)).records,
    records.filter(({ place }) => place.segment !== 2),
  );
  await ledger.close();
});

test('a copy for an auditor has no secret setting, and every other record at its place', async () => {
  const disk = new MemoryDisk();
  const ledger = await openLedger(disk);
  const ends: [number, number][] = [];
  const put = async (name: string): Promise<void> => {
    assert.ok((await ledger.put({ type: 'setting', name, value: `"${name.repeat(9)}"` })).ok);
    ends.push([ledger.end.start, ledger.end.offset]);
  };
  for (const name of ['open', 'secret', 'public']) await put(name);
  await ledger.close();
  const bytes = disk.contents().get(segment(1));
  assert.ok(bytes instanceof Buffer);
  const isSecret = ({ name }: { readonly name: string }): boolean => name === 'secret';
  const { bytes: copy, withheld } = auditCopyOf(bytes, 1, isSecret);
  assert.is(withheld, 1);
  assert.is(copy.length, bytes.length);
  assert.not.ok(copy.includes('secret'));
  for (const [at, [start, end]] of ends.entries())
    assert.is(copy.subarray(start, end).equals(bytes.subarray(start, end)), at !== 1, String(at));
  // Without its dictionary no setting can be read, so all are withheld.
  const headless = Buffer.from(bytes).fill(0, 0, DATA_START);
  const blind = auditCopyOf(headless, 1, isSecret);
  assert.is(blind.withheld, ends.length);
  for (const name of ['open', 'secret', 'public']) assert.not.ok(blind.bytes.includes(name), name);
});

test.run();

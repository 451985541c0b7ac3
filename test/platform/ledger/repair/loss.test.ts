import { createHash } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Disk, DiskError } from '../../../../src/base/disk.js';
import { ALL_PARTS } from '../../../../src/platform/ledger/events/eventPlace.js';
import type { Ledger } from '../../../../src/platform/ledger/ledger.js';
import { repairLedger } from '../../../../src/platform/ledger/repair/carryOut.js';
import { planRepair } from '../../../../src/platform/ledger/repair/plan.js';
import { decodeRecord, encodeRecord } from '../../../../src/platform/ledger/record.js';
import { verifyLedger } from '../../../../src/platform/ledger/verify.js';
import { segment, VIEWS } from '../../../kit/damage.js';
import { type DamagedShop, type Placed, shopToDamage } from '../../../kit/damagedShop.js';
import { MemoryDisk } from '../../../kit/disk/memory.js';
import { FOLDER, openLedger, ReceiptMaker } from '../../../kit/ledger.js';
import { seededRandom } from '../../../kit/random.js';
import { OWNER, repair, repaired, repairSource } from '../../../kit/repair.js';
import { inEnglish } from '../../../kit/inEnglish.js';

const random = seededRandom();
let shop: DamagedShop;
test.before(async () => {
  shop = await shopToDamage(random, 60);
});

/** The shop's disk with one record zeroed. */
function without(record: Placed): MemoryDisk {
  const disk = new MemoryDisk(shop.state);
  hurt(disk, record);
  return disk;
}

function hurt(disk: MemoryDisk, { path, from, to }: Placed): void {
  disk.damage(path, (bytes) => bytes.fill(0, from, to));
}

function bytesOf(disk: MemoryDisk, path: string): Buffer {
  const bytes = disk.contents().get(path);
  if (!(bytes instanceof Buffer)) throw new Error(`${path} is no file`);
  return Buffer.from(bytes);
}

/** A record of a type in the middle of the log. */
function middle(type: string): Placed {
  const all = shop.records.filter((record) => record.type === type && record.path === segment(2));
  const record = all[Math.floor(all.length / 2)];
  if (record === undefined) throw new Error(`no ${type} record`);
  return record;
}

const numberOf = (uuid: string): string =>
  shop.receipts.find((receipt) => receipt.uuid === uuid)?.signature.invoiceNumber ?? '';
const uuidAt = ({ sequence }: Placed): string => [...shop.sequenceOf].find(([, own]) => own === sequence)?.[0] ?? '';

async function sell(ledger: Ledger): Promise<void> {
  assert.ok((await ledger.issue(new ReceiptMaker(random).next(ledger))).ok);
}

test('the decision is in the ledger: what is lost, who decided, and which receipts', async () => {
  const record = middle('result');
  const disk = without(record);
  disk.forget(VIEWS);
  const plan = await repaired(disk);
  const { sequence } = record;
  assert.equal(
    plan.stretches.map(({ firstMissing, lastMissing }) => [firstMissing, lastMissing]),
    [[sequence, sequence]],
  );
  assert.equal(
    plan.receipts.map(({ number }) => number),
    [numberOf(uuidAt(record))],
  );
  const ledger = await openLedger(disk);
  const [loss] = ledger.losses;
  assert.is(loss?.by, OWNER);
  assert.is(loss?.receipts, 1);
  await ledger.close();
  const audit: string[] = [];
  const { faults, losses } = await verifyLedger({
    ...{ disk, folder: FOLDER },
    onAudit: (entry) => entry.event === 'operation' && audit.push(`${entry.operation} ${entry.subject} ${entry.name}`),
  });
  assert.equal(inEnglish(faults), []);
  assert.is(losses.length, 1);
  assert.equal(audit, [
    `ledger.repair ${sequence}-${sequence} ${OWNER}`,
    `ledger.lost ${numberOf(uuidAt(record))} ${OWNER}`,
  ]);
});

test('saved views name a lost receipt with day and amount', async () => {
  const record = middle('result');
  const [receipt] = (await repaired(without(record))).receipts;
  const own = shop.receipts.find(({ uuid }) => uuid === uuidAt(record));
  assert.is(receipt?.total, own?.draft.total);
  assert.is(receipt?.clientRequestId, own?.clientRequestId);
});

test('the damaged file is set aside whole', async () => {
  const record = middle('result');
  const disk = new MemoryDisk(shop.state);
  disk.damage(record.path, (bytes) => bytes.fill(0xff, record.from + 100, record.from + 101));
  const before = bytesOf(disk, record.path);
  await repaired(disk);
  const { losses } = await verifyLedger({ disk, folder: FOLDER });
  const [aside] = losses[0]?.setAside ?? [];
  assert.is(aside?.sha256, createHash('sha256').update(before).digest('hex'));
  assert.ok(bytesOf(disk, `${FOLDER}/quarantine/${aside?.name}`).equals(before));
});

test('nothing is changed before somebody decides', async () => {
  const disk = without(middle('result'));
  const before = disk.contents();
  await planRepair(await repairSource(disk));
  assert.equal(disk.contents(), before);
});

test('a lost setting that the saved views still have stays set after they are made anew', async () => {
  // All but the last record of its name, so that an older value would come back.
  const settings = shop.records.filter(({ type }) => type === 'setting');
  const disk = new MemoryDisk(shop.state);
  const before = await openLedger(disk);
  const expected = [...before.main.settings.all()].sort();
  const keys = before.main.keys();
  await before.close();
  for (const record of settings) hurt(disk, record);
  for (const record of shop.records.filter(({ type }) => type === 'key')) hurt(disk, record);
  await repaired(disk);
  disk.forget(VIEWS);
  const ledger = await openLedger(disk);
  const known = new Map(expected);
  // No view has the settings written after the newest snapshot.
  for (const [name, value] of ledger.main.settings.all()) assert.ok(known.has(name), `${name} ${value}`);
  assert.ok(ledger.main.settings.all().size > 0);
  assert.equal(ledger.main.keys(), keys);
  await ledger.close();
});

test('a sale without a receipt whose record is lost stays listed', async () => {
  const disk = new MemoryDisk(shop.state);
  for (const record of shop.records.filter(({ type }) => type === 'queued')) hurt(disk, record);
  await repaired(disk);
  disk.forget(VIEWS);
  const ledger = await openLedger(disk);
  assert.equal(
    ledger.main.queue.withoutReceipt().map(({ number }) => number),
    [1],
  );
  await ledger.close();
});

test('an intent whose receipt is lost is open again: the processor is asked what became of it', async () => {
  const intent = shop.records.find(({ type, path }) => type === 'intent' && path === segment(2));
  const result = shop.records.find(({ type, sequence }) => type === 'result' && sequence > (intent?.sequence ?? 0));
  if (intent === undefined || result === undefined) throw new Error('no intent with a receipt');
  const disk = without(result);
  await repaired(disk);
  const ledger = await openLedger(disk);
  const receipt = shop.receipts.find(({ uuid }) => uuid === uuidAt(result));
  assert.equal(
    ledger.main.intents('sandbox').map(({ requestId }) => requestId),
    [receipt?.attempt?.requestId],
  );
  await ledger.close();
});

test('a backup gives back what is lost, and nothing is lost then', async () => {
  for (const damage of ['record', 'header', 'file', 'all'] as const) {
    const disk = new MemoryDisk(shop.state);
    if (damage === 'record') hurt(disk, middle('result'));
    if (damage === 'header') disk.damage(segment(2), (bytes) => bytes.fill(0, 0, 20_000));
    if (damage === 'file') disk.forget(segment(2));
    if (damage === 'all') disk.forget(`${FOLDER}/log`);
    const plan = await repaired(disk, backup());
    assert.equal(plan.stretches, [], damage);
    const ledger = await openLedger(disk);
    assert.is(ledger.failure, undefined);
    for (const receipt of shop.receipts) assert.equal(await ledger.invoice(receipt.uuid), receipt);
    await sell(ledger);
    await ledger.close();
    assert.equal(inEnglish((await verifyLedger({ disk, folder: FOLDER })).faults), []);
  }
});

test('a backup of another box, or of another course of events, gives nothing back', async () => {
  const disk = without(middle('result'));
  const other = await shopToDamage(random, 60);
  const plan = await repaired(disk, backup(other));
  assert.is(plan.givenBack, 0);
  assert.is(plan.stretches.length, 1);
});

/** The segments of the shop as a backup has them. */
function backup({ state }: DamagedShop = shop): Map<number, Buffer> {
  const segments = new Map<number, Buffer>();
  for (let number = 1; ; number += 1) {
    const bytes = state.get(segment(number));
    if (!(bytes instanceof Buffer)) return segments;
    segments.set(number, Buffer.from(bytes));
  }
}

test('a cursor at a lost record goes on, and what is missing is told', async () => {
  const record = middle('result');
  const sound = await openLedger(new MemoryDisk(shop.state), { readOnly: true });
  const query = { limit: 1000, accepts: () => true, slice: <T>(work: () => T) => Promise.resolve(work()) };
  const page = await sound.events.page({ ...query, after: undefined, give: (event) => event });
  if (!page.ok) throw new Error(page.error);
  const given = page.value.events.find(({ record: own }) => own.sequence === record.sequence);
  if (given === undefined) throw new Error('the receipt is no event');
  const { sequence, segment: own, offset, hash } = given.record;
  const after = { sequence, segment: own.number, offset, hash: hash.subarray(0, 8), part: ALL_PARTS };
  await sound.close();

  const disk = without(record);
  await repaired(disk);
  const ledger = await openLedger(disk);
  const next = await ledger.events.page({ ...query, after, give: ({ content }) => content.type });
  assert.ok(next.ok && next.value.events.length > 0);
  const all = await ledger.events.page({ ...query, after: undefined, give: ({ content }) => content });
  assert.ok(all.ok && all.value.events.some((content) => content.type === 'ledger.unreadable'));
  await ledger.close();
});

for (const [name, forget] of Object.entries({
  'the last segment': (disk: MemoryDisk) => {
    const last = Math.max(...[...shop.state.keys()].flatMap((path) => Number(/(\d+)\.seg$/.exec(path)?.[1] ?? 0)));
    disk.damage(segment(last), (bytes) => bytes.fill(0xff));
    disk.damage(segment(last - 1), (bytes) => bytes.fill(0xff));
  },
  'the whole log': (disk: MemoryDisk) => disk.forget(`${FOLDER}/log`),
})) {
  test(`after the loss of ${name} no sequence is used again`, async () => {
    const disk = new MemoryDisk(shop.state);
    forget(disk);
    const plan = await repaired(disk);
    const ledger = await openLedger(disk);
    await sell(ledger);
    assert.ok(ledger.end.sequence > Math.max(...shop.records.map(({ sequence }) => sequence)));
    assert.ok((plan.stretches.at(-1)?.lastMissing ?? 0) >= 1_000_000);
    assert.ok(ledger.main.keys().length > 0, 'the saved views have the key');
    await ledger.close();
    assert.equal(inEnglish((await verifyLedger({ disk, folder: FOLDER })).faults), []);
  });
}

for (const count of [1, 2, 3]) {
  test(`behind a damaged record the last ${count} damaged records may have been receipts: no sequence is used again`, async () => {
    const last = shop.records.at(-1)?.path;
    const own = shop.records.filter(({ path }) => path === last);
    const disk = new MemoryDisk(shop.state);
    disk.forget(VIEWS);
    for (const { path, from } of [own.find(({ type }) => type === 'result'), ...own.slice(-count)].filter(isThere)) {
      disk.damage(path, (bytes) => bytes.fill(bytes.readUInt8(from + 40) ^ 1, from + 40, from + 41));
    }
    const plan = await repaired(disk);
    assert.is(plan.lastNumbers.length, 1);
    const ledger = await openLedger(disk);
    assert.is(ledger.failure, undefined);
    assert.ok(ledger.end.sequence > Math.max(...shop.records.map(({ sequence }) => sequence)));
    await ledger.close();
    assert.is(await repair(disk), 'sound');
  });
}

test('saved views of the format before still tell what is lost', async () => {
  const disk = new MemoryDisk(shop.state);
  for (const path of shop.state.keys())
    if (/\.(snap|idx)$/.test(path)) disk.damage(path, (bytes) => Buffer.concat([EARLIER, bytes.subarray(8)]));
  const record = middle('result');
  hurt(disk, record);
  for (const key of shop.records.filter(({ type }) => type === 'key')) hurt(disk, key);
  const lastPath = shop.records.at(-1)?.path;
  for (const tail of shop.records.filter(({ path }) => path === lastPath).slice(-2)) hurt(disk, tail);
  const plan = await repaired(disk);
  assert.ok((plan.stretches.at(-1)?.lastMissing ?? 0) >= 1_000_000, 'the end is known to be lost');
  const named = plan.receipts.find(({ number }) => number === numberOf(uuidAt(record)));
  assert.type(named?.clientRequestId, 'string');
  const ledger = await openLedger(disk);
  assert.is(ledger.main.keys().length, 1);
  await ledger.close();
});

/** First bytes of a saved view then. */
const EARLIER = Buffer.from('KBVIEW09');

function isThere<T>(value: T | undefined): value is T {
  return value !== undefined;
}

test('torn bytes at the end of a log without damage are no loss', async () => {
  const disk = new MemoryDisk(shop.state);
  const { path, to } = shop.records.at(-1) ?? middle('result');
  disk.damage(path, (bytes) => bytes.fill(0xff, to, to + 20));
  const plan = await repair(disk);
  assert.equal(typeof plan === 'string' ? [] : plan.stretches, []);
});

test('a whole record in the place of the one that was written is lost, too', async () => {
  const record = middle('result');
  const disk = new MemoryDisk(shop.state);
  disk.damage(record.path, (bytes) => {
    const found = decodeRecord(bytes, record.from, 2);
    if (found === undefined) throw new Error('no record');
    const { head, row, body } = found;
    encodeRecord(2, { ...head, time: head.time + 1 }, row, body).copy(bytes, record.from);
    return bytes;
  });
  disk.forget(VIEWS);
  const plan = await repaired(disk);
  assert.equal(
    plan.receipts.map(({ number }) => number),
    [numberOf(uuidAt(record))],
  );
  const ledger = await openLedger(disk);
  assert.is(ledger.failure, undefined);
  assert.is(await ledger.invoice(uuidAt(record)), undefined);
  await ledger.close();
});

test('a second loss is settled beside the first', async () => {
  const disk = without(middle('result'));
  await repaired(disk);
  const other = shop.records.find(({ type, path }) => type === 'result' && path === segment(3));
  if (other === undefined) throw new Error('no receipt in segment 3');
  hurt(disk, other);
  const plan = await repaired(disk);
  assert.equal(
    plan.stretches.map(({ firstMissing }) => firstMissing),
    [other.sequence],
  );
  assert.equal(
    plan.receipts.map(({ number }) => number),
    [numberOf(uuidAt(other))],
  );
  const ledger = await openLedger(disk);
  assert.is(ledger.losses.length, 2);
  assert.is(ledger.failure, undefined);
  await ledger.close();
});

test('blocks that the disk does not give back are written anew', async () => {
  const disk = new MemoryDisk(shop.state);
  let isBad = true;
  const { path, from } = middle('result');
  const bad: Disk = {
    ...bound(disk),
    open: async (name: string) => {
      const file = await disk.open(name);
      if (name !== path || !isBad) return file;
      return {
        size: () => file.size(),
        write: (at: number, bytes: Uint8Array) => file.write(at, bytes),
        datasync: () => file.datasync(),
        close: () => file.close(),
        read: (at: number, length: number) =>
          at <= from && from < at + length ? Promise.reject(new DiskError('EIO', 'read', name)) : file.read(at, length),
      };
    },
    rename: (a: string, b: string) => {
      if (b === path) isBad = false;
      return disk.rename(a, b);
    },
  };
  await repaired(bad);
  const ledger = await openLedger(disk);
  assert.is(ledger.failure, undefined);
  await sell(ledger);
  await ledger.close();
});

function bound(disk: MemoryDisk) {
  return {
    create: disk.create.bind(disk),
    list: disk.list.bind(disk),
    makeDir: disk.makeDir.bind(disk),
    remove: disk.remove.bind(disk),
    syncDir: disk.syncDir.bind(disk),
    freeBytes: disk.freeBytes.bind(disk),
  };
}

test('a sound ledger, and a folder without one, are left as they are', async () => {
  assert.is(await repair(new MemoryDisk(shop.state)), 'sound');
  assert.is(await repair(new MemoryDisk(new Map([[FOLDER, 'folder']]))), 'absent');
});

test('the box is marked when all is prepared, and before the decision is in the log', async () => {
  const disk = without(middle('result'));
  const source = await repairSource(disk);
  const plan = await planRepair(source);
  if (!plan.ok) throw new Error(plan.error);
  const before = await disk.list(`${FOLDER}/log`);
  const mark = async (): Promise<void> => {
    assert.equal(await disk.list(`${FOLDER}/log`), before);
  };
  await repairLedger(source, plan.value, OWNER, mark);
  assert.is((await disk.list(`${FOLDER}/log`)).length, before.length + 1);
});

test('a repair is not carried out when its outcome would not be sound', async () => {
  const disk = without(middle('result'));
  const source = await repairSource(disk);
  const plan = await planRepair(source);
  if (!plan.ok) throw new Error(plan.error);
  const before = disk.contents();
  const wrong = { ...plan.value, stretches: [] };
  let isMarked = false;
  const mark = (): Promise<void> => Promise.resolve(void (isMarked = true));
  const outcome = await repairLedger(source, wrong, OWNER, mark).then(() => 'carried out', String);
  assert.match(outcome, /would not be sound/);
  assert.not(isMarked);
  assert.equal(disk.contents(), before);
});

test.run();

// proof: disk-calls
// time limit: 200 s
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Disk, DiskError } from '../../../src/base/disk.js';
import type { Ledger } from '../../../src/platform/ledger/ledger.js';
import { UnreadableRecord } from '../../../src/platform/ledger/read.js';
import { RECORD_TYPES } from '../../../src/platform/ledger/record.js';
import { verifyLedger } from '../../../src/platform/ledger/verify.js';
import { shareOf } from '../../kit/cases.js';
import { failingCalls, type FailingCalls } from '../../kit/disk/failingCalls.js';
import { MemoryDisk } from '../../kit/disk/memory.js';
import { promisedOnly } from '../../kit/disk/powerCut.js';
import { EveryKind } from '../../kit/everyKind.js';
import { FOLDER, openLedger, viewsOf } from '../../kit/ledger.js';
import { readLog } from '../../kit/log.js';
import { noSql } from '../../kit/noSql.js';
import { Random, seededRandom } from '../../kit/random.js';
import { inEnglish } from '../../kit/inEnglish.js';

const random = seededRandom();
const seed = random.int(0, 2 ** 31);
const emptyDisk = (): MemoryDisk => new MemoryDisk(new Map([[FOLDER, 'folder']]));

test('the life that is disturbed below has records of every kind, two segments, and a snapshot', async () => {
  const disk = emptyDisk();
  const life = new EveryKind(disk, new Random(seed));
  await life.run();
  assert.not.ok(life.hasFailed);
  const { counts, faults } = await verifyLedger({ disk, folder: FOLDER });
  assert.equal(inEnglish(faults), []);
  for (const type of RECORD_TYPES) assert.ok(counts[type] > 0, type);
  const names = [...disk.contents().keys()].filter((path) => /\.(seg|snap|idx)$/.test(path));
  assert.equal([...new Set(names.map((name) => name.slice(name.lastIndexOf('.'))))].sort(), ['.idx', '.seg', '.snap']);
  assert.ok(names.filter((name) => name.endsWith('.seg')).length >= 2);
});

/** Nothing answered is lost and nothing refused is there, for processes that go on and after the worst cut. */
async function checkLog(disk: MemoryDisk, life: EveryKind, when: string): Promise<void> {
  for (const left of [promisedOnly(disk), disk]) {
    left.forget(`${FOLDER}/views`); // without SQLite they hold nothing, and are made anew from the log
    const ledger = await openLedger(left, { sql: noSql });
    assert.equal(ledger.damage, [], when);
    assert.is(ledger.failure, undefined, when);
    await ledger.close();
    const contents = left.contents();
    assert.is(life.history.violation(contents), undefined, when);
    const refused = readLog(contents).filter(({ content }) => life.refused.includes(content));
    assert.equal(refused, [], `${when}: a refused record is there`);
  }
}

/**
 * The numbers of the calls at which a life is disturbed, out of those of a life that is not: up to the first call that fails both make the
 * same ones. There must be `atLeast` so many of them.
 */
async function callsOf(
  given: Omit<FailingCalls, 'from'>,
  atLeast: number,
  live: (failing: Disk) => Promise<void>,
): Promise<readonly number[]> {
  const { disk, seen } = failingCalls(emptyDisk(), { ...given, from: Infinity });
  await live(disk);
  assert.ok(seen.calls >= atLeast, `${seen.calls} calls`);
  return shareOf(Array.from({ length: seen.calls }, (_, at) => at + 1));
}

/** Disturbs a life at every call in turn, the n-th and `count - 1` behind it. */
async function disturb(given: Omit<FailingCalls, 'from'>, atLeast: number): Promise<void> {
  const lifeOn = (disk: Disk): EveryKind => new EveryKind(disk, new Random(seed), { sql: noSql });
  for (const from of await callsOf(given, atLeast, (disk) => lifeOn(disk).run())) {
    const disk = emptyDisk();
    disk.keepOnFailure = from % 2 === 0;
    const { disk: failing, seen } = failingCalls(disk, { ...given, from });
    const life = lifeOn(failing);
    await life.run();
    disk.fault = () => undefined;
    const when = `call ${from} failed: ${seen.failed.join(', ')}, SEED=${random.seed}`;
    assert.ok(seen.failed.length > 0, when);
    await checkLog(disk, life, when);
  }
}

for (const code of ['EIO', 'ENOSPC'] as const) {
  for (const count of [1, 2]) {
    const which = count === 1 ? 'whichever call fails' : 'whichever two calls in a row fail';
    test(`${which} with ${code}, nothing answered is lost and nothing refused is kept`, async () => {
      await disturb({ code, count, part: 0 }, 100);
    });
  }
  test(`so too when a write has stored a part of its bytes before it fails with ${code}`, async () => {
    for (const part of [0.3, 0.999]) await disturb({ code, count: 1, part, only: 'write' }, 20);
  });
}

/**
 * Looks for every answered receipt in every way; what is given is right, and what is not there is an error and not nothing. Only what the
 * disk did not give back at a start is nothing: no more than the ledger itself says that it has lost.
 */
async function lookAround(ledger: Ledger, life: EveryKind): Promise<void> {
  const lengths = ledger.damage.map(({ firstMissing, lastMissing, isUnread }) =>
    // How many records the end of the log had, or a segment without a header (0 to 0), is not known then.
    isUnread === true || firstMissing === 0 ? Infinity : lastMissing - firstMissing + 1,
  );
  const lost = lengths.reduce((sum, length) => sum + length, 0);
  let nothing = 0;
  for (const receipt of life.history.receipts()) {
    const { requestedBy, signedBy, totalCounter } = receipt.signature;
    const looks = [
      () => ledger.invoice(receipt.uuid),
      () => ledger.invoiceByRequest(receipt.environment, receipt.clientRequestId ?? ''),
      () => ledger.invoiceByNumber(requestedBy, signedBy, totalCounter),
    ];
    const found = [];
    for (const look of looks) found.push(await look().catch(told));
    const given = found.filter((one) => one !== 'told' && one !== undefined);
    for (const one of given) assert.equal(one, receipt);
    if (!found.includes(undefined)) continue;
    assert.equal(given, [], 'a receipt is lost for every look at it, or for none');
    nothing += 1;
  }
  assert.ok(nothing <= lost, `${nothing} receipts are nothing, and the ledger says that it has lost ${lost} records`);
  assert.ok(nothing === 0 || ledger.failure === 'damaged');
  const listed = await ledger.invoices({ environment: 'sandbox', skip: 0, limit: 100 }).catch(told);
  if (listed === 'told') return;
  const missing = life.history.receipts().length - listed.length;
  assert.ok(missing === 0 || ledger.failure === 'damaged', 'a list that is short is said to be');
}

function told(error: unknown): 'told' {
  if (error instanceof DiskError || error instanceof UnreadableRecord) return 'told';
  throw error;
}

for (const count of [1, 2]) {
  test(`whichever read fails${count === 1 ? '' : ' twice'}, nothing false is given, and the next start has all`, async () => {
    const given = { count, code: 'EIO', part: 0, only: 'read' } as const;
    const live = async (disk: Disk): Promise<EveryKind> => {
      const life = new EveryKind(disk, new Random(seed));
      await life.run((ledger) => lookAround(ledger, life));
      await verifyLedger({ disk, folder: FOLDER }).catch(told);
      return life;
    };
    for (const from of await callsOf(given, 30, async (disk) => void (await live(disk)))) {
      const disk = emptyDisk();
      const { disk: failing, seen } = failingCalls(disk, { ...given, from });
      const life = await live(failing);
      disk.fault = () => undefined;
      const when = `read ${from} failed: ${seen.failed.join(', ')}, SEED=${random.seed}`;
      assert.ok(seen.failed.length > 0, when);
      assert.equal(inEnglish((await verifyLedger({ disk, folder: FOLDER })).faults), [], when);
      assert.is(life.history.violation(disk.contents()), undefined, when);
      const ledger = await openLedger(disk);
      assert.is(ledger.failure, undefined, when);
      const views = await viewsOf(ledger);
      for (const receipt of life.history.receipts()) assert.equal(await ledger.invoice(receipt.uuid), receipt, when);
      await ledger.close();
      disk.forget(`${FOLDER}/views`);
      const rebuilt = await openLedger(disk);
      assert.equal(await viewsOf(rebuilt), views, when);
      await rebuilt.close();
    }
  });
}

test.run();

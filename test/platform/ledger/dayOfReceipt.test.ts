import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { dayNumber } from '../../../src/base/time.js';
import type { IssuedInvoice } from '../../../src/platform/ledger/invoice.js';
import type { Ledger } from '../../../src/platform/ledger/ledger.js';
import { closedAdvances } from '../../../src/shop/reports/closedAdvances.js';
import { itemSales } from '../../../src/shop/reports/itemSales.js';
import { MemoryDisk } from '../../kit/disk/memory.js';
import { DAY_MS, FOLDER, NOON, openLedger, ReceiptMaker } from '../../kit/ledger.js';
import { seededRandom } from '../../kit/random.js';
import { dayOf } from '../../shop/reports/recount.js';

const random = seededRandom();
const YEAR = { environment: 'sandbox', from: 20260101, to: 20261231 } as const;
const ALWAYS = { environment: 'sandbox', from: 0, to: 99_999_999 } as const;
const HOUR_MS = 3_600_000;
/** Half past eleven at night in Belgrade, on 21 November 2026. */
const LATE = NOON + 11.5 * HOUR_MS;

const newDisk = (): MemoryDisk => new MemoryDisk(new Map([[FOLDER, 'folder']]));

test('a receipt counts for the day of its signature, also where it is recorded on a later one, and so do a replay and a new index', async () => {
  const disk = newDisk();
  const maker = new ReceiptMaker(random);
  let now = NOON;
  const ledger = await openLedger(disk, { now: () => now });
  const lost = maker.next(ledger, { apiKey: 1 });
  // Its answer was lost over midnight, and it is found two days later.
  now += 2 * DAY_MS;
  assert.ok((await ledger.issue(lost)).ok);
  const sold = maker.next(ledger, { at: now, apiKey: 1 });
  assert.ok((await ledger.issue(sold)).ok);

  const days = [
    [20261121, BigInt(lost.draft.total)],
    [20261123, BigInt(sold.draft.total)],
  ];
  const daily = (of: typeof ledger) => of.main.turnover.byDay('total', YEAR).map(({ day, amount }) => [day, amount]);
  assert.equal(daily(ledger), days);
  const ofDay = { environment: 'sandbox', from: 20261121, to: 20261121, skip: 0, limit: 10 } as const;
  assert.equal(await ledger.invoices(ofDay), [lost]);
  await ledger.close();

  disk.forget(`${FOLDER}/views`);
  const again = await openLedger(disk, { now: () => now });
  assert.equal(daily(again), days);
  assert.equal(await again.invoices(ofDay), [lost]);
  await again.close();
});

for (const [what, shown] of [
  ['in 2029', Date.UTC(2029, 2, 1)],
  ['in 1970', 1000],
  ['an hour ahead, over midnight', LATE + HOUR_MS],
  ['a day behind', LATE - DAY_MS],
] as const) {
  test(`by a clock ${what} a receipt counts on the day on which the processor signed it`, async () => {
    const ledger = await openLedger(newDisk(), { now: () => shown });
    const receipt = new ReceiptMaker(random).next(ledger, { at: shown, signedAt: LATE });
    assert.ok((await ledger.issue(receipt)).ok);
    assert.equal(
      ledger.main.turnover.byDay('total', ALWAYS).map(({ day }) => day),
      [20261121],
    );
    await ledger.close();
  });
}

/** What each day sold by the receipts alone: the clock of the processor says which day it was. */
function recountOf(receipts: readonly IssuedInvoice[]): Map<number, { uuids: string[]; turnover: bigint }> {
  const days = new Map<number, { uuids: string[]; turnover: bigint }>();
  for (const { uuid, draft, signature } of receipts) {
    const day = dayNumber(dayOf(signature.time));
    const sum = days.get(day) ?? { uuids: [], turnover: 0n };
    sum.uuids.unshift(uuid);
    sum.turnover += BigInt(draft.total) * (draft.transactionType === 'Refund' ? -1n : 1n);
    days.set(day, sum);
  }
  return days;
}

/** Everything that asks the views for days gives what a plain recount gives. */
async function compare(ledger: Ledger, receipts: readonly IssuedInvoice[], when: string): Promise<void> {
  const days = recountOf(receipts);
  const said = `${when}, SEED=${random.seed}`;
  const expected = [...days].sort(([a], [b]) => a - b).map(([day, { turnover }]) => [day, turnover]);
  for (const kind of ['total', 'label', 'payment', 'cashier'] as const) {
    const sums = new Map<number, bigint>();
    for (const { day, amount } of ledger.main.turnover.byDay(kind, ALWAYS))
      sums.set(day, (sums.get(day) ?? 0n) + amount);
    assert.equal(
      [...sums].sort(([a], [b]) => a - b),
      expected,
      `${kind} ${said}`,
    );
  }
  const atOnce = { slice: async <T>(work: () => T | Promise<T>): Promise<T> => work() };
  const { signal } = new AbortController();
  for (const [day, { uuids, turnover }] of days) {
    const page = { environment: 'sandbox', from: day, to: day, skip: 0, limit: 1000 } as const;
    const found = await ledger.findInvoices(page);
    const listed: string[] = [];
    for await (const { uuid } of found.invoices) listed.push(uuid);
    assert.equal(listed, uuids, `list of ${day} ${said}`);
    assert.is(found.count, uuids.length, `count of ${day} ${said}`);
    const report = await itemSales(ledger, page, atOnce, signal);
    assert.ok(report.ok);
    const ofItems = report.value.items.reduce((sum, item) => sum + item.turnover, report.value.others);
    assert.is(ofItems, turnover, `items of ${day} ${said}`);
  }
  assert.is((await closedAdvances(ledger, ALWAYS, atOnce, signal)).size, 0, said);
}

test('all views follow the processor for any pair of times, after restarts and without saved views', async () => {
  const disk = newDisk();
  const maker = new ReceiptMaker(random);
  const receipts: IssuedInvoice[] = [];
  let shown = NOON;
  const options = { now: () => shown };
  let ledger = await openLedger(disk, options);
  for (let n = 0; n < 90; n += 1) {
    const signedAt = NOON + random.int(-3 * DAY_MS, 3 * DAY_MS);
    shown = random.pick([signedAt, signedAt + random.int(-2 * HOUR_MS, 2 * HOUR_MS), random.int(0, Date.UTC(2035, 0))]);
    const transactionType = random.oneIn(5) ? 'Refund' : 'Sale';
    const receipt = maker.next(ledger, { at: shown, signedAt, transactionType });
    const reserved = await ledger.reserve(4096);
    assert.ok(reserved.ok && (await ledger.issue(receipt)).ok, `SEED=${random.seed}`);
    reserved.value.release();
    receipts.push(receipt);
    if (random.oneIn(12)) await ledger.runIdleWork();
    if (!random.oneIn(25)) continue;
    await ledger.close();
    if (random.oneIn(2)) disk.forget(`${FOLDER}/views`);
    ledger = await openLedger(disk, options);
  }
  await compare(ledger, receipts, 'in one life');
  await ledger.close();
  ledger = await openLedger(disk, options);
  await compare(ledger, receipts, 'after a restart');
  await ledger.close();
  disk.forget(`${FOLDER}/views`);
  ledger = await openLedger(disk, options);
  await compare(ledger, receipts, 'without saved views');
  await ledger.close();
});

test.run();

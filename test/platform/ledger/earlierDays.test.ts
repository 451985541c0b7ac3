import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { dayNumber } from '../../../src/base/time.js';
import type { Ledger } from '../../../src/platform/ledger/ledger.js';
import { verifyLedger } from '../../../src/platform/ledger/verify.js';
import { CHANGING, MemoryDisk } from '../../kit/disk/memory.js';
import { type Moment, momentOf, statesAfterCut } from '../../kit/disk/powerCut.js';
import { earlierBox } from '../../kit/earlierBox.js';
import { DAY_MS, FOLDER, NOON, openLedger, ReceiptMaker, viewsOf } from '../../kit/ledger.js';
import { seededRandom } from '../../kit/random.js';
import { dayOf } from '../../shop/reports/recount.js';
import { inEnglish } from '../../kit/inEnglish.js';

/** By the program that wrote it. */
const EARLIER_DAYS = [19700101, 20261120, 20261121, 20261122, 20290301];

const random = seededRandom();
const ALWAYS = { environment: 'sandbox', from: 0, to: 99_999_999 } as const;

const dailyOf = (ledger: Ledger) =>
  ledger.main.turnover.byDay('total', ALWAYS).map(({ day, invoices, amount }) => [day, invoices, amount] as const);

/** What each day sold, from the receipts as they are read. */
async function recountOf(ledger: Ledger) {
  const days = new Map<number, [number, bigint]>();
  for (const { draft, signature } of await ledger.invoices({ environment: 'sandbox', skip: 0, limit: 1000 })) {
    const day = dayNumber(dayOf(signature.time));
    const [count, sum] = days.get(day) ?? [0, 0n];
    days.set(day, [count + 1, sum + BigInt(draft.total) * (draft.transactionType === 'Refund' ? -1n : 1n)]);
  }
  return [...days].sort(([a], [b]) => a - b).map(([day, [count, sum]]) => [day, count, sum] as const);
}

async function hasDaysOfProcessor(ledger: Ledger): Promise<void> {
  const daily = dailyOf(ledger);
  assert.equal(daily, await recountOf(ledger));
  assert.equal(
    daily.map(([day]) => day),
    [20261121, 20261122],
  );
  for (const [day, invoices] of daily) {
    const page = { environment: 'sandbox', from: day, to: day, skip: 0, limit: 1000 } as const;
    assert.is((await ledger.invoices(page)).length, invoices, String(day));
    assert.is((await ledger.findInvoices({ ...page, limit: 1 })).count, invoices);
  }
  for (const day of EARLIER_DAYS.filter((day) => !daily.some(([known]) => known === day))) {
    assert.equal(await ledger.invoices({ environment: 'sandbox', from: day, to: day, skip: 0, limit: 10 }), []);
  }
}

test('the first start with a ledger of the earlier format makes the views anew, once, and receipts count on the days of their PFR time', async () => {
  const disk = earlierBox();
  const before = disk.contents();
  assert.equal(inEnglish((await verifyLedger({ disk, folder: FOLDER })).faults), []);
  const rebuilds: string[] = [];
  const log = (event: string): void => void (event === 'ledger.rebuilding' && rebuilds.push(event));
  const first = await openLedger(disk, { log });
  assert.is(rebuilds.length, 1);
  await hasDaysOfProcessor(first);
  await first.runIdleWork();
  await first.close();

  const second = await openLedger(disk, { log });
  assert.is(rebuilds.length, 1, 'the second start uses what the first has saved');
  await hasDaysOfProcessor(second);
  const receipt = new ReceiptMaker(random).next(second, { at: NOON + 900 * DAY_MS, signedAt: NOON + 2 * DAY_MS });
  const renumbered = { ...receipt, signature: { ...receipt.signature, invoiceNumber: 'TESTBOX1-TESTBOX1-99' } };
  assert.ok((await second.issue(renumbered)).ok);
  assert.equal(
    dailyOf(second).map(([day]) => day),
    [20261121, 20261122, 20261123],
  );
  const views = await viewsOf(second);
  await second.close();
  disk.forget(`${FOLDER}/views`);
  const third = await openLedger(disk);
  assert.equal(await viewsOf(third), views);
  await third.close();
  for (const [path, bytes] of before) {
    if (!path.endsWith('.seg') || typeof bytes === 'string') continue;
    const end = bytes.findLastIndex((byte) => byte !== 0) + 1;
    const now = disk.contents().get(path);
    assert.ok(now instanceof Buffer && now.subarray(0, end).equals(bytes.subarray(0, end)), `${path} is only added to`);
  }
});

test('views of the earlier format count as absent, also where only they are left to be read', async () => {
  const disk = earlierBox();
  const ledger = await openLedger(disk, { readOnly: true });
  await hasDaysOfProcessor(ledger);
  await ledger.close();
});

test('a power cut at any moment of that first start leaves a box that begins it again and gets the same days', async () => {
  const disk = earlierBox();
  const moments: Moment[] = [];
  disk.before = (operation) => {
    if (CHANGING.includes(operation)) moments.push(momentOf(disk));
  };
  const ledger = await openLedger(disk);
  await ledger.runIdleWork();
  await ledger.close();
  assert.ok(moments.length > 15, String(moments.length));
  for (const moment of moments) {
    for (const state of statesAfterCut(moment, random, 2)) {
      const again = await openLedger(new MemoryDisk(state));
      assert.equal(again.damage, []);
      assert.equal(
        dailyOf(again).map(([day]) => day),
        [20261121, 20261122],
        `SEED=${random.seed}`,
      );
      await again.close();
    }
  }
});

test.run();

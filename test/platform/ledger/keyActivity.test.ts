import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { INVOICE_TYPES, TRANSACTION_TYPES } from '../../../src/contract/fiscal.js';
import { MAX_TOTAL } from '../../../src/base/money.js';
import type { UtcMs } from '../../../src/base/time.js';
import { type InvoiceRow, rowOf } from '../../../src/platform/ledger/invoice.js';
import type { KeyTally } from '../../../src/platform/ledger/views/keyActivity.js';
import { MainView } from '../../../src/platform/ledger/views/main.js';
import { loadSql } from '../../../src/platform/ledger/views/sql.js';
import { DAY_MS, NOON, ReceiptMaker } from '../../kit/ledger.js';
import { seededRandom } from '../../kit/random.js';

const random = seededRandom();
const HOUR_MS = 3_600_000;
const maker = new ReceiptMaker(random);
const ledger = { newUuid: () => '0'.repeat(32) };

function row(at: UtcMs, change: Partial<InvoiceRow> = {}): InvoiceRow {
  return { ...rowOf(maker.next(ledger, { at, apiKey: 1 }), Buffer.alloc(16)), ...change };
}

/** What the sums must be, from the receipts themselves. */
function recount(rows: readonly InvoiceRow[]): KeyTally {
  const turnover = rows.filter(({ invoiceType }) => invoiceType === 'Normal' || invoiceType === 'Advance');
  const sum = (of: readonly InvoiceRow[]): bigint => of.reduce((all, { total }) => all + BigInt(total), 0n);
  const refunds = turnover.filter(({ transactionType }) => transactionType === 'Refund');
  return {
    receipts: rows.length,
    refunds: refunds.length,
    sold: sum(turnover.filter(({ transactionType }) => transactionType === 'Sale')),
    refunded: sum(refunds),
  };
}

const hourOf = (at: UtcMs): UtcMs => Math.floor(at / HOUR_MS) * HOUR_MS;

test('a day and the thirty before it are told as the receipts say, over weeks and restarts', async () => {
  const sql = await loadSql();
  let view = new MainView(sql);
  const rows: InvoiceRow[] = [];
  let at = NOON;
  for (let n = 0; n < 3000; n += 1) {
    at += random.pick([1000, 60_000, HOUR_MS, 5 * HOUR_MS]);
    const next = row(at, {
      environment: random.pick(['sandbox', 'production']),
      apiKey: random.pick([null, 1, 2]),
      invoiceType: random.pick(INVOICE_TYPES),
      transactionType: random.pick(TRANSACTION_TYPES),
      total: random.pick([1, MAX_TOTAL, random.int(0, 1_000_000)]),
    });
    rows.push(next);
    view.addInvoice(next);
    if (random.oneIn(50)) view = new MainView(sql, view.image());
    if (!random.oneIn(20)) continue;
    for (const environment of ['sandbox', 'production'] as const) {
      for (const key of [1, 2, 3]) {
        const own = rows.filter((one) => one.environment === environment && one.apiKey === key);
        const recent = own.filter(({ createdAt }) => hourOf(createdAt) > at - DAY_MS - HOUR_MS);
        assert.equal(view.keyActivity.lastDay(environment, key, at), recount(recent));
        const { days, ...past } = view.keyActivity.past(environment, key, at);
        const first = own[0]?.createdAt ?? at;
        const before = own.filter((one) => !recent.includes(one));
        if (at - first < 30 * DAY_MS) assert.equal(past, recount(before));
        // The oldest of thirty days are counted by day: a day more or less.
        else {
          const within = (span: number) => before.filter(({ createdAt }) => createdAt > at - span * DAY_MS).length;
          assert.ok(past.receipts >= within(29) && past.receipts <= within(32), `${past.receipts}`);
        }
        assert.ok(days >= 0 && days <= 30);
        if (own.length === 0) assert.is(days, 0);
        if (at - first > 33 * DAY_MS && own.length > 20) assert.ok(days >= 25, `${days}`);
      }
    }
  }
  view.close();
});

test('what was accepted at some moment is not counted again', async () => {
  const view = new MainView(await loadSql());
  for (const hours of [0, 1, 2]) view.addInvoice(row(NOON + hours * HOUR_MS, { transactionType: 'Refund' }));
  const refunds = (since?: UtcMs): number => view.keyActivity.lastDay('sandbox', 1, NOON + 3 * HOUR_MS, since).refunds;
  assert.equal([refunds(), refunds(NOON), refunds(NOON + 1), refunds(NOON + 2 * HOUR_MS + 1)], [3, 3, 2, 0]);
  view.close();
});

test('a clock that was far ahead once costs neither the sums after it nor memory', async () => {
  const sql = await loadSql();
  const view = new MainView(sql);
  for (const years of [30, 0, -20, 0]) view.addInvoice(row(NOON + years * 365 * DAY_MS));
  assert.is(view.keyActivity.lastDay('sandbox', 1, NOON).receipts, 1);
  for (let hour = 0; hour < 24 * 120; hour += 1) view.addInvoice(row(NOON + hour * HOUR_MS));
  const saved = new sql.Database(view.image()).exec('SELECT count(*) FROM key_activity')[0]?.values[0]?.[0];
  assert.ok(Number(saved) <= 82, `${String(saved)} sums after 120 days`);
  view.close();
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { MAX_TOTAL } from '../../../src/base/money.js';
import type { InvoiceRow } from '../../../src/platform/ledger/invoice.js';
import { MainView } from '../../../src/platform/ledger/views/main.js';
import { loadSql } from '../../../src/platform/ledger/views/sql.js';

/** Above what 64 bits hold, which is 12,800 receipts of the highest total. */
const RECEIPTS = 30_000;
const DAYS = 28;
const YEAR = { environment: 'production', from: 20260101, to: 20261231 } as const;

const row: InvoiceRow = {
  uuid: Buffer.alloc(16),
  environment: 'production',
  mode: 'lpfr',
  invoiceType: 'Normal',
  transactionType: 'Sale',
  createdAt: 0,
  day: 0,
  total: MAX_TOTAL,
  requestedBy: 'TESTBOX1',
  invoiceNumber: 'TESTBOX1-TESTBOX1-1',
  totalCounter: 1,
  typeCounter: 1,
  clientRequestId: null,
  referentNumber: null,
  cashier: 'Ана',
  labels: [{ label: 'Ђ', amount: MAX_TOTAL }],
  payments: [{ paymentType: 'Cash', amount: MAX_TOTAL }],
  requestId: null,
  apiKey: null,
  buyerId: '',
  signedAt: null,
};

for (const transactionType of ['Sale', 'Refund'] as const) {
  test(`30,000 receipts (${transactionType}) of the highest total sum up exactly, above 64 bits`, async () => {
    const view = new MainView(await loadSql());
    for (let i = 0; i < RECEIPTS; i += 1) {
      view.addInvoice({ ...row, transactionType, day: 20260201 + (i % DAYS) });
      // Looks in between bring what has gathered into the table bit by bit.
      if (i % 1000 === 0) view.turnover.byDay('total', YEAR);
    }
    const all = BigInt(MAX_TOTAL) * BigInt(RECEIPTS);
    const refund = transactionType === 'Refund';
    const sum = {
      invoices: RECEIPTS,
      amount: refund ? -all : all,
      refunds: refund ? RECEIPTS : 0,
      refunded: refund ? all : 0n,
    };
    const names = { total: '', label: 'Ђ', payment: 'Cash', cashier: 'Ана' } as const;
    for (const kind of ['total', 'label', 'payment', 'cashier'] as const) {
      assert.equal(view.turnover.byName(kind, YEAR), [{ name: names[kind], ...sum }], kind);
    }
    const days = view.turnover.byDay('total', YEAR);
    assert.is(days.length, DAYS);
    assert.is(
      days.reduce((total, { amount }) => total + amount, 0n),
      sum.amount,
    );
    view.close();
  });
}

test('receipts of one day in two environments are counted apart, also before they are in the table', async () => {
  const view = new MainView(await loadSql());
  const environments = ['production', 'sandbox', 'production'] as const;
  for (const environment of environments) view.addInvoice({ ...row, environment, day: 20260201, total: 100 });
  for (const [environment, invoices] of [
    ['production', 2],
    ['sandbox', 1],
  ] as const) {
    const [day, ...more] = view.turnover.byDay('total', { ...YEAR, environment });
    assert.equal([day?.invoices, day?.amount, more], [invoices, BigInt(invoices) * 100n, []], environment);
  }
  view.close();
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Draft, ENVIRONMENTS, INVOICE_TYPES } from '../../../src/contract/fiscal.js';
import { PAYMENT_TYPES } from '../../../src/contract/payments.js';
import { MAX_TOTAL } from '../../../src/base/money.js';
import { runAtOnce } from '../../../src/base/salePriority.js';
import { dayNumber, dayText } from '../../../src/base/time.js';
import type { IssuedInvoice } from '../../../src/platform/ledger/invoice.js';
import type { Ledger } from '../../../src/platform/ledger/ledger.js';
import { Sums } from '../../../src/shop/reports/reports.js';
import { cases } from '../../kit/cases.js';
import { MemoryDisk } from '../../kit/disk/memory.js';
import { FOLDER, openLedger, ReceiptMaker } from '../../kit/ledger.js';
import { seededRandom } from '../../kit/random.js';
import { type Days, randomDays, randomInstant } from './histories.js';
import { dayOf, recount, type Report, type Sold, sorted } from './recount.js';

const RECEIPTS = 3000;
const PERIODS = cases('VOLUME_PERIODS', { ci: 20, all: 100 });
const ALL: Days = { from: '2026-01-01', to: '2027-12-31' };

const random = seededRandom();
const disk = new MemoryDisk(new Map([[FOLDER, 'folder']]));
const sold: Sold[] = [];
let ledger: Ledger;

/** The total is the highest there is, or close to it, more often than not. */
function hugeDraft(draft: Draft): Draft {
  const total = random.oneIn(3) ? random.int(1, 1_000_000) : MAX_TOTAL - random.pick([0, 1, random.int(0, 2 ** 33)]);
  const [line] = draft.lines;
  const [forLine, forPayment] = [random.int(0, total), random.int(0, total)];
  const lines = [forLine, total - forLine].flatMap((amount) =>
    line === undefined ? [] : [{ ...line, unitPrice: amount, total: amount, label: random.pick(['Ђ', 'Е', 'А']) }],
  );
  const payments = [forPayment, total - forPayment]
    .filter((amount) => amount > 0)
    .map((amount) => ({ paymentType: random.pick(PAYMENT_TYPES), amount }));
  return { ...draft, total, lines, payments };
}

function soldOf({ environment, draft, signature }: IssuedInvoice): Sold {
  return {
    environment,
    day: dayOf(signature.time),
    invoiceType: draft.invoiceType,
    transactionType: draft.transactionType,
    cashier: draft.cashier,
    total: BigInt(draft.total),
    lines: draft.lines.map(({ label, total }) => [label, BigInt(total)]),
    payments: draft.payments.map(({ paymentType, amount }) => [paymentType, BigInt(amount)]),
  };
}

test.before(async () => {
  ledger = await openLedger(disk);
  const maker = new ReceiptMaker(random);
  for (let i = 0; i < RECEIPTS; i += 1) {
    const receipt = maker.next(ledger, {
      at: randomInstant(random),
      // The clock of the box shows anything.
      signedAt: randomInstant(random),
      environment: random.pick(ENVIRONMENTS),
      invoiceType: random.pick([...INVOICE_TYPES, 'Normal', 'Advance']),
      // Few refunds, so that the sums grow.
      transactionType: random.oneIn(20) ? 'Refund' : 'Sale',
      cashier: random.pick(['Ана', 'Бранко', 'API']),
    });
    const huge = { ...receipt, draft: hugeDraft(receipt.draft) };
    const reserved = await ledger.reserve(4096);
    assert.ok(reserved.ok && (await ledger.issue(huge)).ok);
    reserved.value.release();
    sold.push(soldOf(huge));
    if (random.oneIn(100)) await ledger.runIdleWork();
  }
});
test.after(() => ledger.close());

function reported(environment: IssuedInvoice['environment'], { from, to }: Days): Report {
  const period = { environment, from: dayNumber(from), to: dayNumber(to) };
  const [sums, inSteps] = [new Sums(ledger, period, []), new Sums(ledger, period, [])];
  runAtOnce(inSteps.count());
  assert.equal([inSteps.summary, inSteps.days], [sums.summary, sums.days], JSON.stringify(period));
  const { totals, byTaxLabel, byPaymentType, byCashier } = sums.summary;
  return {
    totals: {
      invoices: totals.invoices,
      turnover: String(totals.amount),
      refunds: [totals.refunds, String(totals.refunded)],
    },
    byTaxLabel: sorted(byTaxLabel.map(({ label, turnover }) => [label, String(turnover)] as const)),
    byPaymentType: sorted(byPaymentType.map(({ paymentType, amount }) => [paymentType, String(amount)] as const)),
    byCashier: sorted(
      byCashier.map(({ cashier, invoices, turnover }) => [cashier, invoices, String(turnover)] as const),
    ),
    days: sums.days.map(({ day, invoices, amount }) => [dayText(day), invoices, String(amount)] as const),
  };
}

function comparePeriods(): void {
  for (const environment of ENVIRONMENTS) {
    for (const period of [ALL, ...Array.from({ length: PERIODS }, () => randomDays(random))]) {
      assert.equal(reported(environment, period), recount(sold, { environment, ...period }), JSON.stringify(period));
    }
  }
}

test('reports are exact to the para where sums are far above 2^53', () => {
  comparePeriods();
  const total = BigInt(reported('sandbox', ALL).totals.turnover);
  assert.ok(total > 2n ** 56n, `only ${total} para`);
});

test('reports are the same after a restart, and from views that were made anew', async () => {
  await ledger.close();
  ledger = await openLedger(disk);
  comparePeriods();
  await ledger.close();
  for (const name of await disk.list(`${FOLDER}/views`)) await disk.remove(`${FOLDER}/views/${name}`);
  ledger = await openLedger(disk);
  comparePeriods();
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ENVIRONMENTS, INVOICE_TYPES, TRANSACTION_TYPES } from '../../../src/contract/fiscal.js';
import { localDay } from '../../../src/base/time.js';
import type { IssuedInvoice } from '../../../src/platform/ledger/invoice.js';
import type { InvoicePage } from '../../../src/platform/ledger/invoiceReader.js';
import type { Ledger } from '../../../src/platform/ledger/ledger.js';
import type { DayTurnover, TurnoverKind } from '../../../src/platform/ledger/views/turnover.js';
import { MemoryDisk } from '../../kit/disk/memory.js';
import { DAY_MS, FOLDER, NOON, openLedger, ReceiptMaker } from '../../kit/ledger.js';
import { seededRandom } from '../../kit/random.js';

const random = seededRandom();
const RECEIPTS = 300;
const disk = new MemoryDisk(new Map([[FOLDER, 'folder']]));
const receipts: IssuedInvoice[] = [];
let ledger: Ledger;
let now = NOON;

/** Receipts of every kind over many segments, by a clock that moves, stops and jumps both ways. */
test.before(async () => {
  ledger = await openLedger(disk, { now: () => now });
  const maker = new ReceiptMaker(random);
  for (let i = 0; i < RECEIPTS; i += 1) {
    now += random.pick([0, 1000, 1000, DAY_MS, -3 * DAY_MS, random.int(-40, 40) * DAY_MS]);
    const receipt = maker.next(ledger, {
      at: now,
      environment: random.pick(ENVIRONMENTS),
      invoiceType: random.pick(INVOICE_TYPES),
      transactionType: random.pick(TRANSACTION_TYPES),
      cashier: random.pick(['Ана', 'Бранко']),
      clientRequestId: random.pick([null, `key ${i}`]),
      ...(random.oneIn(2) && { referentNumber: `R-${random.int(1, 60)}` }),
    });
    const reserved = await ledger.reserve(4096);
    assert.ok(reserved.ok && (await ledger.issue(receipt)).ok);
    reserved.value.release();
    receipts.push(receipt);
    if (random.oneIn(8)) await ledger.runIdleWork();
  }
});

test.after(() => ledger.close());

function naive({ environment, invoiceType, from = 0, to = 99999999, skip, limit }: InvoicePage): string[] {
  const asked = receipts.filter((receipt) => {
    const day = localDay(receipt.createdAt);
    const { draft } = receipt;
    return (
      receipt.environment === environment &&
      (invoiceType ?? draft.invoiceType) === draft.invoiceType &&
      from <= day &&
      day <= to
    );
  });
  return asked
    .reverse()
    .slice(skip, skip + limit)
    .map(({ uuid }) => uuid);
}

async function comparePages(rounds: number): Promise<void> {
  for (let i = 0; i < rounds; i += 1) {
    const day = (): number | undefined => random.pick([undefined, localDay(random.pick(receipts).createdAt)]);
    const page: InvoicePage = {
      environment: random.pick(ENVIRONMENTS),
      invoiceType: random.pick([undefined, ...INVOICE_TYPES]),
      from: day(),
      to: day(),
      skip: random.pick([0, random.int(0, 30), random.int(0, RECEIPTS)]),
      limit: random.pick([1, 10, 100]),
    };
    const found = (await ledger.invoices(page)).map(({ uuid }) => uuid);
    assert.equal(found, naive(page), `${JSON.stringify(page)}, SEED=${random.seed}`);
  }
}

test('the history fills many segments', () => {
  assert.ok(ledger.end.segment >= 8, String(ledger.end.segment));
});

test('pages are those of a plain list, newest issued first, whatever the clock said', () => comparePages(200));

test('every receipt is found by its uuid, its number and its idempotency key, in every segment', async () => {
  for (const receipt of receipts) {
    const { signedBy, requestedBy, totalCounter } = receipt.signature;
    assert.equal(await ledger.invoice(receipt.uuid), receipt);
    assert.equal(await ledger.invoiceByNumber(requestedBy, signedBy, totalCounter), receipt);
    const { clientRequestId: key, environment } = receipt;
    if (key !== null) assert.equal(await ledger.invoiceByRequest(environment, key), receipt);
  }
});

test('what refers to a receipt is found by its number, kind and environment, in order of issue', async () => {
  for (let i = 0; i <= 60; i += 1) {
    const asked = {
      environment: random.pick(ENVIRONMENTS),
      number: `R-${i}`,
      invoiceType: random.pick(INVOICE_TYPES),
      transactionType: random.pick(TRANSACTION_TYPES),
    };
    const expected = receipts.filter(
      ({ environment, draft }) =>
        environment === asked.environment &&
        draft.referentNumber === asked.number &&
        draft.invoiceType === asked.invoiceType &&
        draft.transactionType === asked.transactionType,
    );
    assert.equal(await ledger.invoicesByReferent(asked), expected, `${JSON.stringify(asked)}, SEED=${random.seed}`);
  }
});

test('what was never issued is not found, and a key is known in its own environment only', async () => {
  assert.is(await ledger.invoice('0190e0a2-6b1c-7abc-8def-0123456789ab'), undefined);
  assert.is(await ledger.invoiceByNumber('TESTBOX1', 'TESTBOX1', 100_000), undefined);
  assert.is(await ledger.invoiceByNumber('NOBODY00', 'TESTBOX1', 1), undefined);
  assert.is(await ledger.invoiceByRequest('sandbox', 'key none'), undefined);
  for (const { environment, clientRequestId } of receipts.slice(0, 40)) {
    const other = environment === 'sandbox' ? 'production' : 'sandbox';
    if (clientRequestId !== null) assert.is(await ledger.invoiceByRequest(other, clientRequestId), undefined);
  }
});

/** Daily rows counted anew from the receipts themselves. */
function recount(environment: string, kind: TurnoverKind): DayTurnover[] {
  const rows = new Map<string, DayTurnover>();
  for (const receipt of receipts) {
    const { draft } = receipt;
    if (receipt.environment !== environment || !['Normal', 'Advance'].includes(draft.invoiceType)) continue;
    const labels = new Map<string, number>();
    for (const line of draft.lines) labels.set(line.label, (labels.get(line.label) ?? 0) + line.total);
    const parts: Record<TurnoverKind, [string, number][]> = {
      total: [['', draft.total]],
      cashier: [[draft.cashier, draft.total]],
      label: [...labels],
      payment: draft.payments.map(({ paymentType, amount }) => [paymentType, amount]),
    };
    const day = localDay(receipt.createdAt);
    const refund = draft.transactionType === 'Refund';
    for (const [name, para] of parts[kind]) {
      const amount = BigInt(para);
      const sum = rows.get(`${day} ${name}`) ?? { day, name, invoices: 0, amount: 0n, refunds: 0, refunded: 0n };
      rows.set(`${day} ${name}`, {
        ...sum,
        invoices: sum.invoices + 1,
        amount: sum.amount + (refund ? -amount : amount),
        refunds: sum.refunds + (refund ? 1 : 0),
        refunded: sum.refunded + (refund ? amount : 0n),
      });
    }
  }
  return [...rows.values()];
}

const sorted = (rows: readonly DayTurnover[]): DayTurnover[] =>
  rows.toSorted((a, b) => a.day - b.day || (a.name < b.name ? -1 : 1));

test('daily rows and running numbers are those of a recount', () => {
  for (const environment of ENVIRONMENTS) {
    for (const kind of ['total', 'label', 'payment', 'cashier'] as const) {
      const rows = ledger.main.turnover.byDay(kind, { environment, from: 0, to: 99999999 });
      assert.equal(sorted(rows), sorted(recount(environment, kind)), kind);
    }
  }
  for (const jid of ['TESTBOX1', 'PRODBOX1']) {
    const own = receipts.filter(({ signature }) => signature.requestedBy === jid);
    const byType = Object.fromEntries(
      own.map(({ draft, signature }) => [`${draft.invoiceType}/${draft.transactionType}`, signature.typeCounter]),
    );
    assert.equal(ledger.main.countersInUse(jid), { [`${jid}-${jid}`]: { total: own.length, byType } });
    assert.equal(ledger.main.runningNumbersOf(`${jid}-${jid}`), { total: own.length, byType });
  }
});

test('a receipt that was found late does not lower the running numbers, with and without saved views', async () => {
  const own = new MemoryDisk(new Map([[FOLDER, 'folder']]));
  const maker = new ReceiptMaker(random);
  let late = await openLedger(own);
  const [first, second, third] = [maker.next(late), maker.next(late), maker.next(late)];
  for (const receipt of [first, third, second]) assert.ok((await late.issue(receipt)).ok);
  for (const views of ['in memory', 'saved', 'none']) {
    const { total, byType } = late.main.runningNumbersOf('TESTBOX1-TESTBOX1');
    assert.equal([total, byType['Normal/Sale']], [3, 3], views);
    await late.close();
    if (views === 'saved') own.forget(`${FOLDER}/views`);
    late = await openLedger(own);
  }
  await late.close();
});

test('all of it holds after a restart as well', async () => {
  await ledger.close();
  ledger = await openLedger(disk, { now: () => now });
  await comparePages(60);
  for (const receipt of receipts) assert.equal(await ledger.invoice(receipt.uuid), receipt);
});

test('all items are counted, and those of them that are for sale', async () => {
  const own = await openLedger(new MemoryDisk());
  const item = { plu: null, unit: null, price: 100, label: null, gtin: null, category: null };
  assert.equal(own.main.itemCounts(), { all: 0, active: 0 });
  for (const [id, active] of [true, false, true, true].entries())
    await own.put({ type: 'item', item: { ...item, id: id + 1, name: `${id}`, active } });
  assert.equal(own.main.itemCounts(), { all: 4, active: 3 });
  await own.put({ type: 'item', item: { ...item, id: 1, name: 'Хлеб', active: false } });
  assert.equal(own.main.itemCounts(), { all: 4, active: 2 });
  await own.close();
});

test.run();

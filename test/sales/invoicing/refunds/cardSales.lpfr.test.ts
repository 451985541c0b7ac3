// What a refund of sales by corporate card is compared with may be thousands of receipts: no sale waits for them.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Invoice } from '../../../kit/answers.js';
import { TestBox } from '../../../kit/box.js';
import { type Client, read, type Reply } from '../../../kit/client.js';
import { FakePfrServer } from '../../../kit/pfr/server.js';
import { serveWithoutSocket } from '../../../kit/serve.js';
import { type Body, body } from '../bodies.js';

const BUYER = { buyerId: '10:100000049' };
const VOUCHER = { payments: [{ paymentType: 'Voucher', amount: 300 }] };
const CARD = { ...BUYER, ...VOUCHER, buyerCostCenterId: '50:6666666' };

let fake: FakePfrServer;
let box: TestBox;
let client: Client;

test.before.each(async () => {
  fake = await FakePfrServer.start();
  fake.pfr.card.givePin('1234');
  box = await TestBox.start({ serve: serveWithoutSocket });
  await box.set('pfr.sandbox', { mode: 'lpfr', url: fake.url });
  client = await box.client();
});
test.after.each(async () => {
  await box.stop();
  await fake.stop();
});

async function sell(change: Body = {}): Promise<Invoice> {
  return read('Invoice', 201, await client.post('/invoices', body(change)));
}

/** A summary refund of the day of a sale, which it names. */
function summary({ pfr }: Invoice): Promise<Reply> {
  const [year, month, day] = (pfr.sdcDateTime.split(' ')[0] ?? '').split('-');
  const date = `${day}${month}${year}`;
  const reference = { referentDocumentNumber: pfr.invoiceNumber, transactionType: 'Refund' };
  return client.post(
    '/invoices',
    body({ ...BUYER, ...VOUCHER, buyerCostCenterId: `60:${date}_${date}`, ...reference }),
  );
}

/** Holds back the first reading of the receipts of a buyer, which has found those of now, until `go`. */
function heldReading(): { readonly begun: Promise<void>; readonly go: () => void } {
  const { ledger } = box.parts;
  const usual = ledger.invoiceSequence.bind(ledger);
  let begin: () => void = () => undefined;
  let go: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const mayGo = new Promise<void>((resolve) => (go = resolve));
  ledger.invoiceSequence = async (...asked) => {
    ledger.invoiceSequence = usual;
    const found = await usual(...asked);
    begin();
    await mayGo;
    return found;
  };
  return { begun, go };
}

/** Counts the readings of all receipts of a buyer from now on. */
function countedReadings(): () => number {
  const { ledger } = box.parts;
  const usual = ledger.invoiceSequence;
  let count = 0;
  ledger.invoiceSequence = async (page, ...more) => {
    if (page.limit > 50) count += 1;
    return usual(page, ...more);
  };
  return () => count;
}

for (const [what, refund] of [
  ['a summary refund', summary],
  ['the refund of one of them', ({ uuid }: Invoice) => client.post(`/invoices/${uuid}/refund`, {})],
] as const) {
  test(`${what} reads the sales by card while the processor serves other sales`, async () => {
    const last = await sell(CARD);
    const reading = heldReading();
    const refunding = refund(last);
    await reading.begun;
    const sale = await sell();
    reading.go();
    const made = read('Invoice', 201, await refunding);
    const rules = (made.warnings ?? []).map(({ rule }) => rule);
    assert.not(rules.some((rule) => rule.startsWith('refund.')));
    assert.equal(
      [last, sale, made].map(({ pfr }) => pfr.invoiceNumber.split('-')[2]),
      ['1', '2', '3'],
    );
  });
}

test('a sale to the buyer that was issued meanwhile counts', async () => {
  const first = await sell(CARD);
  const reading = heldReading();
  const refunding = summary(first);
  await reading.begun;
  const last = await sell(CARD);
  reading.go();
  const { warnings = [] } = read('Invoice', 201, await refunding);
  assert.equal(
    warnings.map(({ rule }) => rule),
    ['refund.summary-referent'],
  );
  assert.match(warnings[0]?.message ?? '', new RegExp(last.pfr.invoiceNumber));
});

for (const [what, refund, meanwhile] of [
  ['a summary refund', summary, BUYER],
  ['the refund of one of them', ({ uuid }: Invoice) => client.post(`/invoices/${uuid}/refund`, {}), CARD],
] as const) {
  test(`${what} reads the sales by card once, though the buyer got another receipt meanwhile`, async () => {
    const last = await sell(CARD);
    const reading = heldReading();
    const refunding = refund(last);
    await reading.begun;
    await sell(meanwhile);
    const again = countedReadings();
    reading.go();
    const { warnings = [] } = read('Invoice', 201, await refunding);
    assert.not(warnings.some(({ rule }) => rule.startsWith('refund.')));
    assert.is(again(), 0);
  });
}

test.run();

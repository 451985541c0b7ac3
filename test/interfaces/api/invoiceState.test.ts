import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Invoice, InvoiceWithState } from '../../kit/answers.js';
import { TestBox } from '../../kit/box.js';
import { type Client, read, type Reply } from '../../kit/client.js';
import { type Body, body, line } from '../../sales/invoicing/bodies.js';

const BUYER = { buyerId: '20:001234567' };
const ITEMS = [line(), line({ name: 'Бурек', quantity: 2, unitPrice: 90, label: 'Е' })];
const ADVANCE = { name: '10: Аванс (Ђ)', quantity: 1, label: 'Ђ' };
const V1 = [
  ...['uuid', 'invoiceType', 'transactionType', 'cashier', 'total', 'payments', 'items', 'taxItems', 'buyerId'],
  ...['referentDocumentNumber', 'referentDocumentDT', 'pfr', 'clientRequestId', 'journal', 'createdAt'],
];

let box: TestBox;
let client: Client;

test.before(async () => {
  box = await TestBox.start();
  client = await box.client();
});
test.after(() => box.stop());

const issue = async (change: Body = {}): Promise<Invoice> =>
  read('Invoice', 201, await client.post('/invoices', body(change)));
const stateOf = async ({ uuid }: Invoice): Promise<InvoiceWithState> =>
  read('InvoiceWithState', 200, await client.get(`/invoices/${uuid}`));
const refund = (sale: Invoice): Promise<Reply> => client.post(`/invoices/${sale.uuid}/refund`, BUYER);
const returned = (sale: Invoice, items: Body[], change: Body = {}): Promise<Invoice> =>
  issue({ transactionType: 'Refund', items, ...BUYER, referentDocumentNumber: sale.pfr.invoiceNumber, ...change });
const named = ({ uuid, pfr }: Invoice): object => ({ uuid, number: pfr.invoiceNumber });
const line1 = { name: 'Кафа', label: 'Ђ', unit: 'ком', unitPrice: 150 };
const line2 = { name: 'Бурек', label: 'Е', unit: 'ком', unitPrice: 90 };

test('a sale that nothing was done with has all of it left; what v1 says of it is as it was', async () => {
  const sale = await issue({ items: ITEMS });
  const { refunds, refundable, copies, ...rest } = await stateOf(sale);
  assert.equal(rest, sale);
  assert.equal(Object.keys(rest).sort(), [...V1].sort());
  assert.equal([refunds, copies], [[], []]);
  const items = [
    { ...line1, quantity: 2 },
    { ...line2, quantity: 2 },
  ];
  assert.equal(refundable, { amount: 480, payments: sale.payments, items });
});

test('refunds by route and by number stand in order, and what is left goes down to 0 and no further', async () => {
  const sale = await issue({ items: ITEMS });
  const part = await returned(sale, [line({ quantity: 1.5 })]);
  const said = (one: Invoice): object => ({ ...named(one), amount: one.total, createdAt: one.createdAt });
  const after = await stateOf(sale);
  assert.equal(after.refunds, [said(part)]);
  const left = [
    { ...line1, quantity: 0.5 },
    { ...line2, quantity: 2 },
  ];
  assert.equal(after.refundable, { amount: 255, payments: [{ paymentType: 'Cash', amount: 255 }], items: left });
  assert.not.ok('warnings' in after);
  const whole = read('Invoice', 201, await refund(sale));
  const over = await stateOf(sale);
  assert.equal(over.refunds, [said(part), said(whole)]);
  assert.is(over.refundable?.amount, 0);
  assert.equal(
    over.refundable?.items.map(({ quantity }) => quantity),
    [0, 0],
  );
  const [warning] = over.warnings ?? [];
  assert.is(warning?.rule, 'refund.beyond-what-is-left');
  assert.match(warning?.message ?? '', new RegExp(`225,00 РСД.*${part.pfr.invoiceNumber}`));
});

test('a refund and a copy name what they are of, by its uuid where this box has issued it', async () => {
  const sale = await issue();
  const back = read('Invoice', 201, await refund(sale));
  const copy = read('Invoice', 201, await client.post(`/invoices/${sale.uuid}/copy`, {}));
  const copyOfBack = read('Invoice', 201, await client.post(`/invoices/${back.uuid}/copy`, {}));
  assert.equal((await stateOf(back)).referent, named(sale));
  assert.equal((await stateOf(copyOfBack)).referent, named(back));
  const ofCopy = await stateOf(copy);
  assert.equal([ofCopy.referent, ofCopy.copies, ofCopy.refunds], [named(sale), undefined, undefined]);
  assert.equal((await stateOf(sale)).copies, [{ ...named(copy), createdAt: copy.createdAt }]);
  const ofBack = await stateOf(back);
  assert.equal(ofBack.copies, [{ ...named(copyOfBack), createdAt: copyOfBack.createdAt }]);
  // What voids it would be listed.
  assert.equal([ofBack.refunds, ofBack.refundable], [[], undefined]);
  const foreign = await returned(sale, [line()], {
    ...{ referentDocumentNumber: 'ABCD2345-ABCD2345-1', referentDocumentDT: '2026-11-20 10:00:00' },
  });
  assert.equal((await stateOf(foreign)).referent, { uuid: null, number: 'ABCD2345-ABCD2345-1' });
});

test('every advance of a chain shows the whole chain, and what has closed it', async () => {
  const first = await issue({ invoiceType: 'Advance', items: [{ ...ADVANCE, unitPrice: 100 }] });
  const last = await issue({
    ...{ invoiceType: 'Advance', referentDocumentNumber: first.pfr.invoiceNumber },
    items: [{ ...ADVANCE, unitPrice: 50 }],
  });
  const chain = [
    { ...named(first), total: 100 },
    { ...named(last), total: 50 },
  ];
  for (const one of [first, last]) assert.equal((await stateOf(one)).advance, { chain, closedBy: null, left: 150 });
  const closed = read('ClosedAdvance', 201, await client.post(`/invoices/${last.uuid}/close-advance`, body()));
  const closedBy = { refund: named(closed.advanceRefund), final: named(closed.invoice) };
  for (const one of [first, last]) {
    const { advance, refundable, warnings } = await stateOf(one);
    assert.equal(advance, { chain, closedBy, left: 0 });
    assert.is(refundable?.amount, 0);
    assert.is(warnings, undefined);
  }
  assert.equal((await stateOf(closed.invoice)).referent, named(closed.advanceRefund));
  assert.is((await stateOf(closed.invoice)).advance, undefined);
});

test('of thousands of refunds and copies a hundred are listed, and the rest is a number', async () => {
  const sale = await issue();
  for (let n = 0; n < 103; n += 1) {
    const client = n % 50 === 0 ? await box.client() : undefined;
    if (client !== undefined) other = client;
    read('Invoice', 201, await other.post(`/invoices/${sale.uuid}/refund`, BUYER));
    if (n < 101) read('Invoice', 201, await other.post(`/invoices/${sale.uuid}/copy`, {}));
  }
  const { refunds, refundsMore, refundable, copies, copiesMore, warnings } = await stateOf(sale);
  assert.equal([refunds?.length, refundsMore, copies?.length, copiesMore], [100, 3, 100, 1]);
  assert.equal([refundable, warnings], [undefined, undefined]);
  const [warning] = read('Invoice', 201, await other.post(`/invoices/${sale.uuid}/refund`, BUYER)).warnings ?? [];
  assert.match(warning?.message ?? '', /и још 100\.$/);
});
let other: Client;

test('an invoice of the environment that is not active is as in v1', async () => {
  const sale = await issue();
  await box.set('pfr.production', { mode: 'demo' });
  await box.set('environment', 'production');
  assert.equal(await stateOf(sale), sale);
  await box.set('environment', 'sandbox');
});

test.run();

// "POST /invoices" of the specification of API v1: the rules.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Body, body, line } from '../../invoicing/bodies.js';
import type { Invoice } from '../../kit/answers.js';
import { TestBox } from '../../kit/box.js';
import { type Client, read, readError } from '../../kit/client.js';

const REFERENCE = { referentDocumentNumber: 'AAAA1111-BBBB2222-3', referentDocumentDT: '2026-11-20 10:00:00' };

let box: TestBox;
let client: Client;

test.before(async () => {
  box = await TestBox.start();
  client = await box.client();
});
test.after(() => box.stop());

async function issue(request: Body): Promise<Invoice> {
  return read('Invoice', 201, await client.post('/invoices', request));
}

async function refusal(request: Body): Promise<string> {
  const { code, message } = readError(422, await client.post('/invoices', request));
  assert.is(code, 'validation');
  return message;
}

test('1: one remaining payment entry is set to the invoice total', async () => {
  const payments = [
    { paymentType: 'Cash', amount: 0 },
    { paymentType: 'Card', amount: 7 },
    { paymentType: 'Other', amount: -1 },
  ];
  assert.equal((await issue(body({ payments }))).payments, [{ paymentType: 'Card', amount: 300 }]);
});

test('1: two or more payments must sum to the total (tolerance 0.01); otherwise 422', async () => {
  const paid = (...amounts: number[]) => body({ payments: amounts.map((amount) => ({ paymentType: 'Card', amount })) });
  for (const amounts of [
    [100, 200],
    [100, 199.99],
    [100, 200.01],
    [100.005, 199.995],
    [0.1, 0.2, 299.7],
  ]) {
    const { payments } = await issue(paid(...amounts));
    assert.is(Math.round(payments.reduce((sum, { amount }) => sum + amount, 0) * 100), 30_000);
  }
  for (const amounts of [
    [100, 199.98],
    [100, 200.02],
    [150, 100],
    [300, 300],
  ]) {
    assert.match(await refusal(paid(...amounts)), /„payments”.*300,00/);
  }
});

test('2: a Refund needs referentDocumentNumber and buyerId, otherwise 422', async () => {
  const refund = { transactionType: 'Refund', buyerId: '10:123456789', ...REFERENCE };
  assert.match(await refusal(body({ ...refund, buyerId: undefined })), /„buyerId”/);
  assert.match(await refusal(body({ ...refund, referentDocumentNumber: undefined })), /„referentDocumentNumber”/);
  assert.is((await issue(body(refund))).transactionType, 'Refund');
});

test("2: to void one's own receipt, the seller enters own TIN as 10:<TIN> and refunds the whole amount", async () => {
  const sale = await issue(body());
  const { tin } = read('Status', 200, await client.get('/status')).company;
  const referent = { referentDocumentNumber: sale.pfr.invoiceNumber, referentDocumentDT: sale.pfr.sdcDateTime };
  const refund = await issue(body({ transactionType: 'Refund', buyerId: `10:${tin}`, ...referent }));
  assert.equal([refund.total, refund.referentDocumentNumber], [sale.total, sale.pfr.invoiceNumber]);
});

test("2: partial refund: only the returned lines, and the original's referent number and time", async () => {
  const sale = await issue({ items: [line(), line({ name: 'Сок' })] });
  const referent = { referentDocumentNumber: sale.pfr.invoiceNumber, referentDocumentDT: sale.pfr.sdcDateTime };
  const returned = { items: [line({ quantity: 1 })], transactionType: 'Refund', buyerId: '10:123456789', ...referent };
  const refund = await issue(returned);
  assert.equal([refund.total, refund.referentDocumentDT], [150, sale.pfr.sdcDateTime]);
  assert.match(refund.journal, /ПРОМЕТ РЕФУНДАЦИЈА/);
});

test('3: a Copy needs referentDocumentNumber, otherwise 422', async () => {
  assert.match(await refusal(body({ invoiceType: 'Copy' })), /„referentDocumentNumber”/);
  assert.is((await issue(body({ invoiceType: 'Copy', ...REFERENCE }))).invoiceType, 'Copy');
});

test('4: a Normal sale may reference a pro-forma through the referent fields', async () => {
  const proForma = await issue(body({ invoiceType: 'ProForma' }));
  const sale = await issue(body({ referentDocumentNumber: proForma.pfr.invoiceNumber }));
  assert.is(sale.referentDocumentNumber, proForma.pfr.invoiceNumber);
  assert.ok(sale.journal.includes(proForma.pfr.invoiceNumber));
});

test('4, 6: the advance chain: each advance references the previous, the refund the last, the final sale the refund', async () => {
  const advanceLine = (price: number) => [line({ name: '10: Аванс (Ђ)', quantity: 1, unitPrice: price })];
  const after = (previous: Invoice) => ({
    referentDocumentNumber: previous.pfr.invoiceNumber,
    referentDocumentDT: previous.pfr.sdcDateTime,
  });
  const first = await issue({ invoiceType: 'Advance', items: advanceLine(100) });
  const second = await issue({ invoiceType: 'Advance', items: advanceLine(50), ...after(first) });
  const closing = { invoiceType: 'Advance', transactionType: 'Refund', buyerId: '10:123456789' };
  const refund = await issue({ ...closing, items: advanceLine(150), ...after(second) });
  const adText = `Последњи авансни рачун: ${second.pfr.invoiceNumber} ${second.pfr.sdcDateTime}`;
  const final = await issue(body({ adText, ...after(refund) }));
  assert.is(final.referentDocumentNumber, refund.pfr.invoiceNumber);
  assert.match(final.journal, /КРАЈ ФИСКАЛНОГ РАЧУНА =+\r\nПоследњи авансни рачун:/);
  assert.match(first.journal, /10: Аванс \(Ђ\) \(Ђ\)/);
});

test('5: unknown tax label, empty items, too many items, overlong field, disabled payment type answer 422 with a Serbian message', async () => {
  await box.set('simplifiedCash', true);
  const wrong = [
    body({ items: [line({ label: 'Ш' })] }),
    body({ items: [] }),
    body({ items: Array.from({ length: 501 }, () => line()) }),
    body({ adText: 'ж'.repeat(501) }),
    body({ payments: [{ paymentType: 'Card', amount: 300 }] }),
  ];
  for (const request of wrong) assert.match(await refusal(request), /^[А-ШЂЈЉЊЋЏ][а-шђјљњћџ ]/);
  await box.set('simplifiedCash', false);
});

test('7: the invoice is stored only after PFR signing', async () => {
  const count = async () => read('InvoiceList', 200, await client.get('/invoices')).invoices.length;
  const before = await count();
  await refusal(body({ items: [line({ label: 'Ш' })] }));
  await box.set('pfr.sandbox', { mode: 'vpfr', url: 'https://127.0.0.1:9' });
  readError(409, await client.post('/invoices', body()));
  await box.set('pfr.sandbox', { mode: 'demo' });
  assert.is(await count(), before);
});

test('response 201: Invoice; the answer is JSON and names no replay', async () => {
  const reply = await client.post('/invoices', body());
  read('Invoice', 201, reply);
  assert.is(reply.headers['idempotency-replayed'], undefined);
});

test.run();

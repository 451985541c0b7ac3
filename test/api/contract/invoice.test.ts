// "Enumerations" and "Invoice (public shape)" of the specification of API v1.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { INVOICE_TYPES, TRANSACTION_TYPES } from '../../../src/base/fiscal.js';
import { type Body, body, line } from '../../invoicing/bodies.js';
import type { Invoice } from '../../kit/answers.js';
import { TestBox } from '../../kit/box.js';
import { type Client, read, readError } from '../../kit/client.js';

const LOCAL_TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

let box: TestBox;
let client: Client;
let sold: Invoice;

const FULL: Body = body({
  items: [
    line({ name: 'Сок', unit: 'л', quantity: 0.333, unitPrice: 100.01, label: 'Е', gtin: '8600000000001' }),
    line({ name: 'Хлеб', quantity: 2, unitPrice: 49.99, label: 'Ђ' }),
  ],
  payments: [
    { paymentType: 'Card', amount: 100 },
    { paymentType: 'Voucher', amount: 33.28 },
    { paymentType: 'Cash', amount: 0 },
    { paymentType: 'Other', amount: -5 },
  ],
  cashier: 'Милица',
  buyerId: '10:123456789',
  referentDocumentNumber: 'AAAA1111-BBBB2222-3',
  referentDocumentDT: '2026-11-20 08:05:09',
  clientRequestId: 'order-2026:11.21_1',
});

test.before(async () => {
  box = await TestBox.start();
  client = await box.client();
  sold = read('Invoice', 201, await client.post('/invoices', FULL));
});
test.after(() => box.stop());

test('an Invoice has exactly the fields of the public shape', () => {
  const fields = [
    ...['uuid', 'invoiceType', 'transactionType', 'cashier', 'total', 'payments', 'items', 'taxItems', 'buyerId'],
    ...['referentDocumentNumber', 'referentDocumentDT', 'pfr', 'clientRequestId', 'journal', 'createdAt'],
  ];
  assert.equal(Object.keys(sold).sort(), fields.sort());
  const pfr = [
    ...['mode', 'environment', 'fiscal', 'demo', 'requestedBy', 'signedBy', 'invoiceNumber', 'invoiceCounter'],
    ...['sdcDateTime', 'verificationUrl', 'verificationQRCode'],
  ];
  assert.equal(Object.keys(sold.pfr).sort(), pfr.sort());
});

test('returned by POST /invoices, GET /invoices/{uuid}, and as every element of GET /invoices', async () => {
  assert.equal(read('Invoice', 200, await client.get(`/invoices/${sold.uuid}`)), sold);
  const { invoices } = read('InvoiceList', 200, await client.get('/invoices'));
  assert.equal(
    invoices.find(({ uuid }) => uuid === sold.uuid),
    sold,
  );
});

test('uuid: 36 chars, lowercase hex digits and hyphens', () => {
  assert.match(sold.uuid, /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/);
});

test('what was sent comes back: types, cashier, buyerId, referent fields, clientRequestId', () => {
  const { items: _items, payments: _payments, ...rest } = FULL;
  for (const [field, value] of Object.entries(rest)) assert.equal(sold[field as keyof Invoice], value, field);
  assert.is(sold.invoiceType, 'Normal');
  assert.is(sold.transactionType, 'Sale');
});

test('a field that was not sent is null', async () => {
  const plain = read('Invoice', 201, await client.post('/invoices', body()));
  for (const field of ['buyerId', 'referentDocumentNumber', 'referentDocumentDT', 'clientRequestId'] as const) {
    assert.is(plain[field], null, field);
  }
});

test('total: number, RSD', () => assert.is(sold.total, 133.28));

test('Payment: paymentType, amount incl. VAT; entries of 0 or less are discarded', () => {
  assert.equal(sold.payments, [
    { paymentType: 'Card', amount: 100 },
    { paymentType: 'Voucher', amount: 33.28 },
  ]);
});

test('InvoiceItemOut: totalAmount is quantity times unitPrice rounded to 2 decimals, gtin string or null', () => {
  assert.equal(sold.items, [
    {
      name: 'Сок',
      unit: 'л',
      quantity: 0.333,
      unitPrice: 100.01,
      totalAmount: 33.3,
      label: 'Е',
      gtin: '8600000000001',
    },
    { name: 'Хлеб', unit: 'ком', quantity: 2, unitPrice: 49.99, totalAmount: 99.98, label: 'Ђ', gtin: null },
  ]);
});

test('TaxItem: rate in percent, amount is the tax contained in the base, total the taxed amount incl. VAT', () => {
  assert.equal(
    [...sold.taxItems].sort((a, b) => b.rate - a.rate),
    [
      { label: 'Ђ', categoryName: 'О-ПДВ', rate: 20, amount: 16.66, total: 99.98 },
      { label: 'Е', categoryName: 'П-ПДВ', rate: 10, amount: 3.03, total: 33.3 },
    ],
  );
});

test('pfr: mode demo, environment sandbox, fiscal false, demo true, verificationQRCode absent or null in demo mode', () => {
  const { mode, environment, fiscal, demo, verificationQRCode } = sold.pfr;
  assert.equal([mode, environment, fiscal, demo, verificationQRCode], ['demo', 'sandbox', false, true, null]);
});

test('pfr.invoiceNumber has the form <JID>-<JID>-<N>', () => {
  const { requestedBy, signedBy, invoiceNumber } = sold.pfr;
  assert.match(invoiceNumber, new RegExp(`^${requestedBy}-${signedBy}-\\d+$`));
});

test('pfr.sdcDateTime and createdAt are YYYY-MM-DD HH:MM:SS', () => {
  assert.match(sold.pfr.sdcDateTime, LOCAL_TIME);
  assert.match(sold.createdAt, LOCAL_TIME);
});

test('journal: 40-column Cyrillic receipt text', () => {
  const lines = sold.journal.split('\r\n').slice(0, -1);
  assert.is(lines[0], '============ ФИСКАЛНИ РАЧУН ============');
  for (const row of lines.filter((text) => text !== 'Артикли')) assert.is(Array.from(row).length, 40, row);
});

const LETTERS: Readonly<Record<string, string>> = {
  'Normal/Sale': 'ПП',
  'Normal/Refund': 'ПР',
  'ProForma/Sale': 'РП',
  'ProForma/Refund': 'РР',
  'Copy/Sale': 'КП',
  'Copy/Refund': 'КР',
  'Training/Sale': 'ОП',
  'Training/Refund': 'ОР',
  'Advance/Sale': 'АП',
  'Advance/Refund': 'АР',
};

test('invoiceCounter: <combo>/<total><two letters>, the running number within that type combination and of all receipts', async () => {
  const fresh = await TestBox.start();
  try {
    const api = await fresh.client();
    let total = 0;
    for (const round of [1, 2]) {
      for (const invoiceType of INVOICE_TYPES) {
        for (const transactionType of TRANSACTION_TYPES) {
          const references = { buyerId: '10:123456789', referentDocumentNumber: 'AAAA1111-AAAA1111-1' };
          const sent = body({ invoiceType, transactionType, ...references });
          const { pfr } = read('Invoice', 201, await api.post('/invoices', sent));
          total += 1;
          const letters = LETTERS[`${invoiceType}/${transactionType}`];
          assert.is(pfr.invoiceCounter, `${round}/${total}${letters}`);
          assert.ok(pfr.invoiceNumber.endsWith(`-${total}`));
        }
      }
    }
  } finally {
    await fresh.stop();
  }
});

test('ProForma, Copy, Training print a line stating the document is not a fiscal receipt', async () => {
  for (const invoiceType of INVOICE_TYPES) {
    const sent = body({ invoiceType, referentDocumentNumber: 'AAAA1111-AAAA1111-1' });
    const { journal } = read('Invoice', 201, await client.post('/invoices', sent));
    const isFiscal = ['Normal', 'Advance'].includes(invoiceType);
    assert.is(journal.includes('ОВО НИЈЕ ФИСКАЛНИ РАЧУН'), !isFiscal, invoiceType);
    assert.is(journal.includes('= ФИСКАЛНИ РАЧУН ='), isFiscal, invoiceType);
  }
});

test('paymentType: Cash, Card, Check, WireTransfer, Voucher, MobileMoney, Other', async () => {
  for (const paymentType of ['Cash', 'Card', 'Check', 'WireTransfer', 'Voucher', 'MobileMoney', 'Other']) {
    const sent = body({ payments: [{ paymentType, amount: 300 }] });
    assert.equal(read('Invoice', 201, await client.post('/invoices', sent)).payments, [{ paymentType, amount: 300 }]);
  }
  const gold = body({ payments: [{ paymentType: 'Gold', amount: 300 }] });
  assert.is(readError(422, await client.post('/invoices', gold)).code, 'validation');
});

test('buyerId codes: 10 TIN, 11 personal number, 12 TIN:JBKJS, 20 ID card, 23 passport, 30 foreign passport, 40 foreign TIN', async () => {
  for (const buyerId of [
    '10:123456789',
    '11:0101990710006',
    '12:123456789:12345',
    '20:AB12',
    '23:P1',
    '30:X9',
    '40:EU1',
  ]) {
    assert.is(read('Invoice', 201, await client.post('/invoices', body({ buyerId }))).buyerId, buyerId);
  }
});

test('a default installation has А inactive, so it is refused', async () => {
  const { message } = readError(422, await client.post('/invoices', body({ items: [line({ label: 'А' })] })));
  assert.match(message, /^Ставка 1: .*„А”.*активне ознаке су: Ђ, Е, Г/);
});

test('labels and rates change in settings', async () => {
  const labels = [{ label: 'А', name: 'Није у ПДВ', rate: 0, active: true }];
  await box.set('taxLabels', labels);
  assert.equal(read('TaxLabelList', 200, await client.get('/tax-labels')).taxLabels, [
    { label: 'А', name: 'Није у ПДВ', rate: 0 },
  ]);
  read('Invoice', 201, await client.post('/invoices', body({ items: [line({ label: 'А' })] })));
  readError(422, await client.post('/invoices', body()));
});

test.run();

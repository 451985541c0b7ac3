import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SALE } from './calling.js';
import { readInvoice } from './request.js';

const ITEM = SALE.items[0]!;
const REFERENT = { referentDocumentNumber: 'FAKE7PFR-FAKE7PFR-1', referentDocumentDT: '2026-11-20T10:00:00+01:00' };

function read(body: unknown) {
  return readInvoice(Buffer.from(JSON.stringify(body)), () => new Set(['Ђ', 'Е', 'Г', 'А']));
}

/** `property code` of everything that is wrong with a sale in which some fields are others. */
function flaws(fields: Record<string, unknown>): string[] {
  const asked = read({ ...SALE, ...fields });
  return 'items' in asked ? [] : asked.map(({ property, errors }) => `${property} ${errors.join()}`);
}

function itemFlaws(fields: Record<string, unknown>): string[] {
  return flaws({ items: [{ ...ITEM, ...fields }] });
}

test('a good request is read with its sum, and null is as good as absent', () => {
  const asked = read({ ...SALE, buyerId: null, referentDocumentDT: null, unit: 'unknown names are passed over' });
  assert.ok('items' in asked);
  assert.equal(
    [asked.total, asked.items[0]?.quantity, asked.payments],
    [30_000, 2000, [{ paymentType: 'Cash', amount: 30_000 }]],
  );
  assert.equal(flaws({ invoiceType: 'normal', transactionType: 'SALE' }), []);
});

test('a body that is not a JSON object has a wrong format', () => {
  for (const text of ['', '{', '[]', '"x"', '\xff']) {
    const asked = readInvoice(Buffer.from(text, 'latin1'), () => new Set());
    assert.equal(asked, [{ property: '', errors: ['2806'] }], text);
  }
});

test('missing members are reported, and names must match exactly', () => {
  assert.equal(flaws({ invoiceType: undefined, InvoiceType: 0 }), ['invoiceType 2800']);
  assert.equal(flaws({ items: undefined, payment: undefined }), ['items 2800', 'payment 2800']);
  assert.equal(flaws({ items: [], payment: [] }), ['items 2807', 'payment 2807']);
  assert.equal(itemFlaws({ name: undefined, labels: undefined }), ['items[0].name 2800', 'items[0].labels 2800']);
});

test('types are known words or numbers, ways of paying by their exact spelling', () => {
  assert.equal(flaws({ invoiceType: 5, transactionType: '' }), ['invoiceType 2805', 'transactionType 2803']);
  assert.equal(flaws({ payment: [{ paymentType: 'cash', amount: 300 }] }), ['payment[0].paymentType 2805']);
  assert.equal(flaws({ payment: [{ paymentType: 'Cash', amount: 300 }] }), []);
});

test('numbers are numbers, not negative, and of so many decimals', () => {
  assert.equal(flaws({ payment: [{ paymentType: 1, amount: '300' }] }), ['payment[0].amount 2805']);
  assert.equal(flaws({ payment: [{ paymentType: 1, amount: -1 }] }), ['payment[0].amount 2804']);
  assert.equal(flaws({ payment: [{ paymentType: 1, amount: 0 }] }), []);
  assert.equal(itemFlaws({ unitPrice: 150.001 }), ['items[0].unitPrice 2804', 'items[0].totalAmount 2805']);
  assert.equal(itemFlaws({ quantity: 0, totalAmount: 0 }), ['items[0].quantity 2804']);
  assert.equal(itemFlaws({ quantity: 0.0005, totalAmount: 0 })[0], 'items[0].quantity 2804');
});

test('a total is quantity × price, rounded half up', () => {
  assert.equal(itemFlaws({ quantity: 0.123, unitPrice: 9.95, totalAmount: 1.22 }), []);
  assert.equal(itemFlaws({ quantity: 0.5, unitPrice: 0.01, totalAmount: 0.01 }), []);
  assert.equal(itemFlaws({ quantity: 0.5, unitPrice: 0.01, totalAmount: 0 }), ['items[0].totalAmount 2805']);
  assert.equal(itemFlaws({ totalAmount: 299.99 }), ['items[0].totalAmount 2805']);
});

test('texts are not empty and not too long', () => {
  assert.equal(flaws({ cashier: '' }), ['cashier 2803']);
  assert.equal(flaws({ cashier: 'А'.repeat(51) }), ['cashier 2801']);
  assert.equal(flaws({ cashier: 'А'.repeat(50), invoiceNumber: '1'.repeat(60) }), []);
  assert.equal(flaws({ buyerId: '1'.repeat(21) }), ['buyerId 2801']);
  assert.equal(itemFlaws({ gtin: '1234567' }), ['items[0].gtin 2803']);
  assert.equal(itemFlaws({ name: 'x'.repeat(2049) }), ['items[0].name 2801']);
});

test('a label of the other alphabet is unknown', () => {
  assert.equal(itemFlaws({ labels: ['Е'] }), []);
  assert.equal(itemFlaws({ labels: ['E'] }), ['items[0].labels 2310']);
  assert.equal(itemFlaws({ labels: [] }), ['items[0].labels 2807']);
});

test('a copy and a refund name what they refer to', () => {
  const missing = ['referentDocumentNumber 2800', 'referentDocumentDT 2800'];
  assert.equal(flaws({ transactionType: 1 }), missing);
  assert.equal(flaws({ invoiceType: 2 }), missing);
  assert.equal(flaws({ transactionType: 1, ...REFERENT }), []);
  assert.equal(flaws({ ...REFERENT, referentDocumentNumber: undefined }), ['referentDocumentNumber 2800']);
  assert.equal(flaws({ ...REFERENT, referentDocumentNumber: 'A-B-0' }), ['referentDocumentNumber 2805']);
  assert.equal(flaws({ ...REFERENT, referentDocumentDT: '20.11.2026.' }), ['referentDocumentDT 2806']);
});

test('the field of a cost centre needs a buyer', () => {
  assert.equal(flaws({ buyerCostCenterId: '20:1' }), ['buyerId 2800']);
  assert.equal(flaws({ buyerCostCenterId: '20:1', buyerId: '10:101670560' }), []);
});

test('more than 500 items and more than a card can sign are refused', () => {
  assert.equal(flaws({ items: Array(501).fill(ITEM) }), ['items 2808']);
  assert.equal(itemFlaws({ quantity: 1, unitPrice: 7_205_759_403_792.79, totalAmount: 7_205_759_403_792.79 }), []);
  assert.equal(itemFlaws({ quantity: 1, unitPrice: 7_205_759_403_792.8, totalAmount: 7_205_759_403_792.8 }), [
    'items 2804',
  ]);
});

test('options are flags', () => {
  assert.equal(flaws({ options: { omitQRCodeGen: '1', omitTextualRepresentation: 0 } }), []);
  assert.equal(flaws({ options: { omitQRCodeGen: 'yes' } }), ['options.omitQRCodeGen 2805']);
  assert.equal(flaws({ options: '1' }), ['options 2805']);
});

test.run();

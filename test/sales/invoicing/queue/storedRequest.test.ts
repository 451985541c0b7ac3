import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { decodeRequest } from '../../../../src/sales/invoicing/queue/storedRequest.js';
import { accepted, body, line } from '../bodies.js';

const KEY = 'key-of-test';

/** What a record has of a request, after it went through JSON. */
function stored(request: object): { readonly clientRequestId: string; readonly request: object } {
  return { clientRequestId: KEY, request: JSON.parse(JSON.stringify(request)) as object };
}

const PLAIN = accepted(body({ clientRequestId: KEY, whenOffline: 'queue' }));

test('whatever the API takes in is read back from the queue as it was', () => {
  for (const change of [
    {},
    { whenOffline: null, print: false, prefetchDocument: 'a5' },
    { print: 'kasa', cashier: 'Ана', buyerId: '10:123456789', buyerCostCenterId: 'К-1', adText: 'Хвала\n  и дођите' },
    { referentDocumentNumber: 'ABCD1234-ABCD1234-7', referentDocumentDT: '2026-11-21 10:00:00' },
    { invoiceType: 'Advance', dateAndTimeOfIssue: '2026-11-21 10:00:00' },
    { transactionType: 'Refund', items: [line({ gtin: '12345678', itemId: 1e20, unit: 'кг' }), line()] },
    { tendered: 500.25 },
    { items: [line({ moreLabels: ['Е', 'А'] }), line()] },
    { payments: [1, 2, 0].map((amount) => ({ paymentType: 'Card', amount: amount / 3 })) },
  ]) {
    const request = accepted(body({ clientRequestId: KEY, whenOffline: 'queue', ...change }));
    assert.equal(decodeRequest(stored(request)), { ok: true, value: request });
    assert.equal(decodeRequest({ ...stored(request), requestVersion: 1 }), { ok: true, value: request });
  }
});

test('a request of another version is not read, whatever it looks like', () => {
  for (const requestVersion of [0, 2, 1.5]) {
    assert.equal(decodeRequest({ ...stored(PLAIN), requestVersion }), { ok: false, error: 'version' });
  }
});

test('a request that lacks a member, has one more, or one of another form is not read', () => {
  const wrong: object[] = [[], { ...PLAIN, discount: 1 }, { ...PLAIN, clientRequestId: null }];
  for (const name of Object.keys(PLAIN)) {
    wrong.push(Object.fromEntries(Object.entries(PLAIN).filter(([member]) => member !== name)));
    wrong.push({ ...PLAIN, [name]: {} }, { ...PLAIN, [name]: 0.5 });
  }
  const [item] = PLAIN.items;
  for (const change of [
    { quantity: 0.5 },
    { quantity: '1' },
    { label: null },
    { gtin: 7 },
    { moreLabels: [7] },
    { discount: 1 },
  ]) {
    wrong.push({ ...PLAIN, items: [{ ...item, ...change }] });
  }
  const payment = { paymentType: 'Cash', amount: 100 };
  for (const change of [{ paymentType: 'Gold' }, { amount: '100' }, { rest: null }, { tip: 1 }]) {
    wrong.push({ ...PLAIN, payments: [{ ...payment, ...change }] });
  }
  wrong.push({ ...PLAIN, invoiceType: 'normal' }, { ...PLAIN, referentDocumentDT: '21.11.2026' });
  for (const request of wrong) {
    assert.equal(
      decodeRequest({ clientRequestId: KEY, request }),
      { ok: false, error: 'form' },
      JSON.stringify(request),
    );
  }
});

test('a request under another key than its order is not read, since it could be issued twice', () => {
  assert.equal(decodeRequest({ ...stored(PLAIN), clientRequestId: 'key-of-other' }), { ok: false, error: 'form' });
});

test.run();

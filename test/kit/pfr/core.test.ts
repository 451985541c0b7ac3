import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { find, get, statusAndBody, invoice, parsed, pin, SALE } from './calling.js';
import { FakePfr } from './core.js';
import { STYLES } from './styles.js';

const ATTENTION = get('/api/v3/attention');
const STATUS = get('/api/v3/status');
const ENVIRONMENT = get('/api/v3/environment-parameters');

/** A processor that is ready to sign. */
function ready(options: ConstructorParameters<typeof FakePfr>[0] = {}): FakePfr {
  return new FakePfr({ pin: null, ...options });
}

test('without a card it answers by the official table, the PIN with 200 and 1300', () => {
  const pfr = new FakePfr();
  pfr.change('card-out');
  assert.is(statusAndBody(pfr.handle(ATTENTION)), '200 ');
  const { gsc, uid, isPinRequired } = parsed(pfr.handle(STATUS));
  assert.equal({ gsc, uid, isPinRequired }, { gsc: ['1300', '1500', '0210'], uid: '', isPinRequired: true });
  assert.is(statusAndBody(pfr.handle(ENVIRONMENT)), '400 1300');
  assert.is(statusAndBody(pfr.handle(pin('1234'))), '200 1300');
  assert.is(statusAndBody(pfr.handle(invoice('2222'))), '400 1300');
  assert.is(statusAndBody(pfr.handle(find('2222'))), '400 1300');
  assert.is(pfr.signed.length, 0);
});

test('with a card it asks for the PIN, and signs once it was given', () => {
  const pfr = new FakePfr();
  assert.equal(parsed(pfr.handle(STATUS))['gsc'], ['1500', '0210']);
  assert.is(statusAndBody(pfr.handle(invoice('2222'))), '400 1500');
  assert.is(statusAndBody(pfr.handle(pin('9999'))), '423 2100');
  assert.is(statusAndBody(pfr.handle(pin('1234'))), '200 0100');
  assert.equal(parsed(pfr.handle(STATUS))['gsc'], ['0100', '0210']);
  assert.is(pfr.handle(ENVIRONMENT).status, 200);
  assert.is(pfr.handle(invoice('2222')).status, 200);
  assert.is(pfr.handle(find('2222')).status, 200);
});

test('a card that was out wants its PIN again', () => {
  const pfr = new FakePfr();
  pfr.handle(pin('1234'));
  pfr.change('card-out');
  assert.is(statusAndBody(pfr.handle(invoice('1'))), '400 1300');
  pfr.change('card-in');
  assert.is(statusAndBody(pfr.handle(invoice('1'))), '400 1500');
  pfr.handle(pin('1234'));
  assert.is(pfr.handle(invoice('1')).status, 200);
  pfr.change('restart');
  assert.is(statusAndBody(pfr.handle(invoice('2'))), '400 1500');
});

test('another card needs its PIN too, also when the removal of the first one was not noticed', () => {
  const pfr = new FakePfr();
  pfr.handle(pin('1234'));
  pfr.change({ card: 'OTHER123' });
  assert.is(statusAndBody(pfr.handle(invoice('1'))), '400 1500');
});

test('the fifth wrong PIN locks the card, also for the right one', () => {
  const pfr = new FakePfr();
  const answers = ['0000', '0001', '0002', '0003', '0004', '1234'].map((text) => statusAndBody(pfr.handle(pin(text))));
  assert.equal(answers, ['423 2100', '423 2100', '423 2100', '423 2100', '423 2110', '423 2110']);
  assert.is(statusAndBody(pfr.handle(invoice('1'))), '400 2110');
});

test('a right PIN gives all tries back', () => {
  const pfr = new FakePfr();
  for (const text of ['0000', '0000', '0000', '0000', '1234', '0000']) pfr.handle(pin(text));
  assert.is(statusAndBody(pfr.handle(pin('1234'))), '200 0100');
});

test('an input that is not a PIN does not reach the card', () => {
  const pfr = new FakePfr();
  for (let n = 0; n < 6; n += 1) assert.is(statusAndBody(pfr.handle(pin('12'))), '400 2806');
  assert.is(statusAndBody(pfr.handle(pin('{"pin":"1234"}', 'application/json'))), '200 0100');
  const development = new FakePfr({ style: STYLES.development });
  assert.is(development.handle(pin('1234')).status, 415);
  assert.is(statusAndBody(development.handle(pin('1234', 'application/json'))), '400 "2806"');
  assert.is(statusAndBody(development.handle(pin('"1234"', 'application/json'))), '200 "0100"');
});

test('states of the card and the box are reported by code, and block when they must', () => {
  const pfr = ready();
  const codes = () => parsed(pfr.handle(STATUS))['gsc'];
  pfr.change('audit-required');
  pfr.change('storage-full');
  pfr.change('offline');
  assert.equal(codes(), ['1400', '1100', '0100', '0220']);
  assert.is(pfr.handle(invoice('1')).status, 200);
  pfr.change('limit-reached');
  assert.equal(codes(), ['2210', '1400', '1100', '0220']);
  assert.is(statusAndBody(pfr.handle(invoice('2'))), '400 2210');
  pfr.change('audit-done');
  pfr.change('storage-free');
  pfr.change('online');
  assert.equal(codes(), ['0100', '0210']);
  pfr.change('card-expired');
  assert.is(statusAndBody(pfr.handle(invoice('2'))), '400 2809');
  assert.is(pfr.signed.length, 1);
});

test('it counts receipts of the card and of each kind, and reports its last number', () => {
  const pfr = ready();
  assert.is(parsed(pfr.handle(STATUS))['lastInvoiceNumber'], '');
  const counters = [0, 3, 0].map((invoiceType, n) => {
    const { invoiceCounter, invoiceNumber } = parsed(pfr.handle(invoice(String(n), { ...SALE, invoiceType })));
    return [invoiceCounter, invoiceNumber];
  });
  assert.equal(counters, [
    ['1/1ПП', 'FAKE7PFR-FAKE7PFR-1'],
    ['1/2ОП', 'FAKE7PFR-FAKE7PFR-2'],
    ['2/3ПП', 'FAKE7PFR-FAKE7PFR-3'],
  ]);
  assert.is(parsed(pfr.handle(STATUS))['lastInvoiceNumber'], 'FAKE7PFR-FAKE7PFR-3');
  pfr.change({ card: 'OTHER123' });
  assert.is(parsed(pfr.handle(STATUS))['lastInvoiceNumber'], '');
  assert.is(parsed(pfr.handle(invoice('1')))['invoiceNumber'], 'OTHER123-OTHER123-1');
});

test('a request id is signed as often as it is sent, and the last answer is stored', () => {
  const pfr = ready();
  pfr.handle(invoice('abc'));
  const second = pfr.handle(invoice('abc'));
  assert.equal(
    pfr.signed.map(({ requestId }) => requestId),
    ['abc', 'abc'],
  );
  assert.equal(pfr.handle(find('abc')).body, second.body);
});

test('it stores the configured number of answers', () => {
  const kept = (count: number) => {
    const pfr = ready({ kept: count });
    for (const id of ['a', 'b', 'c', 'd']) pfr.handle(invoice(id));
    return ['a', 'b', 'c', 'd'].filter((id) => pfr.handle(find(id)).body.toString() !== 'null').join('');
  };
  assert.is(kept(1), 'd');
  assert.is(kept(3), 'bcd');
});

test('rates change when it is their time, and with them what a label is taxed', () => {
  const pfr = ready();
  const revision = () => parsed(pfr.handle(invoice('1')))['taxGroupRevision'];
  assert.is(revision(), 1);
  pfr.change('next-rates');
  assert.is(revision(), 2);
  const { currentTaxRates, allTaxRates } = parsed(pfr.handle(STATUS));
  assert.is((currentTaxRates as { groupId: number }).groupId, 2);
  assert.is((allTaxRates as unknown[]).length, 2);
});

test('a clock that is wrong shows in status and on receipts', () => {
  const pfr = ready({ now: () => Date.UTC(2026, 10, 21, 9, 0, 0) });
  pfr.change({ clock: -3_600_000 });
  assert.is(parsed(pfr.handle(STATUS))['sdcDateTime'], '2026-11-21T09:00:00.0004551+01:00');
  assert.is(parsed(pfr.handle(invoice('1')))['sdcDateTime'], '2026-11-21T09:00:00.0004551+01:00');
});

test('one known language is enough, no known one is 406, and without a header it uses its own', () => {
  const letters = (headers: Record<string, string>) => {
    const reply = ready().handle(invoice('1', SALE, headers));
    return reply.status === 200 ? parsed(reply)['invoiceCounterExtension'] : reply.status;
  };
  assert.is(letters({}), 'ПП');
  assert.is(letters({ 'accept-language': '*' }), 'ПП');
  assert.is(letters({ 'accept-language': 'de-DE; en-US' }), 'NS');
  assert.is(letters({ 'accept-language': 'de-DE' }), 406);
});

test('it answers below its prefix only', () => {
  const pfr = ready({ prefix: '/token' });
  assert.is(pfr.handle(ATTENTION).status, 404);
  assert.is(pfr.handle(get('/token/api/v3/attention')).status, 200);
  assert.is(pfr.handle(get('/token/api/v3/invoices/%E0%A4%A')).status, 200);
  assert.is(pfr.handle(get('/token/api/v2/status')).status, 404);
});

test('a V-PFR has no card and no PIN, reports less, and signs by its own element', () => {
  const pfr = new FakePfr({ kind: 'vpfr' });
  const pac = { pac: 'ABC123' };
  assert.equal(Object.keys(parsed(pfr.handle(get('/api/v3/status', pac)))).sort(), [
    'allTaxRates',
    'currentTaxRates',
    'sdcDateTime',
    'supportedLanguages',
    'taxCoreApi',
    'uid',
  ]);
  assert.is(pfr.handle(pin('1234')).status, 404);
  assert.is(pfr.handle(ATTENTION).status, 200);
  const answer = parsed(pfr.handle(invoice('1', SALE, pac)));
  assert.is(answer['invoiceNumber'], 'FAKE7PFR-FAKESEO0-1');
  assert.is(answer['requestedBy'], 'FAKE7PFR');
  assert.is(answer['signedBy'], 'FAKESEO0');
});

test('a V-PFR refuses a wrong PAC and a disabled certificate', () => {
  const pfr = new FakePfr({ kind: 'vpfr' });
  for (const headers of [{}, { pac: 'WRONG1' }] as Record<string, string>[]) {
    const reply = pfr.handle(invoice('1', SALE, headers));
    assert.is(reply.status, 403);
    assert.match(reply.body.toString(), 'PAC');
  }
  pfr.change('certificate-disabled');
  assert.is(pfr.handle(invoice('1', SALE, { pac: 'ABC123' })).status, 403);
  assert.is(pfr.signed.length, 0);
});

test.run();

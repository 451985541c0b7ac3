// "GET /reports/summary" and "GET /reports/daily" of the specification of API v1.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Answers } from '../../../kit/answers.js';
import { body, line } from '../../../sales/invoicing/bodies.js';
import { TestBox } from '../../../kit/box.js';
import { type Client, read, readError } from '../../../kit/client.js';
import { setProductionProcessor } from '../../../kit/pfr/production.js';
import { serveWithoutSocket } from '../../../kit/serve.js';

const DAY_MS = 86_400_000;
const PATHS = ['/reports/summary', '/reports/daily'];
const EMPTY = { invoices: 0, turnover: 0, refunds: { count: 0, amount: 0 } };

let box: TestBox;
let client: Client;

test.before.each(async () => {
  box = await TestBox.start({ serve: serveWithoutSocket });
  client = await box.client();
});
test.after.each(() => box.stop());

/** Midday of a Belgrade winter day. */
function setDay(date: string): void {
  box.clockOffset = Date.parse(`${date}T11:00:00Z`) - Date.now();
}

/** Issues a receipt of one line of `amount` RSD. */
async function issue(amount: number, change: Readonly<Record<string, unknown>> = {}): Promise<void> {
  const items = [line({ quantity: 1, unitPrice: amount })];
  read('Invoice', 201, await client.post('/invoices', body({ items, ...change })));
}

const refund = { transactionType: 'Refund', referentDocumentNumber: 'A-A-1', buyerId: '10:123456789' };

const summary = async (query = ''): Promise<Answers['Summary']> =>
  read('Summary', 200, await client.get(`/reports/summary${query}`));
const daily = async (query = ''): Promise<Answers['Daily']> =>
  read('Daily', 200, await client.get(`/reports/daily${query}`));

test('from, to: strict YYYY-MM-DD; 422 for a malformed or non-calendar date; the message names the field', async () => {
  const malformed = [
    '2026-1-1',
    '01.01.2026',
    'today',
    '',
    '2026-01-01T00:00:00',
    '20260101',
    '+2026-01-01',
    '２０２６-01-01',
  ];
  const notOfCalendar = ['2026-02-30', '2026-13-01', '2026-00-10', '2027-02-29', '2026-01-00', '2026-01-01%0A'];
  for (const path of PATHS) {
    for (const name of ['from', 'to']) {
      for (const date of [...malformed, ...notOfCalendar]) {
        const { code, message } = readError(422, await client.get(`${path}?${name}=${encodeURI(date)}`));
        assert.is(code, 'validation', `${path} ${date}`);
        assert.is(message, `${name} must be a calendar day, YYYY-MM-DD`);
      }
    }
  }
  assert.is((await summary('?from=2028-02-29&to=2028-02-29')).from, '2028-02-29');
});

test('a date that is given twice is no date: 422', async () => {
  for (const path of [...PATHS, '/invoices']) {
    for (const name of ['from', 'to']) {
      const twice = await client.get(`${path}?${name}=2026-01-01&${name}=2026-01-01`);
      const { rule, field, message } = readError(422, twice);
      assert.equal([rule, field, message], ['query.repeated', name, `${name} must be given only once`]);
    }
  }
});

test('422 for `from` later than `to`', async () => {
  for (const path of PATHS) {
    const reply = await client.get(`${path}?from=2026-11-22&to=2026-11-21`);
    const { rule, field, message } = readError(422, reply);
    assert.equal([rule, field, message], ['query.from-after-to', 'from', 'from must not be later than to']);
  }
});

test('both default to today, the day in Belgrade', async () => {
  const days = [
    ['2026-11-20T22:59:59Z', '2026-11-20'],
    ['2026-11-20T23:00:00Z', '2026-11-21'],
    ['2027-07-01T21:59:58Z', '2027-07-01'],
    ['2027-07-01T22:00:00Z', '2027-07-02'],
  ] as const;
  for (const [instant, today] of days) {
    box.clockOffset = Date.parse(instant) - Date.now();
    for (const report of [await summary(), await daily()]) {
      assert.equal([report.from, report.to], [today, today], instant);
    }
  }
  assert.equal((await summary('?from=2026-11-21')).to, '2027-07-02');
  assert.equal((await daily('?to=2027-07-03')).from, '2027-07-02');
  for (const path of PATHS) {
    for (const query of ['?from=2027-07-03', '?to=2027-07-01']) {
      assert.is(readError(422, await client.get(path + query)).message, 'from must not be later than to', query);
    }
  }
});

test('whole days included: from 00:00:00 to 23:59:59 in Belgrade, also where the clocks change', async () => {
  const around = [
    ['2027-03-27T22:59:59Z', '2027-03-27'],
    ['2027-03-27T23:00:00Z', '2027-03-28'],
    ['2027-03-28T21:59:58Z', '2027-03-28'],
    ['2027-03-28T22:00:01Z', '2027-03-29'],
    ['2027-10-30T22:00:00Z', '2027-10-31'],
    ['2027-10-31T22:59:58Z', '2027-10-31'],
    ['2027-10-31T23:00:01Z', '2027-11-01'],
  ] as const;
  for (const [index, [instant]] of around.entries()) {
    box.clockOffset = Date.parse(instant) - Date.now();
    await issue(2 ** index);
  }
  const days = [...new Set(around.map(([, day]) => day))];
  const expected = days.map((date) => {
    const amounts = around.flatMap(([, day], index) => (day === date ? [2 ** index] : []));
    return { date, invoices: amounts.length, turnover: amounts.reduce((sum, amount) => sum + amount) };
  });
  assert.equal((await daily('?from=2027-03-27&to=2027-11-01')).days, expected);
  for (const { date, invoices, turnover } of expected) {
    const { totals } = await summary(`?from=${date}&to=${date}`);
    assert.equal(totals, { ...EMPTY, invoices, turnover }, date);
  }
});

test('response 200 of summary: exactly the fields of the table, empty where nothing was sold', async () => {
  const { rule, ...report } = await summary('?from=2001-01-01&to=2001-12-31');
  const period = { from: '2001-01-01', to: '2001-12-31', environment: 'sandbox' };
  assert.equal(report, { ...period, totals: EMPTY, byTaxLabel: [], byPaymentType: [], byCashier: [] });
  assert.equal(await daily('?from=2001-01-01&to=2001-12-31'), { ...period, days: [], rule });
});

test('totals: refunds included in invoices, subtracted from turnover, and shown as a positive amount', async () => {
  await issue(100.5);
  await issue(70.25);
  await issue(30.1, refund);
  const { totals } = await summary();
  assert.equal(totals, { invoices: 3, turnover: 140.65, refunds: { count: 1, amount: 30.1 } });
  await issue(200, refund);
  const negative = await summary();
  assert.equal(negative.totals, { invoices: 4, turnover: -59.35, refunds: { count: 2, amount: 230.1 } });
  assert.equal(negative.byPaymentType, [{ paymentType: 'Cash', amount: -59.35 }]);
});

test('only issued Normal and Advance invoices count; ProForma, Copy and Training never enter a total', async () => {
  const others = ['ProForma', 'Copy', 'Training'];
  for (const invoiceType of others) await issue(1000, { invoiceType, referentDocumentNumber: 'A-A-1' });
  for (const invoiceType of others) await issue(1000, { ...refund, invoiceType });
  assert.equal((await summary()).totals, EMPTY);
  await issue(1, { invoiceType: 'Normal' });
  await issue(20, { invoiceType: 'Advance' });
  await issue(300, { ...refund, invoiceType: 'Advance' });
  const { totals, byTaxLabel, byCashier } = await summary();
  assert.equal(totals, { invoices: 3, turnover: -279, refunds: { count: 1, amount: 300 } });
  assert.equal(byTaxLabel, [{ label: 'Ђ', name: 'О-ПДВ', rate: 20, turnover: -279 }]);
  assert.equal(byCashier, [{ cashier: 'API', invoices: 3, turnover: -279 }]);
});

test('a receipt that was refused is in no report', async () => {
  readError(422, await client.post('/invoices', body({ items: [] })));
  await box.set('pfr.sandbox', { mode: 'lpfr', url: 'http://127.0.0.1:9' });
  readError(409, await client.post('/invoices', body()));
  assert.equal((await summary()).totals, EMPTY);
});

test('byTaxLabel: in Serbian order; name and rate are null when the label no longer exists', async () => {
  const all = [
    { label: 'Ђ', name: 'О-ПДВ', rate: 20, active: true },
    { label: 'Е', name: 'П-ПДВ', rate: 10, active: true },
    { label: 'Д', name: 'Стара', rate: 8, active: true },
    { label: 'А', name: 'Није у ПДВ', rate: 0, active: true },
  ];
  await box.set('taxLabels', all);
  const items = all.map(({ label }, index) => line({ label, quantity: 1, unitPrice: 10 ** index }));
  await issue(0, { items: [...items, line({ label: 'Ђ', quantity: 1, unitPrice: 0.5 })] });
  const rows = async () =>
    (await summary()).byTaxLabel.map(({ label, name, rate, turnover }) => [label, name, rate, turnover]);
  assert.equal(await rows(), [
    ['А', 'Није у ПДВ', 0, 1000],
    ['Д', 'Стара', 8, 100],
    ['Ђ', 'О-ПДВ', 20, 1.5],
    ['Е', 'П-ПДВ', 10, 10],
  ]);
  // One label is renamed, one is switched off and so still exists, and one is removed.
  const [first = all[0], second] = all;
  await box.set('taxLabels', [
    { ...first, name: 'Општа', rate: 21 },
    { ...second, active: false },
  ]);
  assert.equal(await rows(), [
    ['А', null, null, 1000],
    ['Д', null, null, 100],
    ['Ђ', 'Општа', 21, 1.5],
    ['Е', 'П-ПДВ', 10, 10],
  ]);
  // Labels stay known while the processor cannot be reached.
  await box.set('pfr.sandbox', { mode: 'lpfr', url: 'http://127.0.0.1:9' });
  assert.equal((await rows()).at(-1), ['Е', 'П-ПДВ', 10, 10]);
});

test('byPaymentType: each part of a split payment counts in its own row, two of one kind together', async () => {
  const payments = [
    { paymentType: 'Voucher', amount: 20 },
    { paymentType: 'Cash', amount: 30.3 },
    { paymentType: 'Other', amount: 9.7 },
    { paymentType: 'Cash', amount: 40 },
  ];
  await issue(100, { payments });
  await issue(5, { ...refund, payments: [{ paymentType: 'Voucher', amount: 5 }] });
  assert.equal((await summary()).byPaymentType, [
    { paymentType: 'Other', amount: 9.7 },
    { paymentType: 'Cash', amount: 70.3 },
    { paymentType: 'Voucher', amount: 15 },
  ]);
});

test('byCashier: invoices and turnover of each, in Serbian order', async () => {
  for (const cashier of ['Ђорђе', 'Ема', 'Аница', 'Даница']) await issue(10, { cashier });
  await issue(4, { ...refund, cashier: 'Ема' });
  assert.equal((await summary()).byCashier, [
    { cashier: 'Аница', invoices: 1, turnover: 10 },
    { cashier: 'Даница', invoices: 1, turnover: 10 },
    { cashier: 'Ђорђе', invoices: 1, turnover: 10 },
    { cashier: 'Ема', invoices: 2, turnover: 6 },
  ]);
});

test('rule: an English sentence of the accounting rule, the same in both reports', async () => {
  const { rule } = await summary();
  assert.match(rule, /^[A-Z][A-Za-z, ]+\.$/);
  for (const word of ['Normal', 'Advance', 'ProForma', 'Copy', 'Training', 'refunds', 'environment']) {
    assert.ok(rule.includes(word), word);
  }
  assert.is((await daily()).rule, rule);
});

test('lists and reports return only the active environment', async () => {
  await issue(10);
  const fake = await setProductionProcessor(box);
  await box.set('environment', 'production');
  assert.equal([(await summary()).environment, (await summary()).totals], ['production', EMPTY]);
  assert.equal((await daily()).days, []);
  await issue(500);
  assert.is((await summary()).totals.turnover, 500);
  await box.set('environment', 'sandbox');
  assert.equal([(await summary()).environment, (await summary()).totals.turnover], ['sandbox', 10]);
  await fake.stop();
});

test('GET /reports/daily: days in order, days without traffic are omitted; a day with only copies has none', async () => {
  for (const [date, amount] of [
    ['2026-12-31', 10],
    ['2026-12-20', 7],
    ['2027-01-02', 5],
  ] as const) {
    setDay(date);
    await issue(amount);
  }
  setDay('2026-12-24');
  await issue(99, { invoiceType: 'Copy', referentDocumentNumber: 'A-A-1' });
  // A sale that was refunded is traffic too.
  setDay('2026-12-25');
  await issue(8);
  await issue(8, refund);
  const { days, from, to, environment } = await daily('?from=2026-12-20&to=2027-01-02');
  assert.equal([from, to, environment], ['2026-12-20', '2027-01-02', 'sandbox']);
  assert.equal(days, [
    { date: '2026-12-20', invoices: 1, turnover: 7 },
    { date: '2026-12-25', invoices: 2, turnover: 0 },
    { date: '2026-12-31', invoices: 1, turnover: 10 },
    { date: '2027-01-02', invoices: 1, turnover: 5 },
  ]);
});

test('today follows the clock of the box, day by day', async () => {
  await issue(10);
  box.clockOffset += DAY_MS;
  assert.equal((await summary()).totals, EMPTY);
  box.clockOffset -= DAY_MS;
  assert.is((await summary()).totals.turnover, 10);
});

test.run();

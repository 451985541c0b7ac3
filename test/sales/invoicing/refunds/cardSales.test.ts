// Technical Instruction for ESIR, 9.4: sales by corporate card are refunded by one receipt for a part of a month.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Invoice, InvoiceWithState, Warning } from '../../../kit/answers.js';
import { TestBox } from '../../../kit/box.js';
import { type Client, read, readError, type Reply } from '../../../kit/client.js';
import { serveWithoutSocket } from '../../../kit/serve.js';
import { type Body, body, line } from '../bodies.js';

const DAY = 86_400_000;
/** Noon in Belgrade. */
const on = (day: string): number => Date.parse(`${day}T11:00:00Z`);

const BUYER = { buyerId: '10:100000049' };
const card = (number: string): Body => ({ ...BUYER, buyerCostCenterId: `50:${number}` });
const paid = (amount: number): Body => ({ payments: [{ paymentType: 'Voucher', amount }] });
const PETROL = { name: 'Бензин БМБ', unit: 'л', unitPrice: 150, label: 'Ђ' };
const MARCH = '60:01032026_31032026';

const clock = { now: on('2026-03-01') };
let box: TestBox;
let client: Client;

test.before.each(async () => {
  clock.now = on('2026-03-01');
  box = await TestBox.start({ wallClock: () => clock.now, serve: serveWithoutSocket });
  client = await box.client();
  await box.set('refundGuard', 'refuse');
});
test.after.each(() => box.stop());

async function issue(change: Body = {}): Promise<Invoice> {
  return read('Invoice', 201, await client.post('/invoices', body(change)));
}

/** A sale of so many litres by a corporate card. */
function fuel(litres: number, number = '6666666'): Promise<Invoice> {
  return issue({ ...card(number), ...paid(litres * 150), items: [line({ ...PETROL, quantity: litres })] });
}

/** A summary refund of so many litres; `last` is the receipt that it names. */
function summary(last: Invoice, litres: number, change: Body = {}): Promise<Reply> {
  const items = [line({ ...PETROL, quantity: litres })];
  const reference = { referentDocumentNumber: last.pfr.invoiceNumber, transactionType: 'Refund' };
  return client.post(
    '/invoices',
    body({ ...BUYER, buyerCostCenterId: MARCH, ...reference, items, ...paid(litres * 150), ...change }),
  );
}

const warningsOf = (reply: Reply): readonly Warning[] => read('Invoice', 201, reply).warnings ?? [];
const ruleOf = (reply: Reply): string | undefined => readError(422, reply).rule;
async function stateOf({ uuid }: Invoice): Promise<InvoiceWithState> {
  return read('InvoiceWithState', 200, await client.get(`/invoices/${uuid}`));
}

/** Three sales of March, of two cards, the last one of two litres; and what is not of the summary. */
async function march(): Promise<readonly [Invoice, Invoice, Invoice]> {
  await fuel(100);
  clock.now += DAY;
  const first = await fuel(10);
  const second = await fuel(20, '7777777');
  clock.now = on('2026-03-31');
  const last = await fuel(2);
  await issue({ ...BUYER, ...paid(300) });
  await issue({ ...card('6666666'), payments: [{ paymentType: 'Cash', amount: 300 }] });
  await issue({ ...card('6666666'), buyerId: '10:100000057', ...paid(300) });
  clock.now = on('2026-04-02');
  await fuel(200);
  return [first, second, last];
}
/** Litres of all sales of March: the first is of its first day. */
const ALL = 132;

test('a summary refund of all sales of the month is issued without a warning, also where guard and strict refuse', async () => {
  const [, , last] = await march();
  await box.set('strict', true);
  assert.equal(warningsOf(await summary(last, ALL)), []);
});

test('more than all sales of the month together is refused, and so is a second summary', async () => {
  const [, , last] = await march();
  assert.is(ruleOf(await summary(last, ALL + 1)), 'refund.beyond-what-is-left');
  const made = read('Invoice', 201, await summary(last, ALL));
  const again = readError(422, await summary(last, ALL));
  assert.is(again.rule, 'refund.already-refunded');
  assert.match(again.message, new RegExp(made.pfr.invoiceNumber));
  // A part of the month that the summary covers has nothing left, either.
  assert.is(ruleOf(await summary(last, 1, { buyerCostCenterId: '60:31032026_31032026' })), 'refund.already-refunded');
});

test('what was refunded of a single sale is not refunded again by the summary, and the reverse', async () => {
  const [first, second, last] = await march();
  await client.post(`/invoices/${first.uuid}/refund`, {});
  assert.is(ruleOf(await summary(last, ALL)), 'refund.beyond-what-is-left');
  assert.equal(warningsOf(await summary(last, ALL - 10)), []);
  for (const sale of [second, last]) {
    assert.is(ruleOf(await client.post(`/invoices/${sale.uuid}/refund`, {})), 'refund.already-refunded');
    const { refundable, refunds, warnings } = await stateOf(sale);
    assert.equal(
      [refundable?.amount, refunds?.map(({ amount }) => amount), warnings],
      [0, [(ALL - 10) * 150], undefined],
    );
  }
});

test('a sale after the summary is not covered by it, though it is of the same days', async () => {
  const before = await fuel(5);
  assert.equal(warningsOf(await summary(before, 5)), []);
  const after = await fuel(1);
  assert.equal([(await stateOf(before)).refundable?.amount, (await stateOf(after)).refundable?.amount], [0, 150]);
  assert.equal(warningsOf(await summary(after, 1)), []);
});

test('parts of a month have a summary each', async () => {
  const [, second, last] = await march();
  const half = { buyerCostCenterId: '60:01032026_15032026' };
  assert.is(ruleOf(await summary(second, 131, half)), 'refund.beyond-what-is-left');
  assert.equal(warningsOf(await summary(second, 130, half)), []);
  assert.equal(warningsOf(await summary(last, 2, { buyerCostCenterId: '60:16032026_31032026' })), []);
  assert.is(ruleOf(await summary(last, ALL)), 'refund.already-refunded');
});

test('a month that does not fit on one receipt has several summaries, and each returns only what it names', async () => {
  const [, , last] = await march();
  await box.set('strict', true);
  assert.equal(warningsOf(await summary(last, 100)), []);
  assert.is(ruleOf(await summary(last, 33)), 'refund.beyond-what-is-left');
  assert.equal(warningsOf(await summary(last, 32)), []);
  assert.is(ruleOf(await summary(last, 1)), 'refund.already-refunded');
  assert.is((await stateOf(last)).refundable?.amount, 0);
});

test('a single refund before the summaries of a month counts once, and a voided one of them not at all', async () => {
  const [first, , last] = await march();
  await client.post(`/invoices/${first.uuid}/refund`, {});
  const wrong = read('Invoice', 201, await summary(last, 100));
  assert.equal(warningsOf(await summary(last, ALL - 110)), []);
  assert.is(ruleOf(await summary(last, 1)), 'refund.already-refunded');
  const own = { buyerId: `10:${box.parts.settings.now.company.tin}`, buyerCostCenterId: null };
  assert.equal(warningsOf(await summary(wrong, 100, own)), []);
  assert.is(ruleOf(await summary(last, 101)), 'refund.beyond-what-is-left');
  assert.equal(warningsOf(await summary(last, 100)), []);
});

test('a summary that was voided counts no more', async () => {
  const [, , last] = await march();
  const wrong = read('Invoice', 201, await summary(last, ALL));
  const own = { buyerId: `10:${box.parts.settings.now.company.tin}`, buyerCostCenterId: null };
  assert.equal(warningsOf(await summary(wrong, ALL, own)), []);
  assert.is((await stateOf(last)).refundable?.amount, 300);
  assert.equal(warningsOf(await summary(last, ALL)), []);
});

for (const [what, change] of [
  ['of the seller', () => ({ buyerId: `10:${box.parts.settings.now.company.tin}` })],
  ['of the buyer', () => BUYER],
] as const) {
  test(`what voids a summary is no summary, though it repeats the optional field and has the id ${what}`, async () => {
    const [first, , last] = await march();
    const wrong = read('Invoice', 201, await summary(last, ALL));
    const rules = warningsOf(await summary(wrong, ALL, { buyerCostCenterId: MARCH, ...change() }));
    assert.not(rules.some(({ rule }) => rule.startsWith('refund.')));
    for (const [sale, amount] of [
      [first, 1500],
      [last, 300],
    ] as const) {
      assert.is((await stateOf(sale)).refundable?.amount, amount);
    }
    // The void is not done twice, and the month is returned once more, and then not again.
    assert.is(ruleOf(await summary(wrong, ALL, { buyerCostCenterId: MARCH, ...change() })), 'refund.already-refunded');
    assert.is(ruleOf(await summary(last, ALL + 1)), 'refund.beyond-what-is-left');
    assert.equal(warningsOf(await summary(last, ALL)), []);
    assert.is(ruleOf(await summary(last, ALL)), 'refund.already-refunded');
    assert.is((await stateOf(first)).refundable?.amount, 0);
  });
}

test('the last sale of the period must be named: the API warns, guard or strict refuses, and says which', async () => {
  const [first, , last] = await march();
  const refused = readError(422, await summary(first, ALL));
  assert.is(refused.rule, 'refund.summary-referent');
  assert.match(refused.message, new RegExp(last.pfr.invoiceNumber));
  await box.set('refundGuard', 'warn');
  await box.set('strict', true);
  assert.is(ruleOf(await summary(first, ALL)), 'refund.summary-referent');
  assert.is(ruleOf(await summary(last, ALL, { buyerId: '10:100000081' })), 'refund.summary-referent');
  await box.set('strict', false);
  const [warning] = warningsOf(await summary(first, ALL));
  assert.is(warning?.rule, 'refund.summary-referent');
});

test('the repeat of a summary says what it said, though the month is returned by then', async () => {
  const [first, , last] = await march();
  const key = { clientRequestId: 'summary-of-march' };
  assert.equal(warningsOf(await summary(last, ALL, key)), []);
  assert.is(read('Invoice', 200, await summary(last, ALL, key)).warnings, undefined);
  await box.set('refundGuard', 'warn');
  clock.now += DAY;
  read('Invoice', 201, await client.post(`/invoices/${first.uuid}/refund`, {}));
  assert.is(read('Invoice', 200, await summary(last, ALL, key)).warnings, undefined, 'nor of a refund since');
});

test('the repeat of a refund of one sale says nothing of a summary that came after it, and the next refund does', async () => {
  const [first, , last] = await march();
  const key = { clientRequestId: 'refund-of-one-sale' };
  await box.set('refundGuard', 'warn');
  const refund = (body: object): Promise<Reply> => client.post(`/invoices/${first.uuid}/refund`, body);
  const rules = ({ warnings = [] }: Invoice): readonly string[] =>
    warnings.map(({ rule }) => rule).filter((rule) => rule.startsWith('refund.'));
  assert.equal(rules(read('Invoice', 201, await refund(key))), []);
  assert.equal(warningsOf(await summary(last, ALL - 10)), []);
  assert.equal(rules(read('Invoice', 200, await refund(key))), []);
  assert.equal(rules(read('Invoice', 201, await refund({}))), ['refund.already-refunded']);
});

test('what was said of a summary, and of a refund after it, is said again when the summary before was voided since', async () => {
  const [first, , last] = await march();
  await box.set('refundGuard', 'warn');
  const rules = ({ warnings = [] }: Invoice): readonly string[] =>
    warnings.map(({ rule }) => rule).filter((rule) => rule.startsWith('refund.'));
  const made = read('Invoice', 201, await summary(last, ALL));
  const again = { clientRequestId: 'summary-once-more' };
  const single = { clientRequestId: 'refund-of-one-sale' };
  const refund = (): Promise<Reply> => client.post(`/invoices/${first.uuid}/refund`, single);
  assert.equal(rules(read('Invoice', 201, await refund())), ['refund.already-refunded']);
  assert.equal(rules(read('Invoice', 201, await summary(last, ALL, again))), ['refund.already-refunded']);
  const own = { buyerId: `10:${box.parts.settings.now.company.tin}`, buyerCostCenterId: null };
  assert.equal(warningsOf(await summary(made, ALL, own)), []);
  assert.equal(rules(read('Invoice', 200, await refund())), ['refund.already-refunded']);
  assert.equal(rules(read('Invoice', 200, await summary(last, ALL, again))), ['refund.already-refunded']);
});

test('the repeat of a refund that names another buyer than its sale says what it said', async () => {
  const [first, , last] = await march();
  await box.set('refundGuard', 'warn');
  read('Invoice', 201, await summary(last, ALL));
  clock.now += DAY;
  const rules = ({ warnings = [] }: Invoice): readonly string[] => warnings.map(({ rule }) => rule);
  const key = { clientRequestId: 'refund-to-another', buyerId: '10:100000057' };
  const refund = (): Promise<Reply> => client.post(`/invoices/${first.uuid}/refund`, key);
  const said = rules(read('Invoice', 201, await refund()));
  assert.ok(said.includes('refund.already-refunded'));
  assert.equal(rules(read('Invoice', 200, await refund())), said);
});

test.run();

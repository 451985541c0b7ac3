import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { IssuedInvoice } from '../../../../src/platform/ledger/invoice.js';
import { body, line } from '../bodies.js';
import { closed, Counter, isInvalid, issued } from '../counter.js';

const BUYER = { buyerId: '10:123456789' };

let counter: Counter;
test.before.each(async () => {
  counter = await Counter.open();
});
test.after.each(() => counter.ledger.close());

/** The line of an advance of so many para. */
const lineOf = (total: number) => ({
  ...{
    name: '10: Аванс (Ђ)',
    unit: 'ком',
    quantity: 1000,
    unitPrice: total,
    total,
    label: 'Ђ',
    gtin: null,
    itemId: null,
  },
});

const numberOf = ({ signature }: IssuedInvoice): string => signature.invoiceNumber;

for (const amounts of [
  [100, 50],
  [100, 50, 25],
]) {
  test(`${amounts.length} advances are returned by one refund, which names the last and has one line for its label`, async () => {
    let last = await counter.advance(amounts[0]);
    for (const amount of amounts.slice(1)) last = await counter.advance(amount, last);
    const { refund, final } = closed(await counter.close(last));
    const total = amounts.reduce((sum, amount) => sum + amount, 0);
    assert.is(refund.draft.referentNumber, numberOf(last));
    assert.equal(refund.draft.lines, [lineOf(total * 100)]);
    assert.equal(refund.draft.payments, [{ paymentType: 'Cash', amount: total * 100 }]);
    assert.is(refund.draft.total, total * 100);
    assert.match(final.draft.adText ?? '', new RegExp(`рачун: ${numberOf(last)}\n.*\nИзнос аванса: ${total},00\n`));
    assert.is(closed(await counter.close(last)).isNew, false);
  });
}

test('payments of several advances are added up by kind', async () => {
  const pay = (...payments: readonly (readonly [string, number])[]) => ({
    payments: payments.map(([paymentType, amount]) => ({ paymentType, amount })),
  });
  const first = await counter.advance(100, undefined, pay(['Card', 60], ['Cash', 40]));
  const last = await counter.advance(200, first, pay(['Voucher', 150], ['Card', 50]));
  const { refund, final } = closed(await counter.close(last));
  const expected = [
    { paymentType: 'Card', amount: 11_000 },
    { paymentType: 'Cash', amount: 4_000 },
    { paymentType: 'Voucher', amount: 15_000 },
  ];
  assert.equal(refund.draft.payments, expected);
  assert.equal(final.draft.payments, expected);
});

test('of a label whose rate has changed along the chain the newest rate is returned', async () => {
  const first = await counter.advance(100);
  await counter.setLabel('Ђ', { rate: 25 });
  const last = await counter.advance(100, first);
  await counter.setLabel('Ђ', { rate: 30 });
  const { refund } = closed(await counter.close(last));
  assert.equal(
    refund.signature.taxItems.map(({ rate, total }) => ({ rate, total })),
    [{ rate: 25, total: 20_000 }],
  );
});

test('an advance that others go on from is not closed, before and after the last one was', async () => {
  const first = await counter.advance(100);
  const last = await counter.advance(50, first);
  const words = `На овај аванс се надовезује аванс ${numberOf(last)}; затворите последњи аванс у низу.`;
  isInvalid(await counter.close(first), words, 'uuid');
  closed(await counter.close(last));
  isInvalid(await counter.close(first), words, 'uuid');
});

test('an advance that was returned by a refund of its own does not count any more', async () => {
  const first = await counter.advance(100);
  const middle = await counter.advance(50, first);
  const last = await counter.advance(25, middle);
  issued(await counter.refund(middle, BUYER));
  const { refund } = closed(await counter.close(last));
  assert.equal(refund.draft.lines, [lineOf(12_500)]);
  assert.is(refund.draft.total, 12_500);
});

test('when the last advance was returned by a refund of its own, the one before it is the last', async () => {
  const first = await counter.advance(100);
  const last = await counter.advance(50, first);
  issued(await counter.refund(last, BUYER));
  const words = `Аванс ${numberOf(last)} је већ рефундиран; за авансе пре њега затворите аванс ${numberOf(first)}.`;
  isInvalid(await counter.close(last), words, 'uuid');
  assert.is(closed(await counter.close(first)).refund.draft.total, 10_000);
});

test('an advance of a closed chain is not returned again, although the last one was refunded by hand once more', async () => {
  const first = await counter.advance(100);
  const last = await counter.advance(50, first);
  closed(await counter.close(last));
  issued(await counter.refund(last, BUYER));
  const words = `На овај аванс се надовезује аванс ${numberOf(last)}; затворите последњи аванс у низу.`;
  isInvalid(await counter.close(first), words, 'uuid');
});

test('nor when one in the middle was', async () => {
  const first = await counter.advance(100);
  const middle = await counter.advance(50, first);
  const last = await counter.advance(25, middle);
  closed(await counter.close(last));
  issued(await counter.refund(middle, BUYER));
  const words = `На овај аванс се надовезује аванс ${numberOf(last)}; затворите последњи аванс у низу.`;
  isInvalid(await counter.close(first), words, 'uuid');
});

test('an advance that goes on from a closed chain begins anew', async () => {
  const last = await counter.advance(50, await counter.advance(100));
  closed(await counter.close(last));
  const next = await counter.advance(30, last);
  assert.is(closed(await counter.close(next)).refund.draft.total, 3_000);
  assert.is(closed(await counter.close(last)).isNew, false);
});

test('a chain with a branch is not closed; a part of an earlier advance that was returned does not count', async () => {
  const first = await counter.advance(100);
  const left = await counter.advance(50, first);
  const right = await counter.advance(60, first);
  const branches =
    `На аванс ${numberOf(first)} се надовезује више аванса, па се не зна шта је већ враћено; ` +
    'издајте рефундацију аванса и коначни рачун посебно.';
  for (const last of [left, right]) isInvalid(await counter.close(last), branches, 'uuid');
  issued(await counter.refund(right, BUYER));
  const part = { invoiceType: 'Advance', transactionType: 'Refund', ...BUYER, referentDocumentNumber: numberOf(first) };
  issued(await counter.sell({ ...part, items: [line({ quantity: 1, unitPrice: 10 })] }));
  assert.is(closed(await counter.close(left)).refund.draft.total, 14_000, 'less the part of the first');
});

test('a refund of more of a label than was advanced leaves it open what is left', async () => {
  const first = await counter.advance(100);
  const last = await counter.advance(50, first);
  const other = {
    invoiceType: 'Advance',
    transactionType: 'Refund',
    ...BUYER,
    referentDocumentNumber: numberOf(first),
  };
  issued(await counter.sell({ ...other, items: [line({ quantity: 1, unitPrice: 10, label: 'Е' })] }));
  const partly =
    `Аванс ${numberOf(first)} је већ рефундиран на други износ; ` +
    'рефундирајте остатак и издајте коначни рачун посебно.';
  isInvalid(await counter.close(last), partly, 'uuid');
});

test('a branch that was returned by a refund of its own is none', async () => {
  const first = await counter.advance(100);
  const left = await counter.advance(50, first);
  issued(await counter.refund(await counter.advance(60, first), BUYER));
  assert.is(closed(await counter.close(left)).refund.draft.total, 15_000);
});

test('references that lead in a circle, to itself, to no advance or nowhere do no harm', async () => {
  const [jid = ''] = numberOf(issued(await counter.sell())).split('-');
  const refersTo = (counter: number) => ({ referentDocumentNumber: `${jid}-${jid}-${counter}` });
  const early = await counter.advance(100, undefined, refersTo(3));
  const late = await counter.advance(50, undefined, refersTo(2));
  const self = await counter.advance(50, undefined, refersTo(4));
  for (const [advance, next] of [
    [early, late],
    [late, early],
    [self, self],
  ] as const) {
    const words = `На овај аванс се надовезује аванс ${numberOf(next)}; затворите последњи аванс у низу.`;
    isInvalid(await counter.close(advance), words, 'uuid');
  }
  for (const referentDocumentNumber of [`${jid}-${jid}-1`, `${jid}-${jid}-999`, 'XXXXXXXX-XXXXXXXX-12', 'x', '1-1-a']) {
    const advance = await counter.advance(70, undefined, { referentDocumentNumber });
    assert.is(closed(await counter.close(advance)).refund.draft.total, 7_000);
  }
});

test('no receipt of one environment refers to one of the other', async () => {
  const first = await counter.advance(100);
  await counter.set('environment', 'production');
  const words =
    'Рачун је издат у пробном окружењу, а уређај сада ради у продукцији; нови документ не може да се позове на њега.';
  const reference = { referentDocumentNumber: numberOf(first).toLowerCase(), buyerId: '10:123456789' };
  for (const change of [{ invoiceType: 'Advance' }, { transactionType: 'Refund' }, { invoiceType: 'Copy' }]) {
    isInvalid(await counter.sell(body({ ...change, ...reference })), words, 'uuid');
  }
  assert.equal(await counter.all('production'), []);
  await counter.set('environment', 'sandbox');
  assert.is(closed(await counter.close(first)).refund.draft.total, 10_000);
});

test('a number is the same number in small letters and with blanks around it', async () => {
  const first = await counter.advance(100);
  const spelled = ` ${numberOf(first).toLowerCase()} `;
  const last = await counter.advance(50, undefined, { referentDocumentNumber: spelled });
  assert.is(last.draft.referentNumber, numberOf(first));
  assert.is(closed(await counter.close(last)).refund.draft.total, 15_000);
});

test('a chain of 500 lines is returned by one refund; one line more is refused before anything is issued', async () => {
  const items = Array.from({ length: 250 }, () => line({ quantity: 1, unitPrice: 1 }));
  const first = await counter.advance(0, undefined, { items });
  const last = await counter.advance(0, first, { items });
  const more = await counter.advance(1, last);
  const words = 'Рефундација аванса: Аванси у низу имају заједно више од 500 ставки; рефундирајте их посебно.';
  isInvalid(await counter.close(more), words, 'uuid');
  assert.is((await counter.all()).length, 3);
  issued(await counter.refund(more, BUYER));
  assert.is(closed(await counter.close(last, body())).refund.draft.lines.length, 500);
});

test.run();

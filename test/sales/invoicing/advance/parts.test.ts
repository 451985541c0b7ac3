// proof: advances in parts
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { MemoryDisk } from '../../../kit/disk/memory.js';
import type { IssuedInvoice } from '../../../../src/platform/ledger/invoice.js';
import { readInvoiceState } from '../../../../src/sales/invoicing/refunds/invoiceState.js';
import { unsliced } from '../../../../src/sales/invoicing/refunds/referring.js';
import { type Body, line } from '../bodies.js';
import { closed, Counter, isInvalid, issued } from '../counter.js';

let counter: Counter;
test.before.each(async () => {
  counter = await Counter.open();
});
test.after.each(() => counter.ledger.close());

const numberOf = ({ signature }: IssuedInvoice): string => signature.invoiceNumber;
const goods = (amount: number, change: Body = {}): Body => line({ quantity: 1, unitPrice: amount, ...change });
const part = (amount: number, clientRequestId: string, change: Body = {}): Body => ({
  ...{ items: [goods(amount)], part: true, clientRequestId },
  ...change,
});
const cash = (amount: number): Body[] => [{ paymentType: 'Cash', amount }];
const totalsOf = (receipts: readonly IssuedInvoice[]): number[] => receipts.map(({ draft }) => draft.total / 100);

/** What the receipt's page says is left of the chain, RSD, and whether it has ended. */
async function leftOf(advance: IssuedInvoice): Promise<[number | undefined, boolean]> {
  const { advance: chain, refundable } = await readInvoiceState(counter, advance, unsliced);
  assert.is(refundable?.amount, chain?.end === undefined ? chain?.remaining : 0);
  return [chain?.remaining === undefined ? undefined : chain.remaining / 100, chain?.end !== undefined];
}

test('an advance is realised in parts: each refund returns what is delivered, the last one what is left', async () => {
  const advance = await counter.advance(1000);
  const first = closed(await counter.close(advance, part(400, 'part-one')));
  assert.equal(totalsOf([first.refund, first.final]), [400, 400]);
  assert.is(first.refund.draft.referentNumber, numberOf(advance));
  assert.is(first.final.draft.referentNumber, numberOf(first.refund));
  assert.equal(first.final.draft.payments, [{ paymentType: 'Cash', amount: 0 }]);
  assert.equal(await leftOf(advance), [600, false]);
  const second = closed(await counter.close(advance, { items: [goods(700)], restPayments: cash(100) }));
  assert.equal(totalsOf([second.refund, second.final]), [600, 700]);
  assert.equal(second.final.draft.payments, [{ paymentType: 'Cash', amount: 100_00 }]);
  assert.equal(await leftOf(advance), [0, true]);
  assert.equal(closed(await counter.close(advance, part(400, 'part-one'))), { ...first, isNew: false });
  assert.equal(closed(await counter.close(advance, { items: [goods(700)] })), { ...second, isNew: false });
  assert.is((await counter.all()).length, 5);
});

test('a part that was realised by single receipts counts: closing returns the rest', async () => {
  const advance = await counter.advance(1000);
  const refund = { invoiceType: 'Advance', transactionType: 'Refund', buyerId: '10:100000024' };
  const items = [{ name: '10: Аванс (Ђ)', label: 'Ђ', quantity: 1, unitPrice: 400 }];
  const byHand = issued(await counter.sell({ ...refund, items, referentDocumentNumber: numberOf(advance) }));
  issued(await counter.sell({ items: [goods(400)], referentDocumentNumber: numberOf(byHand) }));
  assert.equal(await leftOf(advance), [600, false]);
  const outcome = closed(await counter.close(advance, { items: [goods(600)] }));
  assert.equal([outcome.isNew, ...totalsOf([outcome.refund, outcome.final])], [true, 600, 600]);
  assert.equal(await leftOf(advance), [0, true]);
});

test('a part whose refund was voided is left again', async () => {
  const advance = await counter.advance(1000);
  const refund = { invoiceType: 'Advance', transactionType: 'Refund', buyerId: '10:100000024' };
  const items = [{ name: '10: Аванс (Ђ)', label: 'Ђ', quantity: 1, unitPrice: 400 }];
  const wrong = issued(await counter.sell({ ...refund, items, referentDocumentNumber: numberOf(advance) }));
  assert.equal(await leftOf(advance), [600, false]);
  issued(await counter.sell({ ...refund, items, referentDocumentNumber: numberOf(wrong) }));
  assert.equal(await leftOf(advance), [1000, false]);
  assert.is(closed(await counter.close(advance)).refund.draft.total, 1000_00);
});

test('a part takes of each label what is delivered of it, and the rest is paid', async () => {
  const items = [
    line({ name: '10: Аванс (Ђ)', quantity: 1, unitPrice: 300 }),
    line({ name: '11: Аванс (Е)', label: 'Е', quantity: 1, unitPrice: 200 }),
  ];
  const advance = await counter.advance(0, undefined, { items });
  const delivery = [goods(100), goods(250, { label: 'Е', name: 'Хлеб' })];
  const asked = part(0, 'part-one', { items: delivery, restPayments: cash(50) });
  const { refund, final } = closed(await counter.close(advance, asked));
  assert.equal(
    refund.draft.lines.map(({ name, total }) => [name, total]),
    [
      ['10: Аванс (Ђ)', 100_00],
      ['11: Аванс (Е)', 200_00],
    ],
  );
  assert.equal(final.draft.payments, [{ paymentType: 'Cash', amount: 50_00 }]);
  assert.equal(final.draft.paidInAdvance?.payments, [{ paymentType: 'Cash', amount: 300_00 }]);
  isInvalid(
    await counter.close(advance, part(0, 'part-two', { items: [goods(10, { label: 'Е' })] })),
    'Рефундација аванса: Од аванса није остало ништа за пореске ознаке испоручених ставки.',
    '/items',
  );
});

test('a part of goods that were paid in advance is returned as money of their label', async () => {
  const advance = await counter.advance(0, undefined, { items: [line({ quantity: 2, unitPrice: 150 })] });
  for (const [key, amount, left] of [
    ['part-one', 100, 200],
    ['part-two', 200, 0],
  ] as const) {
    const { refund } = closed(await counter.close(advance, part(amount, key)));
    const money = { quantity: 1000, unitPrice: amount * 100, total: amount * 100 };
    assert.equal(refund.draft.lines, [
      { ...{ name: '10: Аванс (Ђ)', unit: 'ком', label: 'Ђ', gtin: null, itemId: null }, ...money },
    ]);
    assert.equal(await leftOf(advance), [left, left === 0]);
  }
});

test('a part needs a key, and what is left to pay must be paid', async () => {
  const advance = await counter.advance(1000);
  for (const [asked, words, field] of [
    [part(400, '', { clientRequestId: null }), 'Уз поље „part” пошаљите кључ идемпотентности', '/part'],
    [part(1200, 'part-one'), 'Збир износа у пољу „restPayments” (0,00) мора бити једнак', '/restPayments'],
    [part(400, 'part-one', { payments: cash(400) }), 'Поље „payments” наводи сва плаћања', '/payments'],
    [{ items: [goods(400)], restPayments: [] }, 'Аванс (1.000,00) је већи од испоруке (400,00)', '/restPayments'],
    [{ items: [goods(1200)], restPayments: cash(100) }, 'Збир износа у пољу „restPayments” (100,00)', '/restPayments'],
    [{ items: [goods(1000.01)], restPayments: [] }, 'Збир износа у пољу „restPayments” (0,00)', '/restPayments'],
    [{ items: [goods(1200)], restPayments: cash(200), tendered: 100 }, 'Износ у пољу „tendered” (100,00)', '/tendered'],
  ] as const) {
    const outcome = await counter.close(advance, asked);
    if (outcome.kind !== 'invalid') throw new Error(`${words}: ${outcome.kind}`);
    assert.ok(outcome.error.message.startsWith(`Коначни рачун: ${words}`), outcome.error.message);
    assert.is(outcome.error.field, field);
  }
  assert.equal(await counter.all(), [advance]);
});

test('the cash given at delivery is recorded for the change', async () => {
  const advance = await counter.advance(1000);
  const asked = { items: [goods(1200)], restPayments: cash(200), tendered: 500 };
  const { final } = closed(await counter.close(advance, asked));
  assert.equal([final.draft.tendered, final.draft.payments], [500_00, [{ paymentType: 'Cash', amount: 200_00 }]]);
  const nothing = { items: [goods(300)], restPayments: [], tendered: 0 };
  assert.not('tendered' in closed(await counter.close(await counter.advance(300), nothing)).final.draft);
});

test('a final receipt whose only payment is set to its total has a warning, also when it is repeated', async () => {
  const advance = await counter.advance(1000);
  const asked = { items: [goods(1200)], clientRequestId: 'closing-set' };
  const first = closed(await counter.close(advance, asked));
  assert.equal(first.final.draft.payments, [{ paymentType: 'Cash', amount: 1200_00 }]);
  const [warning, ...others] = first.warnings ?? [];
  assert.equal([warning?.rule, others], ['invoice.payment-set', []]);
  assert.match(warning?.message ?? '', /1\.200,00 РСД плаћено као и аванс од 1\.000,00 РСД\. .*„restPayments”/);
  assert.match(warning?.messageEn ?? '', /No payments were sent, .*"restPayments"/);
  assert.equal(closed(await counter.close(advance, asked)), { ...first, isNew: false });
  const sent = closed(
    await counter.close(await counter.advance(1000), {
      items: [goods(1200)],
      payments: [{ paymentType: 'Card', amount: 100 }],
    }),
  );
  assert.equal(
    sent.warnings?.map(({ rule }) => rule),
    ['invoice.payment-set'],
  );
  const whole = await counter.advance(300);
  assert.is(closed(await counter.close(whole, { items: [goods(300)] })).warnings, undefined);
});

test('with the setting strict only a payment that was sent is refused, before the advance is refunded', async () => {
  const advance = await counter.advance(1000);
  await counter.set('strict', true);
  const payments = [{ paymentType: 'Card' as const, amount: 100 }];
  const refused = await counter.close(advance, { items: [goods(1200)], payments });
  assert.is(refused.kind === 'invalid' && refused.error.rule, 'invoice.payment-set');
  assert.equal(await counter.all(), [advance]);
  closed(await counter.close(advance, { items: [goods(1200)] }));
});

test('cash given without a rest that it could be counted from is ignored, with a warning', async () => {
  const advance = await counter.advance(300);
  const asked = { items: [goods(300)], clientRequestId: 'closing-1' };
  // Less than is paid, and no amount of money: on an invoice it would be refused.
  const { warnings, ...first } = closed(await counter.close(advance, { ...asked, tendered: 0.001 }));
  const WARNING = [
    {
      rule: 'invoice.closing-members',
      message: 'Поље „tendered” се не узима у обзир без поља „restPayments”: кусур се рачуна од остатка после аванса.',
      messageEn:
        'The field "tendered" is ignored without "restPayments": the change is counted from the rest after the advance.',
    },
  ];
  assert.equal(warnings, WARNING);
  assert.not('tendered' in first.final.draft);
  assert.equal(first.final.draft.payments, [{ paymentType: 'Cash', amount: 300_00 }]);
  const repeat = await counter.close(advance, { ...asked, tendered: 500 });
  assert.equal(closed(repeat), { ...first, isNew: false, warnings: WARNING }, 'it is not part of what the key binds');
  assert.equal(closed(await counter.close(advance, asked)), { ...first, isNew: false });
  assert.equal(totalsOf(await counter.all()), [300, 300, 300]);
});

test('a second closing with other goods is told so, refused on a page, and issues nothing', async () => {
  const advance = await counter.advance(300);
  const first = closed(await counter.close(advance));
  const other = { items: [goods(300, { name: 'Чај' })] };
  const { warnings = [], ...again } = closed(await counter.close(advance, other));
  assert.equal(again, { ...first, isNew: false });
  const rule = 'invoice.advance-closed-otherwise';
  assert.equal(
    warnings.map((one) => [one.rule, one.message]),
    [
      [
        rule,
        `Аванс ${numberOf(advance)} је већ затворен рачуном ${numberOf(first.final)}, а овај захтев наводи другу испоруку. ` +
          'Ништа ново није издато.',
      ],
    ],
  );
  assert.is(closed(await counter.close(advance)).warnings, undefined);
  const onPage = await counter.close(advance, other, { id: 1, isPage: true });
  assert.is(onPage.kind === 'invalid' && onPage.error.rule, rule);
  assert.is((await counter.all()).length, 3);
});

test('a second closing with the same goods under more tax labels is another delivery, and issues nothing', async () => {
  const advance = await counter.advance(300);
  const first = closed(await counter.close(advance, { items: [goods(300)] }));
  const taxed = { items: [goods(300, { moreLabels: ['Е'] })] };
  const { warnings = [], ...again } = closed(await counter.close(advance, taxed));
  assert.equal(again, { ...first, isNew: false });
  assert.equal(
    warnings.map(({ rule }) => rule),
    ['invoice.advance-closed-otherwise'],
  );
  assert.is((await counter.close(advance, taxed, { id: 1, isPage: true })).kind, 'invalid');
  assert.is((await counter.all()).length, 3);
  const labelled = await counter.advance(300);
  closed(await counter.close(labelled, taxed));
  assert.is(closed(await counter.close(labelled, taxed)).warnings, undefined);
});

test('turnover by payment counts what was paid in advance with the final receipt', async () => {
  const advance = await counter.advance(1000, undefined, { payments: [{ paymentType: 'Card', amount: 1000 }] });
  closed(await counter.close(advance, { items: [goods(1200)], restPayments: cash(200) }));
  const rows = counter.ledger.main.turnover.byName('payment', { environment: 'sandbox', from: 0, to: 99_999_999 });
  assert.equal(Object.fromEntries(rows.map(({ name, amount }) => [name, amount])), { Card: 1_000_00n, Cash: 200_00n });
});

test('the refund of a final receipt returns what was paid in advance, too', async () => {
  const advance = await counter.advance(1000, undefined, { payments: [{ paymentType: 'Card', amount: 1000 }] });
  const { final } = closed(await counter.close(advance, { items: [goods(1200)], restPayments: cash(200) }));
  const refund = issued(await counter.refund(final, { buyerId: '10:100000024' }));
  assert.equal(refund.draft.payments, [
    { paymentType: 'Card', amount: 1_000_00 },
    { paymentType: 'Cash', amount: 200_00 },
  ]);
  assert.not('paidInAdvance' in refund.draft);
});

test('a part whose final receipt was refused goes on with its own refund', async () => {
  const advance = await counter.advance(1000);
  closed(await counter.close(advance, part(400, 'part-one')));
  counter.refusing = ({ invoiceType }) => (invoiceType === 'Normal' ? 'Нема картице.' : undefined);
  assert.is((await counter.close(advance, part(250, 'part-two'))).kind, 'refused');
  assert.equal(await leftOf(advance), [350, false]);
  counter.refusing = () => undefined;
  const { isNew, refund, final } = closed(await counter.close(advance, part(250, 'part-two')));
  assert.equal([isNew, ...totalsOf([refund, final])], [true, 250, 250]);
  assert.is(final.draft.referentNumber, numberOf(refund));
  assert.equal(totalsOf(await counter.all()), [1000, 400, 400, 250, 250]);
  assert.equal(await leftOf(advance), [350, false]);
});

test('two parts at once never return more than there is', async () => {
  const advance = await counter.advance(1000);
  const [first, second, third] = await Promise.all([
    counter.close(advance, part(700, 'part-one')),
    counter.close(advance, part(700, 'part-two')),
    counter.close(advance, part(700, 'part-one')),
  ]);
  assert.equal(closed(third), { ...closed(first), isNew: false });
  assert.is(second.kind === 'invalid' && second.error.rule, 'invoice.payments-mismatch');
  assert.equal(totalsOf(await counter.all()), [1000, 700, 700]);
  assert.equal(await leftOf(advance), [300, false]);
});

test('closing without a key twice at once issues one refund and one final receipt', async () => {
  const advance = await counter.advance(300);
  const [first, second] = await Promise.all([counter.close(advance), counter.close(advance)]);
  assert.equal(closed(second), { ...closed(first), isNew: false });
  assert.equal(totalsOf(await counter.all()), [300, 300, 300]);
});

const EARLIER = {
  ...{ number: '17', time: '2022-03-25 00:00:00', earlierAdvances: [{ label: 'Ђ', amount: 300 }] },
  ...{ items: [goods(500)], restPayments: cash(200), clientRequestId: 'earlier-1' },
};

test('advances from before fiscalization are closed once for each key, also after a refused final receipt', async () => {
  const words = 'Пошаљите кључ идемпотентности: аванса нема у бази рачуна, па се понављање иначе не препознаје.';
  isInvalid(await counter.closeEarlier({ ...EARLIER, clientRequestId: null }), words, '/clientRequestId');
  counter.refusing = ({ invoiceType }) => (invoiceType === 'Normal' ? 'Нема картице.' : undefined);
  assert.is((await counter.closeEarlier(EARLIER)).kind, 'refused');
  counter.refusing = () => undefined;
  const first = closed(await counter.closeEarlier(EARLIER));
  assert.equal([first.isNew, ...totalsOf([first.refund, first.final])], [true, 300, 500]);
  assert.equal([first.refund.clientRequestId, first.final.clientRequestId], ['earlier-1:ar', 'earlier-1']);
  const again = await Promise.all([counter.closeEarlier(EARLIER), counter.closeEarlier(EARLIER)]);
  for (const one of again) assert.equal(closed(one), { ...first, isNew: false });
  const other = await counter.closeEarlier({ ...EARLIER, number: '18' });
  assert.is(other.kind === 'invalid' && other.error.rule, 'request.idempotency-key-used');
  assert.equal(totalsOf(await counter.all()), [300, 500]);
});

test('nothing of an earlier advance is issued when the final receipt is not valid', async () => {
  for (const change of [
    { restPayments: cash(100) },
    { items: [goods(100)], restPayments: [] },
    { items: [goods(500, { label: 'Ж' })] },
    { earlierAdvances: [{ label: 'Ж', amount: 300 }] },
    { earlierAdvances: [] },
    { number: '' },
    { time: '2022-03-25' },
  ]) {
    assert.is((await counter.closeEarlier({ ...EARLIER, ...change })).kind, 'invalid', JSON.stringify(change));
  }
  assert.equal(await counter.all(), []);
});

test('advances from before fiscalization are returned only with a chain that continues one, and never with a part', async () => {
  const earlierAdvances = [{ label: 'Ђ', amount: 300 }];
  const own = await counter.advance(1000);
  const words = (number: string): string =>
    `Аванс ${number} не наставља рачун од пре фискализације; изоставите поље „earlierAdvances”.`;
  const asked = { items: [goods(1500)], earlierAdvances, restPayments: cash(200), clientRequestId: 'with-paper' };
  isInvalid(await counter.close(own, asked), words(numberOf(own)), '/earlierAdvances');
  const continuing = await counter.advance(1000, undefined, { referentDocumentNumber: 'XXXXXXXX-XXXXXXXX-17' });
  isInvalid(
    await counter.close(continuing, part(400, 'part-one', { earlierAdvances })),
    'Коначни рачун: Поље „earlierAdvances” не иде уз „part”: аванси од пре фискализације рефундирају се у целини; ' +
      'изоставите једно од њих.',
    '/earlierAdvances',
  );
  const { refund } = closed(await counter.close(continuing, asked));
  assert.is(refund.draft.total, 1300_00);
});

test('a chain that continues a paper is realised in parts, too, and each part is its own', async () => {
  const advance = await counter.advance(1000, undefined, { referentDocumentNumber: 'XXXXXXXX-XXXXXXXX-17' });
  for (const key of ['part-one', 'part-two'])
    assert.is(closed(await counter.close(advance, part(400, key))).isNew, true, key);
  assert.equal(totalsOf(await counter.all()), [1000, 400, 400, 400, 400]);
  assert.equal(await leftOf(advance), [200, false]);
});

test('a refund of another receipt under the key of an earlier advance is not taken for its refund', async () => {
  const advance = await counter.advance(300);
  const refund = { clientRequestId: `${EARLIER.clientRequestId}:ar`, buyerId: '10:100000024' };
  const own = issued(await counter.refund(advance, refund));
  const outcome = await counter.closeEarlier(EARLIER);
  assert.is(outcome.kind === 'invalid' && outcome.error.rule, 'invoice.refund-key-used');
  assert.equal(await counter.all(), [advance, own]);
});

test('a repeat under its key finds its receipts, whatever happened to the advance and the tax labels since', async () => {
  const advance = await counter.advance(1000);
  const first = closed(await counter.close(advance, part(400, 'part-one')));
  const refund = { invoiceType: 'Advance', transactionType: 'Refund', buyerId: '10:100000024' };
  const items = [{ name: '10: Аванс (Ђ)', label: 'Ђ', quantity: 1, unitPrice: 900 }];
  issued(await counter.sell({ ...refund, items, referentDocumentNumber: numberOf(advance) }));
  const again = await counter.close(advance, part(400, 'part-one'), { id: 1, isPage: true });
  const { warnings: _, ...repeated } = closed(again);
  assert.equal(repeated, { ...first, isNew: false });
  assert.is((await counter.all()).length, 4);
});

test('an earlier advance is refused by its own place, and one that rounds to nothing is none', async () => {
  const unknown = {
    earlierAdvances: [
      { label: 'Ђ', amount: 300 },
      { label: 'Ж', amount: 5 },
    ],
  };
  const outcome = await counter.closeEarlier({ ...EARLIER, ...unknown });
  if (outcome.kind !== 'invalid') throw new Error(outcome.kind);
  assert.is(outcome.error.field, '/earlierAdvances/1/label');
  assert.match(outcome.error.message, /^Рефундација аванса: Пореска ознака „Ж” у пољу „label” није активна/u);
  const nothing = {
    earlierAdvances: [
      { label: 'Ђ', amount: 300 },
      { label: 'Е', amount: 0.004 },
    ],
  };
  const { refund } = closed(await counter.closeEarlier({ ...EARLIER, ...nothing }));
  assert.equal(
    refund.draft.lines.map(({ label }) => label),
    ['Ђ'],
  );
});

test('after a restart the parts are counted as before', async () => {
  const disk = new MemoryDisk();
  const before = await Counter.open(disk);
  const advance = await before.advance(1000);
  closed(await before.close(advance, part(400, 'part-one')));
  await before.ledger.close();
  await counter.ledger.close();
  counter = await Counter.open(disk);
  assert.equal(await leftOf(advance), [600, false]);
  const { isNew, refund } = closed(await counter.close(advance, part(400, 'part-one')));
  assert.equal([isNew, refund.draft.total], [false, 400_00]);
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { MAX_TOTAL } from '../../../../src/base/money.js';
import { localTime } from '../../../../src/base/time.js';
import type { SaleOutcome } from '../../../../src/sales/invoicing/issue/order.js';
import { failingDisk } from '../../../kit/disk/failing.js';
import { newFolder } from '../../../kit/folder.js';
import { body, line } from '../bodies.js';
import { closed, Counter, isInvalid, refusedWith, issued } from '../counter.js';

const KEY = 'close-2026-1';
const KEY_TAKEN =
  'Кључ идемпотентности (заглавље „Idempotency-Key” или поље „clientRequestId”) већ је употребљен за захтев ' +
  'друге садржине; за нови рачун пошаљите нови кључ.';

let counter: Counter;
test.before.each(async () => {
  counter = await Counter.open();
});
test.after.each(() => counter.ledger.close());

test('closing refunds the whole advance and sells the delivery, each naming the one before', async () => {
  const advance = await counter.advance(100, undefined, {
    buyerId: '10:123456789',
    buyerCostCenterId: '50:1',
    dateAndTimeOfIssue: '2026-11-20 09:00:00',
    payments: [{ paymentType: 'WireTransfer', amount: 100 }],
    adText: 'Хвала',
  });
  const asked = body({ cashier: 'Ана', dateAndTimeOfIssue: '2026-11-20 09:00:00', adText: 'Први ред\nДруги ред' });
  const { isNew, refund, final, ...rest } = closed(await counter.close(advance, asked));
  assert.equal([isNew, rest.advance], [true, advance]);
  assert.equal(refund.draft, {
    ...advance.draft,
    transactionType: 'Refund',
    cashier: 'Ана',
    buyerCostCenterId: null,
    referentNumber: advance.signature.invoiceNumber,
    referentTime: localTime(advance.signature.time),
    issueTime: null,
    adText: null,
  });
  const { draft } = final;
  assert.equal([draft.invoiceType, draft.transactionType, draft.total], ['Normal', 'Sale', 30_000]);
  assert.equal(
    [draft.referentNumber, draft.referentTime],
    [refund.signature.invoiceNumber, localTime(refund.signature.time)],
  );
  assert.equal([draft.cashier, draft.buyerId, draft.issueTime], ['Ана', '10:123456789', '2026-11-20 09:00:00']);
  assert.equal(draft.payments, [{ paymentType: 'WireTransfer', amount: 30_000 }]);
  assert.is(
    draft.adText,
    [
      `Последњи авансни рачун: ${advance.signature.invoiceNumber}`,
      'Датум последњег авансног рачуна: 21.11.2026. 12:00:00',
      'Износ аванса: 100,00',
      `Рефундација аванса: ${refund.signature.invoiceNumber}`,
      'Први ред',
      'Други ред',
    ].join('\n'),
  );
  assert.not.match(refund.signature.journal, /ЕСИР време/);
  assert.match(final.signature.journal, /ЕСИР време: +20\.11\.2026\. 9:00:00/);
});

test('an adText of 500 characters fits below the mandatory lines', async () => {
  const adText = 'ж'.repeat(500);
  const { final } = closed(await counter.close(await counter.advance(), body({ adText })));
  assert.ok(final.draft.adText?.endsWith(`\n${adText}`));
});

test('where nobody is known as buyer, the seller stands on the refund and nobody on the final receipt', async () => {
  const { refund, final } = closed(await counter.close(await counter.advance()));
  assert.is(refund.draft.buyerId, `10:${counter.settings.now.company.tin}`);
  assert.is(final.draft.buyerId, null);
  const named = closed(await counter.close(await counter.advance(), body({ buyerId: '20:001234567' })));
  assert.equal([named.refund.draft.buyerId, named.final.draft.buyerId], ['20:001234567', '20:001234567']);
});

test('payments of the body are those of the final receipt only', async () => {
  const advance = await counter.advance(100, undefined, { payments: [{ paymentType: 'WireTransfer', amount: 100 }] });
  const payments = [
    { paymentType: 'WireTransfer', amount: 100 },
    { paymentType: 'Card', amount: 200 },
  ];
  const { refund, final } = closed(await counter.close(advance, body({ payments })));
  assert.equal(refund.draft.payments, [{ paymentType: 'WireTransfer', amount: 10_000 }]);
  assert.equal(final.draft.payments, [
    { paymentType: 'WireTransfer', amount: 10_000 },
    { paymentType: 'Card', amount: 20_000 },
  ]);
});

test('what was given for the advance is said of the advance alone', async () => {
  const advance = await counter.advance(100, undefined, { tendered: 200 });
  assert.is(advance.draft.tendered, 200_00);
  const { refund, final } = closed(await counter.close(advance));
  assert.not('tendered' in refund.draft);
  assert.not('tendered' in final.draft);
});

test('only an advance sale is closed', async () => {
  const referent = { referentDocumentNumber: 'DEMO-DEMO-1', buyerId: '10:123456789' };
  for (const [kind, change] of [
    ['ПРОМЕТ ПРОДАЈА', {}],
    ['ПРЕДРАЧУН ПРОДАЈА', { invoiceType: 'ProForma' }],
    ['КОПИЈА ПРОДАЈА', { invoiceType: 'Copy', ...referent }],
    ['АВАНС РЕФУНДАЦИЈА', { invoiceType: 'Advance', transactionType: 'Refund', ...referent }],
  ] as const) {
    const original = issued(await counter.sell(body(change)));
    const words = `Коначним рачуном се затвара само издат рачун АВАНС ПРОДАЈА, а овај је ${kind}.`;
    isInvalid(await counter.close(original), words, 'uuid');
  }
});

test('nothing is issued when the final receipt is not valid, and the message names it', async () => {
  const advance = await counter.advance(100, undefined, {
    payments: [
      { paymentType: 'Cash', amount: 40 },
      { paymentType: 'Card', amount: 60 },
    ],
  });
  const cases = [
    [{}, 'Рачун мора имати бар једну ставку', '/items', { items: [] }],
    [{}, 'Недостаје поље „items”', '/items', { items: undefined }],
    [{}, 'Рачун може имати највише 500 ставки', '/items', { items: Array(501).fill(line()) }],
    [
      {},
      'Ставка 1: пореска ознака „Ж” у пољу „label” није активна',
      '/items/0/label',
      { items: [line({ label: 'Ж' })] },
    ],
    [{}, 'Ставка 1: недостаје поље „label”', '/items/0/label', { items: [line({ label: undefined })] }],
    [{}, 'Укупан износ рачуна', '/items', { items: [line({ unitPrice: 0 })] }],
    [{}, 'Аванс је плаћен на више начина (укупно 100,00), а рачун износи 300,00; наведите плаћања', '/payments', {}],
    [{}, 'Поље „cashier” може имати највише 50 знакова', '/cashier', { cashier: 'а'.repeat(51) }],
    [{}, 'Поље „buyerId” може имати највише 20 знакова', '/buyerId', { buyerId: `10:${'1'.repeat(18)}` }],
    [{}, 'Поље „adText” може имати највише 500 знакова', '/adText', { adText: 'а'.repeat(501) }],
    [
      { simplifiedCash: true },
      'Плаћање 1: начин плаћања „Платна картица” („Card”) у пољу „paymentType” није дозвољен у поједностављеном режиму',
      '/payments/0/paymentType',
      { payments: [{ paymentType: 'Card', amount: 300 }] },
    ],
  ] as const;
  for (const [settings, words, field, change] of cases) {
    for (const [name, value] of Object.entries(settings)) await counter.set(name, value);
    const outcome = await counter.close(advance, body({ clientRequestId: KEY, ...change }));
    if (outcome.kind !== 'invalid') throw new Error(`${field}: ${outcome.kind}`);
    assert.is(outcome.error.field, field);
    assert.ok(outcome.error.message.startsWith(`Коначни рачун: ${words}`), outcome.error.message);
  }
  assert.equal(await counter.all(), [advance]);
  const { refund, final } = closed(await counter.close(advance, body({ clientRequestId: KEY })));
  assert.equal(refund.draft.payments, [{ paymentType: 'Cash', amount: 10_000 }], 'simplified mode: all of it is cash');
  assert.equal(final.draft.payments, [{ paymentType: 'Cash', amount: 30_000 }]);
});

const REFUND_REFUSED = refusedWith('Рефундација аванса: Нема картице.', 'Refund of the advance: Нема картице.');

test('what the processor says names the document; after the refund a repeat issues only the final receipt', async () => {
  const advance = await counter.advance();
  const asked = body({ clientRequestId: KEY });
  counter.refusing = () => 'Нема картице.';
  assert.equal(await counter.close(advance, asked), REFUND_REFUSED);
  assert.equal(await counter.all(), [advance]);
  counter.refusing = ({ invoiceType }) => (invoiceType === 'Normal' ? 'Нема картице.' : undefined);
  const second = await counter.close(advance, asked);
  const [, refund] = await counter.all();
  const number = refund?.signature.invoiceNumber ?? '';
  assert.equal(
    second,
    refusedWith(
      `Коначни рачун: Нема картице. Рефундација аванса ${number} је издата и важи; поновите захтев да се изда само коначни рачун.`,
      `Final receipt: Нема картице. The refund ${number} of the advance was issued and stands; repeat the request to issue only the final receipt.`,
    ),
  );
  assert.is((await counter.all()).length, 2);
  counter.refusing = () => undefined;
  const outcome = closed(await counter.close(advance, asked));
  assert.equal([outcome.isNew, outcome.refund], [true, refund]);
  assert.equal([outcome.refund.clientRequestId, outcome.final.clientRequestId], [`${KEY}:ar`, KEY]);
  assert.equal(closed(await counter.close(advance, asked)), { ...outcome, isNew: false });
  assert.is((await counter.all()).length, 3);
});

test('after a refused final receipt its key is free for other content', async () => {
  const advance = await counter.advance();
  counter.refusing = ({ invoiceType }) => (invoiceType === 'Normal' ? 'Нема картице.' : undefined);
  await counter.close(advance, body({ clientRequestId: KEY }));
  counter.refusing = () => undefined;
  const { final } = closed(await counter.close(advance, body({ clientRequestId: KEY, cashier: 'Ана' })));
  assert.equal([final.draft.cashier, final.clientRequestId], ['Ана', KEY]);
});

test('a label deactivated between the two documents stops the final receipt; the refund stays, also with its old rate', async () => {
  const advance = await counter.advance();
  let signed = 0;
  counter.beforeSigning = async () => {
    if ((signed += 1) === 1) await counter.setLabel('Ђ', { active: false });
  };
  const outcome = await counter.close(advance);
  if (outcome.kind !== 'invalid') throw new Error(outcome.kind);
  assert.match(outcome.error.message, /^Коначни рачун: Ставка 1: пореска ознака „Ђ”/);
  const [, refund] = await counter.all();
  assert.equal(refund?.signature.taxItems, advance.signature.taxItems);
  const { final } = closed(await counter.close(advance, body({ items: [line({ label: 'Е' })] })));
  assert.is(final.draft.referentNumber, refund?.signature.invoiceNumber);
});

test('both keys are bound to this closing: neither stands for anything else', async () => {
  const advance = await counter.advance();
  const asked = body({ clientRequestId: KEY });
  closed(await counter.close(advance, asked));
  const other = await counter.advance();
  for (const outcome of [
    await counter.close(advance, { ...asked, cashier: 'Ана' }),
    await counter.close(other, asked),
    await counter.sell(asked),
    await counter.refund(advance, { clientRequestId: `${KEY}:ar`, buyerId: '10:123456789' }),
  ]) {
    isInvalid(outcome, KEY_TAKEN, '/clientRequestId');
  }
  assert.is((await counter.all()).length, 4);
});

test('a key of the refund that is taken stops the closing before anything is issued', async () => {
  issued(await counter.sell(body({ clientRequestId: `${KEY}:ar` })));
  const advance = await counter.advance();
  const outcome = await counter.close(advance, body({ clientRequestId: KEY }));
  const words = `Рефундација аванса би добила кључ „${KEY}:ar”, који је већ употребљен за други рачун; пошаљите други кључ.`;
  isInvalid(outcome, words, '/clientRequestId');
  assert.is(outcome.kind === 'invalid' && outcome.error.rule, 'invoice.refund-key-used');
  assert.is((await counter.all()).length, 2);
});

test('the final receipt is printed as the request says, and the refund is not, which the buyer does not get', async () => {
  for (const [asked, print] of [
    [{}, null],
    [{ print: true }, true],
    [{ print: false }, false],
  ] as const) {
    const advance = await counter.advance();
    counter.papers.length = 0;
    const { refund, final } = closed(await counter.close(advance, body(asked)));
    assert.equal(counter.papers, [
      { uuid: refund.uuid, print: false },
      { uuid: final.uuid, print },
    ]);
  }
});

test('nothing is issued when the disk has no room for both documents', async () => {
  const { disk, faults } = failingDisk();
  const full = await Counter.open(disk, { folder: newFolder() });
  const advance = await full.advance();
  const long = body({ items: Array.from({ length: 500 }, () => line({ unitPrice: 1 })) });
  faults.isFull = true;
  const last = async (): Promise<SaleOutcome> => {
    const outcome = await full.sell(long);
    return outcome.kind === 'issued' ? last() : outcome;
  };
  const refusal = { kind: 'storage', failure: 'full' } as const;
  assert.equal(await last(), refusal);
  const before = await full.all();
  assert.equal(await full.close(advance, long), refusal);
  assert.equal(await full.all(), before);
  faults.isFull = false;
  closed(await full.close(advance, long));
});

test('a full disk behind the refund names the refund that stands', async () => {
  const { disk, faults } = failingDisk();
  const full = await Counter.open(disk, { folder: newFolder() });
  const advance = await full.advance();
  const long = body({ items: Array.from({ length: 500 }, () => line({ unitPrice: 1 })) });
  full.refusing = ({ invoiceType }) => (invoiceType === 'Normal' ? 'Нема картице.' : undefined);
  await full.close(advance, long);
  full.refusing = () => undefined;
  faults.isFull = true;
  const [, refund] = await full.all();
  while ((await full.sell(long)).kind === 'issued');
  assert.equal(await full.close(advance, long), {
    kind: 'storage',
    failure: 'full',
    refund: refund?.signature.invoiceNumber,
  });
});

test('a key that is at work for a sale stops the closing before anything is issued', async () => {
  const advance = await counter.advance();
  let release = (): void => undefined;
  const asked = new Promise<void>((isAsked) => {
    counter.beforeSigning = () => {
      isAsked();
      counter.beforeSigning = () => Promise.resolve();
      return new Promise((resolve) => (release = resolve));
    };
  });
  const sale = counter.sell(body({ clientRequestId: KEY }));
  await asked;
  isInvalid(await counter.close(advance, body({ clientRequestId: KEY })), KEY_TAKEN, '/clientRequestId');
  release();
  issued(await sale);
  assert.is((await counter.all()).length, 2);
});

test('a key of 64 characters has room for the mark of the refund', async () => {
  const clientRequestId = 'k'.repeat(64);
  const { refund } = closed(await counter.close(await counter.advance(), body({ clientRequestId })));
  assert.is(refund.clientRequestId, `${clientRequestId}:ar`);
});

test('two at once with one key: the second gets the documents of the first as a repeat, or its refusal', async () => {
  const advance = await counter.advance();
  const asked = body({ clientRequestId: KEY });
  counter.refusing = () => 'Нема картице.';
  const refused = await Promise.all([counter.close(advance, asked), counter.close(advance, asked)]);
  assert.equal(refused, Array(2).fill(REFUND_REFUSED));
  counter.refusing = () => undefined;
  const outcomes = await Promise.all([counter.close(advance, asked), counter.close(advance, asked)]);
  const [first, second] = outcomes.map(closed);
  assert.equal(first?.isNew, true);
  assert.equal(second, { ...first, isNew: false });
  assert.is((await counter.all()).length, 3);
});

test('a refund by hand counts as the one of the closing, and so does a final receipt by hand', async () => {
  const advance = await counter.advance();
  const refund = issued(await counter.refund(advance, { buyerId: '10:123456789' }));
  const other = await counter.advance();
  const byHand = issued(await counter.refund(other, { buyerId: '10:123456789' }));
  const final = issued(await counter.sell(body({ referentDocumentNumber: byHand.signature.invoiceNumber })));

  const first = closed(await counter.close(advance));
  assert.equal([first.isNew, first.refund], [true, refund]);
  const second = closed(await counter.close(other));
  assert.equal(second, { kind: 'closed', isNew: false, advance: other, refund: byHand, final });
});

test('what was returned of an advance is not returned again', async () => {
  const advance = await counter.advance(300);
  const { invoiceNumber } = advance.signature;
  const part = { transactionType: 'Refund', invoiceType: 'Advance', buyerId: '10:123456789' };
  const items = [line({ quantity: 1, unitPrice: 100 })];
  issued(await counter.sell({ ...part, items, referentDocumentNumber: invoiceNumber }));
  const { refund } = closed(await counter.close(advance));
  assert.equal([refund.draft.total, refund.draft.payments], [20_000, [{ paymentType: 'Cash', amount: 20_000 }]]);
});

test('turnover after a closing is that of the advance, less its refund, and the final receipt', async () => {
  const first = await counter.advance(100, undefined, { payments: [{ paymentType: 'Card', amount: 100 }] });
  const last = await counter.advance(50, first);
  closed(await counter.close(last, body({ payments: [{ paymentType: 'Cash', amount: 300 }] })));
  const { turnover } = counter.ledger.main;
  const rows = (kind: 'total' | 'label' | 'payment') =>
    turnover.byName(kind, { environment: 'sandbox', from: 0, to: 99_999_999 });
  assert.equal(rows('total'), [{ name: '', invoices: 4, amount: 30_000n, refunds: 1, refunded: 15_000n }]);
  assert.equal(rows('label'), [{ name: 'Ђ', invoices: 4, amount: 30_000n, refunds: 1, refunded: 15_000n }]);
  const payments = Object.fromEntries(rows('payment').map(({ name, amount }) => [name, amount]));
  assert.equal(payments, { Card: 0n, Cash: 30_000n });
});

test('advances above what one receipt may hold are not returned together', async () => {
  const whole = { quantity: 1, unitPrice: 999_999_999 };
  const items = [line({ ...whole, quantity: 7000 })];
  const first = await counter.advance(0, undefined, { items });
  const last = await counter.advance(0, first, { items });
  assert.ok(first.draft.total + last.draft.total > MAX_TOTAL);
  const outcome = await counter.close(last);
  const words =
    'Рефундација аванса: Укупан износ рачуна (збир ставки у пољу „items”) је већи од 7.205.759.403.792,79 РСД, ' +
    'а већи износ не стаје у 7 бајтова које потписује безбедносни елемент.';
  isInvalid(outcome, words, '/items');
  assert.is((await counter.all()).length, 2);
});

test.run();

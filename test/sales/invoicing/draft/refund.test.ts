import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { localTime } from '../../../../src/base/time.js';
import { validateRefund } from '../../../../src/sales/invoicing/draft/refund.js';
import { body, line } from '../bodies.js';
import { Counter, isInvalid, refusedWith, issued } from '../counter.js';

const KEY = 'refund-2026-1';
const BUYER = '10:100000049';
const MIXED = [
  { paymentType: 'Card', amount: 100 },
  { paymentType: 'Cash', amount: 200 },
];

let counter: Counter;
test.before.each(async () => {
  counter = await Counter.open();
});
test.after.each(() => counter.ledger.close());

const sale = async (change = {}) => issued(await counter.sell(body({ buyerId: BUYER, ...change })));

test('a refund has all lines of the original, names it by PFR number and PFR time, and takes the rest from it', async () => {
  const items = [
    line(),
    line({ name: 'Чај', quantity: 0.333, unitPrice: 99.99, label: 'Е', gtin: '12345678', itemId: 7 }),
  ];
  const original = await sale({ items, buyerCostCenterId: '50:1', cashier: 'Ана', adText: 'Хвала' });
  const { draft } = issued(await counter.refund(original));
  const { invoiceNumber, time } = original.signature;
  assert.equal(draft, {
    ...original.draft,
    transactionType: 'Refund',
    referentNumber: invoiceNumber,
    referentTime: localTime(time),
    cashier: 'API',
    adText: null,
  });
});

test('what the body gives stands instead of what the original says', async () => {
  const original = await sale({ payments: MIXED, buyerCostCenterId: '50:1' });
  const { draft } = issued(
    await counter.refund(original, {
      buyerId: '20:001234567',
      buyerCostCenterId: '50:2',
      payments: [{ paymentType: 'WireTransfer', amount: 300 }],
      cashier: 'Бранко',
      adText: 'Враћено',
      items: [line({ unitPrice: 1 })],
    }),
  );
  assert.equal(
    { ...draft, lines: draft.lines.length },
    {
      ...original.draft,
      lines: 1,
      transactionType: 'Refund',
      referentNumber: original.signature.invoiceNumber,
      referentTime: localTime(original.signature.time),
      buyerId: '20:001234567',
      buyerCostCenterId: '50:2',
      payments: [{ paymentType: 'WireTransfer', amount: 30_000 }],
      cashier: 'Бранко',
      adText: 'Враћено',
    },
  );
  assert.equal(draft.lines, original.draft.lines);
});

test('an advance stays an advance, and its ESIR time is not that of its refund', async () => {
  const original = await counter.advance(300, undefined, {
    buyerId: BUYER,
    dateAndTimeOfIssue: '2026-11-20 09:00:00',
  });
  assert.is(original.draft.issueTime, '2026-11-20 09:00:00');
  const { draft, signature } = issued(await counter.refund(original));
  assert.equal([draft.invoiceType, draft.transactionType, draft.issueTime], ['Advance', 'Refund', null]);
  assert.not.match(signature.journal, /ЕСИР време/);
});

test('taxes are those of the original, although its label was renamed, got another rate, or is no longer active', async () => {
  const original = await sale();
  const taxes = original.signature.taxItems;
  for (const change of [{ name: 'Нова стопа', rate: 25 }, { active: false }]) {
    await counter.setLabel('Ђ', change);
    assert.equal(issued(await counter.refund(original)).signature.taxItems, taxes);
    assert.equal(issued(await counter.copy(original)).signature.taxItems, taxes);
  }
  assert.is((await counter.sell()).kind, 'invalid');
});

test('payments of the body must sum to the total of the original within 0.01, a single one too', async () => {
  const original = await sale();
  const pay = (...amounts: number[]) =>
    counter.refund(original, { payments: amounts.map((amount) => ({ paymentType: 'Cash', amount })) });
  for (const [amounts, sum] of [
    [[299.98], '299,98'],
    [[300.02], '300,02'],
    [[100, 100], '200,00'],
  ] as const) {
    const words = `Збир износа у пољу „payments” (${sum}) мора бити једнак укупном износу рачуна (300,00).`;
    isInvalid(await pay(...amounts), words, '/payments');
  }
  for (const amounts of [[299.99], [300.01], [100, 200.01]]) {
    const { draft } = issued(await pay(...amounts));
    assert.is(
      draft.payments.reduce((sum, { amount }) => sum + amount, 0),
      30_000,
    );
  }
  const { draft } = issued(await pay(0, -5));
  assert.equal(draft.payments, original.draft.payments, 'entries of 0 or less count as none');
});

test('in simplified cash mode an older card payment is given back as cash, and a card asked for is refused', async () => {
  const original = await sale({ payments: MIXED });
  await counter.set('simplifiedCash', true);
  const words =
    'Плаћање 1: начин плаћања „Платна картица” („Card”) у пољу „paymentType” није дозвољен у поједностављеном режиму ' +
    '(члан 6. став 2. Правилника о врстама фискалних рачуна); пошаљите „Cash”.';
  const payments = [{ paymentType: 'Card', amount: 300 }];
  isInvalid(await counter.refund(original, { payments }), words, '/payments/0/paymentType');
  const { draft } = issued(await counter.refund(original));
  assert.equal(draft.payments, [{ paymentType: 'Cash', amount: 30_000 }]);
});

test('a refund without a buyer in the body or on the original is refused', async () => {
  const original = await sale({ buyerId: null });
  const words =
    'Рефундација мора да наведе идентификацију купца: недостаје поље „buyerId”; ' +
    'ако поништавате сопствени рачун, пошаљите свој ПИБ у облику „10:ПИБ”.';
  isInvalid(await counter.refund(original), words, '/buyerId');
  assert.is(issued(await counter.refund(original, { buyerId: BUYER })).draft.buyerId, BUYER);
});

test('only a sale of type Normal or Advance is refunded', async () => {
  const referent = { referentDocumentNumber: 'DEMO-DEMO-1' };
  const others = [
    ['ПРЕДРАЧУН ПРОДАЈА', { invoiceType: 'ProForma' }],
    ['ОБУКА ПРОДАЈА', { invoiceType: 'Training' }],
    ['КОПИЈА ПРОДАЈА', { invoiceType: 'Copy', ...referent }],
    ['КОПИЈА РЕФУНДАЦИЈА', { invoiceType: 'Copy', transactionType: 'Refund', ...referent }],
    ['ПРОМЕТ РЕФУНДАЦИЈА', { transactionType: 'Refund', ...referent }],
    ['АВАНС РЕФУНДАЦИЈА', { invoiceType: 'Advance', transactionType: 'Refund', ...referent }],
  ] as const;
  for (const [kind, change] of others) {
    const original = await sale(change);
    const words = `Рефундирају се само издати рачуни ПРОМЕТ ПРОДАЈА и АВАНС ПРОДАЈА, а овај је ${kind}.`;
    isInvalid(await counter.refund(original), words, 'uuid');
  }
  assert.is((await counter.all()).length, others.length);
});

test('a receipt of the other environment is neither refunded nor copied nor closed', async () => {
  const original = await counter.advance(300, undefined, { buyerId: BUYER });
  await counter.set('environment', 'production');
  const words =
    'Рачун је издат у пробном окружењу, а уређај сада ради у продукцији; нови документ не може да се позове на њега.';
  for (const outcome of [await counter.refund(original), await counter.copy(original), await counter.close(original)]) {
    isInvalid(outcome, words, 'uuid');
  }
  assert.equal(await counter.all('production'), []);
});

test('an unknown uuid is absent, whatever is asked', async () => {
  const nobody = { uuid: '0190e0a2-6b1c-7abc-8def-0123456789ab' };
  assert.equal(await counter.refund(nobody), { kind: 'absent' });
  assert.equal(await counter.copy(nobody), { kind: 'absent' });
  assert.equal(await counter.close(nobody), { kind: 'absent' });
});

const KEY_TAKEN = {
  kind: 'invalid',
  error: {
    rule: 'request.idempotency-key-used',
    field: '/clientRequestId',
    message:
      'Кључ идемпотентности (заглавље „Idempotency-Key” или поље „clientRequestId”) већ је употребљен за захтев ' +
      'друге садржине; за нови рачун пошаљите нови кључ.',
    messageEn:
      'The idempotency key (header "Idempotency-Key" or field "clientRequestId") was used for a request with other ' +
      'content; for a new receipt send a new key.',
  },
};

test('a repeated key answers the first refund, and stands for nothing else: other content, receipt or operation', async () => {
  const original = await sale();
  const refund = issued(await counter.refund(original, { clientRequestId: KEY }));
  assert.equal([refund.clientRequestId, refund.fingerprint?.length], [KEY, 64]);
  assert.equal(await counter.refund(original, { clientRequestId: KEY }), { kind: 'replayed', invoice: refund });
  const other = await counter.advance(300, undefined, { buyerId: BUYER });
  for (const outcome of [
    await counter.refund(original, { clientRequestId: KEY, cashier: 'Ана' }),
    await counter.refund(other, { clientRequestId: KEY }),
    await counter.copy(original, KEY),
    await counter.sell(body({ clientRequestId: KEY })),
    await counter.close(other, body({ clientRequestId: KEY })),
  ]) {
    assert.equal(outcome, KEY_TAKEN);
  }
  assert.is((await counter.all()).length, 3);
});

test('the key of a sale is of no use for its refund or its copy', async () => {
  const original = await sale({ clientRequestId: KEY });
  assert.equal(await counter.refund(original, { clientRequestId: KEY }), KEY_TAKEN);
  assert.equal(await counter.copy(original, KEY), KEY_TAKEN);
});

test('two at once with one key share the refund; a refusal is shared too, and frees the key', async () => {
  const original = await sale();
  const both = () =>
    Promise.all([
      counter.refund(original, { clientRequestId: KEY }),
      counter.refund(original, { clientRequestId: KEY }),
    ]);
  counter.refusing = () => 'Нема картице.';
  assert.equal(await both(), Array(2).fill(refusedWith('Нема картице.')));
  assert.is((await counter.all()).length, 1);
  counter.refusing = () => undefined;
  const [first, second] = await both();
  assert.equal([first.kind, second.kind], ['issued', 'replayed']);
  assert.is((await counter.all()).length, 2);
});

test('of a refund and a sale with one key at the same time, one is issued and one refused', async () => {
  const original = await sale();
  const outcomes = await Promise.all([
    counter.refund(original, { clientRequestId: KEY }),
    counter.sell(body({ clientRequestId: KEY })),
  ]);
  assert.equal(outcomes.map(({ kind }) => kind).sort(), ['invalid', 'issued']);
  assert.equal(
    outcomes.find(({ kind }) => kind === 'invalid'),
    KEY_TAKEN,
  );
});

test('a refund whose body has a wrong form is refused with the field', () => {
  const wrong = {
    buyerId: '99:1',
    buyerCostCenterId: 5,
    payments: {},
    cashier: 5,
    adText: 5,
    clientRequestId: 'short',
    print: 5,
    whenOffline: 'queue',
  };
  for (const [field, value] of Object.entries(wrong)) {
    const validated = validateRefund({ [field]: value });
    assert.is(validated.ok ? 'accepted' : validated.error.field, `/${field}`);
  }
  const cashier = validateRefund({ cashier: 5 });
  assert.is(!cashier.ok && cashier.error.messageEn, 'Field "cashier" must be a text or null.');
});

test.run();

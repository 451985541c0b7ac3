import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Payment } from '../../../../src/contract/payments.js';
import { accepted, type Body, body, drafted, line, refused } from '../bodies.js';

const REFERENT = { referentDocumentNumber: 'ABCD1234-ABCD1234-5', referentDocumentDT: '2026-11-20 09:08:07' };

test('a draft carries the request with priced lines', () => {
  const request = body({ ...REFERENT, buyerId: '10:1', buyerCostCenterId: '20:1', adText: 'Хвала', cashier: 'Ана' });
  assert.equal(drafted(request), {
    invoiceType: 'Normal',
    transactionType: 'Sale',
    cashier: 'Ана',
    lines: [
      {
        name: 'Кафа',
        unit: 'ком',
        quantity: 2000,
        unitPrice: 15000,
        total: 30000,
        label: 'Ђ',
        gtin: null,
        itemId: null,
      },
    ],
    payments: [{ paymentType: 'Cash', amount: 30000 }],
    total: 30000,
    buyerId: '10:1',
    buyerCostCenterId: '20:1',
    referentNumber: 'ABCD1234-ABCD1234-5',
    referentTime: '2026-11-20 09:08:07',
    issueTime: null,
    adText: 'Хвала',
  });
});

test('a run of blanks is printed as one, so that no text draws a row of its own', () => {
  const blanks = ' \u00a0\u3000\u2800\u3164'.repeat(8);
  const asked = body({
    items: [line({ name: `Кафа${blanks}еспресо`, unit: `k${blanks.slice(0, 9)}g` })],
    cashier: `Ана${blanks}Анић`,
    buyerCostCenterId: `20:${blanks}1`,
  });
  const { lines, cashier, buyerCostCenterId } = drafted(asked);
  assert.equal(
    [lines[0]?.name, lines[0]?.unit, cashier, buyerCostCenterId],
    ['Кафа еспресо', 'k g', 'Ана Анић', '20: 1'],
  );
  // An idempotency key is bound to what was sent, in this release as in the one before.
  assert.is(accepted(asked).items[0]?.name, `Кафа${blanks}еспресо`);
  assert.is(drafted(body({ cashier: '\u3164' })).cashier, 'API');
});

test('what only the processor may write is refused, with the field that says it', () => {
  const words = (sentence: string) =>
    `садржи „${sentence}”, што на рачуну сме да напише само процесор; уклоните те речи.`;
  const named = body({ items: [line(), line({ name: `=${' '.repeat(38)}ОВО НИЈЕ ФИСКАЛНИ РАЧУН` })] });
  refused(named, `Ставка 2: назив ${words('ОВО НИЈЕ ФИСКАЛНИ РАЧУН')}`, 'items[1].name');
  const adText = '============ ФИСКАЛНИ РАЧУН ============';
  refused(body({ adText }), `Поље „adText” ${words('ФИСКАЛНИ РАЧУН')}`, 'adText');
});

test('a line total is quantity times price, rounded half away from zero', () => {
  const cases = [
    { quantity: 0.123, unitPrice: 9.9, total: 122 },
    { quantity: 0.123, unitPrice: 9.95, total: 122 },
    { quantity: 0.5, unitPrice: 0.01, total: 1 },
    { quantity: 1.5, unitPrice: 33.33, total: 5000 },
    { quantity: 3, unitPrice: 33.333333333, total: 9999 },
  ];
  for (const { quantity, unitPrice, total } of cases) {
    const draft = drafted({ items: [line({ quantity, unitPrice })] });
    assert.is(draft.lines[0]?.total, total);
    assert.is(draft.total, total);
  }
});

test('an unknown tax label names the line and the labels that are active', () => {
  const message = 'Ставка 2: пореска ознака „А” у пољу „label” није активна; активне ознаке су: Ђ, Е, Г.';
  refused({ items: [line(), line({ label: 'А' })] }, message, 'items[1].label');
  const none = 'Ставка 1: пореска ознака „Ђ” у пољу „label” није активна; ниједна ознака није активна.';
  refused(body(), none, 'items[0].label', { taxLabels: [] });
});

test('a Latin look-alike of an active label is refused and the message says so', () => {
  const latin = (sent: string, meant: string): string =>
    `Ставка 1: пореска ознака „${sent}” у пољу „label” је латинично слово; пошаљите ћирилично „${meant}”.`;
  refused({ items: [line({ label: 'E' })] }, latin('E', 'Е'), 'items[0].label');
  refused({ items: [line({ label: '\u0110' })] }, latin('\u0110', 'Ђ'), 'items[0].label');
});

test('a look-alike of a label that is not active is just unknown', () => {
  const message = 'Ставка 1: пореска ознака „A” у пољу „label” није активна; активне ознаке су: Ђ, Е, Г.';
  refused({ items: [line({ label: 'A' })] }, message, 'items[0].label');
});

test('a Latin label is good where the processor lists it, as the sandbox does', () => {
  const taxLabels = [{ label: 'E', name: 'ECAL', rate: 6 }];
  assert.is(drafted({ items: [line({ label: 'E' })] }, { taxLabels }).lines[0]?.label, 'E');
});

test('the total must be above 0', () => {
  const message = 'Укупан износ рачуна (збир ставки у пољу „items”) мора бити већи од 0.';
  refused({ items: [line({ unitPrice: 0 }), line({ unitPrice: 0.004 })] }, message, 'items');
  assert.is(drafted({ items: [line({ unitPrice: 0 }), line()] }).total, 30000);
});

test('a quantity that rounds to 0 is refused', () => {
  const message = 'Ставка 1: поље „quantity” заокружено на три децимале је 0; најмања количина је 0,001.';
  refused({ items: [line({ quantity: 0.0004 })] }, message, 'items[0].quantity');
  assert.is(drafted({ items: [line({ quantity: 0.0005, unitPrice: 5 })] }).total, 1);
});

test('payments omitted or empty: the whole amount in cash', () => {
  const cash = [{ paymentType: 'Cash', amount: 30000 }];
  assert.equal(drafted(body()).payments, cash);
  assert.equal(drafted(body({ payments: [] })).payments, cash);
  assert.equal(paid(['Card', 0], ['Voucher', -5]), cash);
});

test('one remaining payment is set to the total', () => {
  assert.equal(paid(['Card', 1]), [{ paymentType: 'Card', amount: 30000 }]);
  for (const amount of [999.99, 0.004]) {
    assert.equal(paid(['Cash', 0], ['Card', amount], ['Voucher', -1]), [{ paymentType: 'Card', amount: 30000 }]);
  }
});

test('two or more payments stand as sent when they sum to the total', () => {
  assert.equal(paid(['Cash', 100], ['Card', 150.5], ['Cash', 49.5]), [
    { paymentType: 'Cash', amount: 10000 },
    { paymentType: 'Card', amount: 15050 },
    { paymentType: 'Cash', amount: 4950 },
  ]);
});

test('payments with more than two decimals are summed before they are rounded', () => {
  const thirds = paid(['Cash', 99.9999], ['Card', 99.9999], ['Voucher', 100.0002]).map(amountOf);
  assert.equal(thirds, [10000, 10000, 10000]);
  const parts = paid(...Array.from({ length: 7 }, () => ['Cash', 300 / 7] as const)).map(amountOf);
  assert.is(parts.length, 7);
  assert.is(
    parts.reduce((sum, part) => sum + part, 0),
    30000,
  );
  assert.equal(paid(['Card', 300.009], ['Cash', 0.001]), [{ paymentType: 'Card', amount: 30000 }]);
  assert.equal(paid(['Card', 299.9945], ['Cash', 0.0045]).map(amountOf), [29999, 1]);
  for (const amount of [0.0149, 0.0101]) {
    const payments = [
      { paymentType: 'Card', amount: 300 },
      { paymentType: 'Cash', amount },
    ];
    refused(
      body({ payments }),
      'Збир износа у пољу „payments” (300,01) мора бити једнак укупном износу рачуна (300,00).',
      'payments',
    );
  }
});

test('a prescribed name of an advance goes with its own label, once; other names stay', () => {
  const advance = (change: object) => ({ invoiceType: 'Advance', items: [line({ quantity: 1, ...change })] });
  assert.is(drafted(advance({ name: '10: Аванс (Ђ)' })).lines[0]?.name, '10: Аванс (Ђ)');
  assert.is(drafted(advance({ name: 'Столица', quantity: 3 })).lines[0]?.name, 'Столица');
  assert.is(drafted({ items: [line({ name: '11: Аванс (Е)' })] }).lines[0]?.name, '11: Аванс (Е)');
  refused(
    advance({ name: '11: Аванс (Е)' }),
    'Ставка 1: назив „11: Аванс (Е)” је прописан за аванс са ознаком „Е”.',
    'items[0].name',
  );
  refused(
    advance({ name: '10: Аванс (Ђ)', quantity: 2 }),
    'Ставка 1: количина аванса мора бити 1; примљени износ је цена (поље „unitPrice”).',
    'items[0].quantity',
  );
});

test('a difference of 0.01 is tolerated, and the last payment takes it', () => {
  assert.equal(paid(['Cash', 100], ['Card', 199.99]).map(amountOf), [10000, 20000]);
  assert.equal(paid(['Cash', 100], ['Card', 200.01]).map(amountOf), [10000, 20000]);
});

test('a last payment of which the tolerated difference leaves nothing falls away', () => {
  assert.equal(paid(['Cash', 300], ['Card', 0.01]), [{ paymentType: 'Cash', amount: 30000 }]);
});

test('payments that miss the total by more are refused', () => {
  const message = (sum: string): string =>
    `Збир износа у пољу „payments” (${sum}) мора бити једнак укупном износу рачуна (300,00).`;
  refused(body({ payments: payments(['Cash', 100], ['Card', 199.98]) }), message('299,98'), 'payments');
  refused(body({ payments: payments(['Cash', 100], ['Card', 200.02]) }), message('300,02'), 'payments');
  refused(body({ payments: payments(['Cash', 100], ['Card', 1000]) }), message('1.100,00'), 'payments');
});

test('simplified cash mode refuses card, cheque and instant payment', () => {
  const names = { Card: 'Платна картица', Check: 'Чек', MobileMoney: 'Инстант плаћање' };
  for (const [paymentType, name] of Object.entries(names)) {
    const message =
      `Плаћање 2: начин плаћања „${name}” („${paymentType}”) у пољу „paymentType” није дозвољен у поједностављеном режиму ` +
      '(члан 6. став 2. Правилника о врстама фискалних рачуна); пошаљите „Cash”.';
    const request = body({ payments: payments(['Cash', 100], [paymentType, 200]) });
    refused(request, message, 'payments[1].paymentType', { simplifiedCash: true });
    assert.is(drafted(request).payments.length, 2);
  }
});

test('simplified cash mode takes the other four, and looks at no dropped entry', () => {
  for (const paymentType of ['Cash', 'WireTransfer', 'Voucher', 'Other']) {
    const request = body({ payments: payments(['Card', 0], [paymentType, 300]) });
    assert.equal(drafted(request, { simplifiedCash: true }).payments, [{ paymentType, amount: 30000 }]);
  }
});

test('every refund needs the number of the refunded receipt', () => {
  const message =
    'Рефундација мора да наведе ПФР број рачуна који се рефундира: недостаје поље „referentDocumentNumber”.';
  for (const invoiceType of ['Normal', 'ProForma', 'Copy', 'Training', 'Advance']) {
    const refund = body({ invoiceType, transactionType: 'Refund', buyerId: '10:1' });
    refused(refund, message, 'referentDocumentNumber');
    assert.is(drafted({ ...refund, ...REFERENT }).referentNumber, REFERENT.referentDocumentNumber);
  }
});

test('every refund needs a buyerId', () => {
  const message =
    'Рефундација мора да наведе идентификацију купца: недостаје поље „buyerId”; ' +
    'ако поништавате сопствени рачун, пошаљите свој ПИБ у облику „10:ПИБ”.';
  for (const invoiceType of ['Normal', 'ProForma', 'Copy', 'Training', 'Advance']) {
    refused(body({ invoiceType, transactionType: 'Refund', ...REFERENT }), message, 'buyerId');
  }
});

test('a copy needs the number of the copied receipt, but no buyer', () => {
  const message = 'Копија мора да наведе ПФР број рачуна који се копира: недостаје поље „referentDocumentNumber”.';
  refused(body({ invoiceType: 'Copy' }), message, 'referentDocumentNumber');
  assert.is(drafted(body({ invoiceType: 'Copy', ...REFERENT })).buyerId, null);
});

test('the ESIR time stands on an advance sale and on no other receipt', () => {
  const dateAndTimeOfIssue = '2026-11-19 12:00:00';
  assert.is(drafted(body({ invoiceType: 'Advance', dateAndTimeOfIssue })).issueTime, dateAndTimeOfIssue);
  assert.is(drafted(body({ dateAndTimeOfIssue })).issueTime, null);
  const refund = { transactionType: 'Refund', buyerId: '10:1', ...REFERENT };
  assert.is(drafted(body({ invoiceType: 'Advance', dateAndTimeOfIssue, ...refund })).issueTime, null);
});

test('the cash given is at least what is paid in cash, in para, on a sale for which a buyer pays', () => {
  const field = 'tendered';
  for (const invoiceType of ['Normal', 'Advance', 'Training']) {
    const items = [line({ name: '10: Аванс (Ђ)', quantity: 1, unitPrice: 300, label: 'Ђ' })];
    assert.is(drafted(body({ invoiceType, items, tendered: 500.25 })).tendered, 500_25);
    assert.is(drafted(body({ invoiceType, items, tendered: 300 })).tendered, 300_00);
  }
  const split = [
    { paymentType: 'Card', amount: 200 },
    { paymentType: 'Cash', amount: 100 },
  ];
  assert.is(drafted(body({ payments: split, tendered: 100 })).tendered, 100_00);
  const card = { payments: [{ paymentType: 'Card', amount: 300 }] };
  for (const none of [{}, { tendered: null }, { ...card, tendered: 0 }]) {
    assert.not('tendered' in drafted(body(none)), JSON.stringify(none));
  }
  const little = (given: string, cash: string): string =>
    `Износ у пољу „tendered” (${given}) мањи је од износа који се плаћа готовином (${cash}).`;
  refused(body({ tendered: 299.99 }), little('299,99', '300,00'), field);
  refused(body({ tendered: 0 }), little('0,00', '300,00'), field);
  refused(body({ payments: split, tendered: 99.99 }), little('99,99', '100,00'), field);
  refused(body({ tendered: -1 }), 'Поље „tendered” не сме бити мање од 0.', field);
  refused(body({ tendered: 500.005 }), 'Поље „tendered” може имати највише две децимале.', field);
  const nothing = 'Поље „tendered” наводи примљену готовину, а ништа се не плаћа готовином; изоставите га.';
  refused(body({ ...card, tendered: 300 }), nothing, field);
  const others = 'Поље „tendered” важи само за продају врсте „Normal”, „Advance” или „Training”; изоставите га.';
  refused(body({ invoiceType: 'ProForma', tendered: 500 }), others, field);
  refused(body({ invoiceType: 'Copy', tendered: 500, ...REFERENT }), others, field);
  refused(body({ transactionType: 'Refund', buyerId: '10:1', tendered: 500, ...REFERENT }), others, field);
});

test('an ESIR time is one that a clock in Belgrade has shown, from 2022 on and not in the future', () => {
  const field = 'dateAndTimeOfIssue';
  const asked = (time: string): Body => body({ invoiceType: 'Advance', [field]: time });
  for (const time of ['2022-01-01 00:00:00', '2026-03-29 01:59:59', '2026-03-29 03:00:00', '2026-10-25 02:30:00']) {
    assert.is(drafted(asked(time)).issueTime, time);
  }
  assert.is(drafted(asked('2026-11-21 12:05:00')).issueTime, '2026-11-21 12:05:00');
  const future = 'Време у пољу „dateAndTimeOfIssue” је у будућности; може бити највише 5 минута испред сата уређаја.';
  for (const time of ['2026-11-21 12:05:01', '2199-01-01 00:00:00', '9999-12-31 23:59:59']) {
    refused(asked(time), future, field);
  }
  const skipped =
    'Време у пољу „dateAndTimeOfIssue” није постојало: тог дана је сат померен унапред (летње рачунање времена).';
  for (const time of ['2026-03-29 02:00:00', '2026-03-29 02:59:59']) refused(asked(time), skipped, field);
  const early = 'Време у пољу „dateAndTimeOfIssue” је пре 2022. године.';
  for (const time of ['2021-12-31 23:59:59', '0001-01-01 00:00:00']) refused(asked(time), early, field);
  // Also where it is not printed: whoever sends it believes that it is.
  refused(body({ [field]: '2026-11-22 12:00:00' }), future, field);
});

test('a line may have all that its own bounds allow; what the card cannot hold is refused on the total', () => {
  const says =
    'Укупан износ рачуна (збир ставки у пољу „items”) је већи од 7.205.759.403.792,79 РСД, ' +
    'а већи износ не стаје у 7 бајтова које потписује безбедносни елемент.';
  refused(body({ items: [line({ quantity: 999_999, unitPrice: 999_999_999 })] }), says, 'items');
  const half = line({ quantity: 1, unitPrice: 999_999_999 });
  assert.is(drafted(body({ items: [line({ quantity: 7205.759, unitPrice: 999_999_999 })] })).lines.length, 1);
  refused(body({ items: [line({ quantity: 7205.759, unitPrice: 999_999_999 }), half] }), says, 'items');
});

test('a receipt says what is seen of the texts that were sent', () => {
  const items = [line({ name: '\ufeffКа\u00adфа\tвелика', unit: 'к\u200bг' })];
  const { lines, cashier, buyerCostCenterId, adText } = drafted(
    body({ items, cashier: '\u202eАна\u202c', buyerCostCenterId: '50:\u200d1\n', adText: 'а\tб\rв\u2028г\u200e\r\nд' }),
  );
  assert.equal([lines[0]?.name, lines[0]?.unit, cashier, buyerCostCenterId], ['Кафа велика', 'кг', 'Ана', '50:1']);
  assert.is(adText, 'а б\nв\nг\nд');
  assert.is(drafted(body({ adText: 'а\u3164\uffa0б\u2800\u00a0в' })).adText, 'а  б \u00a0в');
  // What is left when it is taken out counts: nobody hides the words of the processor so.
  const imitated = ' „ОВО НИЈЕ ФИСКАЛНИ РАЧУН”, што на рачуну сме да напише само процесор; уклоните те речи.';
  const hidden = 'ОВО НИ\u00adЈЕ ФИС\u200bКАЛНИ\tРАЧУН';
  refused(body({ adText: hidden }), `Поље „adText” садржи${imitated}`, 'adText');
  refused(body({ items: [line({ name: hidden })] }), `Ставка 1: назив садржи${imitated}`, 'items[0].name');
});

function payments(...entries: readonly (readonly [string, number])[]): Body[] {
  return entries.map(([paymentType, amount]) => ({ paymentType, amount }));
}

function paid(...entries: readonly (readonly [string, number])[]): readonly Payment[] {
  return drafted(body({ payments: payments(...entries) })).payments;
}

function amountOf({ amount }: Payment): number {
  return amount;
}

test.run();

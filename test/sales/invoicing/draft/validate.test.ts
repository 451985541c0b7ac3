import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { requestFingerprint } from '../../../../src/sales/invoicing/issue/requestKey.js';
import { validateShape } from '../../../../src/sales/invoicing/draft/validate.js';
import { accepted, body, line, refused } from '../bodies.js';

const TIME_FORM = 'мора бити постојећи датум и време у облику ГГГГ-ММ-ДД ЧЧ:ММ:СС, на пример 2026-11-21 10:00:00.';
const BUYER_FORM =
  'Поље „buyerId” мора бити у облику шифра:вредност, на пример 10:123456788; дозвољене шифре су 10-16, 20-23, ' +
  '30-36 и 40, а вредност сме да садржи само слова енглеске абецеде, цифре и знаке, без размака.';
const UNPRINTABLE = 'садржи контролни знак или половину знака, што се не може штампати; уклоните то.';

test('the smallest request gets every default of the contract', () => {
  assert.equal(accepted(body()), {
    invoiceType: 'Normal',
    transactionType: 'Sale',
    items: [{ name: 'Кафа', unit: 'ком', quantity: 2000, unitPrice: 15000, label: 'Ђ', gtin: null, itemId: null }],
    payments: [],
    cashier: 'API',
    buyerId: null,
    buyerCostCenterId: null,
    referentDocumentNumber: null,
    referentDocumentDT: null,
    dateAndTimeOfIssue: null,
    adText: null,
    clientRequestId: null,
    prefetchDocument: null,
    print: null,
    whenOffline: null,
  });
});

test('a full request keeps every field', () => {
  const full = {
    invoiceType: 'Advance',
    transactionType: 'Refund',
    items: [line({ unit: 'kg', gtin: '3850104093456', itemId: 7 })],
    payments: [{ paymentType: 'WireTransfer', amount: 300 }],
    cashier: 'Ана',
    buyerId: '12:123456789:12345',
    buyerCostCenterId: '20:1',
    referentDocumentNumber: 'ABCD1234-ABCD1234-5',
    referentDocumentDT: '2026-11-20 09:08:07',
    dateAndTimeOfIssue: '2026-11-19 00:00:00',
    adText: 'Хвала!',
    clientRequestId: 'order:2026_11-21.1',
    prefetchDocument: 'a5',
    print: 'kasa',
    whenOffline: 'queue',
  };
  assert.equal(accepted(full), {
    ...full,
    items: [
      { name: 'Кафа', unit: 'kg', quantity: 2000, unitPrice: 15000, label: 'Ђ', gtin: '3850104093456', itemId: 7 },
    ],
    payments: [{ paymentType: 'WireTransfer', amount: 30000 }],
  });
});

test('a body that is not an object is refused', () => {
  for (const value of [null, 7, 'x', true, [], undefined]) refused(value, 'Тело захтева мора бити JSON објекат.', '');
});

test('no items', () => {
  refused({}, 'Недостаје поље „items”.', 'items');
  refused(body({ items: [] }), 'Рачун мора имати бар једну ставку у пољу „items”.', 'items');
});

test('more than 500 items are refused, 500 are not', () => {
  const lines = Array.from({ length: 500 }, () => line());
  assert.is(accepted({ items: lines }).items.length, 500);
  refused({ items: [...lines, line()] }, 'Рачун може имати највише 500 ставки у пољу „items”.', 'items');
});

test('an item must be an object', () => {
  refused(body({ items: [line(), 7] }), 'Ставка 2: мора бити објекат.', 'items[1]');
  refused(body({ items: { 0: line() } }), 'Поље „items” мора бити низ.', 'items');
});

test('a line without name, quantity or price names the line and the field', () => {
  for (const field of ['name', 'quantity', 'unitPrice']) {
    const without = { items: [line(), line({ [field]: undefined })] };
    refused(without, `Ставка 2: недостаје поље „${field}”.`, `items[1].${field}`);
  }
});

test('a name has 200 characters at most, counted as people count them', () => {
  assert.is(accepted({ items: [line({ name: '🍕'.repeat(200) })] }).items[0]?.name, '🍕'.repeat(200));
  refused({ items: [line({ name: 'ж'.repeat(201) })] }, nameSays('може имати највише 200 знакова.'), 'items[0].name');
});

test('a name may not be blank', () => {
  for (const name of ['', '  ', '\u00a0', '\t', '\u200b', '\ufeff \u00ad']) {
    refused({ items: [line({ name })] }, nameSays('не сме бити празно.'), 'items[0].name');
  }
});

test('what drives a printer is refused, and half a character', () => {
  for (const sign of ['\u001b', '\u0000', '\u0085', '\u000b', '\u007f', '\u009b', '\ud83c', '\udf55']) {
    refused({ items: [line({ name: `a${sign}b` })] }, nameSays(UNPRINTABLE), 'items[0].name');
  }
  const piled = `a${'\u0301'.repeat(6)}`;
  const says = nameSays('има више од четири акцента на једном слову, што се не може штампати; уклоните их.');
  refused({ items: [line({ name: piled })] }, says, 'items[0].name');
  for (const field of ['cashier', 'buyerCostCenterId', 'referentDocumentNumber']) {
    refused(body({ [field]: 'a\u001bb' }), `Поље „${field}” ${UNPRINTABLE}`, field);
  }
  refused({ items: [line({ unit: 'k\u001bg' })] }, `Ставка 1: поље „unit” ${UNPRINTABLE}`, 'items[0].unit');
});

test('only the advertising text has lines, ended by LF or CRLF', () => {
  assert.is(accepted(body({ adText: 'један\nдва\r\nтри' })).adText, 'један\nдва\nтри');
  refused(body({ adText: 'a\u001b@b' }), `Поље „adText” ${UNPRINTABLE}`, 'adText');
});

test('a key is bound to the texts as they came, in NFC: what nobody sees is taken out when the receipt is drafted', () => {
  const print = (name: string): string => requestFingerprint(accepted({ items: [line({ name })] }));
  assert.is(print('Kolac\u030c'), print('Kola\u010d'));
  assert.is.not(print('Ка\u00adфа'), print('Кафа'));
  assert.is(
    accepted(body({ referentDocumentNumber: '\ufeffab2dcd34-AB2DCD34-5\t' })).referentDocumentNumber,
    'AB2DCD34-AB2DCD34-5',
  );
});

test('texts are kept in NFC', () => {
  const request = accepted(body({ items: [line({ name: 'Kolac\u030c' })], cashier: 'Z\u030cika', adText: 'c\u0301' }));
  assert.is(request.items[0]?.name, 'Kola\u010d');
  assert.is(request.cashier, '\u017dika');
  assert.is(request.adText, '\u0107');
});

test('lengths are those of the text as it was sent, which a client can count', () => {
  assert.is(accepted(body({ cashier: 'c\u030c'.repeat(25) })).cashier, '\u010d'.repeat(25));
  refused(body({ cashier: 'c\u030c'.repeat(26) }), 'Поље „cashier” може имати највише 50 знакова.', 'cashier');
  refused(body({ adText: '\u200b'.repeat(501) }), 'Поље „adText” може имати највише 500 знакова.', 'adText');
});

test('a unit has 16 characters at most; without one it is ком', () => {
  for (const unit of [undefined, null, '', ' ']) {
    assert.is(accepted({ items: [line({ unit })] }).items[0]?.unit, 'ком');
  }
  const message = 'Ставка 1: поље „unit” може имати највише 16 знакова.';
  refused({ items: [line({ unit: 'k'.repeat(17) })] }, message, 'items[0].unit');
});

test('a quantity is above 0, at most 999999, and rounded to 3 decimals', () => {
  assert.is(accepted({ items: [line({ quantity: 1.0005 })] }).items[0]?.quantity, 1001);
  assert.is(accepted({ items: [line({ quantity: 999999 })] }).items[0]?.quantity, 999_999_000);
  const says = (words: string): string => `Ставка 1: поље „quantity” ${words}`;
  refused({ items: [line({ quantity: 0 })] }, says('мора бити веће од 0.'), 'items[0].quantity');
  refused({ items: [line({ quantity: -1 })] }, says('мора бити веће од 0.'), 'items[0].quantity');
  refused({ items: [line({ quantity: 999999.001 })] }, says('не сме бити веће од 999999.'), 'items[0].quantity');
});

test('a price is 0 to 999999999 and rounded to 2 decimals', () => {
  assert.is(accepted({ items: [line({ unitPrice: 2.675 })] }).items[0]?.unitPrice, 268);
  assert.is(accepted({ items: [line({ unitPrice: 1.005 })] }).items[0]?.unitPrice, 101);
  assert.is(accepted({ items: [line({ unitPrice: 0 })] }).items[0]?.unitPrice, 0);
  assert.is(accepted({ items: [line({ unitPrice: 999999999 })] }).items[0]?.unitPrice, 99_999_999_900);
  const says = (words: string): string => `Ставка 1: поље „unitPrice” ${words}`;
  refused({ items: [line({ unitPrice: -0.01 })] }, says('не сме бити мање од 0.'), 'items[0].unitPrice');
  refused({ items: [line({ unitPrice: 1e9 })] }, says('не сме бити веће од 999999999.'), 'items[0].unitPrice');
});

test('types are strict: a number sent as text is refused', () => {
  const number = 'мора бити број (без наводника).';
  refused({ items: [line({ quantity: '2' })] }, `Ставка 1: поље „quantity” ${number}`, 'items[0].quantity');
  refused({ items: [line({ unitPrice: null })] }, `Ставка 1: поље „unitPrice” ${number}`, 'items[0].unitPrice');
  const infinite = 'Ставка 1: поље „unitPrice” је већи број него што се може записати.';
  refused({ items: [line({ unitPrice: Infinity })] }, infinite, 'items[0].unitPrice');
  refused({ items: [line({ name: 5 })] }, nameSays('мора бити текст.'), 'items[0].name');
  refused(body({ cashier: 5 }), 'Поље „cashier” мора бити текст или null.', 'cashier');
  refused(body({ payments: {} }), 'Поље „payments” мора бити низ или null.', 'payments');
  const amount = body({ payments: [{ paymentType: 'Cash', amount: '300' }] });
  refused(amount, `Плаћање 1: поље „amount” ${number}`, 'payments[0].amount');
});

test('totalAmount is ignored, whatever it is; so are unknown fields', () => {
  const plain = accepted(body());
  for (const junk of [1, 'x', null, {}, [[]]]) {
    assert.equal(
      accepted({ items: [line({ totalAmount: junk, discount: junk })], note: junk, hasOwnProperty: junk }),
      plain,
    );
  }
  assert.equal(
    accepted(
      JSON.parse(
        '{"__proto__":{"cashier":"x"},"items":[{"__proto__":[],"name":"Кафа","quantity":2,"unitPrice":150,"label":"Ђ"}]}',
      ),
    ),
    plain,
  );
});

test('labels with one entry stands for label', () => {
  const labels = (change: object): string | undefined => accepted({ items: [line({ ...change })] }).items[0]?.label;
  assert.is(labels({ label: undefined, labels: ['Е'] }), 'Е');
  assert.is(labels({ label: null, labels: ['Е'] }), 'Е');
  assert.is(labels({ label: 'Е', labels: ['Е'] }), 'Е');
  assert.is(labels({ label: 'Е', labels: [] }), 'Е');
});

test('a line without any label is refused', () => {
  const message = 'Ставка 1: недостаје поље „label”.';
  refused({ items: [line({ label: undefined })] }, message, 'items[0].label');
  refused({ items: [line({ label: undefined, labels: [] })] }, message, 'items[0].label');
  refused({ items: [line({ label: null })] }, 'Ставка 1: поље „label” мора бити текст.', 'items[0].label');
});

test('label and labels that differ, or two labels, are refused', () => {
  const differ = 'Ставка 1: поља „label” и „labels” наводе различите пореске ознаке; пошаљите само једно.';
  refused({ items: [line({ labels: ['Е'] })] }, differ, 'items[0].labels');
  const two = 'Ставка 1: поље „labels” може имати највише један елемент.';
  refused({ items: [line({ labels: ['Ђ', 'Е'] })] }, two, 'items[0].labels');
});

test('a GTIN is null or has 8 to 14 digits', () => {
  for (const gtin of [null, '12345678', '12345678901234']) {
    assert.is(accepted({ items: [line({ gtin })] }).items[0]?.gtin, gtin);
  }
  for (const gtin of ['', '1234567', '123456789012345', '1234567a', '１２３４５６７８']) {
    const message = 'Ставка 1: поље „gtin” мора имати од 8 до 14 цифара.';
    refused({ items: [line({ gtin })] }, message, 'items[0].gtin');
  }
});

test('an itemId is a whole number or null', () => {
  for (const itemId of [123456, 0, -1, -1e15, 1e300, null]) {
    assert.is(accepted({ items: [line({ itemId })] }).items[0]?.itemId, itemId);
  }
  const message = 'Ставка 1: поље „itemId” мора бити цео број (без наводника) или null.';
  refused({ items: [line({ itemId: 1.5 })] }, message, 'items[0].itemId');
});

test('enumerations are case sensitive', () => {
  const invoice = 'Поље „invoiceType” мора бити једно од: Normal, ProForma, Copy, Training, Advance.';
  refused(body({ invoiceType: 'normal' }), invoice, 'invoiceType');
  refused(
    body({ transactionType: 'SALE' }),
    'Поље „transactionType” мора бити једно од: Sale, Refund.',
    'transactionType',
  );
  const payment =
    'Плаћање 2: поље „paymentType” мора бити једно од: ' +
    'Other, Cash, Card, Check, WireTransfer, Voucher, MobileMoney.';
  const cash = { paymentType: 'Cash', amount: 1 };
  refused(body({ payments: [cash, { ...cash, paymentType: 'cash' }] }), payment, 'payments[1].paymentType');
});

test('a payment needs its type and its amount', () => {
  refused(body({ payments: [{ amount: 1 }] }), 'Плаћање 1: недостаје поље „paymentType”.', 'payments[0].paymentType');
  refused(body({ payments: [{ paymentType: 'Cash' }] }), 'Плаћање 1: недостаје поље „amount”.', 'payments[0].amount');
  refused(body({ payments: ['Cash'] }), 'Плаћање 1: мора бити објекат.', 'payments[0]');
});

test('payments beyond what a receipt can hold are refused', () => {
  const large = 'Плаћање 1: поље „amount” не сме бити веће од 7.205.759.403.792,79.';
  refused(body({ payments: [{ paymentType: 'Cash', amount: 1e14 }] }), large, 'payments[0].amount');
  const cash = Array.from({ length: 501 }, () => ({ paymentType: 'Cash', amount: 1 }));
  refused(body({ payments: cash }), 'Поље „payments” може имати највише 500 елемената.', 'payments');
});

test('a cashier of more than 50 characters is refused, never shortened', () => {
  assert.is(accepted(body({ cashier: 'ж'.repeat(50) })).cashier, 'ж'.repeat(50));
  refused(body({ cashier: 'ж'.repeat(51) }), 'Поље „cashier” може имати највише 50 знакова.', 'cashier');
});

test('a buyerId has 20 characters at most and every official code', () => {
  const codes = [10, 11, 12, 13, 14, 15, 16, 20, 21, 22, 23, 30, 31, 32, 33, 34, 35, 36, 40];
  for (const code of codes) assert.is(accepted(body({ buyerId: `${code}:123` })).buyerId, `${code}:123`);
  assert.is(accepted(body({ buyerId: `10:${'1'.repeat(17)}` })).buyerId, `10:${'1'.repeat(17)}`);
  refused(body({ buyerId: `10:${'1'.repeat(18)}` }), 'Поље „buyerId” може имати највише 20 знакова.', 'buyerId');
});

test('a buyerId of a wrong form is refused', () => {
  for (const buyerId of [
    '',
    '10',
    '10:',
    '10:1 2',
    '17:1',
    '24:1',
    '99:1',
    '1:1',
    '10-123',
    '30:ЈМБГ',
    ' 10:1',
    '10:1\n',
  ]) {
    refused(body({ buyerId }), BUYER_FORM, 'buyerId');
  }
});

test('adText has 500 characters at most', () => {
  assert.is(accepted(body({ adText: 'ж'.repeat(500) })).adText, 'ж'.repeat(500));
  refused(body({ adText: 'ж'.repeat(501) }), 'Поље „adText” може имати највише 500 знакова.', 'adText');
});

test('what the contract leaves open ends where the processors end: 50 characters', () => {
  for (const field of ['buyerCostCenterId', 'referentDocumentNumber']) {
    refused(body({ [field]: '1'.repeat(51) }), `Поље „${field}” може имати највише 50 знакова.`, field);
  }
});

test('times must be real and of the one form', () => {
  for (const field of ['referentDocumentDT', 'dateAndTimeOfIssue']) {
    for (const time of ['2026-02-29 10:00:00', '2026-11-21T10:00:00', '2026-11-21', '2026-11-21 24:00:00', '']) {
      refused(body({ [field]: time }), `Поље „${field}” ${TIME_FORM}`, field);
    }
  }
  assert.is(accepted(body({ referentDocumentDT: '2028-02-29 23:59:59' })).referentDocumentDT, '2028-02-29 23:59:59');
});

test('a bad idempotency key is refused', () => {
  const message =
    'Поље „clientRequestId” мора имати од 8 до 64 знака (слова енглеске абецеде, цифре и знаци „.”, „_”, „:”, „-”).';
  for (const clientRequestId of ['', '1234567', 'x'.repeat(65), 'with space', 'ћирилица', 'newline8\n']) {
    refused(body({ clientRequestId }), message, 'clientRequestId');
  }
  assert.is(accepted(body({ clientRequestId: 'Aa0._:-x' })).clientRequestId, 'Aa0._:-x');
});

test('prefetchDocument is a5 or nothing', () => {
  refused(body({ prefetchDocument: 'a4' }), 'Поље „prefetchDocument” мора бити једно од: a5.', 'prefetchDocument');
});

test('print is the name of a printer, true, false or nothing', () => {
  for (const print of ['kasa', true, false, null]) assert.is(accepted(body({ print })).print, print);
  const said = 'Поље „print” мора бити текст или true или false или null.';
  for (const print of [1, {}, []]) refused(body({ print }), said, 'print');
  refused(body({ print: 'x'.repeat(31) }), 'Поље „print” може имати највише 30 знакова.', 'print');
});

test('a client may echo an Invoice: null is as good as nothing', () => {
  const fields = [
    ...['cashier', 'buyerId', 'buyerCostCenterId', 'referentDocumentNumber', 'referentDocumentDT'],
    ...['dateAndTimeOfIssue', 'adText', 'clientRequestId', 'prefetchDocument', 'print', 'payments'],
  ];
  assert.equal(accepted(body(Object.fromEntries(fields.map((field) => [field, null])))), accepted(body()));
  for (const field of ['invoiceType', 'transactionType']) {
    assert.is(validateShape(body({ [field]: null })).ok, false);
  }
});

test('a blank optional text is none, since a processor would refuse it', () => {
  const blank = { cashier: ' ', buyerCostCenterId: '', referentDocumentNumber: ' ', adText: '\n' };
  assert.equal(accepted(body(blank)), accepted(body()));
});

test('payments of 0 or less do not count', () => {
  const payments = [0.004, -1e300, -5, 0, 12.345].map((amount) => ({ paymentType: 'Cash', amount }));
  assert.equal(
    accepted(body({ payments })).payments.map(({ amount }) => amount),
    [0, null, null, null, 1235],
  );
});

test('a fingerprint binds to what is asked, not to how it is written', () => {
  const print = (value: unknown): string => requestFingerprint(accepted(value));
  const plain = print(body());
  assert.match(plain, /^[0-9a-f]{64}$/);
  assert.is(print({ unknown: 1, items: [{ label: 'Ђ', unitPrice: 150.0, quantity: 2, name: 'Кафа' }] }), plain);
  assert.is(print(body({ clientRequestId: 'another-key', invoiceType: 'Normal', buyerId: null, payments: [] })), plain);
});

test('the printer that is asked for does not belong to the fingerprint', () => {
  const prints = [null, true, false, 'kasa'].map((print) => requestFingerprint(accepted(body({ print }))));
  assert.equal(new Set(prints), new Set([requestFingerprint(accepted(body()))]));
});

test('a fingerprint differs with every field', () => {
  const changes = [
    ...[{ name: 'Чај' }, { quantity: 3 }, { unitPrice: 151 }, { label: 'Е' }, { unit: 'kg' }, { itemId: 1 }].map(
      (change) => body({ items: [line(change)] }),
    ),
    ...[{ gtin: '12345678' }].map((change) => body({ items: [line(change)] })),
    body({ items: [line(), line()] }),
    body({ invoiceType: 'Training' }),
    body({ transactionType: 'Refund' }),
    body({ payments: [{ paymentType: 'Card', amount: 300 }] }),
    body({ cashier: 'Ана' }),
    body({ buyerId: '10:1' }),
    body({ buyerCostCenterId: '20:1' }),
    body({ referentDocumentNumber: 'A-B-1' }),
    body({ referentDocumentDT: '2026-11-20 09:08:07' }),
    body({ dateAndTimeOfIssue: '2026-11-20 09:08:07' }),
    body({ adText: 'Хвала' }),
    body({ prefetchDocument: 'a5' }),
  ];
  const prints = new Set([body(), ...changes].map((value) => requestFingerprint(accepted(value))));
  assert.is(prints.size, changes.length + 1);
});

function nameSays(words: string): string {
  return `Ставка 1: поље „name” ${words}`;
}

test.run();

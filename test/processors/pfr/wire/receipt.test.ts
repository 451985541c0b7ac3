import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { MAX_TOTAL } from '../../../../src/base/money.js';
import { readAnswer } from '../../../../src/processors/pfr/wire/answer.js';
import type { WireReceipt } from '../../../../src/processors/pfr/wire/receipt.js';
import { hasReceiptParts, readReceipt } from '../../../../src/processors/pfr/wire/receipt.js';
import { seededRandom } from '../../../kit/random.js';
import { GIF, JID, linkOf, resultOf, sale, SIGNED_AT } from './answers.js';
import type { WireObject } from './answers.js';

const random = seededRandom();

function read(change: WireObject): WireReceipt {
  const result = readReceipt({ ...resultOf(sale()), ...change });
  assert.ok(result.ok, result.ok ? '' : result.error);
  return result.value;
}

function reasonFor(change: WireObject): string | undefined {
  const result = readReceipt({ ...resultOf(sale()), ...change });
  return result.ok ? undefined : result.error;
}

test('every member of a result is read, and the others are kept', () => {
  const { internalData, signature } = linkOf(sale());
  const { verificationUrl, journal, ...receipt } = read({ future: { a: [1] } });
  assert.match(verificationUrl, /^https:\/\/sandbox\.suf\.purs\.gov\.rs\/v\/\?vl=A/);
  assert.match(journal ?? '', 'Сендвич');
  assert.equal(receipt, {
    requestedBy: JID,
    signedBy: JID,
    invoiceNumber: `${JID}-${JID}-11389`,
    invoiceCounter: '8652/11389ПП',
    invoiceCounterExtension: 'ПП',
    totalCounter: 11389,
    typeCounter: 8652,
    time: SIGNED_AT,
    total: 343_00,
    taxItems: [
      { label: 'Ђ', categoryName: 'VAT', rate: 20, amount: 46_83 },
      { label: 'Е', categoryName: 'VAT', rate: 20, amount: 46_83 },
    ],
    verificationQRCode: GIF,
    encryptedInternalData: internalData.toString('base64'),
    signature: signature.toString('base64'),
    company: {
      name: 'Пекара Ђурђевак д.о.о.',
      tin: 'RS100000049',
      location: '1234567-Пекара код поште',
      address: 'НЕМАЊИНА 4',
      district: 'Београд-Савски венац',
    },
    rest: { messages: 'Success', taxGroupRevision: 5, mrc: '00-1002-YJLQTEQR', future: { a: [1] } },
    hadControls: false,
  });
});

test('a QR code is a GIF or a PNG under either name, or none', () => {
  const png = Buffer.from('89504e470d0a1a0a00', 'hex').toString('base64');
  assert.is(read({ verificationQRCode: png }).verificationQRCode, png);
  assert.is(read({ verificationQRCode: undefined, verificationQrCode: GIF }).verificationQRCode, GIF);
  assert.is(read({ verificationQRCode: null, verificationQrCode: GIF }).verificationQRCode, GIF);
  const none = [null, undefined, '', 7, 'R0lGOD"><script>', 'PHN2Zz4=', `data:image/gif;base64,${GIF}`];
  none.push(`R0lGOD${'A'.repeat(300_000)}`);
  for (const verificationQRCode of none) assert.is(read({ verificationQRCode }).verificationQRCode, null);
});

test('what may be missing is null or empty', () => {
  for (const nothing of [null, undefined, '']) {
    const { journal, encryptedInternalData, signature, invoiceCounterExtension, company } = read({
      journal: nothing,
      encryptedInternalData: nothing,
      signature: nothing,
      invoiceCounterExtension: nothing,
      ...{ businessName: nothing, tin: nothing, locationName: nothing, address: nothing, district: nothing },
    });
    assert.equal([journal, encryptedInternalData, signature, invoiceCounterExtension], [null, null, null, null]);
    assert.equal(company, { name: '', tin: '', location: '', address: '', district: '' });
  }
});

test('only the link is needed; of the others, what has a wrong form counts as missing', () => {
  for (const verificationUrl of [undefined, null, '', 7, 'x'.repeat(4001)]) {
    assert.is(reasonFor({ verificationUrl }), 'no usable verificationUrl', String(verificationUrl));
  }
  const bad: [string, keyof WireReceipt, unknown[]][] = [
    ['requestedBy', 'requestedBy', [undefined, null, '', 7]],
    ['signedBy', 'signedBy', [undefined, null, 7]],
    ['invoiceNumber', 'invoiceNumber', [null, 7, 'x'.repeat(2001)]],
    ['invoiceCounter', 'invoiceCounter', [undefined, 5]],
    ['totalCounter', 'totalCounter', [undefined, 'eleven', '0x2C7D', 0, '0', 1.5, -1, '-1', 2 ** 32, String(2 ** 32)]],
    ['transactionTypeCounter', 'typeCounter', [undefined, '', NaN]],
    ['sdcDateTime', 'time', [undefined, 5, 'yesterday', '2026-02-30T10:00:00']],
    ['totalAmount', 'total', [undefined, '343,00', -1, NaN, 1e15, '1000000000000000', Infinity]],
  ];
  for (const [name, member, values] of bad) {
    for (const value of values) assert.is(read({ [name]: value })[member], null, `${name} ${String(value)}`);
  }
  const odd = [null, { label: 'Ђ', rate: 20 }, { amount: 1, rate: 20 }, { label: 'Ђ', amount: 1 }];
  for (const taxItems of [undefined, {}, odd]) assert.equal(read({ taxItems }).taxItems, []);
  assert.is(
    read({ taxItems: Array.from({ length: 500 }, () => ({ label: 'Ђ', rate: 20, amount: 1 })) }).taxItems.length,
    100,
  );
});

test('values at their limits are read: the longest texts, the greatest counters, a total of 0', () => {
  for (const [name, member, value] of [
    ['verificationUrl', 'verificationUrl', 'x'.repeat(4000)],
    ['invoiceNumber', 'invoiceNumber', 'x'.repeat(2000)],
    ['journal', 'journal', 'x'.repeat(300_000)],
    ['totalCounter', 'totalCounter', 2 ** 32 - 1],
    ['totalCounter', 'totalCounter', 1],
    ['totalAmount', 'total', 0],
  ] as const) {
    assert.is(read({ [name]: value })[member], value, name);
  }
  assert.is(read({ journal: 'x'.repeat(300_001) }).journal, null);
  const image = `R0lGOD${'A'.repeat(64_000 - 6)}`;
  assert.is(read({ verificationQRCode: image }).verificationQRCode, image);
  assert.is(read({ verificationQRCode: `${image}A` }).verificationQRCode, null);
});

test('a tax that is an amount for each unit says so, under each name of that kind; any other tax does not', () => {
  const item = { label: 'P', categoryName: 'PBL', rate: 0.5, amount: 1 };
  const kinds = [2, '2', 'AmountPerQuantity', 0, 1, undefined].map(
    (categoryType) => read({ taxItems: [{ ...item, categoryType }] }).taxItems[0],
  );
  const [plain, perUnit] = [
    { ...item, amount: 1_00 },
    { ...item, amount: 1_00, perUnit: true },
  ];
  assert.equal(kinds, [perUnit, perUnit, perUnit, plain, plain, plain]);
});

test('a part of a receipt is one at the top or one level below, with a value, and outside of the errors', () => {
  for (const [value, expected] of [
    [{ journal: 'x' }, true],
    [{ Journal: 'x' }, true],
    [{ a: { journal: 'x' } }, true],
    [{ a: [[{ journal: 'x' }]] }, true],
    [{ a: '{"journal":"x"}' }, true],
    [['a', { totalCounter: 0 }], true],
    [{ a: { b: { journal: 'x' } } }, false],
    [[{ a: { b: [{ journal: 'x' }] } }], false],
    [{ journal: '' }, false],
    [{ a: { journal: null } }, false],
    [{ errors: { journal: ['2805'] } }, false],
    [{ ModelState: [{ journal: 'x' }] }, false],
    [{ journals: 'x' }, false],
    ['journal', false],
    ['"journal"', false],
    [7, false],
  ] as const) {
    assert.is(hasReceiptParts(value), expected, JSON.stringify(value));
  }
});

test('a number may be written as a text', () => {
  const { totalCounter, typeCounter, total, taxItems } = read({
    ...{ totalCounter: '11389', transactionTypeCounter: ' 8652 ', totalAmount: '343.00' },
    taxItems: [{ label: 'Ђ', rate: '20.00', amount: '46.8333' }],
  });
  assert.equal([totalCounter, typeCounter, total], [11389, 8652, 343_00]);
  assert.equal(taxItems, [{ label: 'Ђ', categoryName: '', rate: 20, amount: 46_83 }]);
});

test('amounts are rounded half away from zero by their decimal text, as BigInt does it', () => {
  const check = (text: string, para: bigint): void => {
    const body = JSON.stringify(resultOf(sale())).replace('"totalAmount":343', `"totalAmount":${text}`);
    const answer = readAnswer(200, Buffer.from(body));
    assert.ok(answer.kind === 'receipt', text);
    assert.is(BigInt(answer.receipt.total ?? -1), para, text);
  };
  check('1.005', 101n);
  check('2.675', 268n);
  check('0.0049', 0n);
  check('68.4600', 6846n);
  check('7205759403792.79', BigInt(MAX_TOTAL));
  for (let i = 0; i < 3000; i++) {
    const tenThousandths = BigInt(random.int(0, 10 ** random.int(1, 15) - 1));
    const digits = String(tenThousandths).padStart(5, '0');
    check(`${digits.slice(0, -4)}.${digits.slice(-4)}`, (tenThousandths + 50n) / 100n);
  }
});

test('what is kept beside has a bound, and keeps no trap', () => {
  const { rest } = read({ huge: 'x'.repeat(20_000), small: 1 });
  assert.not.ok('huge' in rest);
  assert.is(rest['small'], 1);
  const body = JSON.stringify(resultOf(sale())).replace('{', '{"__proto__":{"polluted":true},');
  const answer = readAnswer(200, Buffer.from(body));
  assert.ok(answer.kind === 'receipt');
  assert.is(Object.getPrototypeOf(answer.receipt.rest), Object.prototype);
  assert.is((answer.receipt.rest as { polluted?: unknown }).polluted, undefined);
});

test.run();

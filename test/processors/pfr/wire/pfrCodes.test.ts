import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  findingsOf,
  isFaultOfReceipt,
  isOfficialFault,
  provesRefusal,
  refusalText,
} from '../../../../src/processors/pfr/wire/pfrCodes.js';
import { CODES } from '../../../../src/processors/pfr/wire/codeTable.js';

const OFFICIAL =
  '0000 0100 0210 0220 1100 1300 1400 1500 1999 2100 2110 2210 2220 2230 2310 2400 ' +
  '2800 2801 2802 2803 2804 2805 2806 2807 2808 2809 2811 2812 2813';

test('every official code has its words in both languages, in the right script', () => {
  for (const code of OFFICIAL.split(' ')) {
    const words = CODES.get(code);
    assert.ok(words, code);
    for (const { sr, en } of [words.found, words.action]) {
      assert.match(sr, /^[А-ЯЂЈЉЊЋЏ].*\.$/u, code);
      assert.not.match(sr.replace('латинично A', ''), /[A-Za-zђыъэё]{2}/, code);
      assert.match(en, /^[A-Z].*\.$/, code);
    }
    assert.is(isOfficialFault(code), !code.startsWith('0'), code);
  }
});

test('an official code that blocks proves a refusal, but for a failed talk with the card', () => {
  for (const code of OFFICIAL.split(' ')) {
    const isProof = /^(?:1300|1500|2\d{3})$/.test(code) && code !== '2220';
    assert.is(provesRefusal([code]), isProof, code);
    assert.is(provesRefusal(['0210', '1400', code]), isProof, code);
    assert.is(provesRefusal([code, '2220']), false, code);
  }
  for (const code of ['2150', '9999', '90100', '1777']) assert.is(provesRefusal([code]), false, code);
  assert.is(provesRefusal([]), false);
});

test('the card comes first, then the PIN, what else blocks, what warns, and that it is offline', () => {
  const gsc = ['0220', '1100', '2801', '1400', '2150', '2210', '1777', '2809', '1500', '90100', '1300', '0210'];
  const findings = findingsOf(gsc, false);
  assert.equal(
    findings.map(({ code }) => code),
    ['1300', '1500', '2210', '2809', '2801', '2150', '1400', '1100', '0220', '1777', '90100'],
  );
  assert.equal(
    findings.map(({ blocks }) => blocks),
    [true, true, true, true, true, true, false, false, false, false, false],
  );
});

test('good news is not told, and a PIN that is asked for twice is told once', () => {
  assert.equal(findingsOf(['0000', '0100', '0210', '9999'], false), []);
  assert.is(findingsOf(['1500', '1500'], true).length, 1);
});

test('an unknown code is shown as it came', () => {
  const [error] = findingsOf(['2160'], false);
  assert.match(error?.found.sr ?? '', '2160');
  assert.match(error?.found.en ?? '', '2160');
});

test('a refusal says what is wrong, where, what to do, and the code', () => {
  const words = refusalText(
    ['2803'],
    'The request is invalid.; items[0].gtin: 2803; Payment[1].Amount: 2804; buyerId: 2805',
  );
  assert.is(
    words.sr,
    'Дужина податка није исправна. Поље: ставка 1, GTIN. Поље: плаћање 2, износ плаћања. Поље: ИД купца. ' +
      'Исправите податак и издајте рачун поново; ако се понови, позовите сервисера. (2803)',
  );
  assert.match(words.en, /^A value has a wrong length\. Field: items\[0\]\.gtin\..*\(2803\)$/);
  assert.match(refusalText(['2310'], null).sr, /^Пореска ознака није важећа\. Пореске стопе се освежавају;.*латинично/);
});

test('each field of the request that a refusal names is called by its Serbian name, and at most three are', () => {
  for (const [path, place] of [
    ['cashier', 'касир'],
    ['buyerId', 'ИД купца'],
    ['buyerCostCenterId', 'опционо поље купца'],
    ['invoiceType', 'врста рачуна'],
    ['transactionType', 'тип трансакције'],
    ['invoiceNumber', 'ЕСИР број'],
    ['dateAndTimeOfIssue', 'ЕСИР време'],
    ['referentDocumentNumber', 'реф. број'],
    ['ReferentDocumentDT', 'реф. време'],
    ['items', 'ставке'],
    ['items[0]', 'ставка 1, ставке'],
    ['items[12].gtin', 'ставка 13, GTIN'],
    ['Items[499].Name', 'ставка 500, назив'],
    ['items[9999].quantity', 'ставка 10000, количина'],
    ['items[1].unitPrice', 'ставка 2, цена'],
    ['items[1].labels', 'ставка 2, пореска ознака'],
    ['items[1].totalAmount', 'ставка 2, износ'],
    ['payment', 'плаћања'],
    ['payment[0].paymentType', 'плаћање 1, начин плаћања'],
    ['payment[10].amount', 'плаћање 11, износ плаћања'],
  ] as const) {
    const { sr, en } = refusalText(['2805'], `Bad; ${path}: 2805`);
    assert.match(sr, `Поље: ${place}.`);
    assert.match(en, `Field: ${path}.`);
    assert.is(sr.split('Поље:').length, 2, path);
  }
  const { sr } = refusalText(['2805'], 'cashier: 2805; items[0].name: 2805; items[1].name: 2805; items[2].name: 2805');
  assert.is(sr.split('Поље:').length, 1 + 3);
});

test('2310 and 28xx are about the content of the receipt, and no other code is', () => {
  for (const code of ['2310', '2800', '2805', '2813', '2899']) assert.ok(isFaultOfReceipt(code), code);
  for (const code of ['2311', '1300', '1500', '2210', '2220', '0210', '12800', '28001', '280', '']) {
    assert.not(isFaultOfReceipt(code), code);
  }
});

test('of several codes the first to be mended is told', () => {
  assert.match(refusalText(['0210', '1500', '1300'], null).sr, /читачу.*\(1300\)$/);
});

test('sections of a maker are no fields, and neither is what stands in every object', () => {
  for (const text of ['Error; SECURE_ELEMENT: 1300', 'constructor: 2805', 'toString: x']) {
    assert.not.match(refusalText(['2805'], text).sr, 'Поље', text);
  }
});

test('without an official code the text of the processor is told', () => {
  assert.is(refusalText([], 'Wrong PAC').sr, 'Процесор (ПФР) је одбио рачун: Wrong PAC');
  assert.is(refusalText(['0210'], null).sr, 'Процесор (ПФР) је одбио рачун без објашњења.');
  assert.match(refusalText(['2150'], 'Licence').sr, /2150\. Licence .*\(2150\)$/);
});

test.run();

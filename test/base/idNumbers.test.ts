import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { bankAccountDigits, buyerFault, isTin, plainTin } from '../../src/base/idNumbers.js';
import { seededRandom } from '../kit/random.js';

test('the last digit of a JMBG proves the others, which begin with a day and a month', () => {
  // Of a person and of a farmer.
  for (const code of ['11', '15'] as const) {
    assert.is(buyerFault(code, '0101990710008'), undefined);
    for (const digit of '012345679') assert.is(buyerFault(code, `010199071000${digit}`), 'jmbg', digit);
    for (const wrong of ['0000000000000', '3201990710006', '0113990710006']) {
      assert.is(buyerFault(code, wrong), 'jmbg', wrong);
    }
    for (const wrong of ['010199071000', '01019907100080', '']) assert.is(buyerFault(code, wrong), 'form', wrong);
  }
});

test('the last digit of a TIN proves the others', () => {
  assert.ok(isTin('100000049'));
  assert.ok(isTin('101670560'));
  for (const tin of ['100000048', '010000049', '100000094', '10000004', '1000000490', '10000004x', '']) {
    assert.not.ok(isTin(tin), tin);
  }
});

test('a TIN is shown and sent without its country, and nothing else is taken off', () => {
  assert.is(plainTin('RS100000049'), '100000049');
  for (const text of ['100000049', 'RS1', 'RS1000000490', 'XRS100000049', '']) assert.is(plainTin(text), text);
});

const digitsOf = (text: string): string => {
  const digits = bankAccountDigits(text);
  return digits.ok ? digits.value : digits.error;
};

test('an account is 18 digits, however it is written; the examples are the bank’s own', () => {
  // Recommendations of the National Bank of Serbia on the NBS IPS QR code (nbs.rs/QRcode/info_lat.html), account of the payee.
  assert.is(digitsOf('840-955845-10'), '840000000095584510');
  assert.is(digitsOf('165-55-74'), '165000000000005574');
  assert.is(digitsOf('310-1234567891211-86'), '310123456789121186');
  assert.is(digitsOf('840-0000000955845-10'), '840000000095584510');
  assert.is(digitsOf('840000000095584510'), '840000000095584510');
});

test('what is not of that form is refused as such', () => {
  for (const text of [
    '',
    '840-955845',
    '840-955845-1',
    '84-955845-10',
    '840--10',
    '840-12345678901234-10',
    '84000000009558451',
  ])
    assert.is(digitsOf(text), 'form', text);
  for (const text of [
    ' 840-955845-10',
    '840-955845-10\n',
    '840 955845 10',
    '84O-955845-10',
    '٨٤٠-955845-10',
    '8400000000955845100',
  ])
    assert.is(digitsOf(text), 'form', JSON.stringify(text));
});

test('one wrong digit, or two that stand next to each other exchanged, is found anywhere', () => {
  const right = '310123456789121186';
  for (let at = 0; at < right.length; at += 1) {
    for (const digit of '0123456789') {
      const typed = `${right.slice(0, at)}${digit}${right.slice(at + 1)}`;
      assert.is(digitsOf(typed), digit === right[at] ? right : 'digits', typed);
    }
    const [one = '', other = ''] = right.slice(at, at + 2);
    const exchanged = `${right.slice(0, at)}${other}${one}${right.slice(at + 2)}`;
    assert.is(digitsOf(exchanged), one === other || other === '' ? right : 'digits', exchanged);
  }
});

test('the check digits are 98 less the rest of the others', () => {
  const random = seededRandom();
  for (let turn = 0; turn < 1000; turn += 1) {
    const [bank, account] = [random.text('0123456789', 3, 3), random.text('0123456789', 1, 13)];
    // Long division by hand, as on paper.
    const rest = Array.from(`${bank}${account.padStart(13, '0')}00`).reduce(
      (left, digit) => (left * 10 + Number(digit)) % 97,
      0,
    );
    const check = String(98 - rest).padStart(2, '0');
    assert.is(digitsOf(`${bank}-${account}-${check}`), `${bank}${account.padStart(13, '0')}${check}`);
  }
});

test.run();

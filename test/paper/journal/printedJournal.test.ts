import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { INVOICE_TYPES, TRANSACTION_TYPES } from '../../../src/contract/fiscal.js';
import { printedJournal } from '../../../src/paper/journal/printedJournal.js';

const RULE = '='.repeat(40);
const CLOSING = '======== ОВО НИЈЕ ФИСКАЛНИ РАЧУН =======';
const NOTICE = '   ДЕМО РАЧУН - БЕЗ ФИСКАЛНЕ ВАЖНОСТИ   ';
const SIGNATURE = 'Потпис купца: __________________________';
const PLAIN = { invoiceType: 'Normal', transactionType: 'Sale', adText: null, payments: [], total: 6_800_00 } as const;
const COPY_REFUND = { ...PLAIN, invoiceType: 'Copy', transactionType: 'Refund' } as const;

function text(...lines: string[]): string {
  return lines.map((line) => `${line}\r\n`).join('');
}

test("without additions the processor's text is printed as it is", () => {
  for (const journal of ['anything\n', text(RULE, CLOSING), 'no end'])
    assert.is(printedJournal(journal, PLAIN), journal);
  assert.is(printedJournal('no end', { ...PLAIN, adText: '' }), 'no end');
});

test("a copy of a refund has a space for the buyer's signature directly above the closing row", () => {
  assert.is(printedJournal(text(RULE, CLOSING), COPY_REFUND), text(RULE, '', '', SIGNATURE, CLOSING));
  const withoutEnd = `${RULE}\r\n${CLOSING}`;
  assert.is(printedJournal(withoutEnd, COPY_REFUND), `${text(RULE, '', '', SIGNATURE)}${CLOSING}`);
});

test('the signature space is above the demo sentence', () => {
  const printed = printedJournal(text(NOTICE, RULE, NOTICE, CLOSING), COPY_REFUND);
  assert.is(printed, text(NOTICE, RULE, '', '', SIGNATURE, NOTICE, CLOSING));
});

test('no other kind gets a signature space', () => {
  for (const invoiceType of INVOICE_TYPES) {
    for (const transactionType of TRANSACTION_TYPES) {
      const printed = printedJournal(text(RULE, CLOSING), { ...PLAIN, invoiceType, transactionType });
      assert.is(printed.includes(SIGNATURE), invoiceType === 'Copy' && transactionType === 'Refund');
    }
  }
});

test('the advertising text is below the closing row, broken between words at 40', () => {
  const adText = 'Хвала на поверењу! Недељом радимо од седам до тринаест часова.\r\nДођите нам\tопет\n\n1';
  const printed = printedJournal(text(RULE, CLOSING), { ...PLAIN, adText });
  const advert = ['Хвала на поверењу! Недељом радимо од', 'седам до тринаест часова.', 'Дођите нам опет', '', '1'];
  assert.is(printed, text(RULE, CLOSING, ...advert));
});

test('the advertising text begins on a line of its own after a text without a last line end', () => {
  assert.is(printedJournal(CLOSING, { ...PLAIN, adText: 'x' }), text(CLOSING, 'x'));
});

test('what the buyer gave and got back is below the closing row, above the advertising text', () => {
  const payments = [
    { paymentType: 'Card', amount: 100_00 },
    { paymentType: 'Cash', amount: 1_150_00 },
  ] as const;
  const printed = printedJournal(CLOSING, { ...PLAIN, payments, tendered: 2_000_00, adText: 'x' });
  const rows = ['Уплаћено - готовина:            2.000,00', 'Повраћај:                         850,00', 'x'];
  assert.is(printed, text(CLOSING, ...rows));
});

test('what was paid in advance is below the closing row, above the change', () => {
  const paidInAdvance = { amount: 3_500_00, tax: 356_06 };
  const payments = [{ paymentType: 'Cash', amount: 3_300_00 }] as const;
  const extras = { ...PLAIN, payments, paidInAdvance, tendered: 4_000_00 };
  const change = ['Уплаћено - готовина:            4.000,00', 'Повраћај:                         700,00'];
  const rows = ['Плаћено авансом:                3.500,00', 'ПДВ на аванс:                     356,06'];
  const rest = 'Преостало за плаћање:               0,00';
  assert.is(printedJournal(CLOSING, extras), text(CLOSING, ...rows, rest, ...change));
  const less = printedJournal(CLOSING, { ...PLAIN, total: 3_000_00, paidInAdvance });
  assert.is(less, text(CLOSING, ...rows, 'Више плаћено авансом:             500,00'));
});

test('control characters that an earlier release has recorded do not leave', () => {
  const recorded = text('\u001b@ФИСКАЛНИ\u0000 РАЧУН\u202e', RULE, CLOSING);
  assert.is(printedJournal(recorded, PLAIN), text('@ФИСКАЛНИ РАЧУН', RULE, CLOSING));
});

test.run();

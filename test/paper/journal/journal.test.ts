import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { INVOICE_TYPES, TRANSACTION_TYPES } from '../../../src/contract/fiscal.js';
import { PAYMENT_TYPES } from '../../../src/contract/payments.js';
import type { Draft } from '../../../src/contract/fiscal.js';
import type { Payment } from '../../../src/contract/payments.js';
import { textWidth } from '../../../src/base/text.js';
import { itemName, taxItems } from '../../../src/paper/journal/journalRows.js';
import { composeJournal } from '../../../src/paper/journal/journal.js';
import { counterLetters, DEMO_SENTENCE } from '../../../src/paper/journal/receiptTexts.js';
import { seededRandom } from '../../kit/random.js';
import { COMPANY, draft, LABELS, line } from './drafts.js';

type JournalInput = Parameters<typeof composeJournal>[0];

const random = seededRandom();

function input(of: Draft, more: Partial<JournalInput> = {}): JournalInput {
  const taxes = taxItems(of.lines, LABELS);
  if (!taxes.ok) throw new Error(`no label ${taxes.error}`);
  return {
    draft: of,
    company: COMPANY,
    esirNumber: '123/1.0',
    taxItems: taxes.value,
    time: Date.UTC(2026, 10, 21, 7, 5, 9),
    invoiceNumber: 'ABCD2345-ABCD2345-51',
    invoiceCounter: `17/51${counterLetters(of.invoiceType, of.transactionType)}`,
    ...more,
  };
}

function journal(of: Draft, more: Partial<JournalInput> = {}): string[] {
  const lines = composeJournal(input(of, more)).split('\r\n');
  assert.is(lines.pop(), '', 'the last line ends too');
  return lines;
}

const REFUND = {
  buyerId: '20:000000000',
  referentNumber: 'ABCD2345-ABCD2345-50',
  referentTime: '2026-11-20 16:00:01',
};

const GOLDEN: readonly JournalInput[] = [
  input(
    draft(
      'Normal',
      'Sale',
      [
        line('Filet lososa', 'Е', 2299.99, 0.408, 'KG'),
        line('DA1028-010 Helanke za devojčice, crne, vel. 152', 'Ђ', 4499.99),
        line('Кифла са сусамом', 'Е', 45, 12),
      ],
      {
        payments: [
          { paymentType: 'Cash', amount: 400_000 },
          { paymentType: 'Card', amount: 197_839 },
        ],
      },
    ),
    { invoiceNumber: 'ABCD2345-ABCD2345-255954', invoiceCounter: '255324/255954ПП' },
  ),
  input(
    draft(
      'Normal',
      'Refund',
      [line('BODI ŽERSEJ', 'Ђ', 599), line('DONJI VEŠ', 'Ђ', 1299), line('Kesa', 'Ђ', 0)],
      REFUND,
    ),
  ),
  input(
    draft('Advance', 'Sale', [line('10: Аванс (Ђ)', 'Ђ', 25_000)], {
      buyerId: '10:100000049',
      buyerCostCenterId: '50:567546',
      issueTime: '2026-11-19 08:55:23',
      payments: [{ paymentType: 'WireTransfer', amount: 2_500_000 }],
    }),
  ),
  input(
    draft('Advance', 'Refund', [line('10: Аванс (Ђ)', 'Ђ', 25_000)], {
      ...REFUND,
      payments: [{ paymentType: 'WireTransfer', amount: 2_500_000 }],
    }),
  ),
  input(
    draft('Copy', 'Sale', [line('Кафа', 'Ђ', 180, 2)], {
      referentNumber: REFUND.referentNumber,
      referentTime: REFUND.referentTime,
      payments: [{ paymentType: 'Voucher', amount: 36_000 }],
    }),
  ),
  input(
    draft('Copy', 'Refund', [line('Лаптоп', 'Ђ', 1_000_000)], {
      ...REFUND,
      payments: [{ paymentType: 'Other', amount: 100_000_000 }],
    }),
    { demoSentence: DEMO_SENTENCE },
  ),
  input(
    draft('Training', 'Sale', [line('Шраф', 'Ђ', 0.5, 1000), line('Стан', 'Г', 99_999_999.99, 1, 'm2')], {
      payments: [{ paymentType: 'MobileMoney', amount: 10_000_049_999 }],
    }),
  ),
  input(
    draft('Training', 'Refund', [line('Супа', 'Е', 250)], {
      ...REFUND,
      payments: [{ paymentType: 'Check', amount: 25_000 }],
    }),
  ),
  input(
    draft('ProForma', 'Sale', [line('A4 jed 1-5', 'А', 25, 4)], {
      cashier: 'Александра Станисављевић-Константиновић, смена 2',
    }),
    {
      company: {
        ...COMPANY,
        name: 'РАДЊА ЗА ПРОМЕТ РОБЕ НА ВЕЛИКО И МАЛО СВЕСКИ И СВЕЗАКА ИСТОК',
        location: '1234567-Складишно-дистрибутивни центар Ниш',
        address: 'ВИЗАНТИЈСКИ БУЛЕВАР 1   ',
      },
    },
  ),
  input(draft('ProForma', 'Refund', [line('Услуга', 'Ђ', 1000), line('Књига', 'Е', 550)], REFUND)),
];

for (const golden of GOLDEN) {
  const { invoiceType, transactionType } = golden.draft;
  const name = `${invoiceType}-${transactionType}`.toLowerCase();
  test(`${invoiceType} ${transactionType} is printed as in golden/${name}.txt`, () => {
    const path = resolve(import.meta.dirname, 'golden', `${name}.txt`);
    assert.fixture(composeJournal(golden).replaceAll('\r\n', '\n'), readFileSync(path, 'utf8'));
  });
}

test('there is a golden text of each of the ten kinds', () => {
  const kinds = GOLDEN.map(({ draft: { invoiceType, transactionType } }) => `${invoiceType}/${transactionType}`);
  assert.is(new Set(kinds).size, INVOICE_TYPES.length * TRANSACTION_TYPES.length);
});

test('rows end with CRLF, the last one too', () => {
  const text = composeJournal(input(draft('Normal', 'Sale', [line('Кафа', 'Ђ', 180)])));
  assert.ok(text.endsWith('КРАЈ ФИСКАЛНОГ РАЧУНА =========\r\n'));
  assert.not.match(text.replaceAll('\r\n', ''), /[\r\n]/);
});

// Requirements P24 and O18 of an ESIR: the unit, also `ком`, and the GTIN are part of the name.
const NAMES: readonly (readonly [name: string, unit: string, gtin: string | null, printed: string])[] = [
  ['Сок', 'kg', null, 'Сок/kg (Ђ)'],
  ['Сок', 'ком', null, 'Сок/ком (Ђ)'],
  ['Сок', '', null, 'Сок (Ђ)'],
  ['Сок', 'kom', null, 'Сок/kom (Ђ)'],
  ['Сок', 'ком', '8600123456789', 'Сок/ком/8600123456789 (Ђ)'],
  ['Сок', 'л', '8600123456789', 'Сок/л/8600123456789 (Ђ)'],
  ['Сок 8600123456789', 'ком', '8600123456789', 'Сок 8600123456789/ком (Ђ)'],
  // The client has written the unit itself.
  ['Сок/KOM', 'ком', null, 'Сок/KOM (Ђ)'],
  ['Сок (ком)', 'ком', '8600123456789', 'Сок (ком)/8600123456789 (Ђ)'],
  ['Сок [kom.]', 'ком', null, 'Сок [kom.] (Ђ)'],
  ['Бокал/л', 'ком', null, 'Бокал/л/ком (Ђ)'],
  ['Локом', 'ком', null, 'Локом/ком (Ђ)'],
  // Prescribed names stand alone, as in the samples of the Technical Instruction.
  ['10: Аванс (Ђ)', 'ком', null, '10: Аванс (Ђ)'],
  ['20: Једнонаменски ваучер (Ђ)', 'ком', null, '20: Једнонаменски ваучер (Ђ) (Ђ)'],
  ['00: Хаљина', 'ком', null, '00: Хаљина (Ђ)'],
  ['00: Штоф', 'м', null, '00: Штоф/м (Ђ)'],
  ['20:30 Дина 2', 'ком', null, '20:30 Дина 2/ком (Ђ)'],
];
for (const [name, unit, gtin, printed] of NAMES) {
  test(`"${name}" in "${unit}" with GTIN ${gtin ?? 'none'} is printed as ${printed}`, () => {
    const lines = journal(draft('Normal', 'Sale', [{ ...line(name, 'Ђ', 1, 1, unit), gtin }]));
    assert.ok(lines.includes(printed.padEnd(40)), lines.join('\n'));
  });
}

test('the longest name, unit and GTIN stay together within what a processor takes', () => {
  const whole = itemName({ name: 'Ж'.repeat(200), unit: 'Ш'.repeat(16), gtin: '1'.repeat(14) });
  assert.is(whole, `${'Ж'.repeat(200)}/${'Ш'.repeat(16)}/${'1'.repeat(14)}`);
  assert.ok(whole.length <= 2048);
});

// Requirement R12 of an ESIR: nothing is paid by a pro-forma (samples 5 and 6 of the manual test procedure).
for (const transaction of ['Sale', 'Refund'] as const) {
  test(`a pro-forma ${transaction} has payments of 0,00`, () => {
    const payments = [
      { paymentType: 'Cash', amount: 100 },
      { paymentType: 'Card', amount: 80 },
    ] as const;
    const lines = journal(draft('ProForma', transaction, [line('Кафа', 'Ђ', 1.8)], { payments }));
    assert.ok(lines.includes('Готовина:                           0,00'));
    assert.ok(lines.includes('Платна картица:                     0,00'));
  });
}

test('numbers too wide for their columns keep a blank between them, and the total its right edge', () => {
  const cases: [number, number, string[]][] = [
    [9_999_999.99, 1, [' 9.999.999,99          1    9.999.999,99']],
    [99_999_999.99, 1, ['99.999.999,99 1            99.999.999,99']],
    [999_999_999, 0.001, ['999.999.999,00 0,001        1.000.000,00']],
    [1, 123_456.789, ['         1,00 123.456,789     123.456,79']],
    [7_205_759, 999_999, [' 7.205.759,00    999.999                ', '                    7.205.751.794.241,00']],
  ];
  for (const [price, quantity, expected] of cases) {
    const lines = journal(draft('Normal', 'Sale', [line('X', 'Ђ', price, quantity)]));
    const at = lines.indexOf('X/ком (Ђ)'.padEnd(40)) + 1;
    assert.equal(lines.slice(at, at + expected.length), expected);
  }
});

test('an amount that does not fit after its caption is on the next row', () => {
  const paid = (amount: number): string[] => {
    const payments: Payment[] = [{ paymentType: 'Other', amount }];
    const lines = journal(draft('Normal', 'Sale', [line('X', 'Ђ', 1)], { payments }));
    const at = lines.findIndex((text) => text.startsWith('Друго'));
    return lines.slice(at, lines.indexOf('='.repeat(40), at));
  };
  assert.equal(paid(99_999_999), ['Друго безготовинско плаћање:  999.999,99']);
  assert.equal(paid(100_000_000), [
    'Друго безготовинско плаћање:            ',
    '                            1.000.000,00',
  ]);
});

test('a tax name that is too long is cut, so that rate and amount keep their columns', () => {
  const of = draft('Normal', 'Sale', [line('X', 'Ђ', 120)]);
  const taxes = [{ label: 'Ђ', categoryName: 'Порез на додату вредност', rate: 12.5, amount: 1333, total: 12_000 }];
  const lines = journal(of, { taxItems: taxes });
  assert.ok(lines.includes('Ђ Порез на додату   12,50%         13,33'), lines.join('\n'));
});

test('a tax per unit is an amount, and several labels stand in one pair of brackets', () => {
  const of = draft('Normal', 'Sale', [{ ...line('Кеса', 'Ђ', 10, 3), moreLabels: ['Е'] }]);
  const taxes = [{ label: 'Е', categoryName: 'ПБЛ', rate: 0.5, perUnit: true, amount: 150, total: 3000 }] as const;
  const lines = journal(of, { taxItems: taxes });
  assert.ok(lines.includes('Кеса/ком (Ђ, Е)'.padEnd(40)), lines.join('\n'));
  assert.ok(lines.includes('Е             ПБЛ 0,50 RSD          1,50'), lines.join('\n'));
});

test("the seller's lines are broken already at 40, and blanks at their end count when they are centred", () => {
  const fits = 'А'.repeat(20) + ' ' + 'Б'.repeat(18);
  const company = { ...COMPANY, name: fits, location: `${fits}В`, address: 'УЛИЦА 1   ' };
  const lines = journal(draft('Normal', 'Sale', [line('X', 'Ђ', 1)]), { company }).slice(2, 6);
  const expected = [`${fits} `, `${' '.repeat(10)}${'А'.repeat(20)}`, `${' '.repeat(10)}${'Б'.repeat(18)}В`];
  assert.equal(
    lines,
    [...expected, `${' '.repeat(15)}УЛИЦА 1`].map((text) => text.padEnd(40)),
  );
});

test('names cannot forge rows of the receipt', () => {
  const forged = 'Кафа\r\nУкупан износ:                       1,00\r\n';
  const lines = journal(draft('Normal', 'Sale', [line(forged, 'Ђ', 180)], { cashier: 'Ана\nБојан' }));
  assert.is(lines.filter((text) => text.startsWith('Укупан износ:')).length, 1);
  assert.ok(lines.includes('Касир:                         Ана Бојан'));
});

function randomDraft(): Draft {
  const words = 'абвЂž 😀 /(),-';
  const lines = Array.from({ length: random.int(1, 12) }, () => {
    const price = random.int(0, 10 ** random.int(1, 9)) / 100;
    return line(
      random.text(words, 1, 120),
      random.pick(LABELS).label,
      price,
      random.int(1, 50_000) / 1000,
      random.pick(['ком', 'kg', 'm²']),
    );
  });
  const maybe = <T>(value: T): T | null => (random.oneIn(2) ? value : null);
  const payments = Array.from({ length: random.int(1, 3) }, () => ({
    paymentType: random.pick(PAYMENT_TYPES),
    amount: random.int(1, 10 ** random.int(1, 14)),
  }));
  return draft(random.pick(INVOICE_TYPES), random.pick(TRANSACTION_TYPES), lines, {
    cashier: random.text(words, 0, 50),
    payments,
    buyerId: maybe('10:100000049'),
    buyerCostCenterId: maybe(random.text(words, 1, 50)),
    referentNumber: maybe(`ABCD2345-ABCD2345-${random.int(1, 1e9)}`),
    referentTime: maybe('2026-01-02 03:04:05'),
    issueTime: maybe('2026-01-02 13:04:05'),
  });
}

function printedPara(text: string): number {
  return Number(text.replace(/[.,]/g, ''));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

test('every row of a random receipt is exactly 40 wide except the word Артикли', () => {
  for (let i = 0; i < 1000; i++) {
    const lines = journal(randomDraft(), random.oneIn(2) ? { demoSentence: DEMO_SENTENCE } : {});
    assert.equal(
      lines.filter((text) => textWidth(text) !== 40),
      ['Артикли'],
    );
  }
});

test('the printed numbers of a random receipt add up', () => {
  for (let i = 0; i < 500; i++) {
    const of = randomDraft();
    const text = composeJournal(input(of)).replaceAll('\r\n', '\n');
    const rows = text.slice(text.indexOf('Укупно\n') + 7, text.indexOf(`\n${'-'.repeat(40)}\n`));
    const totals = [...rows.matchAll(/^ *[\d.]+,\d\d +[\d.,]+ +(-?[\d.]+,\d\d)$/gm)].map(([, total = '']) =>
      printedPara(total),
    );
    const refund = of.transactionType === 'Refund';
    const caption = refund ? 'Укупна рефундација' : 'Укупан износ';
    assert.is(totals.length, of.lines.length);
    assert.is(sum(totals), refund ? -of.total : of.total);
    assert.is(printedPara(new RegExp(`^${caption}: +([\\d.,]+)$`, 'm').exec(text)?.[1] ?? ''), of.total);
    const taxes = [...text.matchAll(/^[ЂЕГА] .*%\s+([\d.,]+)$/gm)].map(([, amount = '']) => printedPara(amount));
    assert.is(sum(taxes), printedPara(/^Укупан износ пореза: +([\d.,]+)$/m.exec(text)?.[1] ?? ''));
  }
});

test.run();

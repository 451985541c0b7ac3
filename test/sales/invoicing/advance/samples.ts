/**
 * The samples of the Technical Instruction for ESIR and L-PFR, version 1.17, chapter 9.1 (pages 41 and 42): what is
 * asked for, and the rows of each receipt. Blanks are one, and numbers of receipts are those of the sample.
 *
 * Differences from the pictures: an item has its numbers on a row of its own, as in the text of the processor; refunds
 * are captioned `Укупна рефундација`, as in the manual procedure; the red rows (not sent to the processor) are below the
 * end, where the API contract has all additions. Goods have their unit `ком` in the name,
 * as in the other samples; it is left out here. The picture of the first receipts adds 41.666,67 and 136.363,64 up to
 * 178.273,31; the right sum is here.
 */

const CALLER = { cashier: 'Техничар', buyerId: '10:123456789' };
const transfer = (amount: number) => [{ paymentType: 'WireTransfer', amount }];
const goods = (name: string, label: string, unitPrice: number) => ({ name, label, unitPrice, quantity: 1 });

const ADVANCE_911 = {
  ...CALLER,
  invoiceType: 'Advance',
  items: [goods('11: Аванс (Е)', 'Е', 1_500_000), goods('10: Аванс (Ђ)', 'Ђ', 250_000)],
  payments: transfer(1_750_000),
  adText: '* Стан бр. 12 (87.6) 6.000.000,00\n* Паркинг место бр. 124 800.000,00',
};

const ROWS_OF_ADVANCE_911 = [
  'АВАНС ПРОДАЈА',
  '11: Аванс (Е)',
  '1.500.000,00 1 1.500.000,00',
  '10: Аванс (Ђ)',
  '250.000,00 1 250.000,00',
  'Укупан износ: 1.750.000,00',
  'Пренос на рачун: 1.750.000,00',
  'Ђ О-ПДВ 20,00% 41.666,67',
  'Е П-ПДВ 10,00% 136.363,64',
  'Укупан износ пореза: 178.030,31',
  'КРАЈ ФИСКАЛНОГ РАЧУНА',
  '* Стан бр. 12 (87.6) 6.000.000,00',
  '* Паркинг место бр. 124 800.000,00',
];

const HEAD = ['Касир: Техничар', 'ИД купца: 10:123456789'];

/** 9.1.1: two advances by transfer, each of two labels, and the rest of 3.300.000 by transfer. */
export const SAMPLE_911 = {
  numbers: [60, 90, 97, 112],
  advance: ADVANCE_911,
  closing: {
    ...CALLER,
    items: [goods('Стан бр. 12 (87.6)', 'Е', 6_000_000), goods('Паркинг место бр. 124', 'Ђ', 800_000)],
    restPayments: transfer(3_300_000),
  },
  receipts: [
    [...HEAD, ...ROWS_OF_ADVANCE_911],
    [...HEAD, 'Реф. број: M97W88P4-M97W88P4-60', ...ROWS_OF_ADVANCE_911],
    [
      ...HEAD,
      'Реф. број: M97W88P4-M97W88P4-90',
      'АВАНС РЕФУНДАЦИЈА',
      '11: Аванс (Е)',
      '3.000.000,00 1 -3.000.000,00',
      '10: Аванс (Ђ)',
      '500.000,00 1 -500.000,00',
      'Укупна рефундација: 3.500.000,00',
      'Пренос на рачун: 3.500.000,00',
      'Ђ О-ПДВ 20,00% 83.333,33',
      'Е П-ПДВ 10,00% 272.727,27',
      'Укупан износ пореза: 356.060,60',
      'КРАЈ ФИСКАЛНОГ РАЧУНА',
    ],
    [
      ...HEAD,
      'Реф. број: M97W88P4-M97W88P4-97',
      'ПРОМЕТ ПРОДАЈА',
      'Стан бр. 12 (87.6) (Е)',
      '6.000.000,00 1 6.000.000,00',
      'Паркинг место бр. 124 (Ђ)',
      '800.000,00 1 800.000,00',
      'Укупан износ: 6.800.000,00',
      'Пренос на рачун: 3.300.000,00',
      'Ђ О-ПДВ 20,00% 133.333,33',
      'Е П-ПДВ 10,00% 545.454,55',
      'Укупан износ пореза: 678.787,88',
      'КРАЈ ФИСКАЛНОГ РАЧУНА',
      'Плаћено авансом: 3.500.000,00',
      'ПДВ на аванс: 356.060,60',
      'Преостало за плаћање: 0,00',
      'Последњи авансни рачун: M97W88P4-M97W88P4-90',
      'Датум последњег авансног рачуна: 21.11.2026. 12:00:00',
      'Износ аванса: 3.500.000,00',
      'Рефундација аванса: M97W88P4-M97W88P4-97',
    ],
  ],
};

const PAPER = { number: '17', time: '2022-03-25 00:00:00' };

/** 9.1.2: 10.000 and 20.000 were advanced before fiscalization; nothing is left to pay. */
export const SAMPLE_912 = {
  numbers: [255, 256],
  closing: {
    ...{ ...PAPER, earlierAdvances: [{ label: 'Ђ', amount: 30_000 }], clientRequestId: 'sample-912' },
    items: [goods('Намештај', 'Ђ', 30_000)],
  },
  receipts: [
    [
      'Касир: API',
      'ИД купца: 10:000000000',
      'Реф. број: XXXXXXXX-XXXXXXXX-17',
      'АВАНС РЕФУНДАЦИЈА',
      '10: Аванс (Ђ)',
      '30.000,00 1 -30.000,00',
      'Укупна рефундација: 30.000,00',
      'Пренос на рачун: 30.000,00',
      'Ђ О-ПДВ 20,00% 5.000,00',
      'Укупан износ пореза: 5.000,00',
      'КРАЈ ФИСКАЛНОГ РАЧУНА',
    ],
    [
      'Касир: API',
      'Реф. број: M97W88P4-M97W88P4-255',
      'ПРОМЕТ ПРОДАЈА',
      'Намештај (Ђ)',
      '30.000,00 1 30.000,00',
      'Укупан износ: 30.000,00',
      'Пренос на рачун: 0,00',
      'Ђ О-ПДВ 20,00% 5.000,00',
      'Укупан износ пореза: 5.000,00',
      'КРАЈ ФИСКАЛНОГ РАЧУНА',
      'Плаћено авансом: 30.000,00',
      'ПДВ на аванс: 5.000,00',
      'Преостало за плаћање: 0,00',
      'Последњи авансни рачун: XXXXXXXX-XXXXXXXX-17',
      'Датум последњег авансног рачуна: 25.03.2022. 0:00:00',
      'Износ аванса: 30.000,00',
      'Рефундација аванса: M97W88P4-M97W88P4-255',
    ],
  ],
};

/** 9.1.3: the same papers, then advances of 15.000 and 10.000; 5.000 of 60.000 are left to pay. */
export const SAMPLE_913 = {
  numbers: [25, 62, 97, 98],
  firstAdvance: {
    invoiceType: 'Advance',
    items: [goods('10: Аванс (Ђ)', 'Ђ', 15_000)],
    payments: transfer(15_000),
    referentDocumentNumber: `XXXXXXXX-XXXXXXXX-${PAPER.number}`,
    referentDocumentDT: PAPER.time,
  },
  secondAdvance: { invoiceType: 'Advance', items: [goods('10: Аванс (Ђ)', 'Ђ', 10_000)], payments: transfer(10_000) },
  closing: {
    items: [goods('Намештај', 'Ђ', 60_000)],
    earlierAdvances: [{ label: 'Ђ', amount: 30_000 }],
    restPayments: transfer(5_000),
  },
  receipts: [
    [
      'Касир: API',
      'Реф. број: XXXXXXXX-XXXXXXXX-17',
      'АВАНС ПРОДАЈА',
      '10: Аванс (Ђ)',
      '15.000,00 1 15.000,00',
      'Укупан износ: 15.000,00',
      'Пренос на рачун: 15.000,00',
      'Ђ О-ПДВ 20,00% 2.500,00',
      'Укупан износ пореза: 2.500,00',
      'КРАЈ ФИСКАЛНОГ РАЧУНА',
    ],
    [
      'Касир: API',
      'Реф. број: M97W88P4-M97W88P4-25',
      'АВАНС ПРОДАЈА',
      '10: Аванс (Ђ)',
      '10.000,00 1 10.000,00',
      'Укупан износ: 10.000,00',
      'Пренос на рачун: 10.000,00',
      'Ђ О-ПДВ 20,00% 1.666,67',
      'Укупан износ пореза: 1.666,67',
      'КРАЈ ФИСКАЛНОГ РАЧУНА',
    ],
    [
      'Касир: API',
      'ИД купца: 10:000000000',
      'Реф. број: M97W88P4-M97W88P4-62',
      'АВАНС РЕФУНДАЦИЈА',
      '10: Аванс (Ђ)',
      '55.000,00 1 -55.000,00',
      'Укупна рефундација: 55.000,00',
      'Пренос на рачун: 55.000,00',
      'Ђ О-ПДВ 20,00% 9.166,67',
      'Укупан износ пореза: 9.166,67',
      'КРАЈ ФИСКАЛНОГ РАЧУНА',
    ],
    [
      'Касир: API',
      'Реф. број: M97W88P4-M97W88P4-97',
      'ПРОМЕТ ПРОДАЈА',
      'Намештај (Ђ)',
      '60.000,00 1 60.000,00',
      'Укупан износ: 60.000,00',
      'Пренос на рачун: 5.000,00',
      'Ђ О-ПДВ 20,00% 10.000,00',
      'Укупан износ пореза: 10.000,00',
      'КРАЈ ФИСКАЛНОГ РАЧУНА',
      'Плаћено авансом: 55.000,00',
      'ПДВ на аванс: 9.166,67',
      'Преостало за плаћање: 0,00',
      'Последњи авансни рачун: M97W88P4-M97W88P4-62',
      'Датум последњег авансног рачуна: 21.11.2026. 12:00:00',
      'Износ аванса: 55.000,00',
      'Рефундација аванса: M97W88P4-M97W88P4-97',
    ],
  ],
};

/** Rows that the samples do not have in common with the text of a processor: rules, captions of columns, the seller. */
const NOT_COMPARED =
  /^(?:[-=]*|Артикли|Назив Цена.*|Ознака Име.*|Реф\. време:.*|ЕСИР број:.*|ПФР .*|Бројач .*|ДЕМО .*)$/;

/** The rows of a printed text that the samples show. `numbers`: those of the sample, in order of issue. */
export function sampleRows(printed: string, numbers: readonly number[]): string[] {
  const rows = printed
    .replace(
      /DEMO\w{4}-DEMO\w{4}-(\d+)/g,
      (_, number: string) => `M97W88P4-M97W88P4-${numbers[Number(number) - 1] ?? '?'}`,
    )
    // A row that is too long for 40 columns goes on in the next one.
    .replace(/(рачун|рачуна|аванса|авансног|издавања):?\r\n/g, (words) => `${words.trimEnd()} `)
    .split('\r\n')
    .map((row) =>
      row
        .replace(/(?:^[-=\s]+(?=\S))|(?:[-=\s]+$)/g, '')
        .replace(/\s+/g, ' ')
        .replace('/ком (', ' ('),
    );
  return rows.slice(rows.findIndex((row) => row.startsWith('Касир'))).filter((row) => !NOT_COMPARED.test(row));
}

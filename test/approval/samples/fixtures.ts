import type { SampleRows } from './rows.js';

/** Head of a fiscal receipt of the manual procedure, pages 22 to 36. */
const HEAD = `
  ФИСКАЛНИ РАЧУН
  {пиб} ← 123456789
  Техничар ДОО
  Продавница техничког тима
  Макензијева 153
  Врачар
  Касир: Техничар`;
/** Head of what is no fiscal receipt. */
const HEAD_OF_OTHERS = HEAD.replace('ФИСКАЛНИ РАЧУН', 'ОВО НИЈЕ ФИСКАЛНИ РАЧУН');
/** The PIBs of the authority's samples have wrong check digits. */
const buyer = (original: string): string => `ИД купца: 10:123456788 ← ИД купца: ${original}`;
const BUYER = buyer('10:123456789');
const OTHER_BUYER = buyer('10:512345678');
const ESIR = 'ЕСИР број: {есир број} ← ЕСИР број: 123/1.0';
const REFERENCE = `
  Реф. број: {пфр број} ← Реф. Број 7AAF4DD9-E3BB350A-143133
  Реф. време: {време} ← Реф. Време 25.04.2020 15:45:20`;
const COLUMNS = `
  Артикли ← Артикли:
  Назив Цена Кол. Укупно ← Назив Јед. цена Кол. Укупно`;
const NOT_FISCAL = 'ОВО НИЈЕ ФИСКАЛНИ РАЧУН';
const TAX_COLUMNS = 'Ознака Име Стопа Порез';
const END = 'КРАЈ ФИСКАЛНОГ РАЧУНА';

/** 389,90: juice and bread. A sign before the totals of lines of a refund; the authority leaves it out on one sample. */
const goods = (sign: '' | '-' = '', originalSign = sign, bread = 'Хлеб Сава (Е)/ком'): string => `
  Ceđeni Sok/л (Ђ) ← Ceđeni Sok (Ђ)/л
  34,99 10 ${sign}349,90 ← 34,99 10,00 ${originalSign}349,90
  Хлеб Сава/ком (Е) ← ${bread}
  40,00 1 ${sign}40,00 ← 40,00 1,00 ${originalSign}40,00`;
/** Two samples leave out the unit of the bread. */
const goodsWithoutUnit = (): string => goods('', '', 'Хлеб Сава (Е)');
const PAID = `
  Укупан износ: 389,90 ← За уплату: 389,90
  Готовина: 189,90 ← Уплаћено – готовина: 200,00
  Платна картица: 200,00 ← Уплаћено – картица: 200,00`;
const UNPAID = `
  Укупан износ: 389,90 ← За уплату: 389,90
  Готовина: 0,00 ← Уплаћено – готовина: 0,00
  Платна картица: 0,00 ← Уплаћено – картица: 0,00`;
const TAXES = `
  ${TAX_COLUMNS}
  Ђ О-ПДВ 20,00% 58,32
  Е П-ПДВ 10,00% 3,64
  Укупан износ пореза: 61,96`;

/** 714,75: juice, bread and salami. */
const manyGoods = (): string => `
  Ceđeni Sok/л (Ђ) ← Ceđeni Sok (Ђ)/л
  34,99 10 349,90 ← 34,99 10,00 349,90
  Hleb Sava/ком (Е) ← Hleb Sava (Е)/ком
  40,00 1 40,00 ← 40,00 1,00 40,00
  Zimska salama/кг (Ђ) ← Zimska salama (Ђ)/кг
  1.259,10 0,258 324,85`;
/** 714,75 as an advance: the procedure shows the goods, the Technical Instruction (9.1.1) demands a line for each label. */
const advanceOfGoods = (sign: '' | '-' = '', bread = 'Hleb Sava (Е)/ком'): string => `
  10: Аванс (Ђ) ← Ceđeni Sok (Ђ)/л; Zimska salama (Ђ)/кг
  674,75 1 ${sign}674,75 ← 34,99 10,00 ${sign}349,90; 1.259,10 0,258 ${sign}324,85
  11: Аванс (Е) ← ${bread}
  40,00 1 ${sign}40,00 ← 40,00 1,00 ${sign}40,00`;
const MANY_PAID = `
  Укупан износ: 714,75 ← За уплату: 714,75
  Готовина: 414,75 ← Уплаћено – готовина: 500,00
  Платна картица: 300,00 ← Уплаћено – картица: 300,00`;
const MANY_TAXES = `
  ${TAX_COLUMNS}
  Ђ О-ПДВ 20,00% 112,46
  Е П-ПДВ 10,00% 3,64
  Укупан износ пореза: 116,10`;

/** Below the end, where a buyer gave more cash than was charged. */
const change = (given: string, back: string): string => `
  Уплаћено - готовина: ${given} ← Уплаћено – готовина: ${given}
  Повраћај: ${back}`;

/** What all pictures of the procedure have in another form than receipts of today, with the clauses that allow it. */
export const COMMON_DIFFERENCES: readonly string[] = [
  'Називи редова, размаци и облик бројева су они које исписује ПФР („Укупан износ”, „Готовина”, „ПФР број рачуна”, количина „10”, јединица мере испред ознаке). Основ: ТУ 16, увод (примери су типични) и П8.',
  'ЕСИР не мења текст ПФР-а (ТУ 9.П2), па су уплаћена готовина и повраћај испод краја рачуна, а у рачуну је износ готовине без повраћаја. Основ: ТУ 16, увод и П13.',
  'Редови од знакова „=” и „-” су на траци одштампани као линије, а укупан износ фискалног рачуна је виши од осталих редова. Основ: ТУ 16, увод (визуелни дизајн).',
  '„ОВО НИЈЕ ФИСКАЛНИ РАЧУН” испод ставки је у два реда, двоструко већим словима. Основ: ПР 2; ТУ 16.П10.',
  'Натпис „ПРОБНИ РАЧУН” изнад и испод рачуна штампа се само у пробном окружењу.',
  'ПИБ-ови са слика немају исправну контролну цифру, па су замењени исправним.',
];
const NO_CHANGE_ON_COPY =
  'Реда „Повраћај: 10,10” нема: копија понавља рачун, а повраћај није део текста ПФР-а (ТУ 16.П13).';
const NOTHING_PAID = 'Реда „Повраћај: 0,00” нема, јер предрачун није плаћен.';
const NO_CHANGE_OF_REFUND = 'Реда „Повраћај: 0,00” нема, јер се при рефундацији готовина не прима.';
const ADVANCE_LINES =
  'Уместо робе су ставке „10: Аванс (Ђ)” и „11: Аванс (Е)”, како прописује ТУ 9.1.1. Износи по ознакама су исти.';
const NO_ESIR_TIME =
  'Реда „ЕСИР време” нема: исказује се само кад је уплата старија од рачуна (РТ стр. 30, напомена; ТУ 16.П5). Тај случај је пример 19.';

/** What the processor adds; `letters` are those of the counter. */
const signed = (letters: string): string => `
  ПФР време: {време} ← ПФР време: 06.06.2021.17:53:48
  ПФР број рачуна: {пфр број} ← ПФР број: 7AAF4DD9-E3BB350A-150493
  Бројач рачуна: {бројач}${letters} ← Бројач рачуна: 143271/150493${letters}`;

/** Samples of the manual procedure for testing an ESIR, version 1.1. */
const PROCEDURE: readonly SampleRows[] = [
  {
    ...{ name: '01-promet-prodaja-kupac', source: 'РТ стр. 22' },
    below: change('200,00', '10,10'),
    rows: [HEAD, BUYER, ESIR, 'ПРОМЕТ ПРОДАЈА', COLUMNS, goods(), PAID, TAXES, signed('ПП'), END].join('\n'),
  },
  {
    ...{ name: '16-opciono-polje', source: 'РТ стр. 22, друга слика' },
    rows: [
      ...[HEAD, BUYER, 'Опционо поље купца: 20:123456789', ESIR, 'ПРОМЕТ ПРОДАЈА'],
      ...[COLUMNS, goods(), PAID, TAXES, signed('ПП'), END],
    ].join('\n'),
  },
  {
    ...{ name: '02-promet-refundacija-kupac', source: 'РТ стр. 23' },
    differs: [NO_CHANGE_OF_REFUND, 'На слици је уплаћено 389,00, а за уплату 389,90; овде је оба пута 389,90.'],
    rows: [
      ...[HEAD, BUYER, ESIR, REFERENCE, 'ПРОМЕТ РЕФУНДАЦИЈА', COLUMNS, goods('-')],
      'Укупна рефундација: 389,90 ← За уплату: 389,90',
      'Готовина: 389,90 ← Уплаћено – готовина: 389,00',
      ...[TAXES, signed('ПР'), END],
    ].join('\n'),
  },
  {
    ...{ name: '03-kopija-prodaja-kupac', source: 'РТ стр. 24' },
    differs: [NO_CHANGE_ON_COPY],
    rows: [
      ...[HEAD_OF_OTHERS, OTHER_BUYER, ESIR, REFERENCE, 'КОПИЈА ПРОДАЈА', COLUMNS, goods(), PAID, NOT_FISCAL],
      ...[TAXES, signed('КП'), NOT_FISCAL],
    ].join('\n'),
  },
  {
    ...{ name: '04-kopija-refundacija-kupac', source: 'РТ стр. 25' },
    differs: [
      'Цео износ је враћен у готовини: копија за потпис се издаје само за готовину (ТУ 9.6). Реда „Повраћај” нема.',
    ],
    rows: [
      ...[HEAD_OF_OTHERS, OTHER_BUYER, ESIR, REFERENCE, 'КОПИЈА РЕФУНДАЦИЈА', COLUMNS, goods('-')],
      'Укупна рефундација: 389,90 ← За уплату: 389,90',
      'Готовина: 389,90 ← Уплаћено – готовина: 200,00; Уплаћено – картица: 200,00',
      ...[NOT_FISCAL, TAXES, signed('КР'), 'Потпис купца:', NOT_FISCAL],
    ].join('\n'),
  },
  {
    ...{ name: '05-predracun-prodaja-kupac', source: 'РТ стр. 26' },
    differs: [NOTHING_PAID],
    rows: [
      ...[HEAD_OF_OTHERS, OTHER_BUYER, ESIR, 'ПРЕДРАЧУН ПРОДАЈА', COLUMNS, goods(), UNPAID, NOT_FISCAL],
      ...[TAXES, signed('РП'), NOT_FISCAL],
    ].join('\n'),
  },
  {
    ...{ name: '06-predracun-refundacija-kupac', source: 'РТ стр. 27' },
    differs: [
      NOTHING_PAID,
      'Износи ставки имају знак минус, као на осталим рефундацијама (РТ стр. 23, 25 и 29); исписује их ПФР.',
    ],
    rows: [
      ...[HEAD_OF_OTHERS, OTHER_BUYER, ESIR, REFERENCE, 'ПРЕДРАЧУН РЕФУНДАЦИЈА', COLUMNS, goods('-', '')],
      UNPAID.replace('Укупан износ', 'Укупна рефундација'),
      ...[NOT_FISCAL, TAXES, signed('РР'), NOT_FISCAL],
    ].join('\n'),
  },
  {
    ...{ name: '07-obuka-prodaja-kupac', source: 'РТ стр. 28' },
    below: change('200,00', '10,10'),
    rows: [
      ...[HEAD_OF_OTHERS, OTHER_BUYER, ESIR, 'ОБУКА ПРОДАЈА', COLUMNS, goods(), PAID, NOT_FISCAL],
      ...[TAXES, signed('ОП'), NOT_FISCAL],
    ].join('\n'),
  },
  {
    ...{ name: '08-obuka-refundacija-kupac', source: 'РТ стр. 29' },
    differs: ['Реда „Повраћај: 10,10” нема, јер се при рефундацији готовина не прима.'],
    rows: [
      ...[HEAD_OF_OTHERS, OTHER_BUYER, ESIR, REFERENCE, 'ОБУКА РЕФУНДАЦИЈА', COLUMNS, goods('-')],
      PAID.replace('Укупан износ', 'Укупна рефундација'),
      ...[NOT_FISCAL, TAXES, signed('ОР'), NOT_FISCAL],
    ].join('\n'),
  },
  {
    ...{ name: '09-avans-prodaja-kupac', source: 'РТ стр. 30' },
    below: change('500,00', '85,25'),
    differs: [ADVANCE_LINES, NO_ESIR_TIME],
    rows: [
      ...[
        HEAD,
        buyer('10:578936415'),
        ESIR,
        'АВАНС ПРОДАЈА',
        COLUMNS,
        advanceOfGoods(),
        MANY_PAID,
        MANY_TAXES,
        signed('АП'),
        END,
      ],
    ].join('\n'),
  },
  {
    ...{ name: '10-avans-refundacija-kupac', source: 'РТ стр. 31' },
    differs: [ADVANCE_LINES, NO_CHANGE_OF_REFUND],
    rows: [
      ...[HEAD, OTHER_BUYER, ESIR, REFERENCE, 'АВАНС РЕФУНДАЦИЈА', COLUMNS, advanceOfGoods('-')],
      'Укупна рефундација: 714,75 ← За уплату: 714,75',
      'Готовина: 714,75 ← Уплаћено – готовина: 714,75',
      ...[MANY_TAXES, signed('АР'), END],
    ].join('\n'),
  },
  {
    ...{ name: '11-promet-prodaja', source: 'РТ стр. 32' },
    below: change('500,00', '85,25'),
    rows: [HEAD, ESIR, 'ПРОМЕТ ПРОДАЈА', COLUMNS, manyGoods(), MANY_PAID, MANY_TAXES, signed('ПП'), END].join('\n'),
  },
  {
    ...{ name: '12-kopija-prodaja', source: 'РТ стр. 33' },
    differs: [NO_CHANGE_ON_COPY],
    rows: [
      ...[HEAD_OF_OTHERS, ESIR, REFERENCE, 'КОПИЈА ПРОДАЈА', COLUMNS, goods(), PAID, NOT_FISCAL],
      ...[TAXES, signed('КП'), NOT_FISCAL],
    ].join('\n'),
  },
  {
    ...{ name: '13-predracun-prodaja', source: 'РТ стр. 34' },
    differs: [NOTHING_PAID],
    rows: [
      ...[HEAD_OF_OTHERS, ESIR, 'ПРЕДРАЧУН ПРОДАЈА', COLUMNS, goodsWithoutUnit(), UNPAID, NOT_FISCAL],
      ...[TAXES, signed('РП'), NOT_FISCAL],
    ].join('\n'),
  },
  {
    ...{ name: '14-obuka-prodaja', source: 'РТ стр. 35' },
    below: change('200,00', '10,10'),
    rows: [
      ...[HEAD_OF_OTHERS, ESIR, 'ОБУКА ПРОДАЈА', COLUMNS, goodsWithoutUnit(), PAID, NOT_FISCAL],
      ...[TAXES, signed('ОП'), NOT_FISCAL],
    ].join('\n'),
  },
  {
    ...{ name: '15-avans-prodaja', source: 'РТ стр. 36' },
    below: change('500,00', '85,25'),
    differs: [ADVANCE_LINES, NO_ESIR_TIME],
    rows: [
      HEAD,
      ESIR,
      'АВАНС ПРОДАЈА',
      COLUMNS,
      advanceOfGoods('', 'Hleb Sava (Е)'),
      MANY_PAID,
      MANY_TAXES,
      signed('АП'),
      END,
    ].join('\n'),
  },
];

/** The middle of a sample of the Technical Instruction: from the kind to the taxes. */
const instruction = (kind: string, rows: string): string => `
  ${kind}
  Артикли
  Назив Цена Кол. Укупно
  ${rows}`;

/** What both advances of page 41 have below their end. */
const GOODS_BELOW = `
  * Стан бр. 12 (87.6) 6.000.000,00
  * Паркинг место бр. 124 800.000,00`;

/** Samples of the Technical Instruction 1.17, chapter 9. The seller is that of the procedure. */
const CHAPTER_9: readonly SampleRows[] = [
  {
    ...{ name: '21-avans-1', source: 'ТУ 9.1.1, стр. 41, први рачун', below: GOODS_BELOW },
    rows: [HEAD, BUYER, ESIR, instruction('АВАНС ПРОДАЈА', advanceRows()), signed('АП'), END].join('\n'),
  },
  {
    ...{ name: '22-avans-2', source: 'ТУ 9.1.1, стр. 41, други рачун', below: GOODS_BELOW },
    rows: [HEAD, BUYER, ESIR, REFERENCE, instruction('АВАНС ПРОДАЈА', advanceRows()), signed('АП'), END].join('\n'),
  },
  {
    ...{ name: '23-avans-refundacija', source: 'ТУ 9.1.1, стр. 41, трећи рачун' },
    rows: [
      ...[HEAD, BUYER, ESIR, REFERENCE],
      instruction(
        'АВАНС РЕФУНДАЦИЈА',
        `11: Аванс (Е)
        3.000.000,00 1 -3.000.000,00
        10: Аванс (Ђ)
        500.000,00 1 -500.000,00
        Укупна рефундација: 3.500.000,00 ← Укупан износ: 3.500.000,00
        Пренос на рачун: 3.500.000,00
        ${TAX_COLUMNS}
        Ђ О-ПДВ 20,00% 83.333,33
        Е П-ПДВ 10,00% 272.727,27
        Укупан износ пореза: 356.060,60`,
      ),
      ...[signed('АР'), END],
    ].join('\n'),
  },
  {
    ...{ name: '24-konacni-racun', source: 'ТУ 9.1.1, стр. 41, четврти рачун' },
    differs: [
      'Редови „Плаћено авансом”, „ПДВ на аванс” и „Преостало за плаћање”, на слици црвени, не шаљу се ПФР-у (ТУ 9.1.1), па су испод краја рачуна (ТУ 16.П13).',
    ],
    rows: [
      ...[HEAD, BUYER, ESIR, REFERENCE],
      instruction(
        'ПРОМЕТ ПРОДАЈА',
        `Стан бр. 12 (87.6)/ком (Е) ← Стан бр. 12 (87.6) (Е)
        6.000.000,00 1 6.000.000,00
        Паркинг место бр. 124/ком (Ђ) ← Паркинг место бр. 124 (Ђ)
        800.000,00 1 800.000,00
        Укупан износ: 6.800.000,00
        Пренос на рачун: 3.300.000,00
        ${TAX_COLUMNS}
        Ђ О-ПДВ 20,00% 133.333,33
        Е П-ПДВ 10,00% 545.454,55
        Укупан износ пореза: 678.787,88`,
      ),
      ...[signed('ПП'), END],
    ].join('\n'),
  },
  {
    ...{ name: '19-avans-esir-vreme', source: 'ТУ 9.2, стр. 43' },
    rows: [
      ...[HEAD, BUYER, ESIR, 'ЕСИР време: {време} ← ЕСИР Време: 22.09.2021 14:00:00'],
      instruction(
        'АВАНС ПРОДАЈА',
        `10: Аванс (Ђ) ← 10:Аванс (Ђ)
        3.000,00 1 3.000,00
        Укупан износ: 3.000,00
        Пренос на рачун: 3.000,00 ← Готовина: 3.000,00
        ${TAX_COLUMNS}
        Ђ О-ПДВ 20,00% 500,00
        Укупан износ пореза: 500,00`,
      ),
      ...[signed('АП'), END],
    ].join('\n'),
  },
  {
    ...{ name: '25-ponistavanje', source: 'ТУ 9.3, стр. 44' },
    rows: [
      ...[HEAD, 'ИД купца: 10:100000049 ← ИД купца: 10:111111111', ESIR, REFERENCE],
      instruction(
        'ПРОМЕТ РЕФУНДАЦИЈА',
        `Пардон штапићи/ком (Ђ) ← Пардон штапићи (ком) (Ђ)
        30,00 400.000 -12.000.000,00
        Укупна рефундација: 12.000.000,00 ← Укупан износ: 12.000.000,00
        Готовина: 12.000.000,00
        ${TAX_COLUMNS}
        Ђ О-ПДВ 20,00% 2.000.000,00
        Укупан износ пореза: 2.000.000,00`,
      ),
      ...[signed('ПР'), END],
    ].join('\n'),
  },
  {
    ...{ name: '26-korporacijska-kartica', source: 'ТУ 9.4, стр. 45' },
    rows: [
      ...[HEAD, BUYER, 'Опционо поље купца: 50:66666666', ESIR],
      instruction(
        'ПРОМЕТ ПРОДАЈА',
        `Бензин БМБ/л (Ђ) ← Бензин БМБ /л (Ђ)
        150,00 10 1.500,00
        Укупан износ: 1.500,00
        Ваучер: 1.500,00
        ${TAX_COLUMNS}
        Ђ О-ПДВ 20,00% 250,00
        Укупан износ пореза: 250,00`,
      ),
      ...[signed('ПП'), END],
    ].join('\n'),
  },
  {
    ...{ name: '27-jednonamenski-vaucer', source: 'ТУ 9.5, стр. 48' },
    rows: [
      ...[HEAD, ESIR],
      instruction(
        'ПРОМЕТ ПРОДАЈА',
        `20: Једнонаменски ваучер (Ђ)
        6.000,00 1 6.000,00
        Укупан износ: 6.000,00
        Готовина: 6.000,00
        ${TAX_COLUMNS}
        Ђ О-ПДВ 20,00% 1.000,00
        Укупан износ пореза: 1.000,00`,
      ),
      ...[signed('ПП'), END],
    ].join('\n'),
  },
  {
    ...{ name: '29-povracaj-novca', source: 'ТУ 9.6, стр. 49' },
    rows: [
      ...[HEAD, 'ИД купца: 20:0023456', ESIR, REFERENCE],
      instruction(
        'ПРОМЕТ РЕФУНДАЦИЈА',
        `${televisionRows()}
        ${TAX_COLUMNS}
        Ђ О-ПДВ 20,00% 1.166,67
        Укупан износ пореза: 1.166,67`,
      ),
      ...[signed('ПР'), END],
    ].join('\n'),
  },
  {
    ...{ name: '30-kopija-sa-potpisom', source: 'ТУ 9.6, стр. 50' },
    rows: [
      ...[HEAD_OF_OTHERS, 'ИД купца: 20:0023456', ESIR, REFERENCE],
      instruction(
        'КОПИЈА РЕФУНДАЦИЈА',
        `${televisionRows()}
        ${NOT_FISCAL}
        ${TAX_COLUMNS}
        Ђ О-ПДВ 20,00% 1.166,67
        Укупан износ пореза: 1.166,67`,
      ),
      ...[signed('КР'), 'Потпис купца:', NOT_FISCAL],
    ].join('\n'),
  },
  {
    ...{ name: '31-bez-naknade', source: 'ТУ 9.7, стр. 51', below: '*Промет без накнаде' },
    rows: [
      ...[HEAD, ESIR],
      instruction(
        'ПРОМЕТ ПРОДАЈА',
        `00: Хаљина (Ђ)
        6.000,00 1 6.000,00
        Укупан износ: 6.000,00
        Друго безготовинско плаћање: 6.000,00 ← Други безготовински начин плаћања 6.000,00
        ${TAX_COLUMNS}
        Ђ О-ПДВ 20,00% 1.000,00
        Укупан износ пореза: 1.000,00`,
      ),
      ...[signed('ПП'), END],
    ].join('\n'),
  },
];

/** Two labels of an advance of 1.750.000. The total tax of the sample, 178.273,31, is not the sum of its rows. */
function advanceRows(): string {
  return `11: Аванс (Е)
    1.500.000,00 1 1.500.000,00
    10: Аванс (Ђ)
    250.000,00 1 250.000,00
    Укупан износ: 1.750.000,00
    Пренос на рачун: 1.750.000,00
    ${TAX_COLUMNS}
    Ђ О-ПДВ 20,00% 41.666,67
    Е П-ПДВ 10,00% 136.363,64
    Укупан износ пореза: 178.030,31 ← Укупан износ пореза: 178.273,31`;
}

function televisionRows(): string {
  return `Color TV Sony/ком (Ђ) ← Color TV Sony (kom) (Ђ)
    7.000,00 1 -7.000,00
    Укупна рефундација: 7.000,00 ← Укупан износ: 7.000,00
    Готовина: 7.000,00`;
}

/** What the final receipt of page 41, and that of page 22 of the procedure, has besides the rows of the processor. */
export const CLOSING_ROWS = `
  Плаћено авансом: 3.500.000,00
  ПДВ на аванс: 356.060,60
  Преостало за плаћање: 0,00`;

/** The text below the end of the final receipt: number and date of the last advance. */
export const LAST_ADVANCE = /Последњи\s+авансни\s+рачун|последњ\S*\s+аванс/iu;

/** Every sample that the authority prints. */
export const SAMPLE_ROWS: readonly SampleRows[] = [...PROCEDURE, ...CHAPTER_9];

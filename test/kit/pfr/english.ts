import { centreText, COLUMNS } from '../../../src/base/text.js';

/** No English caption is longer than the Serbian one, so that the values stay where they are. */
const CAPTIONS: readonly (readonly [serbian: string, english: string])[] = [
  ['Касир:', 'Clerk:'],
  ['ИД купца:', 'Buyer ID:'],
  ['Опционо поље купца:', 'Buyer optional:'],
  ['ЕСИР број:', 'POS No.:'],
  ['ЕСИР време:', 'POS time:'],
  ['Реф. број:', 'Ref. No.:'],
  ['Реф. време:', 'Ref. DT:'],
  ['Артикли', 'Items  '],
  ['Укупан износ пореза:', 'Total Tax:'],
  ['Укупна рефундација:', 'Total Refund:'],
  ['Укупан износ:', 'Total:'],
  ['Друго безготовинско плаћање:', 'Other:'],
  ['Готовина:', 'Cash:'],
  ['Платна картица:', 'Card:'],
  ['Чек:', 'Chq:'],
  ['Пренос на рачун:', 'Wire transfer:'],
  ['Ваучер:', 'Vouchr:'],
  ['Инстант плаћање:', 'Mobile money:'],
  ['ПФР време:', 'SDC Time:'],
  ['ПФР број рачуна:', 'SDC Invoice No:'],
  ['Бројач рачуна:', 'Inv. Counter:'],
  ['Назив   Цена         Кол.         Укупно', 'Name    Price        Qty.          Total'],
  ['Ознака       Име      Стопа        Порез', 'Label       Name       Rate          Tax'],
];

const CENTRED: readonly (readonly [pattern: RegExp, english: string, fill: string])[] = [
  [/^=+ ?ФИСКАЛНИ РАЧУН ?=+$/, ' FISCAL INVOICE ', '='],
  [/^=+ ?КРАЈ ФИСКАЛНОГ РАЧУНА ?=+$/, ' END OF FISCAL INVOICE ', '='],
  [/^=+ ?ОВО НИЈЕ ФИСКАЛНИ РАЧУН ?=+$/, ' THIS IS NOT A FISCAL INVOICE ', '='],
  [/^ *ОВО НИЈЕ ФИСКАЛНИ РАЧУН *$/, 'THIS IS NOT A FISCAL INVOICE', ' '],
];

const BANNER = /^-+(ПРОМЕТ|ПРЕДРАЧУН|КОПИЈА|ОБУКА|АВАНС) (ПРОДАЈА|РЕФУНДАЦИЈА)-+$/;
const WORDS: Readonly<Record<string, string>> = {
  ...{ ПРОМЕТ: 'NORMAL', ПРЕДРАЧУН: 'PROFORMA', КОПИЈА: 'COPY', ОБУКА: 'TRAINING', АВАНС: 'ADVANCE' },
  ...{ ПРОДАЈА: 'SALE', РЕФУНДАЦИЈА: 'REFUND' },
};

/** The journal as a processor writes it for `en-US`, which is no Serbian receipt. */
export function englishJournal(serbian: string): string {
  return serbian.split('\r\n').map(englishLine).join('\r\n');
}

function englishLine(line: string): string {
  const [, type, transaction] = BANNER.exec(line) ?? [];
  if (type !== undefined && transaction !== undefined) {
    return centreText(`${WORDS[type] ?? type} ${WORDS[transaction] ?? transaction}`, COLUMNS, '-');
  }
  for (const [pattern, english, fill] of CENTRED) if (pattern.test(line)) return centreText(english, COLUMNS, fill);
  for (const [own, english] of CAPTIONS) {
    if (line.startsWith(own)) return english.padEnd(own.length) + line.slice(own.length);
  }
  return line;
}

import { type Draft, formatMoney, type Para, paraFrom, type TaxItem } from '../../base/index.js';
import { paymentName, totalCaption } from '../../journal/index.js';
import { percent } from './items.js';
import type { Block, Box, Note, Sum } from './sheet.js';
import { tidy } from './tidy.js';

const PRICES_NOTE = 'Сви износи су у динарима (RSD), са урачунатим ПДВ-ом.';
/** With more rows than this they may be split between pages, and stand below the box instead of beside it. */
const MAX_TOGETHER = 24;
/** Percent of the width for what stands beside the sums. */
const BESIDE = 50;

/** Taxes, total and payments in one column, and beside it how it is paid, or what else is to be known of them. */
export function sumBlocks(draft: Draft, taxItems: readonly TaxItem[], payment: Box | null): Block[] {
  const sums = { kind: 'sums', rows: rowsOf(draft, taxItems) } as const;
  const beside: Box | Note = payment ?? advanceBox(draft) ?? { kind: 'note', text: PRICES_NOTE };
  if (sums.rows.length > MAX_TOGETHER) return [beside, sums];
  return [{ kind: 'pair', left: beside, right: sums, share: BESIDE }];
}

function rowsOf({ total, payments, transactionType }: Draft, taxItems: readonly TaxItem[]): Sum[] {
  const plain = (caption: string, amount: number): Sum => ({ caption, amount: formatMoney(amount), isStrong: false });
  const taxes = taxItems.flatMap(({ label, categoryName, rate, amount, total: gross }) => [
    plain(`Основица ${tidy(label)}`, gross - amount),
    plain(`${tidy(categoryName)} ${tidy(label)} ${percent(rate)}`, amount),
  ]);
  const tax = taxItems.reduce((sum, { amount }) => sum + amount, 0);
  return [
    ...taxes,
    ...(taxItems.length > 1 ? [plain('Укупан износ пореза', tax)] : []),
    { caption: totalCaption(transactionType).replace(':', ''), amount: `${formatMoney(total)} RSD`, isStrong: true },
    ...payments.map(({ paymentType, amount }) => plain(paymentName(paymentType), amount)),
  ];
}

/** What was paid in advance, as the final receipt of a chain of advances tells it itself; null for any other. */
function advanceBox({ adText, referentNumber, total }: Draft): Box | null {
  const [last = '', , paid = '', refund = ''] = (adText ?? '').split('\n');
  const number = after('Последњи авансни рачун: ', last);
  const inAdvance = amountIn(after('Износ аванса: ', paid));
  const isFinal = referentNumber !== null && refund === `Рефундација аванса: ${referentNumber}`;
  if (number === undefined || inAdvance === undefined || !isFinal) return null;
  return {
    kind: 'box',
    title: 'Обрачун аванса',
    rows: [
      { caption: 'Последњи аванс', value: tidy(number) },
      { caption: 'Плаћено авансом', value: formatMoney(inAdvance) },
      { caption: 'Преостало', value: formatMoney(total - inAdvance) },
    ],
    text: PRICES_NOTE,
    code: null,
  };
}

/** What stands behind a caption; undefined in a row that does not begin with it. */
function after(caption: string, row: string): string | undefined {
  return row.startsWith(caption) ? row.slice(caption.length) : undefined;
}

/** `1.234,50` as it is printed; undefined for anything else. */
function amountIn(text: string | undefined): Para | undefined {
  if (text === undefined || !/^[\d.]+,\d\d$/.test(text)) return undefined;
  return paraFrom(Number(text.replaceAll('.', '').replace(',', '.')));
}

import { type Draft, formatMoney, type TaxItem } from '../../../base/index.js';
import { paymentName, rateOnPaper, totalCaption } from '../../journal/index.js';
import { type Block, type Box, type Note, PRICES_NOTE, type Sum } from './sheet.js';
import { tidy } from './tidy.js';

/** With more rows than this they may be split between pages, and are below the box instead of beside it. */
const MAX_TOGETHER = 24;
/** Percent of the width for the block beside the sums: text, or text with a code. */
const BESIDE = { words: 50, code: 62 } as const;

/** Taxes, total and payments in one column, and beside them how the receipt can be paid or what was paid in advance. */
export function sumBlocks(draft: Draft, taxItems: readonly TaxItem[], box: Box | null): Block[] {
  const sums = { kind: 'sums', rows: rowsOf(draft, taxItems) } as const;
  const beside: Box | Note = box ?? { kind: 'note', text: PRICES_NOTE };
  if (sums.rows.length > MAX_TOGETHER) return [beside, sums];
  return [{ kind: 'pair', left: beside, right: sums, share: box?.code == null ? BESIDE.words : BESIDE.code }];
}

function rowsOf({ total, payments, transactionType, invoiceType }: Draft, taxItems: readonly TaxItem[]): Sum[] {
  const plain = (caption: string, amount: number): Sum => ({ caption, amount: formatMoney(amount), isStrong: false });
  const taxes = taxItems.flatMap(({ label, categoryName, amount, total: gross, ...rate }) => [
    plain(`Основица ${tidy(label)}`, gross - amount),
    plain(`${tidy(categoryName)} ${tidy(label)} ${rateOnPaper(rate)}`, amount),
  ]);
  const tax = taxItems.reduce((sum, { amount }) => sum + amount, 0);
  return [
    ...taxes,
    ...(taxItems.length > 1 ? [plain('Укупан износ пореза', tax)] : []),
    { caption: totalCaption(transactionType).replace(':', ''), amount: `${formatMoney(total)} RSD`, isStrong: true },
    // Nothing was paid by a pro-forma.
    ...(invoiceType === 'ProForma' ? [] : payments).map(({ paymentType, amount }) =>
      plain(paymentName(paymentType), amount),
    ),
  ];
}

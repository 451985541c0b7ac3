import { type Draft, type InvoiceLine, labelsOfLine, paymentName, type TaxItem } from '../../../contract/index.js';
import { formatMoney, formatQuantity } from '../../../base/index.js';
import { rateOnPaper, totalCaption } from '../../journal/index.js';
import {
  type Block,
  type Box,
  CELL_PADDING_MM,
  type Column,
  MM_PER_PT,
  type Note,
  PAGES,
  PRICES_NOTE,
  type Sum,
  type Table,
  TYPE,
} from './sheet.js';
import { tidy } from './glyphs.js';

/** Least width of the column of names, percent. */
const MIN_SHARE = 12;

/**
 * Widths of the characters of a number in Inter with tabular figures, as fractions of the type size; `digit` is that of
 * all others.
 */
type Advances = Readonly<Record<'digit' | 'point' | 'minus' | 'percent', number>>;
const TEXT: Advances = { digit: 0.6485, point: 0.2881, minus: 0.6485, percent: 0.982 };
/** The same in bold, for the foot. */
const BOLD: Advances = { digit: 0.6485, point: 0.3189, minus: 0.6485, percent: 1.0045 };

/**
 * A table whose numbers fit: right-aligned columns get the share that their widest number needs, taken from the widest
 * text column. A number broken in two would read as two numbers, so PDF and HTML never break one. At the full width of
 * the A4 document all numbers fit, up to the highest total of a receipt. `width` is that of the table, mm.
 */
export function fitted(table: Table, width: number): Table {
  const giver = widestText(table.columns);
  let spare = (table.columns[giver]?.share ?? 0) - MIN_SHARE;
  let given = 0;
  const columns = table.columns.map((column, at) => {
    if (column.align !== 'right') return column;
    const share = Math.ceil((100 * neededMm(table, at)) / width);
    const more = Math.min(spare, Math.max(0, share - column.share));
    spare -= more;
    given += more;
    return { ...column, share: column.share + more };
  });
  return {
    ...table,
    columns: columns.map((column, at) => (at === giver ? { ...column, share: column.share - given } : column)),
  };
}

function widestText(columns: readonly Column[]): number {
  const shares = columns.map(({ align, share }) => (align === 'left' ? share : 0));
  return shares.indexOf(Math.max(...shares));
}

function neededMm({ rows, foot }: Table, at: number): number {
  const widest = Math.max(...rows.map((row) => emOf(row[at] ?? '', TEXT)), emOf(foot?.[at] ?? '', BOLD));
  return widest * TYPE.text * MM_PER_PT + 2 * CELL_PADDING_MM;
}

function emOf(number: string, advances: Advances): number {
  return Array.from(number, (character) => advances[kindOf(character)]).reduce((sum, advance) => sum + advance, 0);
}

function kindOf(character: string): keyof Advances {
  switch (character) {
    case '.':
    case ',':
      return 'point';
    case '-':
      return 'minus';
    case '%':
      return 'percent';
    default:
      return 'digit';
  }
}

/** Width between the margins of the document, mm. */
const WIDTH = PAGES.a4.width - 2 * PAGES.a4.margin;

/** With more lines than this they are set closely. */
const DENSE_FROM = 14;

const COLUMNS: readonly Column[] = [
  { head: '#', share: 5, align: 'left' },
  { head: 'Назив', share: 42, align: 'left' },
  { head: 'Кол.', share: 10, align: 'right' },
  { head: 'Ј. м.', share: 7, align: 'left' },
  { head: 'Цена', share: 13, align: 'right' },
  { head: 'ПДВ', share: 10, align: 'right' },
  { head: 'Износ', share: 13, align: 'right' },
];

/** The sold items, a row each. As on the fiscal slip, only the line totals of a refund are negative. */
export function itemTable({ lines, transactionType }: Draft, taxItems: readonly TaxItem[]): Table {
  const rates = new Map(taxItems.map((item) => [item.label, rateOnPaper(item)]));
  const row = (line: InvoiceLine, index: number): string[] => [
    `${index + 1}`,
    tidy(line.name),
    formatQuantity(line.quantity),
    tidy(line.unit),
    formatMoney(line.unitPrice),
    labelsOfLine(line)
      .map((label) => `${rates.get(label) ?? ''} ${tidy(label)}`.trim())
      .join(', '),
    formatMoney(transactionType === 'Refund' ? -line.total : line.total),
  ];
  const isDense = lines.length > DENSE_FROM;
  return fitted({ kind: 'table', columns: COLUMNS, rows: lines.map(row), foot: null, isDense }, WIDTH);
}

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

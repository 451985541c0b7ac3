import {
  type Bilingual,
  dayText,
  formatMoney,
  formatSum,
  type JsonSchema,
  type ParaSum,
  scaledDecimal,
  sumToRsd,
} from '../../base/index.js';
import { paymentName, PAYMENTS, type PaymentType } from '../../contract/index.js';

/** Percent, or RSD for each unit with `perUnit`. */
interface Rate {
  readonly rate: number;
  readonly perUnit?: true;
}

/** A tax label with its name; null for a label that no longer exists. */
interface NamedLabel {
  readonly label: string;
  readonly name: string | null;
}

/** Values of a column by its kind. */
interface Values {
  readonly text: string | Bilingual | null;
  readonly payment: PaymentType;
  /** A Belgrade day, 20261121, or a month, 202611. */
  readonly date: number;
  readonly count: number;
  readonly money: ParaSum;
  /** Thousandths, and the unit; null where a quantity has no meaning. */
  readonly quantity: { readonly amount: bigint; readonly unit: string } | null;
  readonly rate: Rate | null;
  readonly label: NamedLabel;
  readonly flag: boolean;
}

export type Kind = keyof Values;

interface ColumnOf<Row, K extends Kind> {
  readonly kind: K;
  readonly words: Bilingual;
  readonly of: (row: Row) => Values[K];
  /** Heading in a file for a spreadsheet; the Serbian words in lower case when absent. */
  readonly inFile?: string;
  /** What the JSON schema of the member adds to that of its kind. */
  readonly schema?: JsonSchema;
}

/** A column of a table. */
export type Column<Row> = { readonly [K in Kind]: ColumnOf<Row, K> }[Kind];

/** Numbers are counts, a text may be an amount or a day `2026-11-23`; see the kind of the column. */
export type ShownCell =
  string | number | Bilingual | Rate | NamedLabel | { readonly quantity: number; readonly unit: string } | null;

/** `2026-11-23`, or `2026-11` for a month. */
function dateText(date: number): string {
  return date < 1_000_000 ? dayText(date * 100).slice(0, 7) : dayText(date);
}

function thousandths(amount: bigint): number {
  return Number(`${amount}e-3`);
}

/** The members of a cell in JSON; a rate may have two. */
export function jsonMembers<Row>(name: string, column: Column<Row>, row: Row): readonly (readonly [string, unknown])[] {
  switch (column.kind) {
    case 'money':
      return [[name, sumToRsd(column.of(row))]];
    case 'date':
      return [[name, dateText(column.of(row))]];
    case 'quantity':
      return [[name, thousandths(column.of(row)?.amount ?? 0n)]];
    case 'rate': {
      const { rate = null, perUnit } = column.of(row) ?? {};
      return [[name, rate], ...(perUnit === undefined ? [] : [['perUnit', perUnit] as const])];
    }
    case 'text': {
      const text = column.of(row);
      return [[name, text === null || typeof text === 'string' ? text : text.sr]];
    }
    case 'payment':
    case 'count':
    case 'label':
    case 'flag':
      return [[name, column.of(row)]];
  }
}

/** Without a guard against formulas. */
export function fileCell<Row>(column: Column<Row>, row: Row): string {
  switch (column.kind) {
    case 'text': {
      const text = column.of(row) ?? '';
      return typeof text === 'string' ? text : text.sr;
    }
    case 'payment':
      return paymentName(column.of(row));
    case 'date':
      return dateText(column.of(row));
    case 'count':
      return String(column.of(row));
    case 'money':
      return formatSum(column.of(row));
    case 'quantity': {
      const sold = column.of(row);
      return sold === null ? '' : quantityText(sold.amount);
    }
    case 'rate': {
      const rate = column.of(row);
      return rate === null ? '' : rateInFile(rate);
    }
    case 'label': {
      const { label, name } = column.of(row);
      return name === null ? label : `${label} ${name}`;
    }
    case 'flag':
      return column.of(row) ? 'да' : 'не';
  }
}

export function shownCell<Row>(column: Column<Row>, row: Row): ShownCell {
  switch (column.kind) {
    case 'payment': {
      const type = column.of(row);
      return { sr: paymentName(type), en: PAYMENTS[type].name.en };
    }
    case 'date':
      return dateText(column.of(row));
    case 'money':
      return formatSum(column.of(row));
    case 'quantity': {
      const sold = column.of(row);
      return sold === null ? null : { quantity: thousandths(sold.amount), unit: sold.unit };
    }
    case 'flag':
      return column.of(row) ? { sr: 'да', en: 'yes' } : { sr: 'не', en: 'no' };
    case 'text':
    case 'count':
    case 'rate':
    case 'label':
      return column.of(row);
  }
}

/** Totals are amounts and counts. */
export function shownSum(sum: unknown): ShownCell {
  if (typeof sum === 'bigint') return formatSum(sum);
  return typeof sum === 'number' ? sum : null;
}

/** Percent without its sign, as in every release; a tax per unit is an amount. */
function rateInFile({ rate, perUnit }: Rate): string {
  const figure = formatMoney(scaledDecimal(rate, 2));
  return perUnit === true ? `${figure} РСД по јединици` : figure;
}

/** Thousandths with a decimal comma. Grouping dots would make `1.234` a date in some spreadsheets. */
export function quantityText(quantity: bigint): string {
  const size = quantity < 0n ? -quantity : quantity;
  const fraction = String(size % 1000n).padStart(3, '0');
  return `${quantity < 0n ? '-' : ''}${size / 1000n},${fraction}`;
}

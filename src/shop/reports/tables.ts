import type { Bilingual } from '../../base/index.js';
import { type ReportTable, tableOf } from './description.js';
import type { ItemReport } from './itemSales.js';
import type { DayRow, Sums } from './reports.js';

const TURNOVER: Bilingual = { sr: 'Промет', en: 'Turnover' };
const RECEIPTS: Bilingual = { sr: 'Рачуна', en: 'Receipts' };
const TAX_LABEL: Bilingual = { sr: 'Пореска ознака', en: 'Tax label' };
const LABEL: Bilingual = { sr: 'Ознака', en: 'Label' };
const LABEL_NAME: Bilingual = { sr: 'Назив', en: 'Name' };
const RATE: Bilingual = { sr: 'Стопа', en: 'Rate' };

const ADVANCE: Bilingual = { sr: 'Аванс', en: 'Advance' };

interface LabelRow {
  readonly label: string;
  readonly name: string | null;
  readonly rate: number | null;
  readonly perUnit?: true;
}

function namedLabel({ label, name }: LabelRow): { readonly label: string; readonly name: string | null } {
  return { label, name };
}

function rateOf({ rate, perUnit }: LabelRow): { readonly rate: number; readonly perUnit?: true } | null {
  return rate === null ? null : { rate, ...(perUnit !== undefined && { perUnit }) };
}

/** Maximum number of days shown as days on paper, a quarter of a year; longer periods are shown as months. */
const MAX_DAYS = 92;
const NO_DAY = { day: 0, name: '', invoices: 0, amount: 0n, refunds: 0, refunded: 0n, closedAdvances: 0n } as const;

function addedDays(one: DayRow, other: DayRow): DayRow {
  return {
    ...one,
    invoices: one.invoices + other.invoices,
    amount: one.amount + other.amount,
    refunds: one.refunds + other.refunds,
    refunded: one.refunded + other.refunded,
    closedAdvances: one.closedAdvances + other.closedAdvances,
  };
}

/** Days, or months (202611) when there are too many days. */
function daysOrMonths(days: readonly DayRow[]): readonly DayRow[] {
  if (days.length <= MAX_DAYS) return days;
  const months = new Map<number, DayRow>();
  for (const row of days) {
    const day = Math.floor(row.day / 100);
    months.set(day, addedDays(months.get(day) ?? { ...NO_DAY, day }, row));
  }
  return [...months.values()];
}

/** Tables whose figures the ledger has counted. */
export const SUM_TABLES = {
  days: tableOf(({ days }: Sums) => days)(
    {
      date: { kind: 'date', words: { sr: 'Дан', en: 'Day' }, of: ({ day }) => day, inFile: 'датум' },
      invoices: { kind: 'count', words: RECEIPTS, of: ({ invoices }) => invoices },
      turnover: { kind: 'money', words: TURNOVER, of: ({ amount }) => amount },
      refunds: { kind: 'count', words: { sr: 'Рефундација', en: 'Refunds' }, of: ({ refunds }) => refunds },
      refunded: {
        kind: 'money',
        words: { sr: 'Враћено купцима', en: 'Returned to buyers' },
        of: ({ refunded }) => refunded,
      },
      closedAdvances: {
        kind: 'money',
        words: { sr: 'Затворени аванси', en: 'Advances closed' },
        of: ({ closedAdvances }) => closedAdvances,
      },
    },
    {
      title: { sr: 'По данима', en: 'By day' },
      json: ['date', 'invoices', 'turnover'],
      screen: ['date', 'invoices', 'turnover'],
      paper: { date: 24, invoices: 14, refunds: 16, refunded: 23, turnover: 23 },
      shorten: daysOrMonths,
      total: (_sums, rows) => {
        const { invoices, amount: turnover, refunds, refunded } = rows.reduce(addedDays, NO_DAY);
        return { invoices, turnover, refunds, refunded };
      },
    },
  ),
  payments: tableOf(({ summary }: Sums) => summary.byPaymentType)(
    {
      paymentType: {
        kind: 'payment',
        words: { sr: 'Начин плаћања', en: 'Payment' },
        of: ({ paymentType }) => paymentType,
      },
      amount: { kind: 'money', words: { sr: 'Износ', en: 'Amount' }, of: ({ amount }) => amount },
    },
    {
      title: { sr: 'По начину плаћања', en: 'By payment' },
      paper: { paymentType: 70, amount: 30 },
      total: ({ summary }) => ({ amount: summary.totals.amount }),
    },
  ),
  labels: tableOf(({ summary }: Sums) => summary.byTaxLabel)(
    {
      taxLabel: { kind: 'label', words: TAX_LABEL, of: namedLabel },
      label: { kind: 'text', words: LABEL, of: ({ label }) => label },
      name: {
        kind: 'text',
        words: LABEL_NAME,
        of: ({ name }) => name,
        schema: { type: ['string', 'null'], description: 'Null when the label no longer exists.' },
      },
      rate: {
        kind: 'rate',
        words: RATE,
        of: rateOf,
        schema: { type: ['number', 'null'], description: 'Percent; null when the label no longer exists.' },
      },
      turnover: { kind: 'money', words: TURNOVER, of: ({ turnover }) => turnover },
    },
    {
      title: { sr: 'По пореским ознакама', en: 'By tax label' },
      json: ['label', 'name', 'rate', 'turnover'],
      file: ['label', 'name', 'rate', 'turnover'],
      screen: ['taxLabel', 'rate', 'turnover'],
      paper: { taxLabel: 50, rate: 20, turnover: 30 },
      // Goods with several labels are in the row of each, and once in the total.
      total: ({ summary }) => ({ turnover: summary.totals.amount }),
      totalWords: { sr: 'Укупан промет', en: 'Total turnover' },
    },
  ),
  cashiers: tableOf(({ summary }: Sums) => summary.byCashier)(
    {
      cashier: { kind: 'text', words: { sr: 'Касир', en: 'Cashier' }, of: ({ cashier }) => cashier },
      invoices: { kind: 'count', words: RECEIPTS, of: ({ invoices }) => invoices },
      turnover: { kind: 'money', words: TURNOVER, of: ({ turnover }) => turnover },
    },
    {
      title: { sr: 'По касирима', en: 'By cashier' },
      paper: { cashier: 56, invoices: 14, turnover: 30 },
      total: ({ summary: { totals } }) => ({ invoices: totals.invoices, turnover: totals.amount }),
    },
  ),
} satisfies Readonly<Record<string, ReportTable<Sums>>>;

/** Tables that take as long as reading all receipts of the period. */
export const RECEIPT_TABLES = {
  taxes: tableOf(({ taxes }: ItemReport) => taxes)(
    {
      taxLabel: { kind: 'label', words: TAX_LABEL, of: namedLabel },
      label: { kind: 'text', words: LABEL, of: ({ label }) => label },
      name: { kind: 'text', words: LABEL_NAME, of: ({ name }) => name },
      rate: { kind: 'rate', words: RATE, of: rateOf },
      turnover: { kind: 'money', words: TURNOVER, of: ({ turnover }) => turnover },
      tax: { kind: 'money', words: { sr: 'Порез', en: 'Tax' }, of: ({ tax }) => tax },
    },
    {
      title: { sr: 'Порез', en: 'Tax' },
      json: ['label', 'name', 'rate', 'turnover', 'tax'],
      file: ['label', 'name', 'rate', 'turnover', 'tax'],
      screen: ['taxLabel', 'rate', 'turnover', 'tax'],
      paper: { taxLabel: 36, rate: 16, turnover: 24, tax: 24 },
      total: (_figures, rows) => ({ tax: rows.reduce((sum, { tax }) => sum + tax, 0n) }),
      totalWords: { sr: 'Укупан износ пореза', en: 'Total tax' },
    },
  ),
  items: tableOf(({ items }: ItemReport) => items)(
    {
      item: {
        kind: 'text',
        words: { sr: 'Артикал', en: 'Item' },
        of: ({ name, label, isAdvance }) =>
          isAdvance ? { sr: `${ADVANCE.sr} (${label})`, en: `${ADVANCE.en} (${label})` } : `${name} (${label})`,
      },
      name: {
        kind: 'text',
        words: { sr: 'Артикал', en: 'Item' },
        of: ({ name, isAdvance }) => (isAdvance ? ADVANCE : name),
        inFile: 'назив',
      },
      unit: { kind: 'text', words: { sr: 'Ј. м.', en: 'Unit' }, of: ({ unit }) => unit, inFile: 'јединица' },
      label: { kind: 'text', words: { sr: '', en: '' }, of: ({ label }) => label, inFile: 'ознака' },
      isAdvance: { kind: 'flag', words: ADVANCE, of: ({ isAdvance }) => isAdvance },
      quantity: {
        kind: 'quantity',
        words: { sr: 'Количина', en: 'Quantity' },
        of: ({ quantity, unit, isAdvance }) => (isAdvance ? null : { amount: quantity, unit }),
      },
      turnover: { kind: 'money', words: TURNOVER, of: ({ turnover }) => turnover },
      lines: { kind: 'count', words: { sr: 'Ставки', en: 'Lines' }, of: ({ lines }) => lines },
    },
    {
      title: { sr: 'По артиклима', en: 'By item' },
      json: ['name', 'unit', 'label', 'isAdvance', 'lines', 'quantity', 'turnover'],
      file: ['name', 'unit', 'label', 'quantity', 'turnover'],
      screen: ['item', 'quantity', 'turnover'],
      paper: { name: 50, unit: 8, label: 8, quantity: 14, turnover: 20 },
      // Sales continue while the receipts are read, so the total is that of what was read.
      total: ({ others }, rows) => ({ turnover: rows.reduce((sum, { turnover }) => sum + turnover, others) }),
      others: ({ others }) => others,
    },
  ),
} satisfies Readonly<Record<string, ReportTable<ItemReport>>>;

type SumTable = keyof typeof SUM_TABLES;
type ReceiptTable = keyof typeof RECEIPT_TABLES;
export type TableName = SumTable | ReceiptTable;

/** Names of all tables, in the order of the report. */
export const TABLE_NAMES = Object.keys({ ...SUM_TABLES, ...RECEIPT_TABLES }) as TableName[];

/** True for a table that needs all receipts of the period. */
export function isReceiptTable(name: TableName): name is ReceiptTable {
  return Object.hasOwn(RECEIPT_TABLES, name);
}

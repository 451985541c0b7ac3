import {
  type Draft,
  formatMoney,
  formatQuantity,
  type InvoiceLine,
  oneLine,
  type Payment,
  PFR_TRAITS,
  receiptTime,
  receiptTimeOfLocal,
  scaledDecimal,
  type TaxItem,
  type TransactionType,
} from '../../base/index.js';
import {
  bannerWords,
  DEMO_SENTENCE,
  documentName,
  isFiscalType,
  NOT_FISCAL,
  paymentName,
  totalCaption,
} from '../../journal/index.js';
import type { IssuedInvoice } from '../../ledger/index.js';
import { fitted } from './columns.js';
import { esirNumberOf } from './esirNumber.js';
import { replaceMissingGlyphs } from './glyphs.js';
import {
  type Block,
  type Column,
  type Fact,
  type Banner,
  PAGES,
  type Pair,
  type Paper,
  type Sheet,
  type Table,
} from './sheet.js';
import { slipOf } from './slip.js';

/** On every receipt of a real processor in the tax authority's test system. */
const SANDBOX_SENTENCE = 'ТЕСТНО ОКРУЖЕЊЕ - БЕЗ ФИСКАЛНЕ ВАЖНОСТИ';

const PRICES_NOTE = 'Сви износи су у динарима (RSD), са урачунатим ПДВ-ом.';

/** Taxes and payments are side by side unless one of them has more rows than this. */
const MAX_SIDE_BY_SIDE = 12;
/** From this amount on the tables are too wide for that, para. */
const WIDE_AMOUNT = 100_000_000;

/** Width between the margins of the document, mm. */
const WIDTH = PAGES.a4.width - 2 * PAGES.a4.margin;

const ITEM_COLUMNS: readonly Column[] = [
  { head: 'Р. бр.', share: 6, align: 'right' },
  { head: 'Назив', share: 35, align: 'left' },
  { head: 'Ј. м.', share: 8, align: 'left' },
  { head: 'Количина', share: 11, align: 'right' },
  { head: 'Цена', share: 14, align: 'right' },
  { head: 'Озн.', share: 5, align: 'center' },
  { head: 'Стопа', share: 8, align: 'right' },
  { head: 'Износ', share: 13, align: 'right' },
];

const TAX_COLUMNS: readonly Column[] = [
  { head: 'Озн.', share: 8, align: 'center' },
  { head: 'Име', share: 20, align: 'left' },
  { head: 'Стопа', share: 12, align: 'right' },
  { head: 'Основица', share: 20, align: 'right' },
  { head: 'Порез', share: 19, align: 'right' },
  { head: 'Укупно', share: 21, align: 'right' },
];

const PAYMENT_COLUMNS: readonly Column[] = [
  { head: 'Начин плаћања', share: 62, align: 'left' },
  { head: 'Износ', share: 38, align: 'right' },
];

/** The sheet of an issued receipt, with the data from when it was issued; the current settings do not matter. */
export function describeSheet(invoice: IssuedInvoice, paper: Paper): Sheet {
  const { draft, signature } = invoice;
  const title = `${documentName(draft.invoiceType, draft.transactionType)} ${tidy(signature.invoiceNumber)}`;
  const document = paper === 'a4' ? documentBlocks(invoice, title) : [];
  const blocks = [...bannersOf(invoice, paper), ...document, slipOf(invoice, paper)];
  return { paper, language: 'sr-Cyrl', title, time: signature.time, blocks };
}

/** A slip of the demo processor says itself that it is not fiscal; one of the test system does not. */
function bannersOf({ environment, mode }: IssuedInvoice, paper: Paper): Banner[] {
  if (!PFR_TRAITS[mode].issuesRealReceipts) return paper === 'a4' ? [{ kind: 'banner', text: DEMO_SENTENCE }] : [];
  return environment === 'sandbox' ? [{ kind: 'banner', text: SANDBOX_SENTENCE }] : [];
}

function documentBlocks(invoice: IssuedInvoice, title: string): Block[] {
  const { draft, signature } = invoice;
  const { invoiceType, transactionType } = draft;
  return [
    partiesOf(invoice),
    { kind: 'heading', above: bannerWords(invoiceType, transactionType), title },
    ...(isFiscalType(invoiceType) ? [] : [{ kind: 'sentence', text: NOT_FISCAL } as const]),
    { kind: 'facts', rows: factsOf(invoice) },
    fitted(itemTable(draft, signature.taxItems), WIDTH),
    {
      kind: 'amount',
      caption: totalCaption(transactionType).replace(':', ''),
      amount: `${formatMoney(draft.total)} RSD`,
    },
    ...sums(draft, signature.taxItems),
    { kind: 'note', text: PRICES_NOTE },
  ];
}

function partiesOf({ draft, signature }: IssuedInvoice): Pair {
  const { name, tin, location, address, district } = signature.company;
  const buyer = [
    draft.buyerId === null ? 'Није наведен' : `ИД купца: ${draft.buyerId}`,
    ...(draft.buyerCostCenterId === null ? [] : [`Опционо поље купца: ${draft.buyerCostCenterId}`]),
  ];
  return {
    kind: 'pair',
    left: { kind: 'party', caption: 'Продавац', rows: [name, `ПИБ: ${tin}`, location, address, district].map(tidy) },
    right: { kind: 'party', caption: 'Купац', rows: buyer.map(tidy) },
    share: 58,
  };
}

/** They are drawn two to a row, so neighbours here are side by side. */
function factsOf({ draft, signature }: IssuedInvoice): Fact[] {
  const esirNumber = esirNumberOf(signature.journal);
  const facts: [caption: string, value: string | null][] = [
    ['ПФР број рачуна', signature.invoiceNumber],
    ['ПФР време', receiptTime(signature.time)],
    ['Бројач рачуна', signature.invoiceCounter],
    ['ЕСИР број', esirNumber],
    ['Реф. број', draft.referentNumber],
    ['Реф. време', draft.referentTime && receiptTimeOfLocal(draft.referentTime)],
    ['ЕСИР време', draft.issueTime && receiptTimeOfLocal(draft.issueTime)],
    ['Касир', draft.cashier],
  ];
  return facts.flatMap(([caption, value]) => (value === null || value === '' ? [] : [{ caption, value: tidy(value) }]));
}

function itemTable({ lines, transactionType }: Draft, taxItems: readonly TaxItem[]): Table {
  const rates = new Map(taxItems.map(({ label, rate }) => [label, rate]));
  const row = (line: InvoiceLine, index: number): string[] => [
    `${index + 1}.`,
    tidy(line.name),
    tidy(line.unit),
    formatQuantity(line.quantity),
    formatMoney(line.unitPrice),
    tidy(line.label),
    percent(rates.get(line.label)),
    // As on the fiscal slip, only the line totals of a refund are negative.
    formatMoney(signed(line.total, transactionType)),
  ];
  return { kind: 'table', columns: ITEM_COLUMNS, rows: lines.map(row), foot: null };
}

function taxTable(taxItems: readonly TaxItem[]): Table {
  const total = sumOf(taxItems.map((item) => item.total));
  const tax = sumOf(taxItems.map((item) => item.amount));
  return {
    kind: 'table',
    columns: TAX_COLUMNS,
    rows: taxItems.map((item) => [
      tidy(item.label),
      tidy(item.categoryName),
      percent(item.rate),
      ...split(item.total, item.amount),
    ]),
    foot: ['', 'Свега', '', ...split(total, tax)],
  };
}

/** Base without tax, tax, and total. */
function split(total: number, tax: number): string[] {
  return [total - tax, tax, total].map((amount) => formatMoney(amount));
}

function paymentTable(payments: readonly Payment[]): Table {
  return {
    kind: 'table',
    columns: PAYMENT_COLUMNS,
    rows: payments.map(({ paymentType, amount }) => [paymentName(paymentType), formatMoney(amount)]),
    foot: ['Свега', formatMoney(sumOf(payments.map(({ amount }) => amount)))],
  };
}

function sums({ payments, total }: Draft, taxItems: readonly TaxItem[]): Block[] {
  const [left, right] = [taxTable(taxItems), paymentTable(payments)];
  const short = Math.max(left.rows.length, right.rows.length) <= MAX_SIDE_BY_SIDE && total < WIDE_AMOUNT;
  return short ? [{ kind: 'pair', left, right, share: 66 }] : [left, right].map((table) => fitted(table, WIDTH));
}

function signed(amount: number, transaction: TransactionType): number {
  return transaction === 'Refund' ? -amount : amount;
}

/** `20,00%`; nothing for a label that the processor did not list. */
function percent(rate: number | undefined): string {
  return rate === undefined ? '' : `${formatMoney(scaledDecimal(rate, 2))}%`;
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}

/** In characters that can be drawn, without the padding of a receipt's 40 columns. */
function tidy(text: string): string {
  return replaceMissingGlyphs(oneLine(text)).replace(/ {2,}/g, ' ').trim();
}

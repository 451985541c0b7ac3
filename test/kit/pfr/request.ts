import {
  type InvoiceType,
  INVOICE_TYPES,
  TRANSACTION_TYPES,
  type TransactionType,
} from '../../../src/contract/fiscal.js';
import { type PaymentType, PAYMENT_TYPES } from '../../../src/contract/payments.js';
import { MAX_TOTAL, type Para, type Thousandths } from '../../../src/base/money.js';
import type { UtcMs } from '../../../src/base/time.js';
import { exactDecimal, lineTotal } from '../../../src/base/money.js';
import type { Flaw } from './styles.js';

/** An invoice request that a strict processor takes. */
export interface AskedInvoice {
  readonly invoiceType: InvoiceType;
  readonly transactionType: TransactionType;
  readonly cashier: string;
  readonly buyerId: string;
  readonly buyerCostCenterId: string;
  readonly esirNumber: string;
  readonly referentNumber: string;
  readonly referentTime: UtcMs | null;
  readonly issueTime: UtcMs | null;
  readonly items: readonly AskedItem[];
  readonly payments: readonly { readonly paymentType: PaymentType; readonly amount: Para }[];
  readonly total: Para;
  readonly omitsQr: boolean;
  readonly omitsJournal: boolean;
}

export interface AskedItem {
  readonly name: string;
  readonly quantity: Thousandths;
  readonly unitPrice: Para;
  readonly total: Para;
  readonly labels: readonly string[];
}

/** Labels that are valid at the time of the receipt, or of the one that it refers to. */
export type LabelsAt = (referent: UtcMs | null) => ReadonlySet<string>;

type Fields = Readonly<Record<string, unknown>>;

const MAX_ITEMS = 500;
const REFERENT = /^\w{8,}-\w{8,}-[1-9]\d*$/;
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,7})?(Z|[+-]\d\d:\d\d)?$/;

/**
 * Reads an invoice request as the strictest processor that was met does: names and ways of paying by their exact
 * spelling, numbers as numbers, no empty texts. Unknown names are passed over. Gives all flaws, or the request.
 */
export function readInvoice(body: Buffer, labelsAt: LabelsAt): AskedInvoice | readonly Flaw[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return [{ property: '', errors: ['2806'] }];
  }
  if (!isObject(parsed)) return [{ property: '', errors: ['2806'] }];
  const reader = new Reader();
  const asked = readFields(reader, parsed, labelsAt);
  return reader.flaws.length > 0 ? reader.flaws : asked;
}

function readFields(reader: Reader, fields: Fields, labelsAt: LabelsAt): AskedInvoice {
  const invoiceType = reader.word(fields, 'invoiceType', INVOICE_TYPES, true);
  const transactionType = reader.word(fields, 'transactionType', TRANSACTION_TYPES, true);
  const referentNumber = reader.text(fields, 'referentDocumentNumber', 1, 50) ?? '';
  const referentTime = reader.time(fields, 'referentDocumentDT');
  if (referentNumber !== '' && !REFERENT.test(referentNumber)) reader.fault('referentDocumentNumber', '2805');
  if (invoiceType === 'Copy' || transactionType === 'Refund') {
    if (referentNumber === '') reader.fault('referentDocumentNumber', '2800');
    if (referentTime === null) reader.fault('referentDocumentDT', '2800');
  } else if (referentTime !== null && referentNumber === '') reader.fault('referentDocumentNumber', '2800');
  const buyerId = reader.text(fields, 'buyerId', 1, 20) ?? '';
  const buyerCostCenterId = reader.text(fields, 'buyerCostCenterId', 1, 50) ?? '';
  if (buyerCostCenterId !== '' && buyerId === '') reader.fault('buyerId', '2800');
  const labels = labelsAt(referentTime);
  const items = reader.list(fields, 'items', (item, path) => readItem(reader, item, path, labels));
  if (items.length > MAX_ITEMS) reader.fault('items', '2808');
  const total = items.reduce((sum, item) => sum + item.total, 0);
  if (total > MAX_TOTAL) reader.fault('items', '2804');
  const options = isObject(fields['options']) ? fields['options'] : {};
  if (fields['options'] != null && !isObject(fields['options'])) reader.fault('options', '2805');
  return {
    invoiceType: invoiceType ?? 'Normal',
    transactionType: transactionType ?? 'Sale',
    cashier: reader.text(fields, 'cashier', 1, 50) ?? '',
    esirNumber: reader.text(fields, 'invoiceNumber', 1, 60) ?? '',
    issueTime: reader.time(fields, 'dateAndTimeOfIssue'),
    payments: reader.list(fields, 'payment', (payment, path) => ({
      paymentType: reader.word(payment, 'paymentType', PAYMENT_TYPES, false, path) ?? 'Other',
      amount: reader.decimal(payment, 'amount', 2, path),
    })),
    omitsQr: reader.flag(options, 'omitQRCodeGen'),
    omitsJournal: reader.flag(options, 'omitTextualRepresentation'),
    ...{ referentNumber, referentTime, buyerId, buyerCostCenterId, items, total },
  };
}

function readItem(reader: Reader, item: Fields, path: string, known: ReadonlySet<string>): AskedItem {
  reader.text(item, 'gtin', 8, 14, path);
  const name = reader.text(item, 'name', 1, 2048, path);
  if (item['name'] == null) reader.fault(`${path}name`, '2800');
  const quantity = reader.decimal(item, 'quantity', 3, path);
  if (quantity === 0) reader.fault(`${path}quantity`, '2804');
  const unitPrice = reader.decimal(item, 'unitPrice', 2, path);
  const total = reader.decimal(item, 'totalAmount', 2, path);
  if (lineTotal(unitPrice, quantity) !== BigInt(total)) reader.fault(`${path}totalAmount`, '2805');
  const labels = Array.isArray(item['labels']) ? (item['labels'] as unknown[]) : [];
  if (item['labels'] == null) reader.fault(`${path}labels`, '2800');
  else if (!Array.isArray(item['labels'])) reader.fault(`${path}labels`, '2805');
  else if (labels.length === 0) reader.fault(`${path}labels`, '2807');
  const isKnown = (label: unknown): label is string => typeof label === 'string' && known.has(label);
  if (!labels.every(isKnown)) reader.fault(`${path}labels`, '2310');
  return { name: name ?? '', quantity, unitPrice, total, labels: labels.filter(isKnown) };
}

/** Takes values out of the fields of a request and notes what is wrong with them. `null` is as good as absent. */
class Reader {
  readonly flaws: Flaw[] = [];

  fault(property: string, code: string): void {
    this.flaws.push({ property, errors: [code] });
  }

  text(fields: Fields, name: string, min: number, max: number, path = ''): string | null {
    const value = fields[name] ?? null;
    if (value === null) return null;
    if (typeof value !== 'string') this.fault(path + name, '2805');
    else if (value.length < min) this.fault(path + name, '2803');
    else if (Array.from(value).length > max) this.fault(path + name, '2801');
    else return value;
    return null;
  }

  time(fields: Fields, name: string): UtcMs | null {
    const value = this.text(fields, name, 1, 40);
    if (value === null) return null;
    const at = ISO.test(value) ? Date.parse(value) : NaN;
    if (!Number.isNaN(at)) return at;
    this.fault(name, '2806');
    return null;
  }

  /** A word of a list, or its number; the official software accepts both. */
  word<T extends string>(
    fields: Fields,
    name: string,
    words: readonly T[],
    anyCase: boolean,
    path = '',
  ): T | undefined {
    const value = fields[name] ?? null;
    const found =
      typeof value === 'string'
        ? words.find((word) => word === value || (anyCase && word.toLowerCase() === value.toLowerCase()))
        : words.find((_, index) => index === value);
    if (found === undefined) this.fault(path + name, value === null ? '2800' : value === '' ? '2803' : '2805');
    return found;
  }

  /** A number of 0 or more as an integer of 10^-places; 0 for anything else. */
  decimal(fields: Fields, name: string, places: number, path: string): number {
    const value = fields[name] ?? null;
    if (typeof value !== 'number') {
      this.fault(path + name, value === null ? '2800' : '2805');
      return 0;
    }
    const scaled = exactDecimal(value, places);
    const isExact = exactDecimal(value, places + 20) === scaled * 10n ** 20n;
    if (scaled >= 0n && isExact && scaled <= Number.MAX_SAFE_INTEGER) return Number(scaled);
    this.fault(path + name, '2804');
    return 0;
  }

  list<T>(fields: Fields, name: string, read: (entry: Fields, path: string) => T): T[] {
    const value: unknown = fields[name] ?? null;
    if (!Array.isArray(value)) this.fault(name, value === null ? '2800' : '2805');
    else if (value.length === 0) this.fault(name, '2807');
    else {
      return value.flatMap((entry: unknown, index) => {
        if (isObject(entry)) return [read(entry, `${name}[${index}].`)];
        this.fault(`${name}[${index}]`, '2805');
        return [];
      });
    }
    return [];
  }

  /** `"0"` or `"1"`; bare numbers are taken too. */
  flag(options: Fields, name: string): boolean {
    const value = options[name] ?? '0';
    if (value !== '0' && value !== '1' && value !== 0 && value !== 1) this.fault(`options.${name}`, '2805');
    return value === '1' || value === 1;
  }
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

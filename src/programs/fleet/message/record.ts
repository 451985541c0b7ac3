import {
  describeFaults,
  failed,
  isLocalDate,
  type LocalTime,
  MAX_TOTAL,
  ok,
  type Para,
  type Result,
  type Thousandths,
  toQuantity,
  toRsd,
  type UtcMs,
  type Message,
  english,
} from '../../../base/index.js';
import { allPayments } from '../../../contract/index.js';
import { PATTERN_TEXTS, recordSchema, recordsSchema, stateSchema } from './messageSchemas.js';
import type {
  Place,
  DecodedEvent,
  DecodedItem,
  DecodedPfr,
  DecodedReceipt,
  DecodedRecord,
  DecodedSale,
  DecodedState,
  DecodedTax,
} from './decoded.js';

/** Data that passes the schemas. Money is still RSD. */
interface SentRecord {
  readonly epoch: number;
  readonly sequence: number;
  readonly hash: string;
  readonly previous: string;
  readonly after: Place | null;
  readonly isChained: boolean;
  readonly recordedAt: string;
  readonly events: readonly SentEvent[];
  readonly receipt?: SentReceipt | null;
}

type SentEvent = { readonly type: string } & Partial<
  Pick<DecodedEvent, 'attemptId' | 'number'> & Omit<DecodedSale, 'day'> & Pick<DecodedPfr, 'sdcDateTime'>
>;

type SentReceipt = Omit<DecodedReceipt, 'pfr' | 'items' | 'taxItems' | 'environment' | 'day' | OptionalMember> & {
  readonly paidInAdvance?: { readonly payments?: DecodedReceipt['payments'] };
  readonly pfr: Partial<DecodedPfr> & Pick<DecodedPfr, 'mode' | 'fiscal'> & Pick<DecodedSale, 'environment'>;
  readonly items: readonly (Omit<DecodedItem, 'gtin'> & Partial<DecodedItem>)[];
  readonly taxItems: readonly (Omit<DecodedTax, 'perUnit'> & Partial<DecodedTax>)[];
} & Partial<Pick<DecodedReceipt, OptionalMember>>;

type OptionalMember =
  | ('cashier' | 'buyerId' | 'buyerCostCenterId' | 'referentDocumentNumber' | 'referentDocumentDT')
  | ('clientRequestId' | 'journal');

type SentState = Omit<DecodedState, 'at'> & { readonly at: string };

const faultOfRecords = describeFaults(recordsSchema, PATTERN_TEXTS);
const faultOfRecord = describeFaults(recordSchema, PATTERN_TEXTS);
const faultOfState = describeFaults(stateSchema, PATTERN_TEXTS);

/** Later times cannot be times of receipts. */
const END: UtcMs = Date.UTC(2200, 0, 1);

/** A wrong value that no schema can detect. It is never thrown out of this file. */
class WrongValue extends Error {}

function reading<T>(fault: Message | undefined, read: () => T): Result<T, string> {
  if (fault !== undefined) return failed(english(fault));
  try {
    return ok(read());
  } catch (error) {
    if (error instanceof WrongValue) return failed(error.message);
    throw error;
  }
}

/** The records of a message, in its order. The error is an English phrase that repeats no value. */
export function readRecords(value: unknown): Result<readonly DecodedRecord[], string> {
  return reading(faultOfRecords(value), () => (value as { records: SentRecord[] }).records.map(recordFrom));
}

/** Reads one stored record. */
export function readRecord(value: unknown): Result<DecodedRecord, string> {
  return reading(faultOfRecord(value), () => recordFrom(value as SentRecord));
}

export function readState(value: unknown): Result<DecodedState, string> {
  return reading(faultOfState(value), () => {
    const sent = value as SentState;
    return { ...sent, at: instant(sent.at, 'at') };
  });
}

function recordFrom(sent: SentRecord): DecodedRecord {
  const { after } = sent;
  if (after !== null && after.sequence >= sent.sequence) throw new WrongValue('after.sequence is not below sequence');
  return {
    epoch: sent.epoch,
    sequence: sent.sequence,
    hash: sent.hash,
    previous: sent.previous,
    after: after && { sequence: after.sequence, hash: after.hash },
    isChained: sent.isChained,
    recordedAt: instant(sent.recordedAt, 'recordedAt'),
    events: sent.events.map(eventFrom),
    receipt: sent.receipt ? receiptFrom(sent.receipt) : null,
    source: sent,
  };
}

function eventFrom(sent: SentEvent): DecodedEvent {
  const { type, attemptId = null, number = null, environment, invoiceType, transactionType, total } = sent;
  const { createdAt, sdcDateTime } = sent;
  const isSale =
    environment !== undefined &&
    invoiceType !== undefined &&
    transactionType !== undefined &&
    total !== undefined &&
    createdAt !== undefined;
  const sale = isSale
    ? {
        ...{ environment, invoiceType, transactionType },
        total: para(total, 'total of an event'),
        createdAt: localTime(createdAt, 'createdAt of an event'),
        day: dayOf(sdcDateTime && localTime(sdcDateTime, 'sdcDateTime of an event'), createdAt),
      }
    : null;
  return { type, attemptId, number, sale, source: sent };
}

/** How the total was paid, as the box counts it: a final receipt may name only what was paid at delivery. */
function paymentsOf({ payments, paidInAdvance }: SentReceipt): DecodedReceipt['payments'] {
  const read = (sent: DecodedReceipt['payments']): DecodedReceipt['payments'] =>
    sent.map(({ paymentType, amount }) => ({ paymentType, amount: para(amount, 'a payment') }));
  const before = paidInAdvance?.payments;
  return allPayments({
    payments: read(payments),
    ...(before !== undefined && { paidInAdvance: { payments: read(before) } }),
  });
}

function receiptFrom(sent: SentReceipt): DecodedReceipt {
  const { pfr, referentDocumentDT = null } = sent;
  const sdcDateTime = pfr.sdcDateTime ? localTime(pfr.sdcDateTime, 'sdcDateTime') : null;
  return {
    uuid: sent.uuid,
    environment: pfr.environment,
    invoiceType: sent.invoiceType,
    transactionType: sent.transactionType,
    cashier: sent.cashier ?? null,
    total: para(sent.total, 'total'),
    payments: paymentsOf(sent),
    items: sent.items.map((item) => ({
      name: item.name,
      unit: item.unit,
      quantity: thousandths(item.quantity, 'a quantity'),
      unitPrice: para(item.unitPrice, 'a unitPrice'),
      totalAmount: para(item.totalAmount, 'a totalAmount'),
      label: item.label,
      ...(item.moreLabels !== undefined && { moreLabels: item.moreLabels }),
      gtin: item.gtin ?? null,
    })),
    taxItems: sent.taxItems.map((tax) => ({
      label: tax.label,
      categoryName: tax.categoryName,
      rate: bounded(tax.rate, 1_000_000, 'a rate'),
      perUnit: tax.perUnit ?? false,
      amount: para(tax.amount, 'a tax amount'),
      total: para(tax.total, 'a tax total'),
    })),
    buyerId: sent.buyerId ?? null,
    buyerCostCenterId: sent.buyerCostCenterId ?? null,
    referentDocumentNumber: sent.referentDocumentNumber ?? null,
    referentDocumentDT: referentDocumentDT && localTime(referentDocumentDT, 'referentDocumentDT'),
    clientRequestId: sent.clientRequestId ?? null,
    journal: sent.journal ?? null,
    createdAt: localTime(sent.createdAt, 'createdAt'),
    day: dayOf(sdcDateTime, sent.createdAt),
    pfr: {
      mode: pfr.mode,
      fiscal: pfr.fiscal,
      requestedBy: pfr.requestedBy ?? null,
      signedBy: pfr.signedBy ?? null,
      invoiceNumber: pfr.invoiceNumber ?? null,
      invoiceCounter: pfr.invoiceCounter ?? null,
      sdcDateTime,
      verificationUrl: pfr.verificationUrl ?? null,
    },
  };
}

/**
 * Converting back to the same double shows that the text had two decimals at most. The product is then off by less than
 * a tenth, so it rounds correctly (2^-53 × 7.2e14).
 */
function para(rsd: number, what: string): Para {
  const amount = Math.round(bounded(rsd, toRsd(MAX_TOTAL), what) * 100);
  if (toRsd(amount) !== rsd) throw new WrongValue(`${what} has more than 2 decimals`);
  return amount;
}

function thousandths(value: number, what: string): Thousandths {
  const quantity = Math.round(bounded(value, toQuantity(MAX_TOTAL), what) * 1000);
  if (toQuantity(quantity) !== value) throw new WrongValue(`${what} has more than 3 decimals`);
  return quantity;
}

function bounded(value: number, most: number, what: string): number {
  if (Math.abs(value) > most) throw new WrongValue(`${what} is out of range`);
  return value;
}

/** The last valid day. Nearly all times of a message are of one day, so it is checked once. */
let realDay = '';

/** The schema has checked the form. */
function localTime(text: string, what: string): LocalTime {
  const day = text.slice(0, 10);
  if (day === realDay) return text;
  if (day < '1970' || !isLocalDate(day)) throw new WrongValue(`${what} is no real time`);
  realDay = day;
  return text;
}

/** The day on which the processor signed; without its time, the day by the clock of the box. */
function dayOf(sdcDateTime: LocalTime | null | undefined, createdAt: LocalTime): string {
  return (sdcDateTime ?? createdAt).slice(0, 10);
}

/** A box without a clock writes 1970, which is valid, too. */
function instant(text: string, what: string): UtcMs {
  const at = Date.parse(text);
  // 30 February is parsed as 2 March.
  const isReal = at >= 0 && at < END && new Date(at).toISOString().slice(0, 19) === text.slice(0, 19);
  if (!isReal) throw new WrongValue(`${what} is no real time`);
  return at;
}

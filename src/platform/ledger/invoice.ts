import {
  allPayments,
  type Draft,
  type Environment,
  ENVIRONMENTS,
  INVOICE_TYPES,
  type InvoiceType,
  labelsOfLine,
  PAYMENT_TYPES,
  type PaymentType,
  PFR_MODES,
  type PfrMode,
  type Signature,
  TRANSACTION_TYPES,
  type TransactionType,
} from '../../contract/index.js';
import { localDay, type Para, type UtcMs } from '../../base/index.js';
import { type Codec, i64, list, optionalText, raw, struct, text, trailing, u32, oneOf } from './binaryCodec.js';

/** An issued receipt as the ledger stores it: the request, the processor's answer, and the ids. */
export interface IssuedInvoice {
  readonly uuid: string;
  readonly environment: Environment;
  readonly mode: PfrMode;
  readonly draft: Draft;
  readonly signature: Signature;
  /** The caller's idempotency key. */
  readonly clientRequestId: string | null;
  /** SHA-256 (hex) of the request that the key belongs to; null without a key. */
  readonly fingerprint: string | null;
  readonly createdAt: UtcMs;
  /**
   * Number of the caller that requested it, an API key or a user. Absent when the box itself requested it, and in
   * records of earlier releases.
   */
  readonly apiKey?: number;
  /** The attempt at a real processor; absent in demo mode, where nothing is sent. */
  readonly attempt?: Attempt;
}

export interface Attempt {
  /** Request id of the intent that the receipt ends. */
  readonly requestId: string;
  /** Absent when the processor's answer arrived normally. */
  readonly settled?: Settlement;
}

/** How a receipt was recorded after the processor's answer was lost. */
type Settlement =
  /** It was looked up at the processor. */
  | { readonly by: 'processor' }
  /** A person entered its verification link; journal and taxes were computed by the box. */
  | { readonly by: 'person'; readonly reason: string };

interface LabelAmount {
  readonly label: string;
  readonly amount: Para;
}

interface PaymentAmount {
  readonly paymentType: PaymentType;
  readonly amount: Para;
}

/**
 * The fixed index row of a result record: everything the views need, so that they can be rebuilt without reading
 * bodies. Amounts are as on the receipt, positive also for refunds.
 */
export interface InvoiceRow {
  readonly uuid: Buffer;
  readonly environment: Environment;
  readonly mode: PfrMode;
  readonly invoiceType: InvoiceType;
  readonly transactionType: TransactionType;
  /** Clock of the box. */
  readonly createdAt: UtcMs;
  /**
   * Belgrade day of the receipt, 20261121: the day of {@link signedAt}, regardless of the clock of the box. Stored rows
   * of earlier releases have the day of `createdAt`.
   */
  readonly day: number;
  readonly total: Para;
  readonly requestedBy: string;
  readonly invoiceNumber: string;
  readonly totalCounter: number;
  readonly typeCounter: number;
  readonly clientRequestId: string | null;
  readonly referentNumber: string | null;
  readonly cashier: string;
  readonly labels: readonly LabelAmount[];
  /** How the total was paid, with what was paid in advance. */
  readonly payments: readonly PaymentAmount[];
  /** The 16 bytes of {@link Attempt.requestId}, zeros without an attempt; null in records of earlier releases. */
  readonly requestId: Buffer | null;
  /** {@link IssuedInvoice.apiKey}, 0 when the box itself requested it; null in records of earlier releases. */
  readonly apiKey: number | null;
  /** Empty: no buyer. Null in records of earlier releases, whose bodies contain it. */
  readonly buyerId: string | null;
  /** Time of signing by the processor's clock; null in rows of earlier releases, where only the body has it. */
  readonly signedAt: UtcMs | null;
}

const REQUEST_ID_BYTES = 16;

export const invoiceRow: Codec<InvoiceRow> = struct<InvoiceRow>({
  uuid: raw(16),
  environment: oneOf(ENVIRONMENTS),
  mode: oneOf(PFR_MODES),
  invoiceType: oneOf(INVOICE_TYPES),
  transactionType: oneOf(TRANSACTION_TYPES),
  createdAt: i64,
  day: u32,
  total: i64,
  requestedBy: text,
  invoiceNumber: text,
  totalCounter: u32,
  typeCounter: u32,
  clientRequestId: optionalText,
  referentNumber: optionalText,
  cashier: text,
  labels: list(struct<LabelAmount>({ label: text, amount: i64 })),
  payments: list(struct<PaymentAmount>({ paymentType: oneOf(PAYMENT_TYPES), amount: i64 })),
  requestId: trailing(raw(REQUEST_ID_BYTES)),
  apiKey: trailing(u32),
  buyerId: trailing(text),
  signedAt: trailing(i64),
});

/** Sums of the lines by label, in order of first appearance; a line with several labels counts for each. */
function byLabel(draft: Draft): LabelAmount[] {
  const sums = new Map<string, Para>();
  for (const line of draft.lines)
    for (const label of labelsOfLine(line)) sums.set(label, (sums.get(label) ?? 0) + line.total);
  return Array.from(sums, ([label, amount]) => ({ label, amount }));
}

/** The index row of an issued receipt; the caller provides `uuid` as bytes. */
export function rowOf(invoice: IssuedInvoice, uuid: Buffer): InvoiceRow {
  const { draft, signature, attempt } = invoice;
  return {
    uuid,
    environment: invoice.environment,
    mode: invoice.mode,
    invoiceType: draft.invoiceType,
    transactionType: draft.transactionType,
    createdAt: invoice.createdAt,
    day: localDay(signature.time),
    total: draft.total,
    requestedBy: signature.requestedBy,
    invoiceNumber: signature.invoiceNumber,
    totalCounter: signature.totalCounter,
    typeCounter: signature.typeCounter,
    clientRequestId: invoice.clientRequestId,
    referentNumber: draft.referentNumber,
    cashier: draft.cashier,
    labels: byLabel(draft),
    payments: allPayments(draft),
    requestId: attempt === undefined ? Buffer.alloc(REQUEST_ID_BYTES) : Buffer.from(attempt.requestId, 'hex'),
    apiKey: invoice.apiKey ?? 0,
    buyerId: draft.buyerId ?? '',
    signedAt: signature.time,
  };
}

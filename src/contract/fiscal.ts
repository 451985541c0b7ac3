import type { Bilingual, LocalTime, Para, Thousandths, UtcMs, Warning } from '../base/index.js';
import type { Payment } from './payments.js';

/**
 * The terms of Serbian fiscalization, shared by the API, the processors, the receipts and the ledger. The index in each
 * list is the official number on the PFR wire and in the verification link.
 */

/** 0 Normal, 1 ProForma, 2 Copy, 3 Training, 4 Advance. */
export const INVOICE_TYPES = ['Normal', 'ProForma', 'Copy', 'Training', 'Advance'] as const;
export type InvoiceType = (typeof INVOICE_TYPES)[number];

/** True for a fiscal receipt. Every other kind states on its paper that it is not fiscal (TU 16.P10). */
export function isFiscalType(type: InvoiceType): boolean {
  return type === 'Normal' || type === 'Advance';
}

/** 0 Sale, 1 Refund. */
export const TRANSACTION_TYPES = ['Sale', 'Refund'] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];

/** The tax authority's test system and the real one; their data never mix. */
export const ENVIRONMENTS = ['sandbox', 'production'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

/** The cases in which Serbian sentences of ours name an environment. */
type Case = 'nominative' | 'accusative' | 'genitive' | 'locative';

const FORMS: Readonly<Record<Environment, Readonly<Record<Case, string>>>> = {
  sandbox: {
    nominative: 'пробно окружење',
    accusative: 'пробно окружење',
    genitive: 'пробног окружења',
    locative: 'пробном окружењу',
  },
  production: {
    nominative: 'продукција',
    accusative: 'продукцију',
    genitive: 'продукције',
    locative: 'продукцији',
  },
};

/** The environment in a sentence: `пробном окружењу` in Serbian; English texts name it as settings and commands do. */
export function environmentText(environment: Environment, form: Case = 'accusative'): Bilingual {
  return { sr: FORMS[environment][form], en: environment };
}

/** Kinds of fiscal processor: built-in simulator, on the LAN with a card, in the cloud with a certificate. */
export const PFR_MODES = ['demo', 'lpfr', 'vpfr'] as const;
export type PfrMode = (typeof PFR_MODES)[number];

/** What a buyer paid in advance, on the final receipt that concludes the advances. */
export interface PaidInAdvance {
  /** What the refund of the advances returned. */
  readonly amount: Para;
  /** The tax contained in it. */
  readonly tax: Para;
  /**
   * How it was paid. Present where the payments of the receipt name only what is paid now (Technical Instruction for
   * ESIR, 9.1.1): both together are then the total.
   */
  readonly payments?: readonly Payment[];
}

interface Paid<T extends string> {
  readonly payments: readonly PaymentOf<T>[];
  readonly paidInAdvance?: { readonly payments?: readonly PaymentOf<T>[] };
}

interface PaymentOf<T extends string> {
  readonly paymentType: T;
  readonly amount: Para;
}

/** How the total of a receipt was paid: its own payments, and those made in advance that it does not name. */
export function allPayments<T extends string>({ payments, paidInAdvance }: Paid<T>): readonly PaymentOf<T>[] {
  if (paidInAdvance?.payments === undefined) return payments;
  const sums = new Map<T, Para>();
  for (const { paymentType, amount } of [...paidInAdvance.payments, ...payments]) {
    sums.set(paymentType, (sums.get(paymentType) ?? 0) + amount);
  }
  return Array.from(sums, ([paymentType, amount]) => ({ paymentType, amount })).filter(({ amount }) => amount > 0);
}

/** One sold line. `total` is quantity × unitPrice, rounded to para, half away from zero. */
export interface InvoiceLine {
  readonly name: string;
  readonly unit: string;
  readonly quantity: Thousandths;
  readonly unitPrice: Para;
  readonly total: Para;
  readonly label: string;
  /** Labels besides {@link label}; absent without any. */
  readonly moreLabels?: readonly string[];
  readonly gtin: string | null;
  readonly itemId: number | null;
}

/** All tax labels of a line, the first one first. */
export function labelsOfLine({ label, moreLabels = [] }: Pick<InvoiceLine, 'label' | 'moreLabels'>): readonly string[] {
  return [label, ...moreLabels];
}

/** A tax label as configured or as listed by a processor; `rate` in percent, two decimals at most. */
export interface TaxLabel {
  readonly label: string;
  readonly name: string;
  readonly rate: number;
  /** The tax is an amount for each unit, as that on plastic bags. */
  readonly perUnit?: true;
}

/** Tax of one label on one receipt: `amount` is the tax contained in `total`. */
export interface TaxItem {
  readonly label: string;
  readonly categoryName: string;
  readonly rate: number;
  /** `rate` is RSD for each unit in place of percent. */
  readonly perUnit?: true;
  readonly amount: Para;
  readonly total: Para;
}

/**
 * The seller as printed at the head of a receipt and recorded with it; `location` is `<7 digits>-<name>`. The setting
 * `company` has further members, which are not part of a receipt.
 */
export interface Company {
  readonly name: string;
  readonly tin: string;
  readonly location: string;
  readonly address: string;
  readonly district: string;
}

/** The content to be signed: validated and priced, not yet issued. */
export interface Draft {
  readonly invoiceType: InvoiceType;
  readonly transactionType: TransactionType;
  readonly cashier: string;
  readonly lines: readonly InvoiceLine[];
  readonly payments: readonly Payment[];
  readonly total: Para;
  readonly buyerId: string | null;
  readonly buyerCostCenterId: string | null;
  readonly referentNumber: string | null;
  readonly referentTime: LocalTime | null;
  /** ESIR time: only on an advance whose payment came earlier than the receipt. */
  readonly issueTime: LocalTime | null;
  /** Advertising text below the end of the receipt; never sent to the processor. */
  readonly adText: string | null;
  /**
   * Cash given by the buyer, at least the sum of the cash payments; printed with the change below the end, never sent
   * to the processor.
   */
  readonly tendered?: Para;
  /** Only on a final receipt after advances. Printed below the end, never sent to the processor. */
  readonly paidInAdvance?: PaidInAdvance;
}

/** The counters of a processor before it was asked to sign. They show later whether it has signed since. */
export interface CounterBaseline {
  /** JID of its secure element or certificate; '' when unknown. */
  readonly uid: string;
  /** PFR number of the last receipt that it had signed, '' for none; null when the processor does not report it. */
  readonly lastNumber: string | null;
  /** Time of the processor's clock in its last answer; null before the first answer. */
  readonly time: UtcMs | null;
  /**
   * The last counters of this requester in the ledger, by {@link counterSeries}, for every recently used counter
   * series. Absent in intents of earlier releases.
   */
  readonly counters?: Readonly<Record<string, RunningNumbers>>;
}

/**
 * The last counters of one counter series: of all its receipts, and of each type, `invoiceType/transactionType`. A type
 * without receipts is 0 or absent. A counter series is a requester and a signer; the numbers of each pair have no gaps
 * (TaxCore, Fiscal Invoice Counters).
 */
export interface RunningNumbers {
  readonly total: number;
  readonly byType: Readonly<Record<string, number>>;
}

/** The name of a receipt's counter series: `REQUESTER-SIGNER`. */
export function counterSeries({
  requestedBy,
  signedBy,
}: {
  readonly requestedBy: string;
  readonly signedBy: string;
}): string {
  return `${requestedBy}-${signedBy}`;
}

/** The type by which a receipt is numbered within its counter series: `Normal/Sale`. */
export function counterType({
  invoiceType,
  transactionType,
}: {
  readonly invoiceType: InvoiceType;
  readonly transactionType: TransactionType;
}): string {
  return `${invoiceType}/${transactionType}`;
}

/** A processor's answer for a signed receipt. */
export interface Signature {
  /** JIDs of the requester and of the signer; the same for `demo` and `lpfr`. */
  readonly requestedBy: string;
  readonly signedBy: string;
  /** `<requestedBy>-<signedBy>-<totalCounter>`. */
  readonly invoiceNumber: string;
  /** `<typeCounter>/<totalCounter><two letters>`. */
  readonly invoiceCounter: string;
  readonly totalCounter: number;
  readonly typeCounter: number;
  readonly time: UtcMs;
  readonly verificationUrl: string;
  /** Base64 GIF drawn by the processor, or by the box if the processor's showed another link; null in demo mode. */
  readonly verificationQRCode: string | null;
  /** The processor's own text: 40 columns, CRLF, no QR. */
  readonly journal: string;
  readonly taxItems: readonly TaxItem[];
  readonly company: Company;
  /**
   * Other members of a real processor's answer, by their own names (`mrc`, `messages`, `taxGroupRevision`, unknown
   * ones).
   */
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** A line of an {@link Invoice}; amounts in RSD. */
export interface InvoiceItem {
  readonly name: string;
  readonly unit: string;
  readonly quantity: number;
  readonly unitPrice: number;
  readonly totalAmount: number;
  readonly label: string;
  /** Labels besides {@link label}; absent without any. */
  readonly moreLabels?: readonly string[];
  readonly gtin: string | null;
}

/** An issued receipt as the API returns it, and as pages and an owner's server read it; amounts in RSD. */
export interface Invoice {
  readonly uuid: string;
  readonly invoiceType: InvoiceType;
  readonly transactionType: TransactionType;
  readonly cashier: string;
  readonly total: number;
  readonly payments: readonly Payment[];
  readonly items: readonly InvoiceItem[];
  readonly taxItems: readonly TaxItem[];
  readonly buyerId: string | null;
  readonly referentDocumentNumber: string | null;
  readonly referentDocumentDT: LocalTime | null;
  readonly pfr: {
    readonly mode: PfrMode;
    readonly environment: Environment;
    readonly fiscal: boolean;
    readonly demo: boolean;
    readonly requestedBy: string;
    readonly signedBy: string;
    readonly invoiceNumber: string;
    readonly invoiceCounter: string;
    readonly sdcDateTime: LocalTime;
    readonly verificationUrl: string;
    readonly verificationQRCode: string | null;
  };
  readonly clientRequestId: string | null;
  readonly journal: string;
  readonly createdAt: LocalTime;
  readonly tendered?: number;
  readonly paidInAdvance?: { readonly amount: number; readonly tax: number; readonly payments?: readonly Payment[] };
  readonly warnings?: readonly Warning[];
}

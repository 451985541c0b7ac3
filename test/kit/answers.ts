import type { responseSchemas } from '../../src/interfaces/api/registry.js';

/** The public shapes as a client in TypeScript would write them down from the specification. */

export interface Payment {
  readonly paymentType: string;
  readonly amount: number;
}

export interface TaxItem {
  readonly label: string;
  readonly categoryName: string;
  readonly rate: number;
  readonly perUnit?: true;
  readonly amount: number;
  readonly total: number;
}

export interface InvoiceItem {
  readonly name: string;
  readonly unit: string;
  readonly quantity: number;
  readonly unitPrice: number;
  readonly totalAmount: number;
  readonly label: string;
  readonly moreLabels?: readonly string[];
  readonly gtin: string | null;
}

export interface InvoicePfr {
  readonly mode: string;
  readonly environment: string;
  readonly fiscal: boolean;
  readonly demo: boolean;
  readonly requestedBy: string;
  readonly signedBy: string;
  readonly invoiceNumber: string;
  readonly invoiceCounter: string;
  readonly sdcDateTime: string;
  readonly verificationUrl: string;
  readonly verificationQRCode: string | null;
}

/** An element of a list with `fields=summary`. */
export interface InvoiceSummary {
  readonly uuid: string;
  readonly invoiceType: string;
  readonly transactionType: string;
  readonly number: string;
  readonly total: number;
  readonly payments: readonly { readonly paymentType: string; readonly amount: number }[];
  readonly cashier: string;
  readonly buyerId: string | null;
  readonly referent: string | null;
  readonly clientRequestId: string | null;
  readonly createdAt: string;
}

export interface Invoice {
  readonly uuid: string;
  readonly invoiceType: string;
  readonly transactionType: string;
  readonly cashier: string | null;
  readonly total: number;
  readonly payments: readonly Payment[];
  readonly items: readonly InvoiceItem[];
  readonly taxItems: readonly TaxItem[];
  readonly buyerId: string | null;
  readonly referentDocumentNumber: string | null;
  readonly referentDocumentDT: string | null;
  readonly pfr: InvoicePfr;
  readonly clientRequestId: string | null;
  readonly journal: string;
  readonly createdAt: string;
  readonly warnings?: readonly Warning[];
}

export interface Warning {
  readonly rule: string;
  readonly message: string;
  readonly messageEn: string;
}

interface NamedInvoice {
  readonly uuid: string;
  readonly number: string;
}

export interface InvoiceWithState extends Invoice {
  readonly referent?: { readonly uuid: string | null; readonly number: string };
  readonly refunds?: readonly (NamedInvoice & { readonly amount: number; readonly createdAt: string })[];
  readonly refundsMore?: number;
  readonly refundable?: {
    readonly amount: number;
    readonly items: readonly {
      readonly name: string;
      readonly label: string;
      readonly moreLabels?: readonly string[];
      readonly unit: string;
      readonly unitPrice: number;
      readonly quantity: number;
    }[];
  };
  readonly copies?: readonly (NamedInvoice & { readonly createdAt: string })[];
  readonly copiesMore?: number;
  readonly advance?: {
    readonly chain: readonly (NamedInvoice & { readonly total: number })[];
    readonly closedBy: { readonly refund: NamedInvoice; readonly final: NamedInvoice | null } | null;
    readonly chainCut?: true;
  };
}

/** The invoice alone, as v1 has it. */
export function invoiceAlone(invoice: InvoiceWithState): Invoice {
  const added = ['referent', 'refunds', 'refundsMore', 'refundable', 'copies', 'copiesMore', 'advance', 'warnings'];
  return Object.fromEntries(Object.entries(invoice).filter(([name]) => !added.includes(name))) as unknown as Invoice;
}

export interface ClosedAdvance {
  readonly warnings?: readonly Warning[];
  readonly advance: Invoice;
  readonly advanceRefund: Invoice;
  readonly invoice: Invoice;
}

export interface Item {
  readonly id: number;
  readonly plu: string | null;
  readonly name: string;
  readonly unit: string | null;
  readonly price: number;
  readonly label: string | null;
  readonly gtin: string | null;
  readonly category: string | null;
  readonly active: boolean;
}

export interface PrintJob {
  readonly id: number;
  readonly uuid: string;
  readonly printer: string;
  readonly state: string;
  readonly reason: string | null;
  readonly message: string | null;
  readonly nextStep: string | null;
  readonly repeat: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface Printer {
  readonly name: string;
  readonly address: string;
  readonly state: string;
  readonly reason: string | null;
  readonly proof: string | null;
}

export interface QueueEntry {
  readonly clientRequestId: string;
  readonly number: number | null;
  readonly state: string;
  readonly position: number | null;
  readonly queuedAt: string | null;
  readonly uuid: string | null;
  readonly reason: string | null;
  readonly total: number;
}

/** What both reports begin with. */
export interface Period {
  readonly from: string;
  readonly to: string;
  readonly environment: string;
}

/** What each response schema describes. */
export interface Answers {
  readonly Error: {
    readonly error: {
      readonly code: string;
      readonly message: string;
      readonly field?: string;
      readonly rule: string;
      readonly messageEn: string;
      readonly requestId: string;
      readonly ref?: string;
    };
  };
  readonly Status: {
    readonly app: string;
    readonly version: string;
    readonly esirNumber: string;
    readonly environment: string;
    readonly fiscal: boolean;
    readonly ready: boolean;
    readonly problems: readonly string[];
    readonly warnings: readonly string[];
    readonly pfr: {
      readonly ok: boolean;
      readonly mode: string;
      readonly env: string;
      readonly uid: string;
      readonly message: string;
      /** Of a real processor; see the other names in its status answer. */
      readonly gsc?: readonly string[];
      readonly lastInvoiceNumber?: string;
      readonly isPinRequired?: boolean;
    };
    readonly company: { readonly name: string; readonly tin: string; readonly location: string };
    readonly documents: { readonly pdf: boolean };
    readonly time: string;
  };
  readonly Me: {
    readonly key: {
      readonly id: number;
      readonly label: string;
      readonly prefix: string;
      readonly active: boolean;
      readonly createdAt: string;
      readonly lastUsedAt: string;
    };
    readonly rateLimit: { readonly requests: number; readonly windowSeconds: number };
    readonly scope: string;
    readonly permissions: readonly string[];
    readonly note: string;
  };
  readonly TaxLabelList: {
    readonly taxLabels: readonly { readonly label: string; readonly name: string; readonly rate: number }[];
  };
  readonly CategoryList: { readonly categories: readonly string[] };
  readonly Invoice: Invoice;
  readonly InvoiceWithState: InvoiceWithState;
  readonly ClosedAdvance: ClosedAdvance;
  readonly InvoiceList: {
    readonly page: number;
    readonly perPage: number;
    readonly environment: string;
    readonly nextCursor: string | null;
    readonly total?: number;
    readonly invoices: readonly Invoice[];
  };
  readonly InvoiceSummaryList: Omit<Answers['InvoiceList'], 'invoices'> & {
    readonly invoices: readonly InvoiceSummary[];
  };
  readonly EventList: {
    readonly environment: string;
    readonly events: readonly BoxEvent[];
    readonly cursor: string;
    readonly more: boolean;
  };
  readonly EmailSent: { readonly ok: boolean; readonly uuid: string; readonly to: string };
  readonly PrintJobAnswer: { readonly job: PrintJob };
  readonly PrintJobList: { readonly jobs: readonly PrintJob[]; readonly needsCopy: boolean };
  readonly PrinterList: { readonly printers: readonly Printer[] };
  readonly Queued: {
    readonly queued: true;
    readonly clientRequestId: string;
    readonly position: number;
    readonly queuedAt: string;
    readonly warnings?: readonly Warning[];
  };
  readonly QueueEntry: QueueEntry;
  readonly QueueList: { readonly queue: readonly QueueEntry[] };
  readonly ItemList: { readonly items: readonly Item[] };
  readonly ItemCreated: { readonly id: number; readonly ok: boolean; readonly warnings?: readonly Warning[] };
  readonly ItemChanged: { readonly ok: boolean; readonly warnings?: readonly Warning[] };
  readonly Summary: Period & {
    readonly totals: {
      readonly invoices: number;
      readonly turnover: number;
      readonly refunds: { readonly count: number; readonly amount: number };
    };
    readonly byTaxLabel: readonly {
      readonly label: string;
      readonly name: string | null;
      readonly rate: number | null;
      readonly perUnit?: true;
      readonly turnover: number;
    }[];
    readonly byPaymentType: readonly Payment[];
    readonly byCashier: readonly { readonly cashier: string; readonly invoices: number; readonly turnover: number }[];
    readonly rule: string;
  };
  readonly Daily: Period & {
    readonly days: readonly { readonly date: string; readonly invoices: number; readonly turnover: number }[];
    readonly rule: string;
  };
  readonly Alive: { readonly status: string };
  readonly Readiness: { readonly ready: boolean; readonly failing: readonly string[] };
}

export interface BoxEvent {
  readonly cursor: string;
  readonly type: string;
  readonly at: string;
  readonly sequence: number;
  readonly uuid?: string | null;
  readonly number?: string | null;
  readonly referentDocumentNumber?: string | null;
  readonly attemptId?: string;
}

export type AnswerName = keyof Answers & keyof typeof responseSchemas;

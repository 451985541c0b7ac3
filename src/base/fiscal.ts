/**
 * The words of Serbian fiscalisation, used alike by the API, the processors, the receipts and the ledger.
 * The position in each list is the official number of the word on the PFR wire and in the verification link.
 */

/** 0 Normal, 1 ProForma, 2 Copy, 3 Training, 4 Advance. */
export const INVOICE_TYPES = ['Normal', 'ProForma', 'Copy', 'Training', 'Advance'] as const;
export type InvoiceType = (typeof INVOICE_TYPES)[number];

/** 0 Sale, 1 Refund. */
export const TRANSACTION_TYPES = ['Sale', 'Refund'] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];

/** 0 Other (non-cash), 1 Cash, 2 Card, 3 Check, 4 WireTransfer, 5 Voucher, 6 MobileMoney (instant payment). */
export const PAYMENT_TYPES = ['Other', 'Cash', 'Card', 'Check', 'WireTransfer', 'Voucher', 'MobileMoney'] as const;
export type PaymentType = (typeof PAYMENT_TYPES)[number];

/** Two worlds that never mix: the tax authority's test system and the real one. */
export const ENVIRONMENTS = ['sandbox', 'production'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

/** Kinds of fiscal processor: built in simulator, on the LAN with a card, in the cloud with a certificate. */
export const PFR_MODES = ['demo', 'lpfr', 'vpfr'] as const;
export type PfrMode = (typeof PFR_MODES)[number];

/** Money: an integer of para, 1/100 RSD. Never a fraction, never above {@link MAX_TOTAL}. */
export type Para = number;

/** A sum of many receipts in para. It has no bound: 13 receipts of the highest total are more than 2^53. */
export type ParaSum = bigint;

/** Quantity: an integer of thousandths of the unit. */
export type Thousandths = number;

/** An instant: milliseconds since 1970 UTC. */
export type UtcMs = number;

/** `YYYY-MM-DD HH:MM:SS` on a Belgrade clock. */
export type LocalTime = string;

/**
 * The highest total of a receipt, in para: what the secure element signs is 7 bytes of amount × 10,000
 * (SignInvoice APDU), so 2^56 / 10,000 RSD.
 */
export const MAX_TOTAL: Para = 720_575_940_379_279;

export interface Payment {
  readonly paymentType: PaymentType;
  readonly amount: Para;
}

/** One sold line. `total` is quantity × unitPrice, rounded to para, half away from zero. */
export interface Line {
  readonly name: string;
  readonly unit: string;
  readonly quantity: Thousandths;
  readonly unitPrice: Para;
  readonly total: Para;
  readonly label: string;
  readonly gtin: string | null;
  readonly itemId: number | null;
}

/** A tax label as configured or as a processor lists it; `rate` in percent, two decimals at most. */
export interface TaxLabel {
  readonly label: string;
  readonly name: string;
  readonly rate: number;
}

/** Tax of one label on one receipt: `amount` is the tax contained in `total`. */
export interface TaxItem {
  readonly label: string;
  readonly categoryName: string;
  readonly rate: number;
  readonly amount: Para;
  readonly total: Para;
}

/** The seller as printed at the head of a receipt; `location` is `<7 digits>-<name>`. */
export interface Company {
  readonly name: string;
  readonly tin: string;
  readonly location: string;
  readonly address: string;
  readonly district: string;
}

/** What is to be signed: checked and priced, not yet issued. */
export interface Draft {
  readonly invoiceType: InvoiceType;
  readonly transactionType: TransactionType;
  readonly cashier: string;
  readonly lines: readonly Line[];
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
}

/** What was known of a processor before it was asked to sign: it tells later whether it has signed since. */
export interface Witness {
  /** JID of its secure element or certificate; '' when it was not known. */
  readonly uid: string;
  /** PFR number of the last receipt that it had signed, '' for none; null when the processor does not tell. */
  readonly lastNumber: string | null;
  /** The processor's own clock when it was last seen; null when it was never seen. */
  readonly time: UtcMs | null;
}

/** What a processor gives back for a signed receipt. */
export interface Signature {
  /** JID of the one who asked and of the one who signed; the same for `demo` and `lpfr`. */
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
  /** Base64 GIF as the processor drew it; null in demo mode. */
  readonly verificationQRCode: string | null;
  /** The processor's own text: 40 columns, CRLF, no QR. */
  readonly journal: string;
  readonly taxItems: readonly TaxItem[];
  readonly company: Company;
  /** What a real processor sent beside, by its own names (`mrc`, `messages`, `taxGroupRevision`, unknown ones). */
  readonly extra?: Readonly<Record<string, unknown>>;
}

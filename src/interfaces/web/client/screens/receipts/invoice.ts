import type { InvoiceType, PaymentType, TransactionType } from '../../../../../contract/index.js';
import type { ReceiptLine } from '../../refund/lines.js';

/** The members of a public invoice that these screens use; amounts in RSD. */
export interface Invoice {
  readonly uuid: string;
  readonly invoiceType: InvoiceType;
  readonly transactionType: TransactionType;
  readonly cashier: string | null;
  readonly total: number;
  readonly payments: readonly { readonly paymentType: PaymentType; readonly amount: number }[];
  readonly items: readonly InvoiceLine[];
  /** As computed by the processor; `rate` in percent, or RSD for each unit with `perUnit`. */
  readonly taxItems: readonly {
    readonly label: string;
    readonly categoryName: string;
    readonly rate: number;
    readonly perUnit?: true;
    readonly amount: number;
  }[];
  /** Remaining money of the chain of an advance. */
  readonly advance?: { readonly left?: number };
  readonly paidInAdvance?: { readonly amount: number };
  readonly buyerId: string | null;
  readonly referentDocumentNumber: string | null;
  readonly pfr: {
    readonly invoiceNumber: string;
    readonly sdcDateTime: string;
    readonly verificationUrl: string | null;
  };
}

interface InvoiceLine extends ReceiptLine {
  readonly totalAmount: number;
}

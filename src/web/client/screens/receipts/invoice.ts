import type { InvoiceType, PaymentType, TransactionType } from '../../../../base/index.js';
import type { ReceiptLine } from '../../refund/lines.js';
import { t } from '../../text/language.js';
import { PAYMENTS, RECEIPTS } from '../../text/receipts.js';

/** Of the public shape of an invoice what these screens use; amounts in RSD. */
export interface Invoice {
  readonly uuid: string;
  readonly invoiceType: InvoiceType;
  readonly transactionType: TransactionType;
  readonly cashier: string | null;
  readonly total: number;
  readonly payments: readonly { readonly paymentType: PaymentType; readonly amount: number }[];
  readonly items: readonly InvoiceLine[];
  readonly buyerId: string | null;
  readonly referentDocumentNumber: string | null;
  readonly pfr: {
    readonly invoiceNumber: string;
    readonly sdcDateTime: string;
    readonly verificationUrl: string | null;
  };
}

export interface InvoiceLine extends ReceiptLine {
  readonly totalAmount: number;
}

const KINDS = {
  Normal: { Sale: RECEIPTS.normalSale, Refund: RECEIPTS.normalRefund },
  Advance: { Sale: RECEIPTS.advanceSale, Refund: RECEIPTS.advanceRefund },
  ProForma: { Sale: RECEIPTS.proFormaSale, Refund: RECEIPTS.proFormaRefund },
  Copy: { Sale: RECEIPTS.copySale, Refund: RECEIPTS.copyRefund },
  Training: { Sale: RECEIPTS.trainingSale, Refund: RECEIPTS.trainingRefund },
} as const;

/** What a receipt is called. */
export function kindName({ invoiceType, transactionType }: Pick<Invoice, 'invoiceType' | 'transactionType'>): string {
  return t(KINDS[invoiceType][transactionType]);
}

export const PAYMENT_ORDER = ['Cash', 'Card', 'MobileMoney', 'WireTransfer', 'Voucher', 'Check', 'Other'] as const;

/** Payment types with their names, the commonest first. */
export function paymentOptions(): [PaymentType, string][] {
  return PAYMENT_ORDER.map((type) => [type, t(PAYMENTS[type])]);
}

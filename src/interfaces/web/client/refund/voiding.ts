import type { RequestToSend } from '../till/requests.js';
import type { RefundableReceipt } from './lines.js';

/** The buyer of a receipt that voids another: the shop itself, `10:` and its PIB. Undefined for an incomplete PIB. */
export function ownBuyerId(tin: string): string | undefined {
  return /^\d{9}$/.test(tin) ? `10:${tin}` : undefined;
}

/**
 * The request that voids a wrong refund: a refund with all of its lines that refers to it and names the seller as its
 * buyer (Technical Instruction for ESIR, 9.3).
 */
export function voidRequest({ invoiceType, items, payments, pfr }: RefundableReceipt, buyerId: string): RequestToSend {
  return {
    path: '/invoices',
    body: {
      ...{ invoiceType, transactionType: 'Refund', buyerId, payments },
      items: items.map(({ name, unit, label, moreLabels, gtin, quantity, unitPrice }) => ({
        ...{ name, unit, label, gtin, quantity, unitPrice },
        ...(moreLabels !== undefined && { moreLabels }),
      })),
      referentDocumentNumber: pfr.invoiceNumber,
      referentDocumentDT: pfr.sdcDateTime,
    },
  };
}

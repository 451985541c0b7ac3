import type { CardSummary } from '../../../../admin/index.js';
import type { RequestToSend } from '../../till/requests.js';

/** A summary of which there is a sale. */
type OfSales = CardSummary & { readonly last: NonNullable<CardSummary['last']> };

/** The request for a summary refund: it names the last sale and the period, and is paid by voucher like the sales. */
export function summaryRequest({ optionalField, last, lines, total }: OfSales, buyerId: string): RequestToSend {
  return {
    path: '/invoices',
    body: {
      ...{ invoiceType: 'Normal', transactionType: 'Refund', buyerId, buyerCostCenterId: optionalField },
      items: lines.map(({ quantity, unitPrice, total: _, ...line }) => ({
        ...line,
        quantity: quantity / 1000,
        unitPrice: unitPrice / 100,
      })),
      referentDocumentNumber: last.number,
      referentDocumentDT: last.time,
      payments: [{ paymentType: 'Voucher', amount: total / 100 }],
    },
  };
}

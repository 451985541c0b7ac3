import type { PaymentType } from '../../../../base/index.js';
import { thousandthsOf } from '../../parts/money.js';
import type { Invoice, InvoiceLine } from './invoice.js';

/** A line of a receipt, and how much of it can still be refunded; quantities in thousandths, prices in para. */
export interface RefundableLine {
  readonly line: InvoiceLine;
  readonly price: number;
  readonly left: number;
}

/** What is left of each line after the refunds that were issued before. Equal lines share what was refunded of them. */
export function refundableLines(invoice: Invoice, refunds: readonly Invoice[]): RefundableLine[] {
  const refunded = new Map<string, number>();
  for (const line of refunds.flatMap(({ items }) => items)) {
    refunded.set(nameOf(line), (refunded.get(nameOf(line)) ?? 0) + Math.round(line.quantity * 1000));
  }
  return invoice.items.map((line) => {
    const [sold, before] = [Math.round(line.quantity * 1000), refunded.get(nameOf(line)) ?? 0];
    const taken = Math.min(sold, before);
    refunded.set(nameOf(line), before - taken);
    return { line, price: Math.round(line.unitPrice * 100), left: sold - taken };
  });
}

function nameOf({ name, unit, label, unitPrice }: InvoiceLine): string {
  return JSON.stringify([name, unit, label, unitPrice]);
}

/** The chosen quantity of each line in thousandths, as it was typed; undefined where it is none, or too much. */
export function chosenQuantities(lines: readonly RefundableLine[], typed: readonly string[]): (number | undefined)[] {
  return lines.map(({ left }, place) => {
    const text = typed[place]?.trim() ?? '';
    if (text === '') return 0;
    const quantity = thousandthsOf(text);
    return quantity === undefined || quantity > left ? undefined : quantity;
  });
}

/** Para; each line is rounded half up, as the box does it. */
export function totalOf(lines: readonly RefundableLine[], quantities: readonly (number | undefined)[]): number {
  return lines.reduce((sum, { price }, place) => {
    const product = BigInt(price) * BigInt(quantities[place] ?? 0);
    return sum + Number((product + 500n) / 1000n);
  }, 0);
}

/** What the API is asked for a refund of these quantities. */
export function partialRefund(
  { invoiceType, pfr }: Invoice,
  lines: readonly RefundableLine[],
  quantities: readonly (number | undefined)[],
  { buyerId, paymentType }: { readonly buyerId: string; readonly paymentType: PaymentType },
): object {
  const items = lines.flatMap(({ line, price }, place) => {
    const quantity = quantities[place] ?? 0;
    const { name, unit, label, gtin } = line;
    return quantity === 0 ? [] : [{ name, unit, label, gtin, quantity: quantity / 1000, unitPrice: price / 100 }];
  });
  return {
    ...{ invoiceType, transactionType: 'Refund', items, buyerId },
    referentDocumentNumber: pfr.invoiceNumber,
    referentDocumentDT: pfr.sdcDateTime,
    payments: [{ paymentType, amount: totalOf(lines, quantities) / 100 }],
  };
}

import type { InvoiceLine } from '../../../src/contract/fiscal.js';
import type { IssuedInvoice } from '../../../src/platform/ledger/invoice.js';

/** What a receipt must agree with, as far as its caller knows: the receipt that it was made from. */
export interface Expected {
  /** Refunds and copies, by uuid: the uuid of the original. */
  readonly refunds: ReadonlyMap<string, string>;
  readonly copies: ReadonlyMap<string, string>;
}

/**
 * The books of a shop, kept by hand: goes through all receipts in order of issue, and says what must not be. A refund that
 * nobody has asked for by itself is that of a closing: it must return every advance of its chain that was not returned
 * before, and nothing twice.
 */
export function wrongInBooks(receipts: readonly IssuedInvoice[], { refunds, copies }: Expected): string | undefined {
  const byNumber = new Map(receipts.map((receipt) => [receipt.signature.invoiceNumber, receipt]));
  const byUuid = new Map(receipts.map((receipt) => [receipt.uuid, receipt]));
  const before = ({ draft }: IssuedInvoice) => byNumber.get(draft.referentNumber ?? '');
  const returned = new Set<IssuedInvoice>();
  const finished = new Set<IssuedInvoice>();
  for (const [index, receipt] of receipts.entries()) {
    const { signature, draft, uuid } = receipt;
    const { invoiceNumber: number } = signature;
    if (signature.totalCounter !== index + 1) return `${number} is receipt number ${index + 1}`;
    const referent = before(receipt);
    const original = byUuid.get(refunds.get(uuid) ?? copies.get(uuid) ?? '');
    if (original !== undefined) {
      if (referent !== original) return `${number} does not name its original`;
      if (!sameLines(draft.lines, original.draft.lines)) return `${number} has other lines than its original`;
      if (draft.total !== original.draft.total) return `${number} has another total than its original`;
      if (refunds.has(uuid)) returned.add(original);
    } else if (draft.transactionType === 'Refund') {
      if (referent === undefined) return `${number} returns nothing that is known`;
      const open = chainTo(referent, before).filter((advance) => !returned.has(advance));
      if (!open.includes(referent)) return `${number} returns ${referent.signature.invoiceNumber} once more`;
      const lines = oneForEachName(open.flatMap((advance) => advance.draft.lines));
      if (!sameLines(draft.lines, lines)) return `${number} does not return what was left of its chain`;
      for (const advance of open) returned.add(advance);
    } else if (referent?.draft.transactionType === 'Refund') {
      const advance = before(referent);
      if (advance === undefined || finished.has(advance)) return `${number} is a second final receipt`;
      finished.add(advance);
    }
  }
  return undefined;
}

/** The advance and those before it, oldest first. */
function chainTo(
  advance: IssuedInvoice,
  before: (receipt: IssuedInvoice) => IssuedInvoice | undefined,
): IssuedInvoice[] {
  const earlier = before(advance);
  return [...(earlier === undefined ? [] : chainTo(earlier, before)), advance];
}

/** One line for each name and label, over the sum, as on the sample of the Technical Instruction (9.1.1). */
function oneForEachName(lines: readonly InvoiceLine[]): InvoiceLine[] {
  const sums = new Map<string, InvoiceLine>();
  for (const line of lines) {
    const key = `${line.name} ${line.label}`;
    const same = sums.get(key);
    const total = line.total + (same?.total ?? 0);
    sums.set(key, same === undefined ? line : { ...same, quantity: 1000, unitPrice: total, total });
  }
  return [...sums.values()];
}

function sameLines(left: readonly InvoiceLine[], right: readonly InvoiceLine[]): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

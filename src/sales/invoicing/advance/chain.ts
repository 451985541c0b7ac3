import { failed, ok, type Para, type Result } from '../../../base/index.js';
import type { IssuedInvoice, Ledger } from '../../../platform/ledger/index.js';
import { isAdvanceSale } from '../draft/kind.js';
import { findByNumber } from '../draft/pfrNumber.js';
import { refusals } from '../draft/refusals/refusals.js';
import type { ValidationError } from '../draft/refusals/sentence.js';
import { MAX_LINES } from '../draft/schema.js';

/**
 * A chain of advances: each names the one before it (Technical Instruction for ESIR, 9.1). The last one represents the
 * chain: its refund returns the whole advanced amount.
 */
export interface AdvanceChain {
  /**
   * Advances whose money was not returned by a refund of their own, oldest first. The last advance of the chain is
   * always included.
   */
  readonly advances: readonly IssuedInvoice[];
  readonly total: Para;
}

/**
 * Receipts that may refer to an advance: its refunds, and the advances that continue it. A final receipt refers to a
 * refund.
 */
export const REFUND = { invoiceType: 'Advance', transactionType: 'Refund' } as const;
export const NEXT = { invoiceType: 'Advance', transactionType: 'Sale' } as const;
export const FINAL = { invoiceType: 'Normal', transactionType: 'Sale' } as const;

function referring(ledger: Ledger, to: IssuedInvoice, kind: typeof REFUND | typeof NEXT | typeof FINAL) {
  const { environment, signature } = to;
  return ledger.invoicesByReferent({ environment, number: signature.invoiceNumber, ...kind });
}

/** Refunds that name the advance, in order of issue. */
export function refundsOf(ledger: Ledger, advance: IssuedInvoice): Promise<IssuedInvoice[]> {
  return referring(ledger, advance, REFUND);
}

/** The final receipt that names the refund of an advance. */
export async function finalOf(ledger: Ledger, refund: IssuedInvoice): Promise<IssuedInvoice | undefined> {
  const [final] = await referring(ledger, refund, FINAL);
  return final;
}

/**
 * Advances that continue this one, directly or through others, and whose money was not returned by refunds of their
 * own. When one of them has a refund of a different amount, that refund returned the whole chain, including this
 * advance. It is then not a refund of its own, whatever was refunded by hand after it. `except`: an advance that is
 * excluded together with those that continue it.
 */
export async function unreturnedAfter(
  ledger: Ledger,
  advance: IssuedInvoice,
  except?: IssuedInvoice,
): Promise<IssuedInvoice[]> {
  const unreturned: IssuedInvoice[] = [];
  const seen = new Set([except?.uuid]);
  const from = [advance];
  for (const earlier of from) {
    for (const next of await referring(ledger, earlier, NEXT)) {
      if (seen.has(next.uuid)) continue;
      seen.add(next.uuid);
      const refunds = await refundsOf(ledger, next);
      const isReturned = refunds.length > 0 && refunds.every(({ draft }) => draft.total === next.draft.total);
      (isReturned ? from : unreturned).push(next);
    }
  }
  return unreturned;
}

/**
 * The chain that ends with this advance. Refused when the returned amount is ambiguous: several advances continue the
 * same one, or an advance was returned only in part.
 */
export async function readChain(ledger: Ledger, last: IssuedInvoice): Promise<Result<AdvanceChain, ValidationError>> {
  let advances: IssuedInvoice[] = [];
  let total = 0;
  const all = await backFrom(ledger, last);
  for (const [index, advance] of all.entries()) {
    const next = all[index + 1];
    const number = advance.signature.invoiceNumber;
    if (next !== undefined) {
      const others = await unreturnedAfter(ledger, advance, next);
      if (others.length > 0) return failed(refusals.advanceBranches(number));
      const refunds = await refundsOf(ledger, advance);
      const returned = refunds.map(({ draft }) => draft.total);
      if (returned.includes(total + advance.draft.total)) {
        // Everything up to this advance was returned: the next advance begins a new chain.
        advances = [];
        total = 0;
        continue;
      }
      if (returned.includes(advance.draft.total)) continue;
      if (returned.length > 0) return failed(refusals.advancePartlyRefunded(number));
    }
    advances.push(advance);
    total += advance.draft.total;
  }
  return ok({ advances, total });
}

/**
 * The advance and those before it, oldest first. The chain ends at a number that leads to no advance or back into the
 * chain. It also ends after one advance more than a single receipt could return line by line.
 */
async function backFrom(ledger: Ledger, last: IssuedInvoice): Promise<IssuedInvoice[]> {
  const chain = new Map([[last.uuid, last]]);
  let at = await before(ledger, last);
  while (at !== undefined && !chain.has(at.uuid) && chain.size <= MAX_LINES) {
    chain.set(at.uuid, at);
    at = await before(ledger, at);
  }
  return [...chain.values()].reverse();
}

/** The advance that this one continues. */
export async function before(
  ledger: Ledger,
  { environment, draft }: IssuedInvoice,
): Promise<IssuedInvoice | undefined> {
  const found = await findByNumber(ledger, draft.referentNumber ?? '');
  return found?.environment === environment && isAdvanceSale(found.draft) ? found : undefined;
}

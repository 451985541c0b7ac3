import { failed, ok, type Para, type Result } from '../../base/index.js';
import type { IssuedInvoice, Ledger } from '../../ledger/index.js';
import { isAdvanceSale } from '../draft/kind.js';
import { findByNumber } from '../draft/pfrNumber.js';
import { refusals } from '../draft/refusals/refusals.js';
import type { ValidationError } from '../draft/refusals/sentence.js';
import { MAX_LINES } from '../draft/schema.js';

/**
 * Advances that belong together: each names the one before (Technical Instruction for ESIR, 9.1). The last represents all
 * of them: its refund returns the whole advanced amount.
 */
export interface AdvanceChain {
  /** Those whose money was not returned by a refund of their own, oldest first; the last one is always among them. */
  readonly advances: readonly IssuedInvoice[];
  readonly total: Para;
}

/** What may refer to an advance: its refunds, and the advances that continue it. To a refund: the final receipt. */
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
 * Advances that continue this one, directly or through others, and whose money was not returned by refunds of their own. A
 * refund of another amount has returned the whole chain, this advance too: it does not count as one of its own, whatever
 * else was refunded by hand after that. `except`: an advance that is left out together with those that continue it.
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
 * The chain that ends with this advance. It is refused where nobody can tell what was returned: when several advances
 * continue the same one, or only a part of one was returned.
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
        // All up to here is returned: the next advance begins a new chain.
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
 * The advance and those before it, oldest first. The chain ends at a number that leads to no advance, or back into the
 * chain; and at one more advance than one receipt could return line by line.
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

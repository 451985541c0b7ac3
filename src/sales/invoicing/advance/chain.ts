import { failed, type Message, ok, type Para, type Result, sentenceOf } from '../../../base/index.js';
import type { Payment } from '../../../contract/index.js';
import type { IssuedInvoice, Ledger } from '../../../platform/ledger/index.js';
import { isAdvanceSale, kindText } from '../draft/receiptKind.js';
import { asAllowed } from '../draft/payments.js';
import { findByNumber } from '../draft/pfrNumber.js';
import { validationErrors } from '../draft/refusals/validationErrors.js';
import type { ValidationError } from '../draft/refusals/sentence.js';
import { MAX_LINES } from '../draft/requestSchema.js';
import { type Books, FINAL, readReferring, REFUNDS, unvoided } from '../refunds/referring.js';
import { afterRefund, amountsByLabel, NOTHING_REMAINING, type Remaining, withAdvance } from './remaining.js';

/**
 * A chain of advances: each names the one before it (Technical Instruction for ESIR, 9.1). The last one represents the
 * chain: its refunds return the advanced amount, at once or in parts (9.1.3).
 */
export interface AdvanceChain {
  /** Oldest first. An advance before a refund that returned everything belongs to an earlier chain. */
  readonly advances: readonly IssuedInvoice[];
  /** The remaining money, or what remained before {@link returnedBy}. */
  readonly remaining: Remaining;
  /** Refunds of the last advance that returned a part. */
  readonly parts: readonly IssuedInvoice[];
  /** The refund of the last advance that returned all remaining money. */
  readonly returnedBy: IssuedInvoice | undefined;
  /** True when the first advance continues one of another device, such as a paper from before fiscalization. */
  readonly beginsElsewhere: boolean;
}

/** The kind of an advance that continues another. */
export const NEXT = { invoiceType: 'Advance', transactionType: 'Sale' } as const;

/** More refunds of one advance than any shop issues. */
const MAX_REFUNDS = 10_000;

function referring(ledger: Ledger, to: IssuedInvoice, kind: typeof NEXT | typeof FINAL) {
  const { environment, signature } = to;
  return ledger.invoicesByReferent({ environment, number: signature.invoiceNumber, ...kind });
}

/**
 * Refunds that name the advance and were not voided, in order of issue. Parts may be returned by Normal Refunds, too
 * (9.1.3).
 */
export async function refundsOf(books: Books, advance: IssuedInvoice): Promise<readonly IssuedInvoice[]> {
  const { receipts } = await readReferring(books.ledger, advance, REFUNDS, { max: MAX_REFUNDS });
  return unvoided(books, receipts);
}

/** True when one of these refunds was followed by a final receipt: the money was spent, not returned. */
export async function hasFinal(ledger: Ledger, refunds: readonly IssuedInvoice[]): Promise<boolean> {
  for (const refund of refunds) if ((await finalOf(ledger, refund)) !== undefined) return true;
  return false;
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
  books: Books,
  advance: IssuedInvoice,
  except?: IssuedInvoice,
): Promise<IssuedInvoice[]> {
  const unreturned: IssuedInvoice[] = [];
  const seen = new Set([except?.uuid]);
  const from = [advance];
  for (const earlier of from) {
    for (const next of await referring(books.ledger, earlier, NEXT)) {
      if (seen.has(next.uuid)) continue;
      seen.add(next.uuid);
      const refunds = await refundsOf(books, next);
      const isOwn = refunds.length > 0 && refunds.every(({ draft }) => draft.total === next.draft.total);
      const isReturned = isOwn && !(await hasFinal(books.ledger, refunds));
      (isReturned ? from : unreturned).push(next);
    }
  }
  return unreturned;
}

/**
 * The chain that ends with this advance. Refused when the remaining amount is ambiguous: several advances continue the
 * same one, or a refund does not fit what was advanced.
 */
export async function readChain(books: Books, last: IssuedInvoice): Promise<Result<AdvanceChain, ValidationError>> {
  const all = await backFrom(books.ledger, last);
  const [oldest = last] = all;
  let chain = emptyChain(await continuesElsewhere(books.ledger, oldest));
  for (const [index, advance] of all.entries()) {
    const next = all[index + 1];
    const number = advance.signature.invoiceNumber;
    if (next !== undefined) {
      const others = await unreturnedAfter(books, advance, next);
      if (others.length > 0) return failed(validationErrors.advanceBranches(number));
    }
    const advanced = {
      ...chain,
      advances: [...chain.advances, advance],
      remaining: withAdvance(chain.remaining, advance.draft),
      parts: [],
    };
    const refunded = afterRefunds(advanced, await refundsOf(books, advance));
    if (refunded === undefined) return failed(validationErrors.advancePartlyRefunded(number));
    // After a refund of everything, the next advance begins a new chain.
    chain = next !== undefined && refunded.returnedBy !== undefined ? emptyChain(false) : refunded;
  }
  return ok(chain);
}

function emptyChain(beginsElsewhere: boolean): AdvanceChain {
  return { advances: [], remaining: NOTHING_REMAINING, parts: [], returnedBy: undefined, beginsElsewhere };
}

/**
 * The chain after the refunds of its last advance, up to one that returned all that was left. Undefined when one does
 * not fit. A chain that begins elsewhere may return more than this box knows of.
 */
function afterRefunds(chain: AdvanceChain, refunds: readonly IssuedInvoice[]): AdvanceChain | undefined {
  let { remaining } = chain;
  const parts: IssuedInvoice[] = [];
  for (const refund of refunds) {
    const { total } = refund.draft;
    const isAll = total === remaining.total || (chain.beginsElsewhere && total > remaining.total);
    if (isAll) return { ...chain, remaining, parts, returnedBy: refund };
    const rest = afterRefund(remaining, refund.draft);
    if (rest === undefined) return undefined;
    remaining = rest;
    parts.push(refund);
  }
  return { ...chain, remaining, parts };
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

/** True when the advance refers to a receipt that this box does not have. */
export async function continuesElsewhere(ledger: Ledger, { environment, draft }: IssuedInvoice): Promise<boolean> {
  if (draft.referentNumber === null) return false;
  const found = await findByNumber(ledger, draft.referentNumber);
  return found?.environment !== environment;
}

/** The advance that this one continues. */
export async function before(
  ledger: Ledger,
  { environment, draft }: IssuedInvoice,
): Promise<IssuedInvoice | undefined> {
  const found = await findByNumber(ledger, draft.referentNumber ?? '');
  return found?.environment === environment && isAdvanceSale(found.draft) ? found : undefined;
}

/**
 * The money that closing an advance would return: what is left of its own amount and of the advances before it, by
 * payment type and by tax label.
 */
interface Advanced {
  readonly total: Para;
  readonly payments: readonly Payment[];
  readonly labels: readonly { readonly label: string; readonly amount: Para }[];
  /** True when the first advance continues one from before fiscalization, whose amount the box does not know. */
  readonly beginsElsewhere: boolean;
}

/**
 * Reads the amount for a caller about to close this advance. The error says why the advance cannot be closed.
 */
export async function readAdvanced(
  books: Books,
  last: IssuedInvoice,
  simplifiedCash: boolean,
): Promise<Result<Advanced, Message>> {
  if (!isAdvanceSale(last.draft)) return failed(sentenceOf(validationErrors.closeIneligible(kindText(last.draft))));
  const [next] = await unreturnedAfter(books, last);
  if (next !== undefined) return failed(sentenceOf(validationErrors.advanceNotLast(next.signature.invoiceNumber)));
  const chain = await readChain(books, last);
  if (!chain.ok) return failed(sentenceOf(chain.error));
  const { remaining, beginsElsewhere, returnedBy } = chain.value;
  // A closing that was cut after its refund is continued.
  const { total, payments, lines } = returnedBy?.draft ?? remaining;
  if (returnedBy !== undefined && (await hasFinal(books.ledger, [returnedBy]))) {
    return failed(sentenceOf(validationErrors.advanceUsedUp(last.signature.invoiceNumber)));
  }
  return ok({
    total,
    payments: asAllowed(payments, simplifiedCash),
    labels: Array.from(amountsByLabel(lines), ([label, amount]) => ({ label, amount })),
    // A refund that was issued has returned those amounts, too.
    beginsElsewhere: beginsElsewhere && returnedBy === undefined,
  });
}

import { failed, ok, type Para, type Payment, type Result, type Message, sentenceOf } from '../../../base/index.js';
import type { IssuedInvoice, Ledger } from '../../../platform/ledger/index.js';
import { isAdvanceSale, kindInWords } from '../draft/kind.js';
import { refusals } from '../draft/refusals/refusals.js';
import { asAllowed } from '../draft/payments.js';
import { hasFinal, readChain, unreturnedAfter } from './chain.js';
import { amountsByLabel } from './remaining.js';

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
  ledger: Ledger,
  last: IssuedInvoice,
  simplifiedCash: boolean,
): Promise<Result<Advanced, Message>> {
  if (!isAdvanceSale(last.draft)) return failed(sentenceOf(refusals.closeIneligible(kindInWords(last.draft))));
  const [next] = await unreturnedAfter(ledger, last);
  if (next !== undefined) return failed(sentenceOf(refusals.advanceNotLast(next.signature.invoiceNumber)));
  const chain = await readChain(ledger, last);
  if (!chain.ok) return failed(sentenceOf(chain.error));
  const { remaining, beginsElsewhere, returnedBy } = chain.value;
  // A closing that was cut after its refund is continued.
  const { total, payments, lines } = returnedBy?.draft ?? remaining;
  if (returnedBy !== undefined && (await hasFinal(ledger, [returnedBy]))) {
    return failed(sentenceOf(refusals.advanceUsedUp(last.signature.invoiceNumber)));
  }
  return ok({
    total,
    payments: asAllowed(payments, simplifiedCash),
    labels: Array.from(amountsByLabel(lines), ([label, amount]) => ({ label, amount })),
    // A refund that was issued has returned those amounts, too.
    beginsElsewhere: beginsElsewhere && returnedBy === undefined,
  });
}

import { failed, ok, type Para, type Payment, type Result } from '../../../base/index.js';
import type { IssuedInvoice, Ledger } from '../../../platform/ledger/index.js';
import { isAdvanceSale, kindInWords } from '../draft/kind.js';
import { refusals } from '../draft/refusals/refusals.js';
import { asAllowed, sumByKind } from '../draft/payments.js';
import { readChain, unreturnedAfter } from './chain.js';

/**
 * The money that closing an advance would return: its own amount and the amounts of the advances before it, by payment
 * type.
 */
interface Advanced {
  readonly total: Para;
  readonly payments: readonly Payment[];
}

/**
 * Reads the amount for a caller about to close this advance. The error says in Serbian why the advance cannot be
 * closed.
 */
export async function readAdvanced(
  ledger: Ledger,
  last: IssuedInvoice,
  simplifiedCash: boolean,
): Promise<Result<Advanced, string>> {
  if (!isAdvanceSale(last.draft)) return failed(refusals.closeIneligible(kindInWords(last.draft)).message);
  const [next] = await unreturnedAfter(ledger, last);
  if (next !== undefined) return failed(refusals.advanceNotLast(next.signature.invoiceNumber).message);
  const chain = await readChain(ledger, last);
  if (!chain.ok) return failed(chain.error.message);
  const { advances, total } = chain.value;
  const payments = sumByKind(advances.flatMap(({ draft }) => draft.payments));
  return ok({ total, payments: asAllowed(payments, simplifiedCash) });
}

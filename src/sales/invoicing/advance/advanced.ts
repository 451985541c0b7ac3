import { failed, ok, type Para, type Payment, type Result, type Message, sentenceOf } from '../../../base/index.js';
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
  const { advances, total } = chain.value;
  const payments = sumByKind(advances.flatMap(({ draft }) => draft.payments));
  return ok({ total, payments: asAllowed(payments, simplifiedCash) });
}

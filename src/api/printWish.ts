import { never } from '../base/result.js';
import { refusals } from '../invoicing/messages.js';
import type { Printing, PrintRefusal, PrintWish } from '../printing/printing.js';
import { NO_PRINTER } from '../printing/texts.js';
import { type Answer, failure, notFound, storageFailure } from './answer.js';
import type { ApiParts } from './parts.js';

interface Wishing {
  readonly clientRequestId: string | null;
  readonly print: PrintWish;
}

/**
 * What the caller gets whose receipt could not be printed as it wishes, before anything is issued; undefined when it
 * can. A request whose receipt stands already, or that waits, goes on: its repeat prints nothing, and its caller must get
 * to know it.
 */
export async function refusedWish(
  { ledger, settings, printing, till }: ApiParts,
  { clientRequestId, print }: Wishing,
  requestId: string,
): Promise<Answer | undefined> {
  const granted = printing.check(print);
  if (granted.ok) return undefined;
  if (clientRequestId !== null) {
    const place = till.queue.get(clientRequestId)?.position ?? null;
    if (place !== null) return undefined;
    const stands = await ledger.invoiceByRequest(settings.now.environment, clientRequestId);
    if (stands !== undefined) return undefined;
  }
  // Like all that is said about the fields of an invoice, it is for the seller.
  if (granted.error.kind === 'unknown') return failure('validation', refusals.printUnknown(namesOf(printing)).message);
  return refusalOf(granted.error, printing, requestId);
}

/** What is said about a paper that cannot be had; `printer` is the field that names one. */
export function refusalOf(refusal: PrintRefusal, printing: Printing, requestId: string): Answer {
  switch (refusal.kind) {
    case 'unset':
      return failure('configuration', NO_PRINTER);
    case 'unknown':
      return failure('validation', `printer: there is no printer of this name. Printers: ${namesOf(printing)}`);
    case 'absent':
      return notFound('Invoice');
    case 'storage':
      return storageFailure(refusal.failure, requestId);
    default:
      return never(refusal);
  }
}

function namesOf(printing: Printing): string {
  return printing
    .printers()
    .map(({ name }) => name)
    .join(', ');
}

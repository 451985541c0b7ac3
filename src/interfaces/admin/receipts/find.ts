import {
  dayNumber,
  failed,
  INVOICE_TYPES,
  isLocalDate,
  ok,
  type Result,
  type SalesFirst,
  systemClock,
  TRANSACTION_TYPES,
  defineMessages,
  type Message,
} from '../../../base/index.js';
import type { InvoiceSequence, IssuedInvoice } from '../../../platform/ledger/index.js';
import { integer, oneOf, optional, text } from '../fields.js';
import { type AdminParts, operation } from '../operation.js';
import { BAD_DAY } from '../reports/period.js';
import { numberInLink, receiptsByNumber, receiptsReferringTo } from './byNumber.js';
import { matcherOf } from './matching.js';
import { type ReceiptRow, receiptRow } from './row.js';

const MESSAGES = defineMessages('receipts', {
  brokenLink: { en: 'This is not the whole link of a receipt.', sr: 'Ово није цела веза рачуна.' },
});

/** Maximum receipts of one answer, and maximum receipts read for it: some hundred ms on a small board. */
const MOST_FOUND = 25;
const MOST_READ = 1000;
/** Duration of a slice of the search, ms. */
const SLICE = 8;

export interface FoundReceipts {
  /** Receipts of the active environment, newest first. */
  readonly receipts: readonly ReceiptRow[];
  /** `skip` of the next question, when there may be more. */
  readonly next: number | null;
}

/**
 * Finds receipts. `number`: PFR number or its end; `link`: content of the QR code; `referent`: PFR number that others
 * refer to; each of these alone. Otherwise days, types, `amount` in para, and parts of buyer, cashier and article in
 * either alphabet, which must all match. Sales between two questions shift the list: a receipt may appear twice, but
 * none is missed.
 */
export const findReceipts = operation({
  permission: 'turnover',
  isReadOnly: true,
  ask: {
    number: optional(text),
    link: optional(text),
    referent: optional(text),
    from: optional(text),
    to: optional(text),
    invoiceType: optional(oneOf(INVOICE_TYPES)),
    transactionType: optional(oneOf(TRANSACTION_TYPES)),
    amount: optional(integer),
    buyer: optional(text),
    cashier: optional(text),
    article: optional(text),
    skip: optional(integer),
  },
  async run(
    { ledger, settings, catalogue, invoicing }: Pick<AdminParts, 'ledger' | 'settings' | 'catalogue' | 'invoicing'>,
    { number, link, referent, from, to, invoiceType, skip: asked = 0, ...wanted },
    _tell,
    gone,
  ): Promise<Result<FoundReceipts, Message>> {
    const { environment } = settings.now;
    const named = link === undefined ? number : numberInLink(link);
    if (link !== undefined && named === undefined) return failed(MESSAGES.brokenLink);
    if (named !== undefined) return ok(whole(await receiptsByNumber(ledger, environment, named.trim())));
    if (referent !== undefined) return ok(whole(await receiptsReferringTo(ledger, environment, referent)));
    if (![from, to].every((day) => day === undefined || isLocalDate(day))) return failed(BAD_DAY);
    const skip = Math.max(0, asked);
    const days = {
      from: from === undefined ? undefined : dayNumber(from),
      to: to === undefined ? undefined : dayNumber(to),
    };
    const sequence = await ledger.invoiceSequence({ environment, invoiceType, ...days, skip, limit: MOST_READ });
    const { found, read, isOver } = await search(sequence, matcherOf(wanted, catalogue), invoicing.salesFirst, gone);
    // In a damaged ledger a page may have fewer receipts than expected.
    const isLast = isOver && (read === 0 || (read < MOST_READ && ledger.damage.length === 0));
    return ok({ receipts: found.map(receiptRow), next: isLast ? null : skip + (isOver ? MOST_READ : read) });
  },
});

function whole(invoices: readonly IssuedInvoice[]): FoundReceipts {
  return { receipts: invoices.map(receiptRow), next: null };
}

interface Searched {
  readonly found: readonly IssuedInvoice[];
  readonly read: number;
  readonly isOver: boolean;
}

/** Reads on until enough is found or the caller no longer waits, slice by slice, so that sales go first. */
async function search(
  sequence: InvoiceSequence,
  isWanted: (invoice: IssuedInvoice) => boolean,
  { slice }: Pick<SalesFirst, 'slice'>,
  gone: AbortSignal,
): Promise<Searched> {
  const found: IssuedInvoice[] = [];
  let read = 0;
  for (let isOver = false; ;) {
    isOver = await slice(async () => {
      const began = systemClock.monotonic();
      while (found.length < MOST_FOUND && systemClock.monotonic() - began < SLICE) {
        const { value } = await sequence.next();
        if (value === undefined) return true;
        read += 1;
        if (isWanted(value)) found.push(value);
      }
      return false;
    });
    if (!isOver && found.length < MOST_FOUND && !gone.aborted) continue;
    await sequence.return();
    return { found, read, isOver };
  }
}

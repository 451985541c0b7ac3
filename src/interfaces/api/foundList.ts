import type { Environment } from '../../base/index.js';
import type { HttpResponse } from '../../platform/http/index.js';
import { errorText, perhapsLost } from './commonErrors.js';
import { invoiceResponse } from './invoice.js';
import { invoiceSummary, listResponse, PER_PAGE } from './invoiceList.js';
import { type InvoiceListQuery, listCursor } from './invoiceQuery.js';
import type { ResourceParts } from './parts.js';

interface FindingParts extends Pick<ResourceParts, 'ledger' | 'salesFirst' | 'monotonic' | 'log'> {
  readonly environment: Environment;
  /** Aborted when the caller disconnects. */
  readonly gone: AbortSignal;
  /** Names the request in the log. */
  readonly requestId: string;
}

/**
 * A page of the invoices that a query finds. The search runs segment by segment, so that sales go first however long
 * the history is.
 */
export async function foundList(
  { isSummary, page, ...query }: InvoiceListQuery,
  { ledger, salesFirst, monotonic, log, environment, gone, requestId }: FindingParts,
): Promise<HttpResponse> {
  const range = { skip: (page - 1) * PER_PAGE, limit: PER_PAGE };
  const found = await ledger.findInvoices({ environment, ...query, ...range }, { slice: salesFirst.slice, gone });
  const { next, count: total } = found;
  const invoices = isSummary ? shown(found.rows, invoiceSummary) : shown(found.invoices, invoiceResponse);
  // A caller that looks up one sale would sell it again if the sale is not found.
  const isOneSale = query.clientRequestId !== undefined || query.number !== undefined;
  const one = isOneSale ? await salesFirst.slice(() => invoices.next()) : undefined;
  const { clientRequestId: key } = query;
  const isLost = key !== undefined && ledger.hasLostKey(environment, key);
  const failing = isLost ? ({ failure: 'damaged' } as const) : ledger;
  const lost = one?.done === true ? perhapsLost('Invoice', failing, requestId) : undefined;
  if (lost !== undefined) return lost;
  const nextCursor = next === undefined ? null : listCursor({ environment, before: next });
  return listResponse({
    head: { page, perPage: PER_PAGE, environment, nextCursor, total },
    invoices: one === undefined || one.done === true ? invoices : begun(one.value, invoices),
    salesFirst,
    monotonic,
    onCut: (error) => log('request.cut', { ref: requestId, error: errorText(error) }),
  });
}

async function* begun<T>(first: T, rest: AsyncGenerator<T, void, void>): AsyncGenerator<T, void, void> {
  yield first;
  yield* rest;
}

async function* shown<T>(
  receipts: AsyncGenerator<T, void, void>,
  shape: (receipt: T) => object,
): AsyncGenerator<object, void, void> {
  for await (const receipt of receipts) yield shape(receipt);
}

import { Readable } from 'node:stream';
import { type Environment, INVOICE_TYPES, TRANSACTION_TYPES } from '../../contract/index.js';
import { errorText, type JsonSchema, localTime, type SalePriority, toRsd, uuidFromBytes } from '../../base/index.js';
import { type HttpResponse, JSON_TYPE, okay, piecesOf } from '../../platform/http/index.js';
import type { InvoiceRow } from '../../platform/ledger/index.js';
import { possiblyLost } from './commonErrors.js';
import { invoiceResponse, invoiceSchema, payment } from './invoice.js';
import { type InvoiceListQuery, listCursor, MAX_PAGE } from './invoiceQuery.js';
import type { ResourceDeps } from './apiDeps.js';
import { environmentText, listOf, localTimeText, record, rsd, text, textOrNull, uuid } from './schemas.js';

/** Summary of an invoice in a list: the members that a shop needs, in 400 bytes. */
const invoiceSummarySchema: JsonSchema = record({
  uuid,
  invoiceType: { type: 'string', enum: INVOICE_TYPES },
  transactionType: { type: 'string', enum: TRANSACTION_TYPES },
  number: { ...text, description: 'PFR number, <JID>-<JID>-<N>.' },
  total: rsd,
  payments: listOf(payment),
  cashier: text,
  buyerId: textOrNull,
  referent: { ...textOrNull, description: 'PFR number of the invoice that it refers to.' },
  clientRequestId: textOrNull,
  createdAt: localTimeText,
});

/** Builds a summary from the index row alone, without reading the body of the record. */
function invoiceSummary(row: InvoiceRow): object {
  return {
    uuid: uuidFromBytes(row.uuid),
    invoiceType: row.invoiceType,
    transactionType: row.transactionType,
    number: row.invoiceNumber,
    total: toRsd(row.total),
    payments: row.payments.map(({ paymentType, amount }) => ({ paymentType, amount: toRsd(amount) })),
    cashier: row.cashier,
    buyerId: row.buyerId === '' ? null : row.buyerId,
    referent: row.referentNumber,
    clientRequestId: row.clientRequestId,
    createdAt: localTime(row.createdAt),
  };
}

/** Invoices on a page of `GET /invoices`. */
const PER_PAGE = 100;

/**
 * Length of a slice of a list, characters. The slice ends with the receipt that exceeds it: fifteen ordinary receipts,
 * or one of 500 lines.
 */
const SLICE_LENGTH = 64 * 1024;
/** Maximum duration of a slice, ms. A receipt of 500 long lines takes about this long. */
const SLICE_TIME = 8;

/** The members of a list response before its invoices. */
interface ListHead {
  /** 1 after a cursor. */
  readonly page: number;
  readonly perPage: typeof PER_PAGE;
  readonly environment: Environment;
  readonly nextCursor: string | null;
  /** Number of invoices on all pages; undefined when counting would take long. */
  readonly total: number | undefined;
}

function listSchema(element: JsonSchema): JsonSchema {
  return record(
    {
      page: { type: 'integer', minimum: 1, maximum: MAX_PAGE, description: '1 after a `cursor`.' },
      perPage: { const: PER_PAGE },
      environment: environmentText,
      nextCursor: { ...textOrNull, description: '`cursor` of the next page; null: this is the last one.' },
      invoices: listOf(element, { maxItems: PER_PAGE }),
    },
    {
      total: {
        ...{ type: 'integer', minimum: 0 },
        description: 'How many there are on all pages; absent where counting takes long.',
      },
    },
  );
}

/** The schemas of both forms of a list, by their names in the document of the API. */
export const listSchemas = {
  InvoiceSummary: invoiceSummarySchema,
  InvoiceList: listSchema(invoiceSchema),
  InvoiceSummaryList: listSchema(invoiceSummarySchema),
} satisfies Readonly<Record<string, JsonSchema>>;

interface ListOptions {
  readonly head: ListHead;
  /** Invoices in their public form, each created on demand. */
  readonly invoices: AsyncGenerator<object, void, void>;
  readonly salePriority: SalePriority;
  /** A monotonic clock, ms. */
  readonly monotonic: () => number;
  /** Called with the error that cut off a list after the response had started. */
  readonly onCut: (error: unknown) => void;
}

/**
 * A page of invoices as JSON. A page that fits into one slice is returned at once. A longer page is written slice by
 * slice as its client reads it. Throws when the first slice cannot be read. When a later slice cannot be read, the
 * connection is closed before the end of the response, so that the client does not take a part of the page for the
 * whole.
 */
async function listResponse(parts: ListOptions): Promise<HttpResponse> {
  const slices = new ListSlices(parts);
  const first = await slices.next();
  return okay(first.isLast ? first.text : Readable.from(bytesOf(first, slices, parts.onCut)), {
    'Content-Type': JSON_TYPE,
  });
}

interface Slice {
  readonly text: string;
  readonly isLast: boolean;
}

/** Produces the same characters as JSON.stringify of the whole page. */
class ListSlices {
  /** The text before the first invoice; empty after it was returned. */
  private head: string;
  private separator = '';

  constructor(private readonly parts: ListOptions) {
    this.head = `${JSON.stringify(parts.head).slice(0, -1)},"invoices":[`;
  }

  next(): Promise<Slice> {
    return this.parts.salePriority.slice(async () => {
      const { invoices, monotonic } = this.parts;
      const began = monotonic();
      let text = this.head;
      this.head = '';
      while (text.length < SLICE_LENGTH && monotonic() - began < SLICE_TIME) {
        const { value } = await invoices.next();
        if (value === undefined) return { text: `${text}]}`, isLast: true };
        text += this.separator + JSON.stringify(value);
        this.separator = ',';
      }
      return { text, isLast: false };
    });
  }
}

async function* bytesOf(first: Slice, slices: ListSlices, onCut: ListOptions['onCut']): AsyncGenerator<Buffer> {
  yield* piecesOf(Buffer.from(first.text));
  for (let isLast = false; !isLast;) {
    const slice = await slices.next().catch((error: unknown) => {
      onCut(error);
      throw error;
    });
    yield* piecesOf(Buffer.from(slice.text));
    ({ isLast } = slice);
  }
}

interface SearchOptions extends Pick<ResourceDeps, 'ledger' | 'salePriority' | 'monotonic' | 'log'> {
  readonly environment: Environment;
  /** Aborted when the caller disconnects. */
  readonly signal: AbortSignal;
  /** Names the request in the log. */
  readonly requestId: string;
}

/**
 * A page of the invoices that a query finds. The search runs segment by segment, so that sales go first however long
 * the history is.
 */
export async function foundList(
  { isSummary, page, ...query }: InvoiceListQuery,
  { ledger, salePriority, monotonic, log, environment, signal, requestId }: SearchOptions,
): Promise<HttpResponse> {
  const range = { skip: (page - 1) * PER_PAGE, limit: PER_PAGE };
  const found = await ledger.findInvoices({ environment, ...query, ...range }, { slice: salePriority.slice, signal });
  const { next, count: total } = found;
  const invoices = isSummary ? shown(found.rows, invoiceSummary) : shown(found.invoices, invoiceResponse);
  // A caller that looks up one sale would sell it again if the sale is not found.
  const isOneSale = query.clientRequestId !== undefined || query.number !== undefined;
  const one = isOneSale ? await salePriority.slice(() => invoices.next()) : undefined;
  const { clientRequestId: key } = query;
  const isLost = key !== undefined && ledger.main.boxEvents.hasLostKey(environment, key);
  const failing = isLost ? ({ failure: 'damaged' } as const) : ledger;
  const lost = one?.done === true ? possiblyLost('Invoice', failing, requestId) : undefined;
  if (lost !== undefined) return lost;
  const nextCursor = next === undefined ? null : listCursor({ environment, before: next });
  return listResponse({
    head: { page, perPage: PER_PAGE, environment, nextCursor, total },
    invoices: one === undefined || one.done === true ? invoices : begun(one.value, invoices),
    salePriority,
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

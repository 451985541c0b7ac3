import { Readable } from 'node:stream';
import type { Environment, JsonSchema, SalesFirst } from '../base/index.js';
import { type HttpResponse, JSON_TYPE, okay, piecesOf } from '../http/index.js';
import { invoiceSchema } from './invoice.js';
import { MAX_PAGE } from './invoiceQuery.js';
import { invoiceSummarySchema } from './invoiceSummary.js';
import { environmentText, listOf, record, textOrNull } from './schemas.js';

/** Invoices on a page of `GET /invoices`. */
export const PER_PAGE = 100;

/** A slice of a list ends with the receipt that makes it this long, characters: fifteen ordinary receipts, or one of 500 lines. */
const SLICE_LENGTH = 64 * 1024;
/** Or that makes it take this long, ms. A receipt of 500 long lines takes about as much. */
const SLICE_TIME = 8;

/** What an answer says before its invoices. */
export interface ListHead {
  /** 1 after a cursor. */
  readonly page: number;
  readonly perPage: typeof PER_PAGE;
  readonly environment: Environment;
  readonly nextCursor: string | null;
  /** Of all pages; undefined where counting would take long. */
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

export interface ListParts {
  readonly head: ListHead;
  /** In their public shape, each made when it is asked for. */
  readonly invoices: AsyncGenerator<object, void, void>;
  readonly salesFirst: SalesFirst;
  /** A clock that never jumps, ms. */
  readonly monotonic: () => number;
  /** Is told why a list that had begun to go out could not be written to its end. */
  readonly onCut: (error: unknown) => void;
}

/**
 * A page of invoices as JSON. What fits into one slice is answered whole; a longer page is written slice by slice as its reader
 * takes it. Where the first slice cannot be read this throws; where a later one cannot, the connection is closed without the
 * end of the answer, so that nobody takes a part of the page for the whole.
 */
export async function listResponse(parts: ListParts): Promise<HttpResponse> {
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

/** The same characters as JSON.stringify of the whole page. */
class ListSlices {
  /** What stands before the first invoice; empty once it was given. */
  private head: string;
  private separator = '';

  constructor(private readonly parts: ListParts) {
    this.head = `${JSON.stringify(parts.head).slice(0, -1)},"invoices":[`;
  }

  next(): Promise<Slice> {
    return this.parts.salesFirst.slice(async () => {
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

async function* bytesOf(first: Slice, slices: ListSlices, onCut: ListParts['onCut']): AsyncGenerator<Buffer> {
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

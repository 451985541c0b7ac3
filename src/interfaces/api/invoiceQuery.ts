import {
  dayNumber,
  defineMessages,
  failed,
  type Failed,
  type Message,
  ok,
  type Para,
  printedRow,
  type RequestFault,
  type Result,
  type Rule,
  toNfc,
} from '../../base/index.js';
import {
  type Environment,
  ENVIRONMENTS,
  INVOICE_TYPES,
  type InvoiceType,
  readPfrNumber,
} from '../../contract/index.js';
import { normalisePfrNumber } from '../../sales/invoicing/index.js';
import { dayParameter, readDays } from './parameters.js';
import type { ParameterDoc } from './resource.js';

/** Where a list of an environment continues: with records before a sequence. */
interface ListPlace {
  readonly environment: Environment;
  readonly before: number;
}

const FORM = /^[A-Za-z\d_-]{12}$/;
const LENGTH = 9;

/** Encodes a place as the cursor that callers use: environment (1 byte) and sequence (8 bytes) in base64url. */
export function listCursor({ environment, before }: ListPlace): string {
  const bytes = Buffer.alloc(LENGTH);
  bytes.writeUInt8(ENVIRONMENTS.indexOf(environment), 0);
  bytes.writeBigUInt64BE(BigInt(before), 1);
  return bytes.toString('base64url');
}

/** The inverse of {@link listCursor}; undefined for a text that is not such a cursor. */
function readListCursor(text: string): ListPlace | undefined {
  if (!FORM.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  const environment = ENVIRONMENTS[bytes.readUInt8(0)];
  const before = Number(bytes.readBigUInt64BE(1));
  return environment === undefined || !Number.isSafeInteger(before) ? undefined : { environment, before };
}

/** The last page that may be requested. */
export const MAX_PAGE = 10_000;

const parameter = (name: string, description: string, schema: ParameterDoc['schema']): ParameterDoc => ({
  name,
  in: 'query',
  description,
  schema,
});
const key = (name: string, description: string, example: string): ParameterDoc =>
  parameter(name, description, { type: 'string', minLength: 1, examples: [example] });

/** Lookup parameters: an invoice must match all that are given, exactly. Each may occur once. */
const KEYS: readonly ParameterDoc[] = [
  key('clientRequestId', 'Only the invoice that was issued under this idempotency key.', 'order-1001'),
  parameter('number', 'Only the invoice with this PFR number, in letters of either case.', {
    type: 'string',
    pattern: '^[A-Za-z0-9]{8}-[A-Za-z0-9]{8}-[0-9]{1,10}$',
    examples: ['K7ZQ3H5N-K7ZQ3H5N-1042'],
  }),
  key('referent', 'Only what refers to this PFR number: refunds and copies of it.', 'K7ZQ3H5N-K7ZQ3H5N-1042'),
  key('buyer', 'Only with this `buyerId`, whole.', '10:123456788'),
  key('cashier', 'Only of this cashier; the whole name.', 'Марија'),
  parameter('total', 'Only with this total, RSD. Without `from` and `to` years of receipts are searched.', {
    type: 'string',
    pattern: '^[0-9]{1,13}(\\.[0-9]{1,2})?$',
    examples: ['1250.50'],
  }),
];

/** The parameters of `GET /invoices`. */
export const invoiceQueryParameters: readonly ParameterDoc[] = [
  dayParameter('from', 'First day, YYYY-MM-DD, by PFR time, as in reports.'),
  dayParameter('to', 'Last day, YYYY-MM-DD, to its end, by PFR time.'),
  parameter('type', 'Only this kind; a kind that does not exist is ignored.', {
    type: 'string',
    examples: INVOICE_TYPES,
  }),
  ...KEYS,
  parameter('fields', '`summary`: without lines, taxes, journal, link and code, for a tenth of the bytes.', {
    type: 'string',
    enum: ['summary'],
    examples: ['summary'],
  }),
  parameter('page', 'Pages of 100; ask until fewer come back.', {
    ...{ type: 'integer', minimum: 1, maximum: MAX_PAGE },
    default: 1,
    examples: [1],
  }),
  parameter('cursor', '`nextCursor` of the answer before, instead of `page`: what is sold meanwhile shifts nothing.', {
    type: 'string',
    pattern: '^[A-Za-z0-9_-]{12}$',
    examples: ['AAAAAAAAAApL'],
  }),
];

export interface InvoiceListQuery {
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly invoiceType: InvoiceType | undefined;
  readonly clientRequestId: string | undefined;
  readonly number: string | undefined;
  readonly referent: string | undefined;
  readonly buyer: string | undefined;
  readonly cashier: string | undefined;
  readonly total: Para | undefined;
  readonly isSummary: boolean;
  readonly page: number;
  /** Sequence of a record: only invoices recorded before it. */
  readonly before: number | undefined;
}

const TOTAL = /^(\d{1,13})(?:\.(\d{1,2}))?$/;

const MESSAGES = defineMessages('invoiceQuery', {
  empty: { en: '{field} must not be empty', sr: 'Податак {field} не сме бити празан.' },
  notPfrNumber: {
    en: '{field} must be a PFR number, <JID>-<JID>-<N>',
    sr: 'Податак {field} мора бити ПФР број, као K7ZQ3H5N-K7ZQ3H5N-1042.',
  },
  notAmount: {
    en: '{field} must be an amount in RSD with at most 2 decimals, 1250.50',
    sr: 'Податак {field} мора бити износ у динарима са највише две децимале, као 1250.50.',
  },
  notSummary: { en: '{field} must be summary', sr: 'Податак {field} може бити само summary.' },
  badPage: {
    en: 'page must be a whole number from 1 to {most}',
    sr: 'Страница мора бити цео број од 1 до {most}.',
  },
  badCursor: {
    en: '{field} must be the nextCursor of an answer in the active environment',
    sr: 'Списак се променио. Учитајте страницу поново.',
  },
  cursorAndPage: {
    en: '{field} must not be given together with page',
    sr: 'Податак {field} се не наводи заједно са страницом.',
  },
});

const fault = (field: string, rule: Rule, message: Message): Failed<RequestFault> => failed({ message, rule, field });

/** Reads the query of `GET /invoices`. Each parameter may occur once at most. */
export function readInvoiceQuery(
  query: URLSearchParams,
  environment: Environment,
): Result<InvoiceListQuery, RequestFault> {
  const days = readDays(query, undefined);
  if (!days.ok) return days;
  const blank = KEYS.find(({ name }) => query.get(name) === '');
  if (blank !== undefined) return fault(blank.name, 'query.empty', MESSAGES.empty({ field: blank.name }));
  const value = (name: string): string | undefined => query.get(name)?.trim();

  const typed = query.get('number') ?? undefined;
  const number = typed === undefined ? undefined : normalisePfrNumber(typed);
  if (number !== undefined && readPfrNumber(number) === undefined)
    return fault('number', 'query.not-pfr-number', MESSAGES.notPfrNumber({ field: 'number' }));
  const total = query.get('total') ?? undefined;
  const [, whole = '', fraction = ''] = TOTAL.exec(total ?? '') ?? [];
  if (total !== undefined && whole === '')
    return fault('total', 'query.not-amount', MESSAGES.notAmount({ field: 'total' }));
  const fields = query.get('fields');
  if (fields !== null && fields !== 'summary')
    return fault('fields', 'query.unknown-fields', MESSAGES.notSummary({ field: 'fields' }));
  const pageText = query.get('page') ?? '1';
  const page = /^[1-9]\d{0,5}$/.test(pageText) ? Number(pageText) : 0;
  if (page < 1 || page > MAX_PAGE)
    return fault('page', 'query.page-out-of-range', MESSAGES.badPage({ most: MAX_PAGE }));
  const cursor = query.get('cursor');
  const place = cursor === null ? undefined : readListCursor(cursor);
  if (cursor !== null && place?.environment !== environment) {
    return fault('cursor', 'query.unknown-cursor', MESSAGES.badCursor({ field: 'cursor' }));
  }
  if (cursor !== null && query.has('page'))
    return fault('cursor', 'query.cursor-and-page', MESSAGES.cursorAndPage({ field: 'cursor' }));

  const day = (date: string | undefined): number | undefined => (date === undefined ? undefined : dayNumber(date));
  const [referent, cashier] = [value('referent'), value('cashier')];
  return ok({
    from: day(days.value.from),
    to: day(days.value.to),
    invoiceType: INVOICE_TYPES.find((type) => type === query.get('type')),
    clientRequestId: value('clientRequestId'),
    number,
    referent: referent === undefined ? undefined : normalisePfrNumber(toNfc(referent)),
    buyer: value('buyer'),
    cashier: cashier === undefined ? undefined : printedRow(toNfc(cashier)),
    total: total === undefined ? undefined : Number(whole + fraction.padEnd(2, '0')),
    isSummary: fields === 'summary',
    page,
    before: place?.before,
  });
}

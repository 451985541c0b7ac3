import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ExtendableContext, Middleware } from 'koa';
import { isRecord, type Rule, type Message, defineMessages } from '../../base/index.js';
import { errorBody, type ErrorCode, type ErrorDetails, HTTP_STATUS } from './errors.js';
import { REQUEST_ID_HEADER, type RequestState } from './requestState.js';

/**
 * Bytes of a response passed to a connection at a time. The connection encrypts them and stores them even if the client
 * reads nothing, and two hundred connections must not store two hundred fonts.
 */
const PIECE = 64 * 1024;

export const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * The response to a request. A text is sent as text/plain unless the headers say otherwise; bytes and streams are sent
 * unchanged, with the type in the headers; everything else as JSON.
 */
export interface HttpResponse {
  readonly status: number;
  readonly body: object | string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The error, for a page, which gets its Serbian too. */
  readonly message?: Message;
  /** Keeps the connection open until this resolves, for a client that is still sending, and then closes it. */
  readonly keepOpenUntil?: Promise<void>;
}

/**
 * The response with its JSON already serialized. An error is not changed, because it gets the id of its request when it
 * is sent.
 */
export function written(response: HttpResponse): HttpResponse {
  const { status, body, headers } = response;
  if (status >= 400 || typeof body === 'string' || Buffer.isBuffer(body) || body instanceof Readable) return response;
  return { ...response, body: JSON.stringify(body), headers: { 'Content-Type': JSON_TYPE, ...headers } };
}

/** True when it is sent in more than one piece. */
export function isLong({ body }: HttpResponse): boolean {
  if (typeof body === 'string' || Buffer.isBuffer(body)) return body.length > PIECE;
  return body instanceof Readable;
}

export function okay(body: object | string, headers: Readonly<Record<string, string>> = {}): HttpResponse {
  return { status: 200, body, headers };
}

export function created(body: object): HttpResponse {
  return { status: 201, body };
}

/** An error in the common form. */
export function errorResponse(code: ErrorCode, message: Message | string, details: ErrorDetails): HttpResponse {
  const response = { status: HTTP_STATUS[code], body: errorBody(code, message, details) };
  return typeof message === 'string' ? response : { ...response, message };
}

const MESSAGES = defineMessages('missing', {
  Invoice: { en: 'Invoice not found', sr: 'Рачун није пронађен.' },
  Item: { en: 'Item not found', sr: 'Артикал није пронађен.' },
  Request: { en: 'Request not found', sr: 'Захтев није пронађен.' },
  'Print job': { en: 'Print job not found', sr: 'Налог за штампу није пронађен.' },
  Path: { en: 'Path not found', sr: 'Уређај не познаје ову радњу; учитајте страницу поново.' },
  File: { en: 'File not found', sr: 'Датотека није пронађена.' },
});

const MISSING = {
  Invoice: 'invoice.not-found',
  Item: 'item.not-found',
  Request: 'queue.not-found',
  'Print job': 'print.job-not-found',
  Path: 'request.unknown-path',
  File: 'request.unknown-file',
} as const satisfies Readonly<Record<keyof typeof MESSAGES, Rule>>;

/** 404; `what` begins the sentence: `Invoice`. */
export function notFound(what: keyof typeof MISSING): HttpResponse {
  return errorResponse('not_found', MESSAGES[what], { rule: MISSING[what] });
}

type Context = ExtendableContext & { readonly state: Partial<RequestState> };

/** Makes this the response of a Koa context. */
export function respond(ctx: Context, { status, body, headers, message, keepOpenUntil }: HttpResponse): void {
  ctx.status = status;
  ctx.type = typeof body === 'string' ? 'text/plain; charset=utf-8' : JSON_TYPE;
  if (headers !== undefined) ctx.set({ ...headers });
  if (body instanceof Readable) {
    ctx.body = body;
    return;
  }
  const text = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(complete(ctx, body, message));
  if (keepOpenUntil === undefined) {
    sendWhole(ctx, text);
    return;
  }
  // The whole text is sent at once; its length lets the client know that it is complete.
  ctx.body = Readable.from(textThenWait(text, keepOpenUntil));
  ctx.length = Buffer.byteLength(text);
  ctx.set('Connection', 'close');
}

/** An error with the id of its request, and for a page with its text in both languages; any other body unchanged. */
function complete({ response, state }: Context, body: object, message: Message | undefined): object {
  const { error, ...rest } = body as { readonly error?: unknown };
  if (response.status < 400 || !isRecord(error)) return body;
  const requestId = response.get(REQUEST_ID_HEADER);
  const text = message && state.onPage?.(message);
  const texts = text && { message: text.en, messageSr: text.sr };
  const more = { ...(requestId !== '' && { requestId }), ...texts };
  return { error: { ...error, ...more }, ...rest };
}

async function* textThenWait(text: string | Buffer, until: Promise<void>): AsyncGenerator<string | Buffer> {
  yield text;
  await until;
}

/** Sends a body of one piece at once, a longer one in pieces, each after the previous one was accepted. */
function sendWhole(ctx: ExtendableContext, body: string | Buffer): void {
  if (body.length <= PIECE) {
    ctx.body = body;
    return;
  }
  // Shared bytes, such as those of a font, are not copied.
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  ctx.body = Readable.from(piecesOf(bytes));
  ctx.length = bytes.length;
}

/** Slices of the same memory, without copying. */
export function* piecesOf(bytes: Buffer): Generator<Buffer, void, void> {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
}

/** Characters of the hash: 132 bits. */
const ETAG_LENGTH = 22;

/**
 * Adds an ETag to a 200, made from its body; returns 304 without a body if the client already has it (RFC 9110,
 * 13.1.2). The tag is weak, since a body may be sent with or without compression. Streams have no tag.
 */
export function withETag(response: HttpResponse, ifNoneMatch: string): HttpResponse {
  const { status, body, headers } = written(response);
  if (status !== 200 || (typeof body !== 'string' && !Buffer.isBuffer(body))) return response;
  const etag = etagOf(body);
  const tagged = { ...headers, ETag: etag };
  return namesETag(ifNoneMatch, etag) ? { status: 304, body: '', headers: tagged } : { status, body, headers: tagged };
}

/** The weak tag of a body. */
export function etagOf(body: string | Buffer): string {
  return `W/"${createHash('sha256').update(body).digest('base64url').slice(0, ETAG_LENGTH)}"`;
}

/** True when `If-None-Match` lists the tag. The comparison is weak: a strong tag with the same characters matches. */
export function namesETag(ifNoneMatch: string, etag: string): boolean {
  const opaque = (tag: string): string => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.split(',').some((tag) => opaque(tag) === opaque(etag) || opaque(tag) === '*');
}

/** Headers of the box that scripts in web pages may read. */
const EXPOSED = [
  ...['Idempotency-Replayed', 'X-Request-Id', 'X-Ignored-Parameters', 'ETag'],
  ...['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'],
];

/**
 * Headers of every response. Any web page may call (CORS), nothing is cached, and no type is guessed. A response opened
 * as a page runs and loads nothing, cannot be framed, has no access to its opener, and sends no referrer; for a
 * receipt's link, the address alone gives access. A web page of the box replaces this with a policy of its own.
 */
export const COMMON_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': EXPOSED.join(', '),
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
} as const;

const PREFLIGHT_HEADERS = {
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key, If-None-Match',
  'Access-Control-Max-Age': '86400',
} as const;

/** Sets the common headers, and answers a browser's preflight (OPTIONS) for every path. */
export const commonHeaders: Middleware = async (ctx, next) => {
  ctx.set(COMMON_HEADERS);
  if (ctx.method === 'OPTIONS') {
    ctx.status = 204;
    ctx.set(PREFLIGHT_HEADERS);
  } else {
    await next();
  }
};

import type { StoredKey } from '../ledger/views/main.js';
import type { StorageFailure } from '../ledger/entry.js';
import type { ErrorCode } from './schemas/error.js';

/** A request that has passed authentication and rate limit, as a route sees it. */
export interface ApiRequest {
  /** Names this request in the log; the `ref` of a server error. */
  readonly id: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The parsed JSON object of a route that takes a body; undefined elsewhere. */
  readonly body: unknown;
  readonly idempotencyKey: string | undefined;
  /** The calling key as it was before this call. */
  readonly key: StoredKey;
}

/**
 * What a route answers. A text is sent as text/plain unless the headers say otherwise; bytes and streams are sent as
 * they are, with the type and, for a stream, the length that the headers name; everything else as JSON.
 */
export interface Answer {
  readonly status: number;
  readonly body: object | string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The connection is kept until this resolves, for a client that is still sending, and is closed then. */
  readonly closesAfter?: Promise<void>;
}

export type Handler = (request: ApiRequest) => Promise<Answer> | Answer;

/** Of a route without a key; undefined where nothing is to be found there now. */
export type OpenHandler = () => Promise<Answer | undefined> | Answer | undefined;

/** Headers of every answer: any page may ask (CORS), nothing is kept, nothing is guessed. */
export const COMMON_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Idempotency-Replayed',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
} as const;

const HTTP_STATUS: Readonly<Record<ErrorCode, number>> = {
  unauthorized: 401,
  rate_limited: 429,
  bad_request: 400,
  validation: 422,
  not_found: 404,
  pfr_error: 409,
  mail_error: 409,
  server_error: 500,
  configuration: 422,
};

export function okay(body: object | string, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status: 200, body, headers };
}

export function created(body: object): Answer {
  return { status: 201, body };
}

/** The envelope of every error; `ref` is the number under which the log tells more. */
export function failure(code: ErrorCode, message: string, ref?: string): Answer {
  return { status: HTTP_STATUS[code], body: { error: { code, message, ...(ref !== undefined && { ref }) } } };
}

export const notFound = (what: string): Answer => failure('not_found', `${what} not found`);

const STORAGE_WORDS: Readonly<Record<StorageFailure, string>> = {
  full: 'The disk of the box is full; nothing was stored. See GET /status.',
  damaged: 'The ledger of the box is damaged; nothing was stored. See GET /status.',
  broken: 'The disk of the box failed; restart the box before repeating with the same idempotency key.',
};

/** A refused or failed write: the log has told why under an event of its own. `refund`: one that stands already. */
export function storageFailure(reason: StorageFailure, ref: string, refund?: string): Answer {
  const stands = refund === undefined ? '' : ` The advance refund ${refund} was issued before and stands.`;
  return failure('server_error', STORAGE_WORDS[reason] + stands, ref);
}

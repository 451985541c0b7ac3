import { type Agent, request } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { TLSSocket } from 'node:tls';

/** One complete request, so that it can be sent again unchanged. */
export interface Sending {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  /** Empty: no body. */
  readonly body: Buffer;
}

/**
 * Why there is no answer. `untrusted`: the certificate is not from a trusted authority. `not-reached`: there was no
 * connection. In both cases nothing was sent. `no-answer`: the request may have arrived, and its outcome is unknown.
 */
export type FailureReason = 'untrusted' | 'not-reached' | 'no-answer';

export interface Answered {
  readonly kind: 'answered';
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

/** The result of sending a request once. An answer is complete; a truncated one counts as failed. */
export type Outcome = Answered | { readonly kind: 'failed'; readonly reason: FailureReason; readonly cause: Error };

/** Sends a request once; aborting `signal` cancels it. */
export type Exchange = (sending: Sending, signal: AbortSignal) => Promise<Outcome>;

/**
 * Sends by `node:https`, because Node's `fetch` accepts a custom authority only with an additional package. Redirects
 * are not followed, so that the API key is sent only to the configured box.
 */
export function exchangeOver(agent: Agent): Exchange {
  return ({ method, url, headers, body }, signal) =>
    new Promise((resolve) => {
      let isConnected = false;
      const given = { ...Object.fromEntries(headers), ...(body.length > 0 && { 'content-length': body.length }) };
      const call = request(url, { agent, method, headers: given, signal });
      const fail = (cause: Error): void => {
        const reason = isConnected ? 'no-answer' : isDistrusted(call.socket) ? 'untrusted' : 'not-reached';
        resolve({ kind: 'failed', reason, cause });
      };
      call.once('socket', (socket) => {
        if (call.reusedSocket) isConnected = true;
        else socket.once('secureConnect', () => (isConnected = true));
      });
      call.on('error', fail);
      // The client requests no other protocol; without this the call would never end.
      call.once('upgrade', (_, socket) => {
        socket.destroy();
        fail(new Error('it asks for another protocol'));
      });
      call.once('response', (response) => {
        const status = response.statusCode ?? 0;
        const answered = headersOf(response.headersDistinct);
        buffer(response).then((bytes) => resolve({ kind: 'answered', status, headers: answered, body: bytes }), fail);
      });
      call.end(body);
    });
}

function isDistrusted(socket: unknown): boolean {
  if (!(socket instanceof TLSSocket)) return false;
  const { authorizationError }: { readonly authorizationError: unknown } = socket;
  return authorizationError != null;
}

function headersOf(distinct: NodeJS.Dict<string[]>): Headers {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(distinct)) for (const value of values) headers.append(name, value);
  return headers;
}

const MEANINGS: Readonly<Record<FailureReason, string>> = {
  untrusted: 'its certificate is not from a trusted authority; `ca` must be the authority of the box (its ca.pem)',
  'not-reached': 'it was not reached, and has got nothing',
  'no-answer': 'it has not answered, and what it did is not known; repeat under the same idempotency key',
};

/** No answer came from the box after all attempts. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';

  constructor(
    origin: string,
    readonly reason: FailureReason,
    /** Number of attempts. */
    readonly attempts: number,
    /**
     * The key of the request: repeat it under this key, or look the receipt up by `GET /invoices?clientRequestId=`.
     * Undefined: it had none.
     */
    readonly idempotencyKey: string | undefined,
    cause: Error,
  ) {
    super(`${origin}: ${MEANINGS[reason]} (${cause.message})`, { cause });
  }
}

/** The `error` of an error response. */
export interface ErrorBody {
  readonly code: string;
  readonly message: string;
  readonly rule?: string;
}

/**
 * The box answered a request for events with an error. `error.rule` `events.cursor-unknown` means that you must start
 * from the beginning.
 */
export class EventsError extends Error {
  override readonly name = 'EventsError';

  constructor(
    readonly status: number,
    readonly error: ErrorBody,
  ) {
    super(`${status} ${error.code}: ${error.message}`);
  }
}

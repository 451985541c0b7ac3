import * as http from 'node:http';
import * as https from 'node:https';
import { Socket } from 'node:net';
import { createHmac } from 'node:crypto';
import {
  BoundedSocket,
  CollectedBytes,
  connectionTo,
  failed,
  limitInformational,
  MAX_ANSWER_HEAD,
  ok,
  type Result,
  type UtcMs,
  withDeadline,
} from '../../base/index.js';

/** JSON to be posted to a server of the owner's choice. */
export interface PostRequest {
  /** `http:` or `https:`. */
  readonly url: URL;
  /** In addition to those of every request. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface PostAnswer {
  readonly status: number;
  /** The header Retry-After, unparsed. */
  readonly retryAfter: string | undefined;
  readonly body: Buffer;
}

/** Why there is no complete answer. Only with `unreachable` is it certain that the server has done nothing. */
export interface PostFault {
  /**
   * `insecure`: no TLS connection to a server with a trusted certificate; `broken`: the answer is invalid, too long or
   * incomplete; `stopped`: the caller aborted it.
   */
  readonly kind: 'unreachable' | 'late' | 'insecure' | 'broken' | 'stopped';
  /** Error name of the system or the TLS library, for the log. */
  readonly cause: string | null;
}

export interface PostOptions {
  /** Timeout of everything, from the look-up of the server's name to the last byte of its answer, ms. */
  readonly wholeMs: number;
  /** Longest answer, bytes. */
  readonly maxAnswer: number;
  /** True when only the status matters. The body of the answer is not read then. */
  readonly statusOnly?: boolean;
  /** PEM of authorities to trust instead of Node's own. */
  readonly ca?: string;
}

export const POST_LIMITS: PostOptions = { wholeMs: 20_000, maxAnswer: 64 * 1024 };
/**
 * Limit of bytes besides the answer's body, and of the framing in it: the TLS handshake, headers, informational
 * answers.
 */
export const MAX_OVERHEAD_BYTES = 128 * 1024;
const TOO_MUCH = failed({ kind: 'broken', cause: 'EMSGSIZE' } as const);
/** Names of network errors; all other errors that end a connection come from TLS or the HTTP parser. */
const NETWORK = /^(?:E(?!PROTO$)[A-Z]+|EAI_[A-Z]+)$/;
const PARSER = /^HPE_/;
/** Only the name of an error may be logged, no text. */
const NAME = /^[A-Z][A-Z0-9_]{0,63}$/;

/**
 * Posts over a new connection. It follows no redirects and uses no proxy: the data is sent to the server that the owner
 * has named, or not at all.
 */
export function post(
  request: PostRequest,
  options: Partial<PostOptions>,
  stop: AbortSignal,
): Promise<Result<PostAnswer, PostFault>> {
  const limits = { ...POST_LIMITS, ...options };
  return withDeadline(limits.wholeMs, stop, async (signal) => {
    const answer = await exchange(request, limits, signal);
    if (answer.ok || !signal.aborted) return answer;
    return failed({ kind: stop.aborted ? 'stopped' : 'late', cause: null });
  });
}

function exchange(
  { url, headers, body }: PostRequest,
  { maxAnswer, statusOnly = false, ca }: PostOptions,
  signal: AbortSignal,
): Promise<Result<PostAnswer, PostFault>> {
  return new Promise((resolve) => {
    const { request } = url.protocol === 'https:' ? https : http;
    const connection = new BoundedSocket(new Socket(), { most: MAX_OVERHEAD_BYTES + 2 * maxAnswer });
    connection.on('error', (error) => fail(error));
    const call = request(url, {
      method: 'POST',
      headers: {
        'User-Agent': 'kasirbox',
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
        ...headers,
      },
      maxHeaderSize: MAX_ANSWER_HEAD,
      // No agent: it would create another connection.
      createConnection: () => connectionTo(url, connection, ca),
      signal,
    });
    limitInformational(call, () => end(TOO_MUCH));
    const end = (result: Result<PostAnswer, PostFault>): void => {
      resolve(result);
      call.destroy();
    };
    const fail = (error: Error): void => end(failed(faultOf(error)));
    call.on('error', fail);
    // Without this, a server that switches protocols would cause endless waiting: there is neither response nor error.
    call.once('upgrade', (_, socket) => {
      socket.destroy();
      end(failed({ kind: 'broken', cause: null }));
    });
    call.once('response', (response) => {
      const { statusCode: status = 0, headers: answered } = response;
      const complete = (answer: Buffer): void => {
        end(ok({ status, retryAfter: answered['retry-after'], body: answer }));
      };
      if (statusOnly) {
        complete(Buffer.alloc(0));
        return;
      }
      const received = new CollectedBytes(maxAnswer);
      received.collect(response, () => end(TOO_MUCH));
      response.on('error', fail);
      response.on('end', () => complete(received.bytes));
    });
    call.end(body);
  });
}

function faultOf(error: Error): PostFault {
  const code = 'code' in error ? String(error.code) : error.name;
  return { kind: kindOf(code), cause: NAME.test(code) ? code : null };
}

function kindOf(code: string): PostFault['kind'] {
  if (PARSER.test(code) || ['ECONNRESET', 'EPIPE', 'EMSGSIZE'].includes(code)) return 'broken';
  if (code === 'ETIMEDOUT') return 'late';
  return NETWORK.test(code) ? 'unreachable' : 'insecure';
}

/**
 * A message in the format of Standard Webhooks (https://www.standardwebhooks.com), for which many languages have
 * libraries.
 */
interface WebhookMessage {
  readonly type: string;
  /** When it happened. */
  readonly at: UtcMs;
  readonly data: object;
}

interface WebhookAddress {
  readonly url: string;
  /** `whsec_` and base64; without it nothing is signed. */
  readonly secret?: string | undefined;
}

const SECRET_PREFIX = 'whsec_';

export function webhookBody({ type, at, data }: WebhookMessage): string {
  return JSON.stringify({ type, timestamp: new Date(at).toISOString(), data });
}

/**
 * A repeat has the same id, which must contain no dots. The time is that of this attempt, and the signature covers id,
 * time and body.
 */
export function webhookRequest({ url, secret }: WebhookAddress, id: string, body: string, now: UtcMs): PostRequest {
  const seconds = String(Math.floor(now / 1000));
  return {
    url: new URL(url),
    headers: {
      'webhook-id': id,
      'webhook-timestamp': seconds,
      ...(secret !== undefined && { 'webhook-signature': `v1,${signature(secret, `${id}.${seconds}.${body}`)}` }),
    },
    body,
  };
}

function signature(secret: string, content: string): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  return createHmac('sha256', key).update(content).digest('base64');
}

import * as http from 'node:http';
import * as https from 'node:https';
import { withDeadline } from '../base/deadline.js';
import { failed, ok, type Result } from '../base/result.js';

/** JSON that is handed to a server of the owner's choice. */
export interface Posting {
  /** `http:` or `https:`. */
  readonly url: URL;
  /** Beside those that every posting has. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface PostAnswer {
  readonly status: number;
  /** The header Retry-After as it came. */
  readonly retryAfter: string | undefined;
  readonly body: Buffer;
}

/** Why no whole answer came. Only when nothing was sent, as with `unreachable`, is it certain that nothing was done. */
export interface PostFault {
  /**
   * `insecure`: no connection over TLS with a server whose certificate is believed; `broken`: the answer is none, too long,
   * or not whole; `stopped`: it was given up by the caller.
   */
  readonly kind: 'unreachable' | 'late' | 'insecure' | 'broken' | 'stopped';
  /** The system's or the TLS library's own name for it, for the log. */
  readonly cause: string | null;
}

export interface PostOptions {
  /** For everything, from the name of the server to the last byte of its answer, ms. */
  readonly wholeMs: number;
  /** Longest answer, bytes. */
  readonly maxAnswer: number;
  /** PEM of authorities to trust in place of those that Node brings. */
  readonly ca?: string;
}

const LIMITS: PostOptions = { wholeMs: 20_000, maxAnswer: 64 * 1024 };
/** Longest head of an answer, bytes. */
const MAX_HEAD = 16 * 1024;
/** Names of errors of the network; what else ends a connection comes from TLS, but for what the HTTP parser says. */
const NETWORK = /^(?:E(?!PROTO$)[A-Z]+|EAI_[A-Z]+)$/;
const PARSER = /^HPE_/;
/** What may be logged: the name of an error, not a text. */
const NAME = /^[A-Z][A-Z0-9_]{0,63}$/;

/**
 * Posts over a connection of its own. No redirect is followed and no proxy asked: what is told goes to the server that the
 * owner has named, or nowhere.
 */
export function post(
  posting: Posting,
  options: Partial<PostOptions>,
  stop: AbortSignal,
): Promise<Result<PostAnswer, PostFault>> {
  const limits = { ...LIMITS, ...options };
  return withDeadline(limits.wholeMs, stop, async (signal) => {
    const answer = await exchange(posting, limits, signal);
    if (answer.ok || !signal.aborted) return answer;
    return failed({ kind: stop.aborted ? 'stopped' : 'late', cause: null });
  });
}

function exchange(
  { url, headers, body }: Posting,
  { maxAnswer, ca }: PostOptions,
  signal: AbortSignal,
): Promise<Result<PostAnswer, PostFault>> {
  return new Promise((resolve) => {
    const { request } = url.protocol === 'https:' ? https : http;
    const call = request(url, {
      method: 'POST',
      headers: {
        'User-Agent': 'kasirbox',
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
        ...headers,
      },
      agent: false,
      maxHeaderSize: MAX_HEAD,
      // Said, since the environment could change what goes without saying.
      rejectUnauthorized: true,
      ...(ca !== undefined && { ca }),
      signal,
    });
    const end = (result: Result<PostAnswer, PostFault>): void => {
      resolve(result);
      call.destroy();
    };
    const fail = (error: Error): void => end(failed(faultOf(error)));
    call.on('error', fail);
    // Without this a server that changes the protocol would be waited for for ever: no response comes, and no error.
    call.once('upgrade', (_, socket) => {
      socket.destroy();
      end(failed({ kind: 'broken', cause: null }));
    });
    call.once('response', (response) => {
      const parts: Buffer[] = [];
      let length = 0;
      response.on('data', (part: Buffer) => {
        length += part.length;
        if (length > maxAnswer) end(failed({ kind: 'broken', cause: 'EMSGSIZE' }));
        else parts.push(part);
      });
      response.on('error', fail);
      response.on('end', () => {
        const { statusCode: status = 0, headers: told } = response;
        end(ok({ status, retryAfter: told['retry-after'], body: Buffer.concat(parts) }));
      });
    });
    call.end(body);
  });
}

function faultOf(error: Error): PostFault {
  const code = 'code' in error ? String(error.code) : error.name;
  return { kind: kindOf(code), cause: NAME.test(code) ? code : null };
}

function kindOf(code: string): PostFault['kind'] {
  if (PARSER.test(code) || code === 'ECONNRESET' || code === 'EPIPE') return 'broken';
  if (code === 'ETIMEDOUT') return 'late';
  return NETWORK.test(code) ? 'unreachable' : 'insecure';
}

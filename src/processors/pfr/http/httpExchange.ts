import { type Agent, type IncomingMessage, request } from 'node:http';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { CollectedBytes, limitInformational, MAX_ANSWER_HEAD } from '../../../base/index.js';
import type { ChannelFault, Exchanged } from '../channel.js';

/** The time limit was reached, or the caller has aborted. */
export const GIVEN_UP: ChannelFault = { cause: 'timeout', detail: 'ETIMEDOUT' };
/** The other side closed the connection without an error. */
export const CLOSED: ChannelFault = { cause: 'reset', detail: 'ECONNRESET' };

/** An error with a known fault. */
export class FaultError extends Error {
  readonly fault: ChannelFault;

  constructor(fault: ChannelFault) {
    super(`${fault.cause}: ${fault.detail}`);
    this.fault = fault;
  }
}

/** Codes of getaddrinfo for a name without an address. */
const NO_ADDRESS = /^(ENOTFOUND|EAI_[A-Z]+)$/;
/**
 * Alerts about the certificate of the receiver (RFC 5246, 7.2.2; RFC 8446, 6.2), by their names in OpenSSL. A
 * decrypt_error means a wrong signature: in the certificate, or one made with another key.
 */
const CERTIFICATE_ALERT =
  /_ALERT_(NO_CERTIFICATE|BAD_CERTIFICATE|UNSUPPORTED_CERTIFICATE|CERTIFICATE_[A-Z]+|UNKNOWN_CA|ACCESS_DENIED|DECRYPT_ERROR)$/;

/** The fault behind an error that ended the connection `socket`, or the answer on it. */
export function faultOf(error: Error, socket: Duplex): ChannelFault {
  if (error instanceof FaultError) return error.fault;
  const detail = codeOf(error);
  return { cause: causeOf(detail, socket), detail };
}

function causeOf(code: string, socket: Duplex): ChannelFault['cause'] {
  if (socket instanceof TLSSocket) {
    if (isCertificateFault(code, socket)) return 'trust';
    if (CERTIFICATE_ALERT.test(code) || isHandshakeRefusedLate(code, socket)) return 'certificate';
  }
  if (NO_ADDRESS.test(code)) return 'address';
  switch (code) {
    case 'ECONNREFUSED':
      return 'refused';
    case 'ETIMEDOUT':
      return 'timeout';
    case 'ECONNRESET':
    case 'ECONNABORTED':
    case 'EPIPE':
      return 'reset';
    default:
      // System codes are one word; codes of TLS and of the HTTP parser are not.
      return /^E[A-Z]+$/.test(code) && code !== 'EPROTO' ? 'unreachable' : 'protocol';
  }
}

/**
 * True when Node did not trust the server's certificate and this error is why. With an untrusted clock that result may
 * have been overruled, see `chainWithoutTime.ts`.
 */
function isCertificateFault(code: string, { authorizationError }: TLSSocket): boolean {
  const trustError: unknown = authorizationError; // a text or null, which Node's type does not declare
  return trustError === code;
}

/**
 * TLS 1.2 has no alert for a missing client certificate. Once the server has sent its own certificate, the ciphers are
 * agreed, so it can only refuse our certificate.
 */
function isHandshakeRefusedLate(code: string, socket: TLSSocket): boolean {
  return code === 'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE' && 'raw' in socket.getPeerCertificate();
}

/** If several addresses failed, the last one counts. Node tries IPv6 and IPv4 in turn, and both are rarely in use. */
function codeOf(error: Error): string {
  const last: unknown = error instanceof AggregateError ? error.errors.at(-1) : error;
  return last instanceof Error && 'code' in last && typeof last.code === 'string' ? last.code : error.name;
}

/** An HTTP request, ready to send. */
export interface HttpRequest {
  readonly method: string;
  /** With the prefix of the base address. */
  readonly path: string;
  /** All headers, sent with this spelling and order. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

const TOO_MUCH: ChannelFault = { cause: 'protocol', detail: 'EMSGSIZE' };

/**
 * Sends one request on a connection and reads one answer of up to `maxBody` bytes. A whole answer counts, even if the
 * connection fails afterwards. The caller destroys the connection, unless its `agent` reuses it.
 *
 * An answer without a length ends with the connection (RFC 9112, 6.3, rule 8), and the system may report a reset as an
 * end. Only its content can show whether such an answer is whole.
 */
export function sendRequest(
  socket: Duplex,
  message: HttpRequest,
  maxBody: number,
  signal: AbortSignal,
  agent?: Agent,
): Promise<Exchanged> {
  return new Promise((resolve) => {
    if (signal.aborted || socket.destroyed) {
      resolve({ kind: 'unsent', reason: signal.aborted ? GIVEN_UP : CLOSED });
      return;
    }
    let answer: IncomingMessage | undefined;
    const closed = (): void => fail(CLOSED);
    const end = (exchanged: Exchanged): void => {
      socket.off('close', closed);
      resolve(exchanged);
    };
    const lose = (reason: ChannelFault): void => end({ kind: 'lost', reason });
    // Faults after a whole answer do not matter.
    const fail = (reason: ChannelFault): void => {
      if (answer?.complete !== true) lose(reason);
    };
    signal.addEventListener('abort', () => lose(GIVEN_UP));
    socket.once('close', closed);
    const { method, path, headers, body } = message;
    const limits = { maxHeaderSize: MAX_ANSWER_HEAD, insecureHTTPParser: false };
    const via = agent === undefined ? { createConnection: () => socket } : { agent };
    const call = request({ method, path, headers, setHost: false, ...via, ...limits });
    call.on('error', (error) => fail(faultOf(error, socket)));
    // Destroys the request at once. The caller would do so only after all bytes of the current read were processed.
    const refuse = (): void => {
      lose(TOO_MUCH);
      call.destroy();
    };
    limitInformational(call, refuse);
    call.once('response', (response) => {
      answer = response;
      const received = new CollectedBytes(maxBody);
      received.collect(response, refuse);
      response.on('error', (error) => fail(faultOf(error, socket)));
      response.on('end', () => {
        end({ kind: 'answered', status: response.statusCode ?? 0, body: received.bytes });
      });
    });
    call.end(body);
  });
}

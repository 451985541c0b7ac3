import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import type { ChannelFault } from '../channel.js';

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
 * True when the error is Node's verdict on the server's certificate. With an untrusted clock the verdict may have been
 * overruled, see `chainWithoutTime.ts`.
 */
function isCertificateFault(code: string, { authorizationError }: TLSSocket): boolean {
  const verdict: unknown = authorizationError; // a text or null, which Node's type does not declare
  return verdict === code;
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

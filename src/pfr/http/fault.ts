import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { ChannelFault } from '../channel.js';

/** Its time was over, or whoever asked has given it up. */
export const GIVEN_UP: ChannelFault = { cause: 'timeout', detail: 'ETIMEDOUT' };
/** The other side has gone without a word. */
export const CLOSED: ChannelFault = { cause: 'reset', detail: 'ECONNRESET' };

/** What getaddrinfo says when it has no address; Node spells the first as DNS does. */
const NO_ADDRESS = /^(ENOTFOUND|EAI_[A-Z]+)$/;
/**
 * Alerts about the certificate of the one who gets them (RFC 5246, 7.2.2; RFC 8446, 6.2), by their names in OpenSSL. A
 * decrypt_error tells of a signature that is wrong: under the certificate, or made with another key.
 */
const CERTIFICATE_ALERT =
  /_ALERT_(NO_CERTIFICATE|BAD_CERTIFICATE|UNSUPPORTED_CERTIFICATE|CERTIFICATE_[A-Z]+|UNKNOWN_CA|ACCESS_DENIED|DECRYPT_ERROR)$/;

/** What an error that ended the connection `socket`, or the answer on it, means. */
export function faultOf(error: Error, socket: Socket): ChannelFault {
  const detail = codeOf(error);
  return { cause: causeOf(detail, socket), detail };
}

function causeOf(code: string, socket: Socket): ChannelFault['cause'] {
  if (socket instanceof TLSSocket) {
    if (isDisbelief(code, socket)) return 'trust';
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
      // The system's own names are of one word; those of TLS and of the HTTP parser are not.
      return /^E[A-Z]+$/.test(code) && code !== 'EPROTO' ? 'unreachable' : 'protocol';
  }
}

/** Is this how Node has judged the server's certificate? A judgement by a wrong clock may have been passed over. */
function isDisbelief(code: string, { authorizationError }: TLSSocket): boolean {
  const judgement: unknown = authorizationError; // a text or null, which its types do not say
  return judgement === code;
}

/**
 * TLS 1.2 has no alert of its own for a client certificate that is missing. When the server has shown its certificate, the
 * ciphers are agreed, and what it still refuses is ours.
 */
function isHandshakeRefusedLate(code: string, socket: TLSSocket): boolean {
  return code === 'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE' && 'raw' in socket.getPeerCertificate();
}

/** Of several addresses that failed, the last one speaks: Node tries IPv6 and IPv4 in turn, and seldom are both meant. */
function codeOf(error: Error): string {
  const last: unknown = error instanceof AggregateError ? error.errors.at(-1) : error;
  return last instanceof Error && 'code' in last && typeof last.code === 'string' ? last.code : error.name;
}

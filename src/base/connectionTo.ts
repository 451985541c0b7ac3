import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect } from 'node:tls';
import type { BoundedSocket } from './boundedSocket.js';

/**
 * Connects to the server of an `http:` or `https:` address. Received bytes are limited below TLS, so that records of
 * one byte count with their overhead. Network errors come from `tcp`.
 *
 * @param ca PEM of authorities to trust instead of Node's own
 */
export function connectionTo({ protocol, hostname, port }: URL, tcp: BoundedSocket, ca: string | undefined): Duplex {
  const host = hostname.replace(/^\[|\]$/g, '');
  const isTls = protocol === 'https:';
  tcp.connect(port === '' ? (isTls ? 443 : 80) : Number(port), host, () => undefined);
  if (!isTls) return tcp;
  const tls = connect({
    socket: tcp,
    ...(isIP(host) === 0 && { servername: host }),
    host,
    ALPNProtocols: ['http/1.1'],
    // Explicit, because environment variables could change the default.
    rejectUnauthorized: true,
    ...(ca !== undefined && { ca }),
  });
  // An error after the end of the exchange has no other listener.
  return tls.on('error', () => undefined);
}

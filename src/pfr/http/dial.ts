import { connect, isIP, type Socket } from 'node:net';
import {
  connect as connectTls,
  createSecureContext,
  rootCertificates,
  type SecureContext,
  type SecureVersion,
} from 'node:tls';
import { failed, ok, type Result } from '../../base/result.js';
import type { ChannelFault } from '../channel.js';
import { CLOSED, faultOf, GIVEN_UP } from './fault.js';

export interface TlsOptions {
  /** The client certificate and its key, PEM. */
  readonly client?: { readonly key: string; readonly cert: string };
  /** PEM of authorities to trust beside those that Node brings. */
  readonly ca?: string;
  /**
   * The one version that is spoken: TLSv1.2 when left out. The tax authority's front end may ask for the client certificate
   * by a renegotiation, which TLS 1.3 does not have.
   */
  readonly version?: Extract<SecureVersion, 'TLSv1.2' | 'TLSv1.3'>;
}

/** Makes connections to one server. The TLS session of one shortens the handshake of the next. */
export class Dialer {
  private readonly host: string;
  private readonly port: number;
  private readonly context: SecureContext | undefined;
  private session: Buffer | undefined;

  /** Throws when a PEM cannot be read, or when `tls` is given for an address without TLS. */
  constructor({ hostname, port, protocol }: URL, tls?: TlsOptions) {
    const isTls = protocol === 'https:';
    if (tls !== undefined && !isTls) throw new RangeError('certificates are for https');
    this.host = hostname.replace(/^\[|\]$/g, '');
    this.port = port === '' ? (isTls ? 443 : 80) : Number(port);
    this.context = isTls ? contextOf(tls ?? {}) : undefined;
  }

  /** A connection on which nothing has been sent yet, past the TLS handshake if there is one; or why there is none. */
  dial(signal: AbortSignal): Promise<Result<Socket, ChannelFault>> {
    return new Promise((resolve) => {
      if (signal.aborted) {
        resolve(failed(GIVEN_UP));
        return;
      }
      const socket = this.context === undefined ? connect(this.port, this.host) : this.connectTls(this.context);
      const giveUp = (): void => {
        resolve(failed(GIVEN_UP));
        socket.destroy();
      };
      signal.addEventListener('abort', giveUp);
      socket.once(this.context === undefined ? 'connect' : 'secureConnect', () => {
        signal.removeEventListener('abort', giveUp);
        resolve(ok(socket));
      });
      socket.on('error', (error) => {
        this.session = undefined;
        resolve(failed(faultOf(error, socket)));
      });
      socket.once('close', () => resolve(failed(CLOSED)));
    });
  }

  private connectTls(secureContext: SecureContext): Socket {
    const { host, port, session } = this;
    return connectTls({
      host,
      port,
      secureContext,
      ALPNProtocols: ['http/1.1'],
      // Said, since the environment could change what goes without saying.
      rejectUnauthorized: true,
      // An address is no server name (RFC 6066, 3).
      ...(isIP(host) === 0 && { servername: host }),
      ...(session !== undefined && { session }),
    }).on('session', (fresh) => {
      this.session = fresh;
    });
  }
}

function contextOf({ client, ca, version = 'TLSv1.2' }: TlsOptions): SecureContext {
  return createSecureContext({
    ...client,
    ...(ca !== undefined && { ca: [...rootCertificates, ca] }),
    minVersion: version,
    maxVersion: version,
  });
}

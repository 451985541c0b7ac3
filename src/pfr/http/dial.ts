import { connect, isIP, type Socket } from 'node:net';
import {
  connect as connectTls,
  createSecureContext,
  rootCertificates,
  type SecureContext,
  type SecureVersion,
  TLSSocket,
} from 'node:tls';
import { failed, ok, type Result } from '../../base/result.js';
import { BUILD_TIME } from '../../base/version.js';
import type { ChannelFault } from '../channel.js';
import { CLOSED, faultOf, GIVEN_UP } from './fault.js';
import { disbeliefBesideTime } from './timeless.js';

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
  /** PEM of authorities that are trusted beside Node's. */
  private readonly ca: string;
  private session: Buffer | undefined;

  /** Throws when a PEM cannot be read, or when `tls` is given for an address without TLS. */
  constructor(
    { hostname, port, protocol }: URL,
    tls: TlsOptions | undefined,
    private readonly isClockTrusted: () => boolean,
  ) {
    const isTls = protocol === 'https:';
    if (tls !== undefined && !isTls) throw new RangeError('certificates are for https');
    this.host = hostname.replace(/^\[|\]$/g, '');
    this.port = port === '' ? (isTls ? 443 : 80) : Number(port);
    this.context = isTls ? contextOf(tls ?? {}) : undefined;
    this.ca = tls?.ca ?? '';
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
        const detail = socket instanceof TLSSocket ? this.disbelief(socket) : undefined;
        if (detail === undefined) {
          resolve(ok(socket));
          return;
        }
        resolve(failed({ cause: 'trust', detail }));
        socket.destroy();
      });
      socket.on('error', (error) => {
        this.session = undefined;
        resolve(failed(faultOf(error, socket)));
      });
      socket.once('close', () => resolve(failed(CLOSED)));
    });
  }

  /** Why a server is not believed that was let in only because Node's clock may be wrong. */
  private disbelief(socket: TLSSocket): string | undefined {
    return disbeliefBesideTime(socket, this.host, this.ca, BUILD_TIME);
  }

  private connectTls(secureContext: SecureContext): Socket {
    const { host, port } = this;
    const isTimely = this.isClockTrusted();
    // With a session the server does not show its chain again.
    const session = isTimely ? this.session : undefined;
    return connectTls({
      host,
      port,
      secureContext,
      ALPNProtocols: ['http/1.1'],
      // Said, since the environment could change what goes without saying. By a guess of the time we judge ourselves.
      rejectUnauthorized: isTimely,
      // An address is no server name (RFC 6066, 3).
      ...(isIP(host) === 0 && { servername: host }),
      ...(session !== undefined && { session }),
    }).on('session', (fresh) => {
      if (isTimely) this.session = fresh;
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

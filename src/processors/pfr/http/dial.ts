import { connect, isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import {
  connect as connectTls,
  createSecureContext,
  rootCertificates,
  type SecureContext,
  type SecureVersion,
  TLSSocket,
} from 'node:tls';
import { assertNever, BUILD_TIME, failed, ok, type Result } from '../../../base/index.js';
import type { ChannelFault } from '../channel.js';
import { ExternalDialer } from './externalKey/dial.js';
import type { ExternalKey, TrustRule } from './externalKey/messages.js';
import type { TlsThread } from './externalKey/thread.js';
import { CLOSED, faultOf, GIVEN_UP } from './httpExchange.js';
import { chainFaultWithoutTime } from './chainWithoutTime.js';
import { pinSeen } from './peerCertificate.js';

/** A client certificate and its key, PEM. */
interface PemClient {
  readonly key: string;
  readonly cert: string;
}

export interface TlsOptions {
  /** The client's certificate. An external key supports only TLS 1.2. */
  readonly client?: PemClient | ExternalKey;
  /** The thread that runs TLS with an external key; the shared one by default. */
  readonly thread?: TlsThread;
  /** Clock by which its sessions expire, ms; the system's by default. */
  readonly monotonic?: () => number;
  /** PEM of authorities to trust in addition to Node's. */
  readonly ca?: string;
  /**
   * The only version to use, or either; TLSv1.2 by default. The tax authority's front end may request the client
   * certificate by a renegotiation, which TLS 1.3 does not have.
   */
  readonly version?: Extract<SecureVersion, 'TLSv1.2' | 'TLSv1.3'> | 'either';
  /** The only key that is accepted, `sha256/` and Base64, regardless of who certified it and until when. */
  readonly pin?: string;
  /**
   * True when the key of an untrusted server is reported, so that a technician can pin it. No session is resumed then.
   */
  readonly reportsKey?: boolean;
}

/**
 * Who decides whether to trust a server. Either Node does it in the handshake, or the box does it on an established
 * connection before anything is sent: by the pinned key, by Node's result, or by the chain alone while the clock is a
 * guess.
 */
type TrustCheck = 'node' | 'pin' | 'nodeResult' | 'chain';

/** Opens connections to one server. The TLS session of one connection shortens the handshake of the next. */
export class Dialer {
  private readonly host: string;
  private readonly port: number;
  private readonly context: SecureContext | undefined;
  /** For a client with an external key. */
  private readonly external: ExternalDialer | undefined;
  /** PEM of authorities that are trusted in addition to Node's. */
  private readonly ca: string;
  private readonly pin: string | undefined;
  private readonly reportsKey: boolean;
  private session: Buffer | undefined;

  /**
   * Throws when a PEM cannot be read, when `tls` is given for an address without TLS, and when an external key is not
   * an RSA key or is to be used with another version than TLS 1.2.
   */
  constructor(
    { hostname, port, protocol }: URL,
    tls: TlsOptions | undefined,
    private readonly isClockTrusted: () => boolean,
  ) {
    const isTls = protocol === 'https:';
    if (tls !== undefined && !isTls) throw new RangeError('certificates are for https');
    this.host = hostname.replace(/^\[|\]$/g, '');
    this.port = port === '' ? (isTls ? 443 : 80) : Number(port);
    this.ca = tls?.ca ?? '';
    this.pin = tls?.pin;
    this.reportsKey = tls?.reportsKey === true;
    const client = tls?.client;
    if (client === undefined || !('sign' in client)) {
      this.context = isTls ? contextOf(tls ?? {}, client) : undefined;
      return;
    }
    if ((tls?.version ?? 'TLSv1.2') !== 'TLSv1.2')
      throw new RangeError('a key that is elsewhere signs for TLS 1.2 alone');
    const { host, port: number, ca, reportsKey } = this;
    const { thread, monotonic } = tls ?? {};
    const options = { key: client, host, port: number, ca, reportsKey };
    this.external = new ExternalDialer({
      ...options,
      ...(thread !== undefined && { thread }),
      ...(monotonic !== undefined && { monotonic }),
    });
  }

  /** Opens a connection, TLS handshake included, on which nothing has been sent yet. The error says why that failed. */
  dial(signal: AbortSignal): Promise<Result<Duplex, ChannelFault>> {
    return this.external?.dial(this.trustRule, signal) ?? this.dialByNode(signal);
  }

  private dialByNode(signal: AbortSignal): Promise<Result<Socket, ChannelFault>> {
    return new Promise((resolve) => {
      if (signal.aborted) {
        resolve(failed(GIVEN_UP));
        return;
      }
      const check = this.trustCheck;
      const socket = this.context === undefined ? connect(this.port, this.host) : this.connectTls(this.context, check);
      const giveUp = (): void => {
        resolve(failed(GIVEN_UP));
        socket.destroy();
      };
      signal.addEventListener('abort', giveUp);
      socket.once(this.context === undefined ? 'connect' : 'secureConnect', () => {
        signal.removeEventListener('abort', giveUp);
        const fault = socket instanceof TLSSocket ? this.trustFault(socket, check) : undefined;
        if (fault === undefined) {
          resolve(ok(socket));
          return;
        }
        resolve(failed(fault));
        socket.destroy();
      });
      socket.on('error', (error) => {
        this.session = undefined;
        resolve(failed(faultOf(error, socket)));
      });
      socket.once('close', () => resolve(failed(CLOSED)));
    });
  }

  private get trustCheck(): TrustCheck {
    if (this.pin !== undefined) return 'pin';
    if (!this.isClockTrusted()) return 'chain';
    return this.reportsKey ? 'nodeResult' : 'node';
  }

  /** The same decision for the external TLS thread, where Node does not decide. */
  private get trustRule(): TrustRule {
    if (this.pin !== undefined) return { by: 'pin', pin: this.pin };
    return this.isClockTrusted() ? { by: 'clock' } : { by: 'chain', earliest: BUILD_TIME };
  }

  /** Why the server is not trusted, after Node was set to accept any chain. */
  private trustFault(socket: TLSSocket, check: TrustCheck): ChannelFault | undefined {
    switch (check) {
      case 'node':
        return undefined;
      case 'pin':
        return pinSeen(socket) === this.pin ? undefined : this.untrusted('pin', 'EKEYREJECTED', socket);
      case 'nodeResult':
        // A text, which Node's type does not declare.
        return socket.authorized ? undefined : this.untrusted('trust', String(socket.authorizationError), socket);
      case 'chain': {
        const detail = chainFaultWithoutTime(socket, this.host, this.ca, BUILD_TIME);
        return detail === undefined ? undefined : this.untrusted('trust', detail, socket);
      }
      default:
        return assertNever(check);
    }
  }

  private untrusted(cause: 'trust' | 'pin', detail: string, socket: TLSSocket): ChannelFault {
    const seen = this.reportsKey ? pinSeen(socket) : undefined;
    return { cause, detail, ...(seen !== undefined && { seen }) };
  }

  private connectTls(secureContext: SecureContext, check: TrustCheck): Socket {
    const { host, port } = this;
    const isCheckedByNode = check === 'node';
    // In a resumed session the server does not send its chain again, so it could not be checked.
    const session = isCheckedByNode ? this.session : undefined;
    return connectTls({
      host,
      port,
      secureContext,
      ALPNProtocols: ['http/1.1'],
      // Set explicitly, since an environment variable could change the default. When false, the chain is checked
      // afterwards.
      rejectUnauthorized: isCheckedByNode,
      // An IP address must not be sent as a server name (RFC 6066, 3).
      ...(isIP(host) === 0 && { servername: host }),
      ...(session !== undefined && { session }),
    }).on('session', (fresh) => {
      if (isCheckedByNode) this.session = fresh;
    });
  }
}

function contextOf({ ca, version = 'TLSv1.2' }: TlsOptions, client: PemClient | undefined): SecureContext {
  return createSecureContext({
    ...client,
    ...(ca !== undefined && { ca: [...rootCertificates, ca] }),
    minVersion: version === 'either' ? 'TLSv1.2' : version,
    maxVersion: version === 'either' ? 'TLSv1.3' : version,
  });
}

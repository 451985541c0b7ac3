import { failed, ok, type Result, systemClock } from '../../../../base/index.js';
import type { ChannelFault } from '../../channel.js';
import { CLOSED, faultOf, GIVEN_UP } from '../httpExchange.js';
import { ExternalTlsConnection, type Where } from './connection.js';
import { type Agreed, checkKey, type ExternalKey, type TrustRule, type Opening } from './messages.js';
import { TlsThread } from './thread.js';

/** One thread for all connections of the box. */
export const SHARED_THREAD = new TlsThread();

const NEVER_REACHED: readonly ChannelFault['cause'][] = ['address', 'refused', 'unreachable', 'timeout', 'library'];

/** How long a session is offered for resumption, ms: the longest recommended life (RFC 5246, F.1.4). */
const SESSION_LIFE = 24 * 3_600_000;

/** Options shared by all connections to one server. */
interface ExternalDialerOptions extends Where, Pick<Opening, 'ca' | 'reportsKey'> {
  readonly key: ExternalKey;
  /** The shared thread by default. */
  readonly thread?: TlsThread;
  /** Clock by which sessions expire, ms; the system's by default. */
  readonly monotonic?: () => number;
}

/**
 * Session of the last connection. In a resumed session the server does not send its chain again, and the client does
 * not sign.
 */
interface Session {
  readonly data: Uint8Array;
  /** How the server was checked when it sent its chain. */
  readonly trustRule: TrustRule;
  /** When that was. Resuming does not extend it. */
  readonly since: number;
}

/**
 * Opens TLS connections to one server for a client with an external key. The key signs only where no session can be
 * resumed.
 */
export class ExternalDialer {
  readonly #options: ExternalDialerOptions;
  readonly #monotonic: () => number;
  #session: Session | undefined;

  /**
   * A server that requested no certificate may do so in a renegotiation. GnuTLS expects another ticket there if it got
   * one in the first handshake, and some servers send none. Without tickets such a server resumes sessions from its own
   * cache.
   */
  #hasTickets = true;

  /** Throws when the certificate cannot be read, or is not for an RSA key. */
  constructor(options: ExternalDialerOptions) {
    checkKey(options.key);
    this.#options = options;
    this.#monotonic = options.monotonic ?? systemClock.monotonic;
  }

  /** Opens a connection, handshake included, on which nothing has been sent yet. The error says why that failed. */
  dial(trustRule: TrustRule, signal: AbortSignal): Promise<Result<ExternalTlsConnection, ChannelFault>> {
    const { key, host, port, ca, reportsKey, thread = SHARED_THREAD } = this.#options;
    return new Promise((resolve) => {
      if (signal.aborted) {
        resolve(failed(GIVEN_UP));
        return;
      }
      const offered = this.#sessionFor(trustRule);
      let since = offered?.since ?? this.#monotonic();
      const hasTickets = this.#hasTickets;
      const opening = { cert: key.cert, host, ca, trustRule, reportsKey, session: offered?.data, hasTickets };
      const connection = new ExternalTlsConnection(thread, key, { host, port }, opening);
      const giveUp = (): void => {
        resolve(failed(GIVEN_UP));
        connection.destroy();
      };
      signal.addEventListener('abort', giveUp);
      let isFirst = true;
      connection.on('agreed', ({ session: data, isResumed, hasEarlyTicket }: Agreed) => {
        signal.removeEventListener('abort', giveUp);
        // After a renegotiation only the session is stored, since a request may be under way.
        if (isFirst && hasTickets && hasEarlyTicket) {
          this.#hasTickets = false;
          this.#session = undefined;
          resolve(this.dial(trustRule, signal));
          connection.destroy();
          return;
        }
        isFirst = false;
        if (!isResumed) since = this.#monotonic();
        this.#session = data && { data, trustRule, since };
        resolve(ok(connection));
      });
      connection.on('error', (error) => {
        const fault = faultOf(error, connection);
        // Without a session the key would have to sign again, so an unreached server does not discard it. An invalid
        // session shows up in a handshake.
        if (!NEVER_REACHED.includes(fault.cause)) this.#session = undefined;
        resolve(failed(fault));
      });
      connection.once('close', () => resolve(failed(CLOSED)));
    });
  }

  #sessionFor(trustRule: TrustRule): Session | undefined {
    const session = this.#session;
    if (session === undefined || !isSame(session.trustRule, trustRule)) return undefined;
    return this.#monotonic() - session.since < SESSION_LIFE ? session : undefined;
  }
}

function isSame(one: TrustRule, other: TrustRule): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

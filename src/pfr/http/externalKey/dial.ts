import { failed, ok, type Result, systemClock } from '../../../base/index.js';
import type { ChannelFault } from '../../channel.js';
import { CLOSED, faultOf, GIVEN_UP } from '../fault.js';
import { ExternalTlsConnection, type Where } from './connection.js';
import { checkKey, type ExternalKey } from './key.js';
import type { Agreed, Judging, Opening } from './messages.js';
import { TlsThread } from './thread.js';

/** One thread for all connections of the box. */
export const SHARED_THREAD = new TlsThread();

const NEVER_REACHED: readonly ChannelFault['cause'][] = ['address', 'refused', 'unreachable', 'timeout', 'library'];

/** How long a session is offered again, ms: as long as one may live (RFC 5246, F.1.4). */
const SESSION_LIFE = 24 * 3_600_000;

/** What is the same for all connections to one server. */
export interface ExternalDialerOptions extends Where, Pick<Opening, 'ca' | 'tellsKey'> {
  readonly key: ExternalKey;
  /** The shared one by default. */
  readonly thread?: TlsThread;
  /** The clock by which sessions grow old, ms; that of the system by default. */
  readonly monotonic?: () => number;
}

/** Of the last connection. Whoever resumes it is not shown the server's chain again, and proves nothing by a signature. */
interface Session {
  readonly data: Uint8Array;
  /** How the server was judged when it showed its chain. */
  readonly judging: Judging;
  /** When that was; resuming does not make it younger. */
  readonly since: number;
}

/** Opens TLS connections to one server for a client whose key is elsewhere: it signs where no session can be resumed. */
export class ExternalDialer {
  readonly #options: ExternalDialerOptions;
  readonly #monotonic: () => number;
  #session: Session | undefined;

  /**
   * A server that has asked for no certificate may do so in a renegotiation. GnuTLS expects another ticket there when it got one
   * in the first handshake, and some servers give none. Without tickets such a server resumes by its own memory.
   */
  #hasTickets = true;

  /** Throws when the certificate cannot be read, or is not that of an RSA key. */
  constructor(options: ExternalDialerOptions) {
    checkKey(options.key);
    this.#options = options;
    this.#monotonic = options.monotonic ?? systemClock.monotonic;
  }

  /** Opens a connection, handshake included, on which nothing has been sent yet. The error says why that failed. */
  dial(judging: Judging, signal: AbortSignal): Promise<Result<ExternalTlsConnection, ChannelFault>> {
    const { key, host, port, ca, tellsKey, thread = SHARED_THREAD } = this.#options;
    return new Promise((resolve) => {
      if (signal.aborted) {
        resolve(failed(GIVEN_UP));
        return;
      }
      const offered = this.#sessionFor(judging);
      let since = offered?.since ?? this.#monotonic();
      const hasTickets = this.#hasTickets;
      const opening = { cert: key.cert, host, ca, judging, tellsKey, session: offered?.data, hasTickets };
      const connection = new ExternalTlsConnection(thread, key, { host, port }, opening);
      const giveUp = (): void => {
        resolve(failed(GIVEN_UP));
        connection.destroy();
      };
      signal.addEventListener('abort', giveUp);
      let isFirst = true;
      connection.on('agreed', ({ session: data, isResumed, hasEarlyTicket }: Agreed) => {
        signal.removeEventListener('abort', giveUp);
        // Of a renegotiation only the session is kept: a request may be on its way.
        if (isFirst && hasTickets && hasEarlyTicket) {
          this.#hasTickets = false;
          this.#session = undefined;
          resolve(this.dial(judging, signal));
          connection.destroy();
          return;
        }
        isFirst = false;
        if (!isResumed) since = this.#monotonic();
        this.#session = data && { data, judging, since };
        resolve(ok(connection));
      });
      connection.on('error', (error) => {
        const fault = faultOf(error, connection);
        // The key would have to sign again. A session that is no good shows in a handshake.
        if (!NEVER_REACHED.includes(fault.cause)) this.#session = undefined;
        resolve(failed(fault));
      });
      connection.once('close', () => resolve(failed(CLOSED)));
    });
  }

  #sessionFor(judging: Judging): Session | undefined {
    const session = this.#session;
    if (session === undefined || !isSame(session.judging, judging)) return undefined;
    return this.#monotonic() - session.since < SESSION_LIFE ? session : undefined;
  }
}

function isSame(one: Judging, other: Judging): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

import { Socket } from 'node:net';
import {
  BoundedSocket,
  type Clock,
  failed,
  ok,
  type ReadLimit,
  type Result,
  withDeadline,
} from '../../../base/index.js';
import {
  waitAtMost,
  type Connection,
  ConnectionState,
  type Loss,
  RELEASE_TIMEOUT,
  type Transport,
} from '../../../platform/devices/index.js';

/** Connection timeout, ms; the kernel would try for two minutes. */
const CONNECT_TIMEOUT = 5000;
/** When a printer was silent for this long, ms, the kernel checks whether it is still there. */
const KEEP_ALIVE = 10_000;
/** No printer sends as much. The rest waits in the kernel, also while the connection is being closed. */
export const PRINTER_LIMIT: ReadLimit = { pace: { atOnce: 16 * 1024, perSecond: 16 * 1024 } };

/** Raw bytes over TCP, the protocol of network printers on port 9100. */
export class TcpTransport implements Transport {
  constructor(
    private readonly address: { readonly host: string; readonly port: number },
    private readonly clock: Clock,
  ) {}

  open(signal: AbortSignal): Promise<Result<Connection, Loss>> {
    return withDeadline(CONNECT_TIMEOUT, signal, (deadline) => this.connect(deadline), this.clock);
  }

  private connect(signal: AbortSignal): Promise<Result<Connection, Loss>> {
    return new Promise((resolve) => {
      if (signal.aborted) {
        resolve(failed('absent'));
        return;
      }
      const socket = new BoundedSocket(new Socket(), PRINTER_LIMIT);
      socket.setNoDelay(true).setKeepAlive(true, KEEP_ALIVE);
      const fail = (loss: Loss): void => {
        signal.removeEventListener('abort', giveUp);
        socket.removeListener('connect', connected).destroy();
        resolve(failed(loss));
      };
      const giveUp = (): void => fail('absent');
      const connected = (): void => {
        signal.removeEventListener('abort', giveUp);
        resolve(ok(new TcpConnection(socket, this.clock)));
      };
      signal.addEventListener('abort', giveUp);
      socket.once('connect', connected);
      // Remains for the life of the socket: an error without a listener would end the process.
      socket.on('error', (error: NodeJS.ErrnoException) => fail(isForbidden(error) ? 'denied' : 'absent'));
      socket.connect(this.address.port, this.address.host, () => undefined);
    });
  }
}

/** True when the machine's own rules forbid it. Any other error means that no device answers there. */
function isForbidden({ code }: NodeJS.ErrnoException): boolean {
  return code === 'EACCES' || code === 'EPERM';
}

class TcpConnection implements Connection {
  private readonly state = new ConnectionState();
  private readonly closed: Promise<void>;

  constructor(
    private readonly socket: BoundedSocket,
    private readonly clock: Clock,
  ) {
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()));
    // Always read: unread bytes make the kernel reset the connection when it is closed, and discard unsent data.
    socket.on('data', (bytes: Uint8Array) => this.state.deliver(bytes));
    socket.on('end', () => this.state.lose('lost'));
    socket.on('close', () => this.state.lose('lost'));
  }

  get gone(): Promise<Loss> {
    return this.state.gone;
  }

  onBytes(listener: ((bytes: Uint8Array) => void) | undefined): void {
    this.state.onBytes(listener);
  }

  write(bytes: Uint8Array, signal: AbortSignal): Promise<Result<void, Loss>> {
    return this.state.during(
      signal,
      () =>
        new Promise((resolve) => {
          // Node reports success for a write that was pending when the socket was destroyed.
          const ended = (error: unknown): void => resolve(error == null && !this.socket.destroyed ? undefined : 'lost');
          this.socket.write(bytes, ended);
        }),
    );
  }

  /**
   * A write ends when the kernel has the bytes; the kernel does not report how many of them the printer has received.
   */
  drain(signal: AbortSignal): Promise<Result<void, Loss>> {
    return this.state.during(signal, async () => undefined);
  }

  /**
   * Ends the sending direction and waits until the printer ends the other, so that the printer receives all that was
   * sent.
   */
  async close(): Promise<void> {
    this.state.lose('closed');
    this.socket.end();
    await waitAtMost(this.clock, 2 * RELEASE_TIMEOUT, this.closed);
    this.socket.destroy();
    this.state.release();
  }
}

import { createConnection, type Socket } from 'node:net';
import type { Clock } from '../../base/clock.js';
import { withDeadline } from '../../base/deadline.js';
import { failed, ok, type Result } from '../../base/result.js';
import { atMost, PATIENCE } from './bound.js';
import type { Connection, Loss, Transport } from './port.js';
import { Way } from './way.js';

/** Whoever has not taken the connection after so long, ms, is not there; the kernel would go on for two minutes. */
const CONNECTING = 5000;
/** A printer that has been silent for so long, ms, is asked by the kernel whether it is still there. */
const KEEP_ALIVE = 10_000;

/** Raw bytes over TCP, as network printers take them on port 9100. */
export class TcpTransport implements Transport {
  constructor(
    private readonly address: { readonly host: string; readonly port: number },
    private readonly clock: Clock,
  ) {}

  open(signal: AbortSignal): Promise<Result<Connection, Loss>> {
    return withDeadline(CONNECTING, signal, (patience) => this.connect(patience), this.clock);
  }

  private connect(signal: AbortSignal): Promise<Result<Connection, Loss>> {
    return new Promise((resolve) => {
      if (signal.aborted) {
        resolve(failed('absent'));
        return;
      }
      const socket = createConnection({
        ...this.address,
        noDelay: true,
        keepAlive: true,
        keepAliveInitialDelay: KEEP_ALIVE,
      });
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
      // Stays for the life of the socket: an error without a listener would end the box.
      socket.on('error', (error: NodeJS.ErrnoException) => fail(isForbidden(error) ? 'denied' : 'absent'));
    });
  }
}

/** The machine's own rules forbid it; everything else means that nobody answers there. */
function isForbidden({ code }: NodeJS.ErrnoException): boolean {
  return code === 'EACCES' || code === 'EPERM';
}

class TcpConnection implements Connection {
  private readonly way = new Way();
  private readonly closed: Promise<void>;

  constructor(
    private readonly socket: Socket,
    private readonly clock: Clock,
  ) {
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()));
    // Always read: unread bytes make the kernel reset the connection at its end, and throw away what is still to be sent.
    socket.on('data', (bytes) => this.way.hand(bytes));
    socket.on('end', () => this.way.lose('lost'));
    socket.on('close', () => this.way.lose('lost'));
  }

  get gone(): Promise<Loss> {
    return this.way.gone;
  }

  onBytes(listener: ((bytes: Uint8Array) => void) | undefined): void {
    this.way.onBytes(listener);
  }

  write(bytes: Uint8Array, signal: AbortSignal): Promise<Result<void, Loss>> {
    return this.way.during(
      signal,
      () =>
        new Promise((resolve) => {
          // Node tells a write that was under way when the socket was destroyed that all is well.
          const ended = (error: unknown): void => resolve(error == null && !this.socket.destroyed ? undefined : 'lost');
          this.socket.write(bytes, ended);
        }),
    );
  }

  /** A write ends when the kernel has the bytes; how many of them the printer has taken, it does not tell. */
  drain(signal: AbortSignal): Promise<Result<void, Loss>> {
    return this.way.during(signal, async () => undefined);
  }

  /** Says that nothing more comes and waits until the printer ends it too, so that it gets all that was sent. */
  async close(): Promise<void> {
    this.way.lose('closed');
    this.socket.end();
    await atMost(this.clock, 2 * PATIENCE, this.closed);
    this.socket.destroy();
    this.way.free();
  }
}

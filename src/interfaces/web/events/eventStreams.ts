import { Readable } from 'node:stream';
import { failed, ok, type Result } from '../../../base/index.js';
import type { Session } from '../session/sessions.js';

/** Maximum streams of one session, of one user, and in total. */
export interface MaxStreams {
  /**
   * Beyond it the oldest stream is replaced. A browser has six connections to a host, so further ones are stale, or not
   * from a browser.
   */
  readonly ofSession: number;
  readonly ofUser: number;
  readonly inAll: number;
}

/** A stream with more unread bytes is closed; its page reconnects. */
const MAX_UNREAD = 128 * 1024;

interface Listener {
  readonly session: Session;
  readonly stream: Readable;
  /** Closes its connection. */
  readonly cut: () => void;
}

/** Streams of server-sent events to pages of signed-in users. They end with the session, and with the service. */
export class EventStreams {
  private readonly listeners = new Set<Listener>();

  constructor(
    private readonly max: MaxStreams,
    private readonly stopping: AbortSignal,
    /** Called when the last stream has ended. */
    private readonly onEmpty: () => void,
  ) {
    stopping.addEventListener('abort', () => this.end(() => true));
  }

  get count(): number {
    return this.listeners.size;
  }

  /** Opens a stream with some initial events; `cut` closes its connection. */
  open(session: Session, cut: () => void, first: string): Result<Readable, 'full' | 'stopping'> {
    if (this.stopping.aborted) return failed('stopping');
    const [oldest, ...others] = [...this.listeners].filter((one) => one.session.id === session.id);
    if (oldest !== undefined && others.length + 1 >= this.max.ofSession) this.endOf(oldest);
    const ofUser = [...this.listeners].filter((one) => one.session.user.id === session.user.id);
    if (ofUser.length >= this.max.ofUser || this.listeners.size >= this.max.inAll) return failed('full');
    const stream = new Readable({ read: () => undefined });
    const listener = { session, stream, cut };
    stream.once('close', () => this.remove(listener));
    this.listeners.add(listener);
    // The response headers are sent with the first bytes.
    stream.push(`: kasirbox\n\n${first}`);
    return ok(stream);
  }

  /** Ends the streams of the matching sessions. */
  end(isMeant: (session: Session) => boolean): void {
    for (const listener of [...this.listeners].filter(({ session }) => isMeant(session))) this.endOf(listener);
  }

  send(text: string): void {
    for (const { stream, cut } of this.listeners) {
      stream.push(text);
      if (stream.readableLength > MAX_UNREAD) cut();
    }
  }

  private endOf(listener: Listener): void {
    this.remove(listener);
    listener.stream.push(null);
    if (listener.stream.readableLength > 0) listener.cut();
  }

  private remove(listener: Listener): void {
    if (this.listeners.delete(listener) && this.listeners.size === 0) this.onEmpty();
  }
}

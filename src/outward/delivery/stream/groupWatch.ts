import type { Clock } from '../../../base/index.js';
import type { Connection, GroupListener } from './carrier.js';

interface GroupWatchDeps {
  readonly connection: Pick<Connection, 'listen' | 'lastOfGroup'>;
  readonly group: GroupListener;
  readonly clock: Pick<Clock, 'monotonic'>;
  /** False once another connection has replaced this one: late answers no longer count. */
  readonly isCurrent: () => boolean;
}

/** Time between two requests for the values of the group, ms. A request finds a value whose message was lost. */
const ASK_EVERY = 5 * 60_000;
/**
 * Time until the next request after one without an answer, ms. A box that was just moved to another group gets access
 * within seconds.
 */
const ASK_AGAIN = 30_000;
/** Time until the next request after the server refused the box, ms: the owner may be moving it between groups. */
const ASK_REFUSED = 5000;

/** Receives the owner's values for a group of boxes over one connection: by subscription, and by periodic requests. */
export class GroupWatch {
  /** Monotonic time of the next request, ms. */
  private askAt = 0;
  /**
   * Keys whose subscription the server refused. Such a subscription stays closed when the box gets the right again, so
   * a new one is made.
   */
  private readonly refused = new Set<string>();

  constructor(private readonly deps: GroupWatchDeps) {}

  /**
   * Subscribes. Call it before the first request: a value set between a request and the subscription would be missed.
   */
  begin(): void {
    for (const key of this.deps.group.keys()) this.subscribe(key);
  }

  /**
   * Requests the values when they are due. The caller does not wait for the answers: a server without such a bucket
   * sends none, and the records of the box must still be sent.
   */
  askIfDue(): void {
    const { group, clock } = this.deps;
    if (clock.monotonic() < this.askAt) return;
    this.askAt = clock.monotonic() + ASK_EVERY;
    for (const key of group.keys()) void this.ask(key);
  }

  private subscribe(key: string): void {
    const { connection, group } = this.deps;
    this.refused.delete(key);
    connection.listen(
      key,
      (message) => {
        group.unheard(key, null);
        group.hear(key, message);
      },
      (failure) => {
        group.unheard(key, failure);
        this.refused.add(key);
        this.askWithin(ASK_REFUSED);
      },
    );
  }

  private async ask(key: string): Promise<void> {
    const { connection, group, isCurrent } = this.deps;
    const last = await connection.lastOfGroup(key);
    if (!isCurrent()) return;
    group.unheard(key, last.ok ? null : last.error);
    if (!last.ok) {
      this.askWithin(this.refused.has(key) ? ASK_REFUSED : ASK_AGAIN);
      return;
    }
    if (this.refused.has(key)) {
      this.subscribe(key);
      // A value set between this answer and the subscription would be missed.
      this.askAt = 0;
    }
    if (last.value !== undefined) group.hear(key, last.value);
  }

  private askWithin(ms: number): void {
    this.askAt = Math.min(this.askAt, this.deps.clock.monotonic() + ms);
  }
}

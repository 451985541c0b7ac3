import type { Log } from '../../base/index.js';

/** At most one line of each kind in this time, ms. */
const WINDOW = 1000;
/** Maximum number of remembered kinds; a line of a further kind has to wait. */
const MAX_KINDS = 1024;

type Event = Parameters<Log>[0];
type Fields = NonNullable<Parameters<Log>[1]>;

interface Kind {
  readonly event: Event;
  readonly fields: Fields;
  loggedAt: number;
  unlogged: number;
}

/**
 * Logs events that any client can cause in any number: the first of a kind at once, further ones together with their
 * number, at most one line a second. A kind is an event with its fields.
 */
export class RepeatedEvents {
  private readonly kinds = new Map<string, Kind>();

  /** @param monotonic a clock that never jumps, ms */
  constructor(
    private readonly monotonic: () => number,
    private readonly log: Log,
  ) {}

  /** Counts an event; its fields must have few values, such as the number of a key. */
  count(event: Event, fields: Fields = {}): void {
    const id = `${event} ${JSON.stringify(fields)}`;
    const kind = this.kinds.get(id) ?? { event, fields, loggedAt: -Infinity, unlogged: 0 };
    if (!this.kinds.has(id) && this.kinds.size >= MAX_KINDS) return;
    this.kinds.set(id, kind);
    kind.unlogged += 1;
    this.logDue(id, kind);
  }

  /**
   * Writes the lines that are due. Must be called from time to time, so that the last ones of a burst are logged too.
   */
  logPending(): void {
    for (const [id, kind] of this.kinds) this.logDue(id, kind);
  }

  private logDue(id: string, kind: Kind): void {
    const now = this.monotonic();
    if (now - kind.loggedAt < WINDOW) return;
    if (kind.unlogged === 0) {
      this.kinds.delete(id);
      return;
    }
    this.log(kind.event, { ...kind.fields, count: kind.unlogged });
    [kind.unlogged, kind.loggedAt] = [0, now];
  }
}

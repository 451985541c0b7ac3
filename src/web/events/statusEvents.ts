import type { Readable } from 'node:stream';
import type { Clock, Log, Result } from '../../base/index.js';
import { type CheckCache, type CheckResult, sortByUrgency } from '../../health/index.js';
import type { Ledger } from '../../ledger/index.js';
import type { Session } from '../session/sessions.js';
import { EventStreams, type MaxStreams } from './eventStreams.js';

/** How often the checks are looked at while somebody looks at a page that shows them, ms. */
const INTERVAL = 3000;
/** After so long without an event a comment goes out, so that whatever lies between keeps the connection, ms. */
const HEARTBEAT = 20_000;
export const MAX_STREAMS: MaxStreams = { ofSession: 6, ofUser: 8, inAll: 24 };

export interface StatusEventsParts {
  readonly checks: Pick<CheckCache, 'checks'>;
  readonly ledger: Pick<Ledger, 'end'>;
  readonly clock: Pick<Clock, 'sleep' | 'monotonic'>;
  readonly log: Log;
  /** Is aborted when the service stops. */
  readonly stopping: AbortSignal;
}

/**
 * How the box is, as server-sent events: `checks` has all findings, the worst first; `ledger` says that something was recorded,
 * so that figures on the page are old. All pages share one look at the box, and nobody looks while no page does. What has not
 * changed is not sent again.
 */
export class StatusEvents {
  private readonly streams: EventStreams;
  /** The last events of each kind, for who comes later; empty while nobody listens. */
  private readonly latest = new Map<'checks' | 'ledger', string>();
  private readonly known = new Map<'checks' | 'ledger', string>();
  private empty = new AbortController();
  private sentAt = 0;

  constructor(private readonly parts: StatusEventsParts) {
    this.streams = new EventStreams(MAX_STREAMS, parts.stopping, () => this.forget());
  }

  /** Begins a stream, which ends with the session and with the service. */
  open(session: Session, cut: () => void): Result<Readable, 'full' | 'stopping'> {
    const opened = this.streams.open(session, cut, [...this.latest.values()].join(''));
    if (opened.ok && this.streams.count === 1) void this.lookWhileListened(this.empty.signal);
    return opened;
  }

  /** Ends the streams of the sessions that are meant. */
  end(isMeant: (session: Session) => boolean): void {
    this.streams.end(isMeant);
  }

  private forget(): void {
    this.empty.abort();
    this.empty = new AbortController();
    this.latest.clear();
    this.known.clear();
  }

  private async lookWhileListened(empty: AbortSignal): Promise<void> {
    const { checks, ledger, clock } = this.parts;
    this.sentAt = clock.monotonic();
    do {
      // A look that is under way while the service stops reads what is closed already.
      const found = await checks.checks().catch((error: unknown) => this.failed(error));
      if (empty.aborted) return;
      const now = clock.monotonic();
      this.end(({ endsAt }) => endsAt <= now);
      if (found !== undefined) this.tell('checks', changing(found), sortByUrgency(found));
      const { sequence } = ledger.end;
      this.tell('ledger', String(sequence), { sequence });
      if (now - this.sentAt >= HEARTBEAT) this.send(':\n\n');
    } while (await clock.sleep(INTERVAL, empty));
  }

  private failed(error: unknown): undefined {
    if (this.parts.stopping.aborted) return;
    this.parts.log('status.failed', { error: error instanceof Error ? error.message : String(error) });
  }

  /** Sends an event when what counts of it is not what it was. */
  private tell(kind: 'checks' | 'ledger', counts: string, data: object): void {
    if (this.known.get(kind) === counts) return;
    this.known.set(kind, counts);
    const text = `event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`;
    this.latest.set(kind, text);
    this.send(text);
  }

  private send(text: string): void {
    this.sentAt = this.parts.clock.monotonic();
    this.streams.send(text);
  }
}

/** What of the findings is news: where all is well, figures such as the time of the clock change all the time. */
function changing(found: readonly CheckResult[]): string {
  return JSON.stringify(found.map(({ name, state, found: { en } }) => [name, state, state === 'ok' ? '' : en]));
}

import type { Readable } from 'node:stream';
import type { Clock, Log, Result } from '../../../base/index.js';
import { type CheckCache, type CheckResult, sortByUrgency } from '../../health/index.js';
import type { Ledger } from '../../../platform/ledger/index.js';
import type { Session } from '../session/sessions.js';
import { EventStreams, type MaxStreams } from './eventStreams.js';

/** How often the checks are polled while a page shows them, ms. */
const INTERVAL = 3000;
/** After this time without an event a comment is sent, so that network devices do not close the connection, ms. */
const HEARTBEAT = 20_000;
const MAX_STREAMS: MaxStreams = { ofSession: 6, ofUser: 8, inAll: 24 };

interface StatusEventsDeps {
  readonly checks: Pick<CheckCache, 'checks'>;
  readonly ledger: Pick<Ledger, 'end'>;
  readonly clock: Pick<Clock, 'sleep' | 'monotonic'>;
  readonly log: Log;
  /** Aborted when the service stops. */
  readonly stopping: AbortSignal;
}

/**
 * The state of the box as server-sent events: `checks` contains all findings, the worst first; `ledger` reports a new
 * record, so that figures on the page are outdated. All pages share one poll, and without a page there is none. An
 * unchanged state is not sent again.
 */
export class StatusEvents {
  private readonly streams: EventStreams;
  /** The last events of each kind, for later pages; empty while no page is connected. */
  private readonly latest = new Map<'checks' | 'ledger', string>();
  private readonly known = new Map<'checks' | 'ledger', string>();
  private empty = new AbortController();
  private sentAt = 0;

  constructor(private readonly deps: StatusEventsDeps) {
    this.streams = new EventStreams(MAX_STREAMS, deps.stopping, () => this.forget());
  }

  /** Opens a stream, which ends with the session and with the service. */
  open(session: Session, cut: () => void): Result<Readable, 'full' | 'stopping'> {
    const opened = this.streams.open(session, cut, [...this.latest.values()].join(''));
    if (opened.ok && this.streams.count === 1) void this.lookWhileListened(this.empty.signal);
    return opened;
  }

  /** Ends the streams of the matching sessions. */
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
    const { checks, ledger, clock } = this.deps;
    this.sentAt = clock.monotonic();
    do {
      // A poll that is in progress while the service stops reads parts that are already closed.
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
    if (this.deps.stopping.aborted) return;
    this.deps.log('status.failed', { error: error instanceof Error ? error.message : String(error) });
  }

  /** Sends an event when its relevant content has changed. */
  private tell(kind: 'checks' | 'ledger', counts: string, data: object): void {
    if (this.known.get(kind) === counts) return;
    this.known.set(kind, counts);
    const text = `event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`;
    this.latest.set(kind, text);
    this.send(text);
  }

  private send(text: string): void {
    this.sentAt = this.deps.clock.monotonic();
    this.streams.send(text);
  }
}

/**
 * The relevant part of the findings. In checks without a fault, figures such as the time of the clock change
 * continuously and are ignored.
 */
function changing(found: readonly CheckResult[]): string {
  return JSON.stringify(found.map(({ name, state, found: { en } }) => [name, state, state === 'ok' ? '' : en]));
}

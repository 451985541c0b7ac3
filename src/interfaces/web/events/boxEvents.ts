import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Bilingual, Clock, Result } from '../../../base/index.js';
import { FAULT_TEXTS, type Printing } from '../../../paper/printing/index.js';
import type { Pfr } from '../../../processors/pfr/index.js';
import type { Session } from '../session/sessions.js';
import { EventStreams, type MaxStreams } from './eventStreams.js';

/** A fault that will stop the next sale, or its paper, for the person at the till. */
interface Trouble {
  readonly of: 'processor' | 'printer';
  readonly found: Bilingual;
  readonly action: Bilingual;
}

/** At most this many are sent, most urgent first. */
const TROUBLES_MOST = 3;

/** Built from known state; no device is queried. */
export function troublesOf(pfr: Pick<Pfr, 'status'>, printing: Pick<Printing, 'printers'>): readonly Trouble[] {
  const findings = pfr.status().findings.filter(({ blocks }) => blocks);
  const processor = findings.map(({ found, action }): Trouble => ({ of: 'processor', found, action }));
  const printers = printing.printers().flatMap(({ state, reason }): Trouble[] => {
    const { found, action } = FAULT_TEXTS[reason ?? 'offline'];
    return state === 'blocked' || state === 'offline' ? [{ of: 'printer', found, action }] : [];
  });
  return [...processor, ...printers].slice(0, TROUBLES_MOST);
}

/** How often changes are detected while a page is open, ms. Each time costs some comparisons. */
const INTERVAL = 1000;
/**
 * After this time without an event a comment is sent, ms. A page that receives nothing for twice as long reconnects.
 */
const HEARTBEAT = 2000;
/** Every open page has one stream. */
const MAX_BOX_STREAMS: MaxStreams = { ofSession: 6, ofUser: 32, inAll: 64 };

/** State of the box that every page needs. */
interface BoxFacts {
  /** Version of the program. */
  readonly program: string;
  readonly environment: string;
  /** Mode of its processor. */
  readonly mode: string;
  readonly usesCard: boolean;
  /** Data of the shop that a till needs: settings, tax labels, faults of printers. */
  readonly shop: unknown;
  /** What owners and technicians set up: settings, devices, keys and people. */
  readonly setup: unknown;
  /** Version of the items. */
  readonly items: string;
  readonly troubles: readonly Trouble[];
}

interface BoxEventsDeps {
  readonly facts: () => BoxFacts;
  readonly clock: Pick<Clock, 'sleep' | 'monotonic'>;
  /** Aborted when the service stops. */
  readonly stopping: AbortSignal;
}

/**
 * Sends every open page the current state of the box as server-sent events `box`: once when a page connects, then on
 * every change. The page then fetches the data it uses. The stream of a page ends with its session.
 */
export class BoxEvents {
  private readonly streams: EventStreams;
  private empty = new AbortController();
  private known = '';
  private sentAt = 0;

  constructor(private readonly deps: BoxEventsDeps) {
    this.streams = new EventStreams(MAX_BOX_STREAMS, deps.stopping, () => {
      this.empty.abort();
      this.empty = new AbortController();
    });
  }

  /** Opens a stream, which ends with the session and with the service; `cut` closes its connection. */
  open(session: Session, cut: () => void): Result<Readable, 'full' | 'stopping'> {
    const opened = this.streams.open(session, cut, this.event());
    if (opened.ok && this.streams.count === 1) void this.lookWhileListened(this.empty.signal);
    return opened;
  }

  /** Ends the streams of the matching sessions. */
  end(isMeant: (session: Session) => boolean): void {
    this.streams.end(isMeant);
  }

  private async lookWhileListened(empty: AbortSignal): Promise<void> {
    const { clock } = this.deps;
    this.known = this.event();
    this.sentAt = clock.monotonic();
    while (await clock.sleep(INTERVAL, empty)) {
      const now = clock.monotonic();
      this.end(({ endsAt }) => endsAt <= now);
      const event = this.event();
      if (event === this.known && now - this.sentAt < HEARTBEAT) continue;
      this.streams.send(event === this.known ? 'event: beat\ndata: 1\n\n' : event);
      this.known = event;
      this.sentAt = now;
    }
  }

  private event(): string {
    const { shop, setup, ...facts } = this.deps.facts();
    return `event: box\ndata: ${JSON.stringify({ ...facts, shop: digestOf(shop), setup: digestOf(setup) })}\n\n`;
  }
}

function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 16);
}

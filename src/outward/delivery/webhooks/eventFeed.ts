import { DiskError, type Log, type Slice, type UtcMs } from '../../../base/index.js';
import { type Environment, ENVIRONMENTS } from '../../../contract/index.js';
import {
  decodePlace,
  encodePlace,
  type EventContent,
  type EventPlace,
  type Ledger,
  type LedgerEvent,
  placeOf,
} from '../../../platform/ledger/index.js';
import { type Settings, wants, type WebhookTarget } from '../../../shop/settings/index.js';
import type { CursorStore } from '../cursorStore.js';
import { webhookBody } from '../post.js';

export interface FeedDeps {
  readonly ledger: Pick<Ledger, 'events'>;
  readonly settings: Pick<Settings, 'now'>;
  readonly cursors: CursorStore;
  /** Converts an event to the form of the API. */
  readonly describe: (event: LedgerEvent) => object;
  readonly isOfEnvironment: (content: EventContent, environment: Environment) => boolean;
  /** Reads in slices, so that sales go first. */
  readonly slice: Slice;
  readonly log: Log;
}

/** An event, ready to be sent. */
export interface OutgoingEvent {
  /**
   * The same in every repeat, and never that of another event, even when a restored ledger records another event at its
   * place.
   */
  readonly id: string;
  readonly body: string;
  /** When it was recorded. */
  readonly at: UtcMs;
  readonly place: EventPlace;
}

/** Most events in memory at a time. */
const PAGE = 20;

/**
 * The name of a webhook's cursor in an environment. Each environment has one, so that events of one environment are not
 * skipped while the other is active.
 */
export function hookName({ name }: Pick<WebhookTarget, 'name'>, environment: Environment): string {
  return `${environment}/${name}`;
}

/** The pending events of one webhook, read from the ledger a page at a time. */
export class EventFeed {
  private page: readonly OutgoingEvent[] = [];
  private environment: Environment | undefined;
  /** Start of the next page. */
  private place: EventPlace | undefined;
  /** The last record of the log when there was nothing more to read. */
  private readUpTo = -1;
  private isUnreadable = false;

  constructor(
    private readonly target: WebhookTarget,
    private readonly deps: FeedDeps,
  ) {}

  /** True when there is more to read at once. */
  get hasMore(): boolean {
    return !this.isUnreadable && (this.page.length > 0 || this.deps.ledger.events.lastSequence > this.readUpTo);
  }

  /**
   * The first event that the webhook has not accepted; undefined where the current page has none, see {@link hasMore}.
   */
  async next(): Promise<OutgoingEvent | undefined> {
    const { settings, ledger } = this.deps;
    const { environment } = settings.now;
    if (environment !== this.environment) this.beginIn(environment);
    if (this.page.length === 0 && ledger.events.lastSequence > this.readUpTo) await this.read(environment);
    return this.page[0];
  }

  /** The webhook has accepted the first event. */
  noteTaken({ place }: OutgoingEvent): void {
    this.page = this.page.slice(1);
    this.mark(place, 'taken');
  }

  /** Events that were read before belong to the other environment, and wait until it is active again. */
  private beginIn(environment: Environment): void {
    [this.environment, this.page, this.readUpTo] = [environment, [], -1];
    const cursor = this.deps.cursors.hook(hookName(this.target, environment));
    this.place = cursor === undefined ? undefined : decodePlace(cursor);
  }

  /** When the disk cannot be read now, the ledger reports that itself. */
  private async read(environment: Environment): Promise<void> {
    try {
      await this.readPage(environment);
      this.isUnreadable = false;
    } catch (error) {
      if (!(error instanceof DiskError)) throw error;
      this.isUnreadable = true;
    }
  }

  private async readPage(environment: Environment): Promise<void> {
    const { ledger, slice, isOfEnvironment } = this.deps;
    const after = this.place ?? this.beginNow();
    const told = this.toldInOthers(environment);
    const isOfBox = (content: EventContent): boolean => ENVIRONMENTS.every((each) => isOfEnvironment(content, each));
    const page = await ledger.events.page({
      ...{ after, limit: PAGE, slice },
      accepts: (content) => wants(this.target, content.type) && isOfEnvironment(content, environment),
      // Events of the box itself were sent while another environment was active.
      give: (event) => (isOfBox(event.content) && event.record.sequence <= told ? [] : [this.outgoing(event)]),
    });
    if (!page.ok) {
      this.place = this.beginNow();
      return;
    }
    const { place, more, lastSequence } = page.value;
    const events = page.value.events.flat();
    [this.page, this.place] = [events, place];
    if (!more) this.readUpTo = lastSequence;
    if (events.length === 0 && place !== undefined) this.mark(place, 'passed');
  }

  /** The last record that the webhook has passed in another environment. */
  private toldInOthers(environment: Environment): number {
    const others = ENVIRONMENTS.filter((other) => other !== environment);
    const cursors = others.map((other) => this.deps.cursors.hook(hookName(this.target, other)));
    return Math.max(0, ...cursors.map((cursor) => decodePlace(cursor ?? '')?.sequence ?? 0));
  }

  /** The ledger does not know the cursor: it was restored from a state that is older than the webhook. */
  private beginNow(): EventPlace {
    const { ledger, log } = this.deps;
    log('webhook.cursor_unknown', { name: this.target.name });
    const { now } = ledger.events;
    this.mark(now, 'begun');
    return now;
  }

  private mark(place: EventPlace, change: 'begun' | 'taken' | 'passed'): void {
    const { environment } = this;
    if (environment === undefined) return;
    this.deps.cursors.markHook(hookName(this.target, environment), encodePlace(place), change);
  }

  private outgoing(event: LedgerEvent): OutgoingEvent {
    const { record, part, at, content } = event;
    const place = placeOf(record, part);
    const id = `${place.sequence}-${part}-${place.hash.toString('hex')}`;
    return { id, at, place, body: webhookBody({ type: content.type, at, data: this.deps.describe(event) }) };
  }
}

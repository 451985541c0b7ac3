import { type Clock, failed, ok, type Result, TaskQueue, type UtcMs } from '../../../base/index.js';
import { ENVIRONMENTS } from '../../../contract/index.js';
import { encodePlace } from '../../../platform/ledger/index.js';
import type { Settings, WebhookTarget } from '../../../shop/settings/index.js';
import { type DeliveryFailure, failureOf, unanswered } from '../deliveryFailure.js';
import { post, type PostOptions, webhookRequest } from '../post.js';
import { backoff, DeliveryLoop, type LastingFailure, Retries } from '../retries.js';
import { EventFeed, type FeedDeps, hookName, type OutgoingEvent } from './eventFeed.js';

interface WebhookDeps extends FeedDeps {
  readonly clock: Clock;
  readonly post?: Partial<PostOptions> | undefined;
  /** 0 to 1, for pauses. */
  readonly random?: () => number;
  /** How long a stop waits for a request in progress, ms; 1 s by default. */
  readonly stopTimeout?: number;
}

/** State of a webhook. */
export interface WebhookReport {
  readonly name: string;
  /** When the oldest pending event was recorded; null without one. */
  readonly waitingSince: UtcMs | null;
  /** Why it is pending, and since when none was accepted; null when the last attempt succeeded or there was none. */
  readonly failure: LastingFailure | null;
  /**
   * True after the receiver has unsubscribed (410): nothing is sent until the setting is set again, or the box
   * restarts.
   */
  readonly isPaused: boolean;
}

/** Timeout of everything, from the look-up of the receiver's name to the status of its answer, ms. */
const TIMEOUT = 10_000;
/** Pause after a bug, ms. */
const AFTER_BUG = 15 * 60_000;
const GONE = 410;

/**
 * Sends the events of the ledger to one receiver, in order and one at a time. An event that is not accepted blocks
 * those after it. Each is sent at least once, and again after a power cut if the cursor was not saved yet. Sales do not
 * wait for it.
 */
class Webhook {
  private readonly loop: DeliveryLoop;
  private readonly retries: Retries;
  private readonly feed: EventFeed;
  private waitingSince: UtcMs | null = null;
  private isGone = false;

  constructor(
    private readonly target: WebhookTarget,
    private readonly deps: WebhookDeps,
  ) {
    this.feed = new EventFeed(target, deps);
    this.retries = new Retries(deps, backoff);
    this.loop = new DeliveryLoop({
      ...deps,
      step: () => this.step(),
      onBug: (error) => {
        deps.log('webhook.broken', { name: target.name, error: String(error) });
        this.retries.pause(AFTER_BUG);
      },
    });
  }

  get report(): WebhookReport {
    const { waitingSince, retries, isGone } = this;
    return { name: this.target.name, waitingSince, failure: retries.failure, isPaused: isGone };
  }

  start(): void {
    this.loop.start();
  }

  /** Starts no request; one in progress is aborted after a moment, and repeated after the next start. */
  stop(): Promise<void> {
    return this.loop.stop();
  }

  /** Sends one event; false when there is nothing to do now. */
  private async step(): Promise<boolean> {
    const { cursors, clock } = this.deps;
    await cursors.saveIfDue();
    if (this.isGone || !this.retries.areDue) return false;
    const event = await this.feed.next();
    this.waitingSince = event?.at ?? null;
    if (event === undefined) return this.feed.hasMore;
    if (this.loop.stops) return false;
    const sent = await this.send(event, clock.now);
    if (sent.ok) this.noteTaken(event);
    else this.noteFailure(sent.error);
    return sent.ok;
  }

  private async send({ id, body }: OutgoingEvent, now: () => UtcMs): Promise<Result<void, DeliveryFailure>> {
    const { slice, post: options } = this.deps;
    const limits = { wholeMs: TIMEOUT, ...options, statusOnly: true };
    const request = await slice(() => webhookRequest(this.target, id, body, now()));
    const answer = await post(request, limits, this.loop.signal);
    if (!answer.ok) return failed(unanswered(answer.error));
    const { status } = answer.value;
    return status >= 200 && status < 300 ? ok(undefined) : failed(failureOf(answer.value, now()));
  }

  private noteTaken(event: OutgoingEvent): void {
    this.feed.noteTaken(event);
    const attempts = this.retries.noteSuccess();
    if (attempts > 0) this.deps.log('webhook.recovered', { name: this.target.name, attempts });
  }

  private noteFailure(reason: DeliveryFailure): void {
    const { kind, status, cause } = reason;
    if (kind === 'stopped') return;
    this.isGone = status === GONE;
    const isNews = this.retries.noteFailure(reason);
    if (isNews) this.deps.log('webhook.failed', { name: this.target.name, reason: kind, status, cause });
  }
}

interface WebhooksDeps extends WebhookDeps {
  readonly settings: Pick<Settings, 'now' | 'onChange'>;
}

/** The configured webhooks, each at its own pace. */
export class Webhooks {
  private isRunning = false;
  private running: readonly Webhook[] = [];
  private readonly changes = new TaskQueue();

  constructor(private readonly deps: WebhooksDeps) {
    deps.settings.onChange('webhooks', () => void this.follow());
  }

  /** Undefined while nothing is sent, such as in safe mode. */
  get reports(): readonly WebhookReport[] | undefined {
    return this.isRunning ? this.running.map(({ report }) => report) : undefined;
  }

  async start(): Promise<void> {
    this.isRunning = true;
    await this.follow();
  }

  /** Requests in progress are aborted after a moment, and repeated after the next start. */
  async stop(): Promise<void> {
    this.isRunning = false;
    await this.changes.run(() => this.end());
    await this.deps.cursors.close();
  }

  /**
   * Restarts all webhooks with the current setting, so that setting it again also ends pauses. Each continues from its
   * cursor, by its name.
   */
  private async follow(): Promise<void> {
    const { settings, cursors, ledger } = this.deps;
    const targets = settings.now.webhooks;
    // The place is read before any await, so that no later sale is missed.
    const begun = cursors.followHooks(
      targets.flatMap((target) => ENVIRONMENTS.map((environment) => hookName(target, environment))),
      encodePlace(ledger.events.now),
    );
    await this.changes.run(async () => {
      await begun;
      await this.end();
      if (!this.isRunning) return;
      this.running = targets.map((target) => new Webhook(target, this.deps));
      for (const webhook of this.running) webhook.start();
    });
  }

  private async end(): Promise<void> {
    await Promise.all(this.running.map((webhook) => webhook.stop()));
    this.running = [];
  }
}

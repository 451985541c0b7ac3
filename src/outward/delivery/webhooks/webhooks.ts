import { ENVIRONMENTS, TaskQueue } from '../../../base/index.js';
import { encodePlace } from '../../../platform/ledger/index.js';
import type { Settings } from '../../../shop/settings/index.js';
import { hookName } from './eventFeed.js';
import { Webhook, type WebhookParts, type WebhookReport } from './webhook.js';

interface WebhooksParts extends WebhookParts {
  readonly settings: Pick<Settings, 'now' | 'onChange'>;
}

/** The configured webhooks, each at its own pace. */
export class Webhooks {
  private isRunning = false;
  private running: readonly Webhook[] = [];
  private readonly changes = new TaskQueue();

  constructor(private readonly parts: WebhooksParts) {
    parts.settings.onChange('webhooks', () => void this.follow());
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
    await this.parts.cursors.close();
  }

  /**
   * Restarts all webhooks with the current setting, so that setting it again also ends pauses. Each continues from its
   * cursor, by its name.
   */
  private async follow(): Promise<void> {
    const { settings, cursors, ledger } = this.parts;
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
      this.running = targets.map((target) => new Webhook(target, this.parts));
      for (const webhook of this.running) webhook.start();
    });
  }

  private async end(): Promise<void> {
    await Promise.all(this.running.map((webhook) => webhook.stop()));
    this.running = [];
  }
}

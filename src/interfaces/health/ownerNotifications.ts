import type { Clock, Log } from '../../base/index.js';
import {
  type CursorStore,
  type Notifier,
  Outbox,
  type OutboxReport,
  receiptMessage,
} from '../../outward/delivery/index.js';
import type { Ledger } from '../../platform/ledger/index.js';
import type { Settings } from '../../shop/settings/index.js';
import { Alarms } from './alarms.js';
import type { CheckResult } from './check.js';

interface OwnerNotificationsDeps {
  readonly ledger: Ledger;
  readonly settings: Settings;
  readonly cursors: CursorStore;
  readonly notifier: Notifier;
  readonly runChecks: () => Promise<readonly CheckResult[]>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Sends the owner messages about receipts and alarms, as the setting `notify` requests. */
export class OwnerNotifications {
  private readonly alarms: Alarms;
  private readonly outbox: Outbox;
  private isStarted = false;

  constructor(deps: OwnerNotificationsDeps) {
    this.alarms = new Alarms(deps);
    this.outbox = new Outbox({
      ...deps,
      describe: receiptMessage,
      pendingAlarm: (told) => this.alarms.pending(told),
    });
  }

  /** Undefined while the setting requests no messages, or none are sent, for example in safe mode. */
  get report(): OutboxReport | undefined {
    return this.isStarted ? this.outbox.report : undefined;
  }

  start(): void {
    this.isStarted = true;
    this.alarms.start();
    this.outbox.start();
  }

  async stop(): Promise<void> {
    await this.alarms.stop();
    await this.outbox.stop();
  }
}

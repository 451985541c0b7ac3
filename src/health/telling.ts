import type { Clock } from '../base/clock.js';
import type { Log } from '../base/log.js';
import type { Notifier } from '../delivery/notify/notifier.js';
import { Outbox, type OutboxReport } from '../delivery/notify/outbox.js';
import type { Ledger } from '../ledger/ledger.js';
import { receiptMessage } from '../receipt/notice.js';
import type { Settings } from '../settings/settings.js';
import { Alarms } from './alarms.js';
import type { Check } from './checks.js';

export interface TellingParts {
  readonly ledger: Ledger;
  readonly settings: Settings;
  readonly notifier: Notifier;
  /** Looks at the box. */
  readonly look: () => Promise<readonly Check[]>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Tells the owner of receipts and of what is wrong, where the setting `notify` asks for it. */
export class Telling {
  private readonly alarms: Alarms;
  private readonly outbox: Outbox;
  private isStarted = false;

  constructor(parts: TellingParts) {
    this.alarms = new Alarms(parts);
    this.outbox = new Outbox({
      ...parts,
      describe: receiptMessage,
      pendingAlarm: (told) => this.alarms.pending(told),
    });
  }

  /** Undefined while nothing is to be told, or nothing is sent. */
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

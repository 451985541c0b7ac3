import type { Clock, Environment } from '../../base/index.js';
import type { Intent } from '../../ledger/index.js';
import type { IntentLookUp } from './lookUp.js';
import type { OpenIntents } from './openIntents.js';

/** How long the next receipt waits at most while the lost ones before it are looked up once more, ms. */
const LAST_LOOK = 2000;

export interface LastLookParts {
  readonly clock: Clock;
  readonly openIntents: OpenIntents;
  readonly lookUp: IntentLookUp;
  /** Called when one of an environment stays open. */
  readonly staysOpen: (environment: Environment) => void;
}

/**
 * Looks the lost orders up that the processor may forget with the next receipt. To be used with the processor held, before that
 * one is sent.
 */
export class LastLook {
  constructor(private readonly parts: LastLookParts) {}

  async take(environment: Environment): Promise<void> {
    await this.lookUpThose(environment, () => true);
  }

  /**
   * Asks again about those of which the processor said nothing, once it has told that it is ready: it may have been out of reach
   * until then, and is about to sign another receipt. Is any of them settled now?
   */
  retake(environment: Environment): Promise<boolean> {
    return this.lookUpThose(environment, (intent) => this.parts.openIntents.hasToldNothing(intent));
  }

  private async lookUpThose(environment: Environment, isMeant: (intent: Intent) => boolean): Promise<boolean> {
    const { clock, openIntents, lookUp, staysOpen } = this.parts;
    const deadline = clock.monotonic() + LAST_LOOK;
    let isAnySettled = false;
    // The latest first: it is the one that a processor with a short memory still knows.
    for (const intent of [...openIntents.of(environment)].reverse()) {
      const left = deadline - clock.monotonic();
      if (left <= 0) break;
      if (!isMeant(intent) || !openIntents.mayBeForgotten(intent)) continue;
      if (await lookUp.settleNow(intent, left)) isAnySettled = true;
      else staysOpen(environment);
    }
    return isAnySettled;
  }
}

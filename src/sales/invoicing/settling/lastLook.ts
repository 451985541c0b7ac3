import type { Clock, Environment } from '../../../base/index.js';
import type { Intent } from '../../../platform/ledger/index.js';
import type { IntentLookUp } from './lookUp.js';
import type { OpenIntents } from './openIntents.js';

/** Maximum time that the next receipt waits while lost orders before it are looked up once more, ms. */
const LAST_LOOK = 2000;

interface LastLookParts {
  readonly clock: Clock;
  readonly openIntents: OpenIntents;
  readonly lookUp: IntentLookUp;
  /** Called when an order of an environment remains open. */
  readonly staysOpen: (environment: Environment) => void;
}

/**
 * Makes a last look-up of the lost orders that the processor may forget with the next receipt. The caller holds the
 * processor and has not sent that receipt yet.
 */
export class LastLook {
  constructor(private readonly parts: LastLookParts) {}

  async take(environment: Environment): Promise<void> {
    await this.lookUpThose(environment, () => true);
  }

  /**
   * Repeats the look-up of orders that the processor gave no answer about, now that it reports ready. It may have been
   * out of reach until then, and is about to sign another receipt. True when any of them is settled now.
   */
  retake(environment: Environment): Promise<boolean> {
    return this.lookUpThose(environment, (intent) => this.parts.openIntents.hasToldNothing(intent));
  }

  private async lookUpThose(environment: Environment, isMeant: (intent: Intent) => boolean): Promise<boolean> {
    const { clock, openIntents, lookUp, staysOpen } = this.parts;
    const deadline = clock.monotonic() + LAST_LOOK;
    let isAnySettled = false;
    // The latest first: a processor with a short memory still knows that one.
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

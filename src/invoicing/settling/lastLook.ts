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
  /** Called when one of them stays open. */
  readonly staysOpen: () => void;
}

/**
 * Looks the lost orders up that the processor may forget with the next receipt. To be used with the processor held, before that
 * one is sent.
 */
export class LastLook {
  private readonly deadline: number;

  constructor(
    private readonly parts: LastLookParts,
    private readonly environment: Environment,
  ) {
    this.deadline = parts.clock.monotonic() + LAST_LOOK;
  }

  take(): Promise<void> {
    return this.lookUpThose((intent) => this.parts.openIntents.mayBeForgotten(intent));
  }

  /**
   * Asks again about those that it got no answer about, once the processor has told that it is ready: it may have been out of
   * reach until then, and is about to sign another receipt.
   */
  retake(): Promise<void> {
    const { openIntents } = this.parts;
    return this.lookUpThose((intent) => openIntents.isUnanswered(intent) && openIntents.mayBeForgotten(intent));
  }

  private async lookUpThose(isMeant: (intent: Intent) => boolean): Promise<void> {
    const { clock, openIntents, lookUp, staysOpen } = this.parts;
    // The latest first: it is the one that a processor with a short memory still knows.
    for (const intent of [...openIntents.of(this.environment)].reverse()) {
      const left = this.deadline - clock.monotonic();
      if (left <= 0) return;
      if (isMeant(intent) && !(await lookUp.settleNow(intent, left))) staysOpen();
    }
  }
}

import type { Clock } from '../../../base/index.js';
import type { CardLoss } from '../link.js';

/** Maximum total time of one exchange, ms, even if the card or the reader asks for more. */
const LONGEST = 90_000;
/**
 * Maximum number of extensions in one exchange, so that a reader that asks without a pause does not keep the box busy.
 */
const MAX_EXTENSIONS = 1000;

/** One turn at a reader: its time limit, and whether it was cancelled. */
export class Turn {
  private readonly until: number;
  private extensions = 0;

  /** `loss`: returns why the purpose of the turn has ended. */
  constructor(
    private readonly clock: Clock,
    private readonly loss: () => CardLoss | undefined = () => undefined,
  ) {
    this.until = clock.monotonic() + LONGEST;
  }

  /** Why the turn must be aborted; undefined while it may continue. */
  get over(): CardLoss | undefined {
    const loss = this.loss();
    if (loss !== undefined) return loss;
    return this.clock.monotonic() >= this.until || this.extensions > MAX_EXTENSIONS ? 'late' : undefined;
  }

  /** Called when more time was requested. */
  extend(): void {
    this.extensions += 1;
  }
}

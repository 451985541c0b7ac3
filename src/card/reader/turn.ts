import type { Clock } from '../../base/index.js';
import type { CardLoss } from '../link.js';

/** Longest time that one exchange may take in all, ms, however much time the card or the reader asks for. */
const LONGEST = 90_000;
/** How often more time may be asked for in one exchange: a reader that asks without a pause must not keep the box busy. */
const MAX_EXTENSIONS = 1000;

/** One turn at a reader: how long it may still take, and whether it still makes sense. */
export class Turn {
  private readonly until: number;
  private extensions = 0;

  /** `loss`: why what the turn is for has ended meanwhile. */
  constructor(
    private readonly clock: Clock,
    private readonly loss: () => CardLoss | undefined = () => undefined,
  ) {
    this.until = clock.monotonic() + LONGEST;
  }

  /** Why it is to be given up; undefined while it may go on. */
  get over(): CardLoss | undefined {
    const loss = this.loss();
    if (loss !== undefined) return loss;
    return this.clock.monotonic() >= this.until || this.extensions > MAX_EXTENSIONS ? 'late' : undefined;
  }

  /** More time was asked for. */
  extend(): void {
    this.extensions += 1;
  }
}

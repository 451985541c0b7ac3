import { within } from '../base/deadline.js';
import { type Check, examine, type HealthParts } from './checks.js';
import { TEXTS } from './texts/disk.js';
import { failure } from './verdicts.js';

/** A look is as good as new for so long, ms. */
const FRESH = 2000;
/** Whoever watches the box is not left without an answer for longer, ms. */
const PATIENCE = 5000;

/**
 * The checks as they were found a moment ago, for those who may ask at any rate: all who ask within two seconds share one
 * look, and none begins while another is under way. One that does not end is a disk that does not answer.
 */
export class Glance {
  private looked: Promise<readonly Check[]> | undefined;
  private endedAt = -Infinity;
  private isLooking = false;

  constructor(
    private readonly parts: HealthParts,
    private readonly monotonic: () => number,
    private readonly patience = PATIENCE,
  ) {}

  checks(): Promise<readonly Check[]> {
    const isFresh = this.isLooking || this.monotonic() - this.endedAt < FRESH;
    if (this.looked === undefined || !isFresh) this.looked = this.look();
    return this.looked;
  }

  private async look(): Promise<readonly Check[]> {
    this.isLooking = true;
    const examined = examine(this.parts).finally(() => {
      this.isLooking = false;
      this.endedAt = this.monotonic();
    });
    return (await within(this.patience, examined)) ?? [failure('disk', TEXTS.diskSilent(), TEXTS.restartForDisk())];
  }
}

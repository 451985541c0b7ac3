import { valueWithin } from '../../base/index.js';
import type { CheckResult } from './check.js';
import { silentDisk } from './checks/disk.js';

/** How long results count as current, ms. */
const MAX_AGE = 2000;
/** Maximum time until a request gets an answer, ms. */
const TIMEOUT = 5000;

/**
 * The current results of the checks, for callers that may ask at any rate. All requests within two seconds share one
 * run of the checks, and no run begins while another is in progress. A run that does not end means that the disk does
 * not answer.
 */
export class CheckCache {
  private latest: Promise<readonly CheckResult[]> | undefined;
  private endedAt = -Infinity;
  private isRunning = false;

  constructor(
    private readonly runChecks: () => Promise<readonly CheckResult[]>,
    private readonly monotonic: () => number,
    private readonly timeout = TIMEOUT,
  ) {}

  checks(): Promise<readonly CheckResult[]> {
    const isFresh = this.isRunning || this.monotonic() - this.endedAt < MAX_AGE;
    if (this.latest === undefined || !isFresh) this.latest = this.run();
    return this.latest;
  }

  private async run(): Promise<readonly CheckResult[]> {
    this.isRunning = true;
    const results = this.runChecks().finally(() => {
      this.isRunning = false;
      this.endedAt = this.monotonic();
    });
    return (await valueWithin(this.timeout, results)) ?? [silentDisk()];
  }
}

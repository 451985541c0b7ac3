import { ANSWER_TIMEOUT } from '../../../processors/pfr/index.js';
import type { SettingValues } from '../../../shop/settings/index.js';

/** Measures how long requests for receipts have been in progress. */
export class SaleTimer {
  /** Start times by the monotonic clock, in order of arrival. */
  private readonly begun = new Set<{ readonly at: number }>();

  constructor(private readonly monotonic: () => number) {}

  /** How long the oldest request in progress has taken so far, ms; 0 when there is none. */
  get longest(): number {
    const [oldest] = this.begun;
    return oldest === undefined ? 0 : this.monotonic() - oldest.at;
  }

  async during<T>(work: () => Promise<T>): Promise<T> {
    const request = { at: this.monotonic() };
    this.begun.add(request);
    try {
      return await work();
    } finally {
      this.begun.delete(request);
    }
  }
}

/**
 * Time that the longest request, closing an advance, waits besides the answers to its two receipts, ms: the reference
 * lock and the processor (30 s each), reconciliation and a status check before them and before each receipt (15 s
 * each), and the look-ups of two lost answers (38 s each). The sum is 181 s; the rest is a margin for a slow disk and a
 * slow machine.
 */
const WAITS = 300_000;

/** Maximum duration of a sale, ms, whatever the processors do. A longer one hangs. */
export function longestSale(settings: Pick<SettingValues, 'pfr.sandbox' | 'pfr.production'>): number {
  const timeouts = [settings['pfr.sandbox'], settings['pfr.production']].map(
    ({ timeout = ANSWER_TIMEOUT }) => timeout * 1000,
  );
  return WAITS + 2 * Math.max(...timeouts);
}

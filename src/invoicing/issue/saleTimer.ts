import { ANSWER_TIMEOUT } from '../../pfr/index.js';
import type { SettingValues } from '../../settings/index.js';

/** Measures how long requests for receipts are being worked on. */
export class SaleTimer {
  /** By the monotonic clock, in the order in which they came. */
  private readonly begun = new Set<{ readonly at: number }>();

  constructor(private readonly monotonic: () => number) {}

  /** How long the oldest of them has taken so far, ms; 0 when there is none. */
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
 * What the longest request, closing an advance, waits for besides the answers to its two receipts, ms: its turn and the
 * processor (30 s each), settling and a status check before them and before each receipt (15 s each), and the look-ups of
 * two lost answers (38 s each). That is 181 s; the rest is for a slow disk and a slow machine.
 */
const WAITS = 300_000;

/** No sale takes longer than this, ms, whatever the processors do: a longer one hangs. */
export function longestSale(settings: Pick<SettingValues, 'pfr.sandbox' | 'pfr.production'>): number {
  const timeouts = [settings['pfr.sandbox'], settings['pfr.production']].map(
    ({ timeout = ANSWER_TIMEOUT }) => timeout * 1000,
  );
  return WAITS + 2 * Math.max(...timeouts);
}

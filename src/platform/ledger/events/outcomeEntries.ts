import type { UtcMs } from '../../../base/index.js';
import { changeEntry } from '../change.js';
import type { Entry } from '../entry.js';
import type { MainView } from '../views/main.js';

/**
 * Entries that record the outcome of an order in doubt, written in one group with the record of the outcome and before
 * it. Empty when the order was never reported as in doubt. `uuid`: of its receipt; null when nothing was signed.
 */
export function settledEntries(main: MainView, requestId: string, uuid: string | null, now: UtcMs): readonly Entry[] {
  const doubt = main.boxEvents.inDoubt(requestId);
  if (doubt === undefined) return [];
  return [changeEntry({ type: 'event', event: { ...doubt, kind: 'settled', at: now, uuid } }, now)];
}

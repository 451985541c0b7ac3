import type { UtcMs } from '../../base/index.js';
import { changeEntry } from '../change.js';
import type { Entry } from '../entry.js';
import type { MainView } from '../views/main.js';

/**
 * The record that an order which was in doubt is settled, to be written in one group with that of its outcome and before it;
 * none for an order that nobody was told to be in doubt. `uuid`: of its receipt; null when nothing was signed.
 */
export function settledEntries(main: MainView, requestId: string, uuid: string | null, now: UtcMs): readonly Entry[] {
  const doubt = main.boxEvents.inDoubt(requestId);
  if (doubt === undefined) return [];
  return [changeEntry({ type: 'event', event: { ...doubt, kind: 'settled', at: now, uuid } }, now)];
}

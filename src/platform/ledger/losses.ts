import type { RecordsLost } from './boxEvent.js';
import type { Damage } from './recovery.js';

/** Damage that no owner has accepted yet. `kasirbox ledger repair` records which lost records an owner has accepted. */
export function unsettled(damage: readonly Damage[], losses: readonly RecordsLost[]): readonly Damage[] {
  if (losses.length === 0) return damage;
  const stretches = losses.flatMap((loss) => loss.stretches);
  return damage.filter(
    ({ firstMissing, lastMissing, isLater, isUnread }) =>
      firstMissing === 0 ||
      isLater === true ||
      isUnread === true ||
      !stretches.some((lost) => lost.firstMissing <= firstMissing && lastMissing <= lost.lastMissing),
  );
}

/** True when the record is in one of these stretches. */
export function isWithin(
  stretches: readonly Pick<Damage, 'firstMissing' | 'lastMissing'>[],
  sequence: number,
): boolean {
  return stretches.some(({ firstMissing, lastMissing }) => firstMissing <= sequence && sequence <= lastMissing);
}

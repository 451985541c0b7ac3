import type { Ledger } from '../ledger/ledger.js';
import type { Damage } from '../ledger/recover.js';
import type { Check, HealthParts } from './checks.js';
import { TEXTS } from './texts/ledger.js';
import { failure, good, warning } from './verdicts.js';

type Parts = Pick<HealthParts, 'ledger'>;

/** A disk that has not done a piece of work in this time does it no more, ms: bad cards are known to take ten seconds. */
const HUNG = 30_000;
/** A flush that takes longer is noticed at the till, ms. */
const SLOW = 3000;
/** The views are late when so many times the records have gathered that are saved under any load. */
const LATE = 2;

/** Does the disk owe an answer for so long that nothing else should be asked of it? */
export function isHung({ pace }: Pick<Ledger, 'pace'>): boolean {
  return pace.busyFor > HUNG;
}

/** Can the ledger be written, and how soon is it on the disk? */
export function checkLedger({ ledger }: Parts): Check[] {
  const name = 'ledger';
  const { lastFlush, busyFor } = ledger.pace;
  const flush = lastFlush === null ? 'no flush yet' : `last flush ${Math.round(lastFlush)} ms`;
  const proof = `${flush}; under way ${Math.round(busyFor)} ms; limits ${SLOW} ms, ${HUNG} ms`;
  switch (ledger.failure) {
    case undefined:
    case 'full':
      break;
    case 'damaged':
      return [damaged(ledger.damage)];
    case 'broken':
      return [failure(name, TEXTS.ledgerBroken(), TEXTS.restart(), proof)];
  }
  if (isHung(ledger)) return [failure(name, TEXTS.ledgerHung(), TEXTS.restart(), proof)];
  const seconds = Math.round((lastFlush ?? 0) / 1000);
  if (lastFlush !== null && lastFlush > SLOW) {
    return [warning(name, TEXTS.ledgerSlow(seconds), TEXTS.checkCard(), proof)];
  }
  return [good(name, TEXTS.ledgerGood(ledger.end.sequence), proof)];
}

function damaged(damage: readonly Damage[]): Check {
  const missing = rangesOf(damage);
  if (damage.every(({ isLater }) => isLater)) {
    return failure('ledger', TEXTS.ledgerLater(missing), TEXTS.installLater());
  }
  return failure('ledger', TEXTS.ledgerDamaged(missing), TEXTS.callTechnician());
}

/** `3-3, 7-12`: neighbours as one, since reading may meet the records of a lost file one by one. */
function rangesOf(damage: readonly Damage[]): string {
  const ranges: { first: number; last: number }[] = [];
  for (const { firstMissing, lastMissing } of [...damage].sort((a, b) => a.firstMissing - b.firstMissing)) {
    const before = ranges[ranges.length - 1];
    if (before !== undefined && firstMissing <= before.last + 1) before.last = Math.max(before.last, lastMissing);
    else ranges.push({ first: firstMissing, last: lastMissing });
  }
  return ranges.map(({ first, last }) => `${first}-${last}`).join(', ');
}

/** Records without a snapshot make the next start slow, and say that saving the views fails. */
export function checkSnapshot({ ledger }: Parts): Check[] {
  const { records, most } = ledger.unsaved;
  const proof = `${records} records; limit ${LATE * most}`;
  if (records <= LATE * most) return [good('snapshot', TEXTS.snapshotGood(records), proof)];
  return [warning('snapshot', TEXTS.snapshotLate(records), TEXTS.lookAtSnapshot(), proof)];
}

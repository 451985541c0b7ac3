import { assertNever, type Bilingual } from '../../../base/index.js';
import type { Damage, Ledger } from '../../../platform/ledger/index.js';
import { type CheckFinding, defineCheck, failure, good, warning } from '../check.js';

interface Parts {
  readonly ledger: Pick<Ledger, 'failure' | 'damage' | 'diskLatency' | 'end' | 'boxId' | 'losses'>;
}

/** A disk that has not finished a step after this time hangs, ms: bad cards are known to take ten seconds. */
const HUNG = 30_000;
/** A cashier notices a flush that takes longer than this, ms. */
const SLOW = 3000;

/** Whether the ledger can be written, and how long a record takes to reach the disk. */
export const ledgerCheck = defineCheck({
  name: 'ledger',
  consequence: 'storage',
  alarmAfterPolls: null,
  run: ({ ledger }: Parts) => [checkLedger(ledger)],
});

/** True when the disk has delayed the ledger so long that it must get no other requests. */
export function isHung({ diskLatency }: Pick<Ledger, 'diskLatency'>): boolean {
  return diskLatency.busyFor > HUNG;
}

function checkLedger(ledger: Parts['ledger']): CheckFinding {
  const { lastFlush, busyFor } = ledger.diskLatency;
  // An owner of many boxes identifies this box by the id.
  const proof = TEXTS.proof(ledger.boxId.toString('hex'), lastFlush, Math.round(busyFor));
  switch (ledger.failure) {
    case undefined:
    // The check of the disk reports free space.
    case 'full':
      break;
    case 'damaged':
      return damaged(ledger.damage);
    case 'broken':
      return failure(TEXTS.broken(), TEXTS.restart(), proof);
    default:
      return assertNever(ledger.failure);
  }
  if (isHung(ledger)) return failure(TEXTS.hung(), TEXTS.restart(), proof);
  if (lastFlush !== null && lastFlush > SLOW) {
    return warning(TEXTS.slow(Math.round(lastFlush / 1000)), TEXTS.checkCard(), proof);
  }
  const lost = ledger.losses.filter(({ stretches }) => stretches.length > 0);
  const last = lost.at(-1);
  if (last === undefined) return good(TEXTS.good(ledger.end.sequence), proof);
  const stretches = lost.flatMap((loss) => loss.stretches);
  const receipts = lost.reduce((sum, loss) => sum + loss.receipts, 0);
  return good(TEXTS.settled(ledger.end.sequence, rangesOf(stretches), receipts, last.by), proof);
}

function damaged(damage: readonly Damage[]): CheckFinding {
  const missing = rangesOf(damage.filter(({ isUnread }) => isUnread !== true));
  if (damage.every(({ isUnread }) => isUnread)) return failure(TEXTS.unread(), TEXTS.repair(), unreadPlaces(damage));
  if (damage.every(({ isLater }) => isLater)) return failure(TEXTS.later(missing), TEXTS.installLater());
  return failure(TEXTS.damaged(missing), TEXTS.repair());
}

function unreadPlaces(damage: readonly Damage[]): Bilingual {
  return {
    sr: damage.map(({ segment, offset }) => `сегмент ${segment} од бајта ${offset}`).join(', '),
    en: damage.map(({ segment, offset }) => `segment ${segment} at ${offset}`).join(', '),
  };
}

/**
 * Formats missing records as `3, 7-12`. Neighbours are merged, because reading may find the records of a lost file one
 * by one.
 */
export function rangesOf(damage: readonly Pick<Damage, 'firstMissing' | 'lastMissing'>[]): string {
  const ranges: { first: number; last: number }[] = [];
  for (const { firstMissing, lastMissing } of [...damage].sort((a, b) => a.firstMissing - b.firstMissing)) {
    const before = ranges[ranges.length - 1];
    if (before !== undefined && firstMissing <= before.last + 1) before.last = Math.max(before.last, lastMissing);
    else ranges.push({ first: firstMissing, last: lastMissing });
  }
  return ranges.map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`)).join(', ');
}

const TEXTS = {
  proof: (box: string, lastFlush: number | null, busyFor: number): Bilingual => {
    const flush = lastFlush === null ? null : Math.round(lastFlush);
    return {
      sr: `уређај ${box}; ${flush === null ? 'још без уписа' : `последњи упис ${flush} мс`}; у току ${busyFor} мс; границе ${SLOW} мс, ${HUNG} мс`,
      en: `box ${box}; ${flush === null ? 'no flush yet' : `last flush ${flush} ms`}; under way ${busyFor} ms; limits ${SLOW} ms, ${HUNG} ms`,
    };
  },
  good: (records: number): Bilingual => ({
    sr: `Дневник је исправан. Записа: ${records}.`,
    en: `The ledger is sound. Records: ${records}.`,
  }),
  settled: (records: number, missing: string, receipts: number, by: string): Bilingual => ({
    sr: `Дневник је исправан. Записа: ${records}, без изгубљених (${missing}); познатих изгубљених рачуна: ${receipts}; одлучује ${by}.`,
    en: `The ledger is sound. Records: ${records}, without lost ones (${missing}); known lost receipts: ${receipts}; decided by ${by}.`,
  }),
  damaged: (missing: string): Bilingual => ({
    sr: `Оштећени су записи дневника (${missing}); нови рачуни се не издају.`,
    en: `Records of the ledger are damaged (${missing}); no new receipts are issued.`,
  }),
  unread: (): Bilingual => ({
    sr: 'Диск не враћа део дневника иза последњег читљивог записа; нови рачуни се не издају.',
    en: 'The disk does not give back a part of the ledger behind its last readable record; no new receipts are issued.',
  }),
  later: (records: string): Bilingual => ({
    sr: `Записе дневника (${records}) је написало новије издање програма; нови рачуни се не издају.`,
    en: `Records of the ledger (${records}) were written by a later release; no new receipts are issued.`,
  }),
  installLater: (): Bilingual => ({
    sr: 'Инсталирајте поново новије издање и не бришите ништа.',
    en: 'Install the later release again; nothing has been lost.',
  }),
  repair: (): Bilingual => ({
    sr: 'Не бришите ништа. Зауставите сервис, ископирајте фасциклу са подацима каква јесте, па погледајте шта може да се сачува: kasirbox ledger repair. Ако не знате како, позовите сервисера.',
    en: 'Delete nothing. Stop the service, copy the data folder as it is, and see what can be kept: kasirbox ledger repair',
  }),
  broken: (): Bilingual => ({
    sr: 'Упис на диск није успео; нови рачуни се не издају.',
    en: 'Writing to the disk failed; no new receipts are issued.',
  }),
  restart: (): Bilingual => ({
    sr: 'Искључите и укључите уређај; ако се понови, замените меморијску картицу.',
    en: 'Restart the box; if it happens again, replace the flash.',
  }),
  hung: (): Bilingual => ({
    sr: 'Диск не завршава упис; нови рачуни се не издају.',
    en: 'The disk does not finish a write; no new receipts are issued.',
  }),
  slow: (seconds: number): Bilingual => ({
    sr: `Диск споро уписује (последњи упис: ${seconds} с), па рачуни касне.`,
    en: `The disk writes slowly (${seconds} s for the last write); receipts are late.`,
  }),
  checkCard: (): Bilingual => ({
    sr: 'Погледајте грешке диска у дневнику језгра (journalctl -k); ако их има и даље, замените меморијску картицу или позовите сервисера.',
    en: 'Look for errors of the disk in the kernel log (journalctl -k); replace the flash if they go on.',
  }),
} as const;

import { assertNever, type Bilingual, localTime, type LocalTime, receiptTimeOfLocal } from '../../../base/index.js';
import type { Damage, Ledger, ScrubReport } from '../../../platform/ledger/index.js';
import { type CheckFinding, defineCheck, failure, failureThatSells, good, warning } from '../check.js';

interface LedgerDeps {
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
  guide: {
    symptom: { sr: 'Рачуни се не издају; квар ledger', en: 'No receipts; failure ledger' },
    cause: {
      sr: 'дневник је оштећен, или диск не уписује',
      en: 'the ledger is damaged, or the disk cannot be written',
    },
    command: 'kasirbox ledger repair',
  },
  run: ({ ledger }: LedgerDeps) => [checkLedger(ledger)],
});

/** True when the disk has delayed the ledger so long that it must get no other requests. */
export function isHung({ diskLatency }: Pick<Ledger, 'diskLatency'>): boolean {
  return diskLatency.busyFor > HUNG;
}

function checkLedger(ledger: LedgerDeps['ledger']): CheckFinding {
  const { lastFlush, busyFor } = ledger.diskLatency;
  // An owner of many boxes identifies this box by the id.
  const proof = LEDGER_TEXTS.proof(ledger.boxId.toString('hex'), lastFlush, Math.round(busyFor));
  switch (ledger.failure) {
    case undefined:
    // The check of the disk reports free space.
    case 'full':
      break;
    case 'damaged':
      return damaged(ledger.damage);
    case 'broken':
      return failure(LEDGER_TEXTS.broken(), LEDGER_TEXTS.restart(), proof);
    default:
      return assertNever(ledger.failure);
  }
  if (isHung(ledger)) return failure(LEDGER_TEXTS.hung(), LEDGER_TEXTS.restart(), proof);
  if (lastFlush !== null && lastFlush > SLOW) {
    return warning(LEDGER_TEXTS.slow(Math.round(lastFlush / 1000)), LEDGER_TEXTS.checkCard(), proof);
  }
  const lost = ledger.losses.filter(({ stretches }) => stretches.length > 0);
  const last = lost.at(-1);
  if (last === undefined) return good(LEDGER_TEXTS.good(ledger.end.sequence), proof);
  const stretches = lost.flatMap((loss) => loss.stretches);
  const receipts = lost.reduce((sum, loss) => sum + loss.receipts, 0);
  return good(LEDGER_TEXTS.settled(ledger.end.sequence, rangesOf(stretches), receipts, last.by), proof);
}

function damaged(damage: readonly Damage[]): CheckFinding {
  const missing = rangesOf(damage.filter(({ isUnread }) => isUnread !== true));
  if (damage.every(({ isUnread }) => isUnread))
    return failure(LEDGER_TEXTS.unread(), LEDGER_TEXTS.repair(), unreadPlaces(damage));
  if (damage.every(({ isLater }) => isLater)) return failure(LEDGER_TEXTS.later(missing), LEDGER_TEXTS.installLater());
  return failure(LEDGER_TEXTS.damaged(missing), LEDGER_TEXTS.repair());
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
function rangesOf(damage: readonly Pick<Damage, 'firstMissing' | 'lastMissing'>[]): string {
  const ranges: { first: number; last: number }[] = [];
  for (const { firstMissing, lastMissing } of [...damage].sort((a, b) => a.firstMissing - b.firstMissing)) {
    const before = ranges[ranges.length - 1];
    if (before !== undefined && firstMissing <= before.last + 1) before.last = Math.max(before.last, lastMissing);
    else ranges.push({ first: firstMissing, last: lastMissing });
  }
  return ranges.map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`)).join(', ');
}

const LEDGER_TEXTS = {
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
    en: `The ledger is sound. Records: ${records}, not counting lost ones (${missing}); known lost receipts: ${receipts}; decided by ${by}.`,
  }),
  damaged: (missing: string): Bilingual => ({
    sr: `Оштећени су записи дневника (${missing}); нови рачуни се не издају.`,
    en: `Records of the ledger are damaged (${missing}); no new receipts are issued.`,
  }),
  unread: (): Bilingual => ({
    sr: 'Диск не враћа део дневника иза последњег читљивог записа; нови рачуни се не издају.',
    en: 'The disk does not return a part of the ledger after its last readable record; no new receipts are issued.',
  }),
  later: (records: string): Bilingual => ({
    sr: `Записе дневника (${records}) је написало новије издање програма; нови рачуни се не издају.`,
    en: `Records of the ledger (${records}) were written by a later release; no new receipts are issued.`,
  }),
  installLater: (): Bilingual => ({
    sr: 'Инсталирајте поново новије издање и не бришите ништа.',
    en: 'Install the later release again and delete nothing.',
  }),
  repair: (): Bilingual => ({
    sr: 'Не бришите ништа. Зауставите сервис, ископирајте фасциклу са подацима каква јесте, па погледајте шта може да се сачува: kasirbox ledger repair. Ако не знате како, позовите сервисера.',
    en: 'Delete nothing. Stop the service, copy the data folder as it is, then see what can be saved: kasirbox ledger repair. If you do not know how, call a technician.',
  }),
  broken: (): Bilingual => ({
    sr: 'Упис на диск није успео; нови рачуни се не издају.',
    en: 'Writing to the disk failed; no new receipts are issued.',
  }),
  restart: (): Bilingual => ({
    sr: 'Искључите и укључите уређај; ако се понови, замените меморијску картицу.',
    en: 'Switch the box off and on; if it happens again, replace the flash card.',
  }),
  hung: (): Bilingual => ({
    sr: 'Диск не завршава упис; нови рачуни се не издају.',
    en: 'The disk does not complete a write; no new receipts are issued.',
  }),
  slow: (seconds: number): Bilingual => ({
    sr: `Диск споро уписује (последњи упис: ${seconds} с), па рачуни касне.`,
    en: `The disk writes slowly (last write: ${seconds} s), so receipts are delayed.`,
  }),
  checkCard: (): Bilingual => ({
    sr: 'Погледајте грешке диска у дневнику језгра (journalctl -k); ако их има и даље, замените меморијску картицу или позовите сервисера.',
    en: 'Look for disk errors in the kernel log (journalctl -k); if they continue, replace the flash card or call a technician.',
  }),
} as const;

interface SnapshotDeps {
  readonly ledger: Pick<Ledger, 'unsaved'>;
}

/** A snapshot is late after this many times the number of records after which one is saved under any load. */
const LATE = 2;

/** Many records without a snapshot of the views make the next start slow, and show that saving the views fails. */
export const snapshotCheck = defineCheck({
  name: 'snapshot',
  consequence: 'convenience',
  alarmAfterPolls: 2,
  guide: {
    symptom: { sr: 'Покретање траје дуго', en: 'Starting takes long' },
    cause: { sr: 'прегледи дневника нису снимљени', en: 'the views of the ledger were not saved' },
    command: 'journalctl -u kasirbox',
  },
  run({ ledger }: SnapshotDeps) {
    const { records, most } = ledger.unsaved;
    const proof = { sr: `записа ${records}; граница ${LATE * most}`, en: `${records} records; limit ${LATE * most}` };
    if (records <= LATE * most) return [good(SNAPSHOT_TEXTS.good(records), proof)];
    return [warning(SNAPSHOT_TEXTS.late(records), SNAPSHOT_TEXTS.checkViews(), proof)];
  },
});

const SNAPSHOT_TEXTS = {
  good: (records: number): Bilingual => ({
    sr: `Записа после последњег снимка прегледа: ${records}.`,
    en: `Records since the last saved snapshot: ${records}.`,
  }),
  late: (records: number): Bilingual => ({
    sr: `Прегледи дневника одавно нису снимљени (записа од тада: ${records}); следеће укључење ће бити споро.`,
    en: `The views of the ledger have not been saved for a long time (records since: ${records}); the next start will be slow.`,
  }),
  checkViews: (): Bilingual => ({
    sr: 'Узрок је у дневнику рада (ledger.snapshot_failed): проверите простор на диску и власника датотека у фасцикли views са подацима; ако квар остане, позовите сервисера.',
    en: 'The log has the cause (ledger.snapshot_failed): check the disk space and the owner of the files in the folder views of the data folder; if it persists, call a technician.',
  }),
} as const;

interface RecordsDeps {
  /** Result of reading the whole log. */
  readonly scrub: () => ScrubReport;
}

/**
 * Whether all records of the ledger can still be read; no finding before the first complete read. A lost record stops
 * no sale. It is reported until it is restored, because a backup may still have it, and an inspector may ask for it.
 */
export const recordsCheck = defineCheck({
  name: 'records',
  consequence: 'loss',
  alarmAfterPolls: null,
  guide: {
    symptom: { sr: 'Квар records', en: 'Failure records' },
    cause: { sr: 'неки записи не могу да се прочитају', en: 'some records cannot be read' },
    command: 'kasirbox ledger repair',
  },
  run({ scrub }: RecordsDeps) {
    const { finishedAt, records, damage } = scrub();
    const proof = RECORDS_TEXTS.proof(finishedAt === null ? null : localTime(finishedAt), records);
    if (damage.length > 0)
      return [failureThatSells(RECORDS_TEXTS.damaged(rangesOf(damage)), RECORDS_TEXTS.mend(), proof)];
    return finishedAt === null ? [] : [good(RECORDS_TEXTS.good(localTime(finishedAt), records), proof)];
  },
});

const RECORDS_TEXTS = {
  proof: (time: LocalTime | null, records: number): Bilingual =>
    time === null
      ? { sr: 'још није прочитано до краја', en: 'not yet read to the end' }
      : { sr: `записа прочитано до ${time}: ${records}`, en: `${records} records read by ${time}` },
  good: (time: LocalTime, records: number): Bilingual => ({
    sr: `Цео дневник је последњи пут прочитан ${receiptTimeOfLocal(time)}: исправних записа ${records}.`,
    en: `The whole ledger was last read on ${time}: ${records} records, all sound.`,
  }),
  damaged: (missing: string): Bilingual => ({
    sr: `Читање целог дневника је нашло записе који се више не могу прочитати (${missing}); рачуни се издају.`,
    en: `Reading the whole ledger found records that can no longer be read (${missing}); receipts are still issued.`,
  }),
  mend: (): Bilingual => ({
    sr: 'Не бришите ништа и сачувајте резервне копије; позовите сервисера: картицу треба заменити, а записе вратити из резервне копије док сервис не ради (kasirbox ledger repair).',
    en: 'Delete nothing and keep the backups; call a technician: replace the flash card, and restore the records from a backup while the service is stopped (kasirbox ledger repair).',
  }),
} as const;

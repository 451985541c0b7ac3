import { type Bilingual, localTime, type LocalTime, receiptTimeOfLocal } from '../../../base/index.js';
import type { ScrubReport } from '../../../platform/ledger/index.js';
import { defineCheck, failureThatSells, good } from '../check.js';
import { rangesOf } from './ledger.js';

interface Parts {
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
  run({ scrub }: Parts) {
    const { finishedAt, records, damage } = scrub();
    const proof = TEXTS.proof(finishedAt === null ? null : localTime(finishedAt), records);
    if (damage.length > 0) return [failureThatSells(TEXTS.damaged(rangesOf(damage)), TEXTS.mend(), proof)];
    return finishedAt === null ? [] : [good(TEXTS.good(localTime(finishedAt), records), proof)];
  },
});

const TEXTS = {
  proof: (time: LocalTime | null, records: number): Bilingual =>
    time === null
      ? { sr: 'још није прочитано до краја', en: 'not read to the end yet' }
      : { sr: `записа прочитано до ${time}: ${records}`, en: `${records} records read by ${time}` },
  good: (time: LocalTime, records: number): Bilingual => ({
    sr: `Цео дневник је последњи пут прочитан ${receiptTimeOfLocal(time)}: исправних записа ${records}.`,
    en: `The whole ledger was last read at ${time}: ${records} records, all sound.`,
  }),
  damaged: (missing: string): Bilingual => ({
    sr: `Читање целог дневника је нашло записе који се више не могу прочитати (${missing}); рачуни се издају.`,
    en: `Reading the whole ledger found records that cannot be read any more (${missing}); receipts are issued.`,
  }),
  mend: (): Bilingual => ({
    sr: 'Не бришите ништа и сачувајте резервне копије; позовите сервисера: картицу треба заменити, а записе вратити из резервне копије док сервис не ради (kasirbox ledger repair).',
    en: 'Keep the data folder and every backup as they are, replace the flash, stop the service, and get the records back from a backup: kasirbox ledger repair',
  }),
} as const;

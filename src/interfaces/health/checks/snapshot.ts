import type { Bilingual } from '../../../base/index.js';
import type { Ledger } from '../../../platform/ledger/index.js';
import { defineCheck, good, warning } from '../check.js';

interface Parts {
  readonly ledger: Pick<Ledger, 'unsaved'>;
}

/** A snapshot is late after this many times the number of records after which one is saved under any load. */
const LATE = 2;

/** Many records without a snapshot of the views make the next start slow, and show that saving the views fails. */
export const snapshotCheck = defineCheck({
  name: 'snapshot',
  consequence: 'comfort',
  alarmAfterPolls: 2,
  run({ ledger }: Parts) {
    const { records, most } = ledger.unsaved;
    const proof = { sr: `записа ${records}; граница ${LATE * most}`, en: `${records} records; limit ${LATE * most}` };
    if (records <= LATE * most) return [good(TEXTS.good(records), proof)];
    return [warning(TEXTS.late(records), TEXTS.checkViews(), proof)];
  },
});

const TEXTS = {
  good: (records: number): Bilingual => ({
    sr: `Записа после последњег снимка прегледа: ${records}.`,
    en: `Records since the last snapshot of the views: ${records}.`,
  }),
  late: (records: number): Bilingual => ({
    sr: `Прегледи дневника одавно нису снимљени (записа од тада: ${records}); следеће укључење ће бити споро.`,
    en: `The views of the ledger have not been saved for long (records since: ${records}); the next start will be slow.`,
  }),
  checkViews: (): Bilingual => ({
    sr: 'Узрок је у дневнику рада (ledger.snapshot_failed): проверите простор на диску и власника датотека у фасцикли views са подацима; ако остане, позовите сервисера.',
    en: 'The log says why (ledger.snapshot_failed); check the room on the disk and the owner of the files in DIR/views.',
  }),
} as const;

import { type Bilingual, type Disk, DiskError, valueWithin } from '../../../base/index.js';
import type { Ledger } from '../../../platform/ledger/index.js';
import { UNANSWERED } from '../boundedRun.js';
import { type CheckResult, defineCheck, failure, failureThatSells, good, warning } from '../check.js';
import { isHung } from './ledger.js';

interface Deps {
  readonly disk: Disk;
  /** The data folder. */
  readonly folder: string;
  readonly ledger: Pick<Ledger, 'hasRoom' | 'roomBytes' | 'diskLatency'>;
}

const MEGABYTE = 1_000_000;
/** Free space below this is a warning, bytes. */
const LOW_SPACE = 256 * MEGABYTE;
/** Free space below this cannot hold the next segment of the ledger, bytes. */
const NO_SPACE = MEGABYTE;
/** Space for a receipt with its intent in the ledger, the maximum in nearly all cases, bytes. */
const RECEIPT_BYTES = 2048;
/** Maximum time for the disk to report its free space, ms. */
const TIMEOUT = 2000;

/**
 * Free space on the disk. On a full disk receipts continue for a while in the space that the ledger has reserved. A
 * disk that hangs is not asked: the check of the ledger reports it.
 */
export const diskCheck = defineCheck({
  name: 'disk',
  consequence: 'storage',
  alarmAfterPolls: 2,
  guide: {
    symptom: { sr: 'Рачуни се не издају, или ће стати; квар disk', en: 'No receipts now or soon; failure disk' },
    cause: { sr: 'диск је пун', en: 'the disk is full' },
    command: 'du -xh / /data 2>/dev/null | sort -h | tail',
  },
  async run({ disk, folder, ledger }: Deps) {
    if (isHung(ledger)) return [];
    const free = await valueWithin(TIMEOUT, freeBytes(disk, folder));
    if (free === undefined) {
      return [warning(UNANSWERED.found('disk'), UNANSWERED.action(), UNANSWERED.proof(TIMEOUT))];
    }
    const megabytes = Math.floor(free / MEGABYTE);
    const proof = {
      sr: `слободно ${free} бајтова; границе ${LOW_SPACE}, ${NO_SPACE}`,
      en: `free ${free} bytes; limits ${LOW_SPACE}, ${NO_SPACE}`,
    };
    if (free < NO_SPACE && !ledger.hasRoom) return [failure(TEXTS.full(), TEXTS.makeRoom(), proof)];
    if (free < NO_SPACE) {
      const fits = Math.floor(ledger.roomBytes / RECEIPT_BYTES);
      const room = {
        sr: `${proof.sr}; резервисано ${ledger.roomBytes} бајтова`,
        en: `${proof.en}; reserved ${ledger.roomBytes} bytes`,
      };
      return [failureThatSells(TEXTS.lastRoom(fits), TEXTS.makeRoom(), room)];
    }
    if (free < LOW_SPACE) return [warning(TEXTS.low(megabytes), TEXTS.makeRoom(), proof)];
    return [good(TEXTS.good(megabytes), proof)];
  },
});

/** The result that replaces all others when the checks do not end. */
export function silentDisk(): CheckResult {
  return { name: diskCheck.name, ...failure(TEXTS.allUnanswered(), UNANSWERED.action()) };
}

/** One request at a time: each request that is never answered blocks a thread of Node for ever, and there are four. */
const asked = new WeakMap<Disk, Promise<number>>();

function freeBytes(disk: Disk, folder: string): Promise<number> {
  const pending = asked.get(disk);
  if (pending !== undefined) return pending;
  const question = ask(disk, folder).finally(() => asked.delete(disk));
  asked.set(disk, question);
  return question;
}

async function ask(disk: Disk, folder: string): Promise<number> {
  try {
    return await disk.freeBytes(folder);
  } catch (error) {
    if (error instanceof DiskError) return 0;
    throw error;
  }
}

const TEXTS = {
  good: (megabytes: number): Bilingual => ({
    sr: `Слободно је ${megabytes} MB на диску.`,
    en: `${megabytes} MB free on the disk.`,
  }),
  low: (megabytes: number): Bilingual => ({
    sr: `Диск је скоро пун: слободно је још ${megabytes} MB.`,
    en: `The disk is almost full: ${megabytes} MB free.`,
  }),
  full: (): Bilingual => ({
    sr: 'Диск је пун; нови рачуни се не издају.',
    en: 'The disk is full; no new receipts are issued.',
  }),
  makeRoom: (): Bilingual => ({
    sr: 'Ослободите простор на диску са подацима (шта га заузима: du -xh / /data 2>/dev/null | sort -h | tail); ако не знате како, позовите сервисера.',
    en: 'Free up space on the disk with the data (what uses it: du -xh / /data 2>/dev/null | sort -h | tail); if you do not know how, call a technician.',
  }),
  lastRoom: (receipts: number): Bilingual => ({
    sr: `Диск је пун. Може да се изда још око ${receipts} рачуна, а затим ниједан.`,
    en: `The disk is full. About ${receipts} more receipts can be issued, then none.`,
  }),
  allUnanswered: (): Bilingual => ({
    sr: 'Провере не добијају одговор: уређај је преоптерећен, или диск не одговара.',
    en: 'The checks get no answer: the box is overloaded, or the disk does not respond.',
  }),
} as const;

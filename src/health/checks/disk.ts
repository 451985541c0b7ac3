import { type Bilingual, type Disk, DiskError, valueWithin } from '../../base/index.js';
import type { Ledger } from '../../ledger/index.js';
import { type CheckResult, defineCheck, failure, good, warning } from '../check.js';
import { isHung } from './ledger.js';

interface Parts {
  readonly disk: Disk;
  /** The data folder. */
  readonly folder: string;
  readonly ledger: Pick<Ledger, 'hasRoom' | 'diskLatency'>;
}

const MEGABYTE = 1_000_000;
/** Less free space than this is worth a warning, bytes. */
const LOW_SPACE = 256 * MEGABYTE;
/** Less free space than this cannot take the next segment of the ledger, bytes. */
const NO_SPACE = MEGABYTE;
/** How long the disk may take to say what is free, ms. */
const TIMEOUT = 2000;

/** Free space on the disk. A disk that hangs is not asked: the check of the ledger tells that it hangs. */
export const diskCheck = defineCheck({
  name: 'disk',
  consequence: 'storage',
  alarmAfterPolls: 2,
  async run({ disk, folder, ledger }: Parts) {
    if (isHung(ledger)) return [];
    const free = await valueWithin(TIMEOUT, freeBytes(disk, folder));
    if (free === undefined) {
      return [warning(TEXTS.silent(), TEXTS.restart(), `no answer in ${TIMEOUT} ms`)];
    }
    const megabytes = Math.floor(free / MEGABYTE);
    const proof = `free ${free} bytes; limits ${LOW_SPACE}, ${NO_SPACE}`;
    if (free < NO_SPACE && !ledger.hasRoom) return [failure(TEXTS.full(), TEXTS.makeRoom(), proof)];
    if (free < LOW_SPACE) return [warning(TEXTS.low(megabytes), TEXTS.makeRoom(), proof)];
    return [good(TEXTS.good(megabytes), proof)];
  },
});

/** The result that stands for all others when the checks do not end: then the disk does not answer. */
export function silentDisk(): CheckResult {
  return { name: diskCheck.name, ...failure(TEXTS.silent(), TEXTS.restart()) };
}

/** One question at a time: each that is never answered holds a thread of Node for ever, and there are four. */
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
    en: `The disk is nearly full: ${megabytes} MB free.`,
  }),
  full: (): Bilingual => ({
    sr: 'Диск је пун; нови рачуни се не издају.',
    en: 'The disk is full; no new receipts are issued.',
  }),
  makeRoom: (): Bilingual => ({
    sr: 'Позовите сервисера: треба ослободити простор на диску.',
    en: 'Free space on the disk of the data folder.',
  }),
  silent: (): Bilingual => ({
    sr: 'Диск не одговара.',
    en: 'The disk does not answer.',
  }),
  restart: (): Bilingual => ({
    sr: 'Искључите и укључите уређај; ако се понови, позовите сервисера.',
    en: 'Restart the box; if it happens again, look for errors of the disk in the kernel log (journalctl -k).',
  }),
} as const;

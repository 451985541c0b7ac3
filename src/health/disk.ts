import { within } from '../base/deadline.js';
import { type Disk, DiskError } from '../base/disk.js';
import type { Check, HealthParts } from './checks.js';
import { isHung } from './ledger.js';
import { TEXTS } from './texts/disk.js';
import { failure, good, warning } from './verdicts.js';

type Parts = Pick<HealthParts, 'disk' | 'folder' | 'ledger'>;

const MEGABYTE = 1_000_000;
/** Less free space than this is worth a warning, bytes. */
const LOW_SPACE = 256 * MEGABYTE;
/** Less than this cannot take the next piece of the log, bytes. */
const NO_SPACE = MEGABYTE;
/** How long the disk may take to say what is free, ms. */
const PATIENCE = 2000;

/** Room on the disk; nothing is said, and nothing asked, of one that hangs: the ledger tells that. */
export async function checkDisk({ disk, folder, ledger }: Parts, patience = PATIENCE): Promise<Check[]> {
  if (isHung(ledger)) return [];
  const free = await within(patience, freeBytes(disk, folder));
  const name = 'disk';
  if (free === undefined) {
    return [warning(name, TEXTS.diskSilent(), TEXTS.restartForDisk(), `no answer in ${patience} ms`)];
  }
  const megabytes = Math.floor(free / MEGABYTE);
  const proof = `free ${free} bytes; limits ${LOW_SPACE}, ${NO_SPACE}`;
  if (free < NO_SPACE && !ledger.hasRoom) return [failure(name, TEXTS.diskFull(), TEXTS.freeDisk(), proof)];
  if (free < LOW_SPACE) return [warning(name, TEXTS.diskLow(megabytes), TEXTS.freeDisk(), proof)];
  return [good(name, TEXTS.diskGood(megabytes), proof)];
}

/** One question at a time: each that is never answered holds a thread of Node for ever, and there are four. */
const asked = new WeakMap<Disk, Promise<number>>();

function freeBytes(disk: Disk, folder: string): Promise<number> {
  const under = asked.get(disk);
  if (under !== undefined) return under;
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

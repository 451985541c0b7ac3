import { realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { valueOf } from './kernelFile.js';

/** An eMMC or an SD card as the kernel exposes it (Documentation/driver-api/mmc/mmc-dev-attrs). */
export interface Storage {
  readonly kind: 'MMC' | 'SD';
  /** Product name and month of manufacture from its CID register; '' when they are missing. */
  readonly name: string;
  readonly date: string;
  /**
   * Used share of its life by its own estimate, which only eMMC 5.0 and newer make: in steps of 10 %, rounded up, so
   * that 1 is up to 10 %; 11: beyond its estimated life. The worse value of its two kinds of memory. Null when not
   * reported.
   */
  readonly life: number | null;
  /**
   * State of the blocks that replace bad ones: 1 normal, 2 four fifths are used, 3 nine tenths. Null when not reported.
   */
  readonly reserve: number | null;
}

/**
 * Values of `life_time` and `pre_eol_info` beyond these are reserved, and 0 is "not defined" (JESD84-B51, EXT_CSD 267
 * to 269).
 */
const [MAX_LIFE, MAX_RESERVE] = [11, 3];

/** The storage of a folder; null when it is neither eMMC nor SD card, or is unknown. `sysFolder` is `/sys`. */
export async function storageOf(sysFolder: string, folder: string): Promise<Storage | null> {
  try {
    const { dev } = await stat(folder, { bigint: true });
    const device = await realpath(join(sysFolder, 'dev/block', deviceNumbers(dev)));
    // A partition is in the folder of its disk.
    const disk = (await valueOf(join(device, 'partition'))) === undefined ? device : dirname(device);
    return await cardIn(join(disk, 'device'));
  } catch {
    return null; // no such folder, or a folder on the network or in memory
  }
}

/** `major:minor`, from the bits of gnu_dev_makedev(3). */
export function deviceNumbers(dev: bigint): string {
  const major = ((dev >> 8n) & 0xfffn) | ((dev >> 32n) & 0xfffff000n);
  const minor = (dev & 0xffn) | ((dev >> 12n) & 0xffffff00n);
  return `${major}:${minor}`;
}

async function cardIn(folder: string): Promise<Storage | null> {
  const files = ['type', 'name', 'date', 'life_time', 'pre_eol_info'];
  const [kind, name = '', date = '', life = '', reserve = ''] = await Promise.all(
    files.map((file) => valueOf(join(folder, file))),
  );
  if (kind !== 'MMC' && kind !== 'SD') return null;
  return { kind, name, date, life: worstOf(life, MAX_LIFE), reserve: worstOf(reserve, MAX_RESERVE) };
}

/** The highest valid hexadecimal number in a text. */
function worstOf(text: string, max: number): number | null {
  const known = text.split(/\s+/).filter((word) => /^0x[\da-f]{1,2}$/i.test(word));
  const numbers = known.map(Number).filter((value) => value >= 1 && value <= max);
  return numbers.length === 0 ? null : Math.max(...numbers);
}

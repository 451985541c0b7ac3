import { realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { valueOf } from './kernelFile.js';

/** An eMMC or an SD card, as the kernel shows it (Documentation/driver-api/mmc/mmc-dev-attrs). */
export interface Storage {
  readonly kind: 'MMC' | 'SD';
  /** Product name and month of manufacture from its CID register; '' where it names none. */
  readonly name: string;
  readonly date: string;
  /**
   * How much of its life is used, by its own estimate, which only eMMC 5.0 and newer make: in steps of 10 %, rounded up, so
   * that 1 is up to 10 %; 11: it has outlived its estimate. Of its two kinds of memory the worse. Null where it does not tell.
   */
  readonly life: number | null;
  /** Of the blocks that replace bad ones: 1 normal, 2 four fifths are used up, 3 nine tenths. Null where it does not tell. */
  readonly reserve: number | null;
}

/** Values of `life_time` and `pre_eol_info` beyond these are reserved, and 0 is "not defined" (JESD84-B51, EXT_CSD 267 to 269). */
const [MAX_LIFE, MAX_RESERVE] = [11, 3];

/** What a folder lies on; null where that is neither eMMC nor SD card, or cannot be told. `sysFolder` is `/sys`. */
export async function storageOf(sysFolder: string, folder: string): Promise<Storage | null> {
  try {
    const { dev } = await stat(folder, { bigint: true });
    const device = await realpath(join(sysFolder, 'dev/block', deviceNumbers(dev)));
    // A partition lies in the folder of its disk.
    const disk = (await valueOf(join(device, 'partition'))) === undefined ? device : dirname(device);
    return await cardIn(join(disk, 'device'));
  } catch {
    return null; // no such folder, or one of a network or of memory
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

/** The highest of the hexadecimal numbers of a text that mean something. */
function worstOf(text: string, max: number): number | null {
  const known = text.split(/\s+/).filter((word) => /^0x[\da-f]{1,2}$/i.test(word));
  const numbers = known.map(Number).filter((value) => value >= 1 && value <= max);
  return numbers.length === 0 ? null : Math.max(...numbers);
}

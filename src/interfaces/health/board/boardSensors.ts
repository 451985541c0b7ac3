import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readFileSync } from 'node:fs';

/** Temperatures outside this range are readings of unconnected sensors, °C. */
const [COLDEST, HOTTEST] = [-40, 150];

/** The sensors of the board as the kernel exposes them below a folder, which is `/sys` except in tests. */
export class BoardSensors {
  constructor(private readonly sysFolder: string) {}

  /**
   * True when the supply voltage was too low in the last seconds. `in0_lcrit_alarm` of the hwmon device `rpi_volt`
   * (driver raspberrypi-hwmon); null without such a device.
   */
  async isUnderVoltage(): Promise<boolean | null> {
    const monitors = await devices(join(this.sysFolder, 'class/hwmon'), 'hwmon');
    const names = await Promise.all(monitors.map((path) => valueOf(join(path, 'name'))));
    const volts = monitors[names.indexOf('rpi_volt')];
    const alarm = volts === undefined ? undefined : await valueOf(join(volts, 'in0_lcrit_alarm'));
    return alarm === undefined ? null : alarm === '1';
  }

  /**
   * The hottest sensor, °C: `temp` of each thermal zone, in thousandths of a degree (sysfs-class-thermal); null without
   * a sensor.
   */
  async temperature(): Promise<number | null> {
    const zones = await devices(join(this.sysFolder, 'class/thermal'), 'thermal_zone');
    const texts = await Promise.all(zones.map((path) => valueOf(join(path, 'temp'))));
    const degrees = texts.map((text) => (text === undefined || text === '' ? NaN : Number(text) / 1000));
    const real = degrees.filter((value) => value > COLDEST && value < HOTTEST);
    return real.length === 0 ? null : Math.max(...real);
  }

  /** The storage of a folder; null when it is neither eMMC nor SD card, or is unknown. */
  async storage(folder: string): Promise<Storage | null> {
    try {
      const { dev } = await stat(folder, { bigint: true });
      const device = await realpath(join(this.sysFolder, 'dev/block', deviceNumbers(dev)));
      // A partition is in the folder of its disk.
      const disk = (await valueOf(join(device, 'partition'))) === undefined ? device : dirname(device);
      return await cardIn(join(disk, 'device'));
    } catch {
      return null; // no such folder, or a folder on the network or in memory
    }
  }
}

async function devices(folder: string, kind: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => name.startsWith(kind)).map((name) => join(folder, name));
}

/** Text of a kernel file; undefined when the file does not exist or its driver does not answer. */
async function valueOf(path: string): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  return text?.trim();
}

/** Content of a kernel file, read synchronously for the start, which waits for it. */
export function bytesOf(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

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

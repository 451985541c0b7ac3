import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { valueOf } from './kernelFile.js';
import { type Storage, storageOf } from './storage.js';

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

  /** The storage of a folder, if it is an eMMC or an SD card; otherwise null. */
  async storage(folder: string): Promise<Storage | null> {
    return storageOf(this.sysFolder, folder);
  }
}

async function devices(folder: string, kind: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => name.startsWith(kind)).map((name) => join(folder, name));
}

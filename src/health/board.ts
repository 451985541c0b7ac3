import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Check, HealthParts } from './checks.js';
import { TEXTS } from './texts/board.js';
import { good, warning } from './verdicts.js';

/** What the kernel tells of the board; null where it tells nothing. */
export interface BoardFigures {
  /** Has the power been too weak in the last seconds? */
  readonly isUnderVoltage: boolean | null;
  /** The hottest sensor, °C. */
  readonly temperature: number | null;
}

/** From here on a Raspberry Pi makes itself slower, °C; at 85 it does so by force. */
const HOT = 80;
/** What sensors that are not connected show lies beyond these, °C. */
const [COLDEST, HOTTEST] = [-40, 150];

/**
 * Reads what the kernel tells below a folder, which is `/sys` but in tests: `in0_lcrit_alarm` of the hwmon device
 * `rpi_volt` (driver raspberrypi-hwmon), and `temp` of each thermal zone, in thousandths of a degree (sysfs-class-thermal).
 */
export async function readBoard(folder: string): Promise<BoardFigures> {
  const monitors = await devices(join(folder, 'class/hwmon'), 'hwmon');
  const names = await Promise.all(monitors.map((path) => valueOf(join(path, 'name'))));
  const volts = monitors[names.indexOf('rpi_volt')];
  const alarm = volts === undefined ? undefined : await valueOf(join(volts, 'in0_lcrit_alarm'));
  const zones = await devices(join(folder, 'class/thermal'), 'thermal_zone');
  const told = await Promise.all(zones.map((path) => valueOf(join(path, 'temp'))));
  const degrees = told.map((text) => (text === undefined || text === '' ? NaN : Number(text) / 1000));
  const real = degrees.filter((value) => value > COLDEST && value < HOTTEST);
  return {
    isUnderVoltage: alarm === undefined ? null : alarm === '1',
    temperature: real.length === 0 ? null : Math.max(...real),
  };
}

async function devices(folder: string, kind: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => name.startsWith(kind)).map((name) => join(folder, name));
}

/** Undefined where the kernel has no such file, or its driver no answer. */
async function valueOf(path: string): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  return text?.trim();
}

/** Power and temperature, where the board tells; a line for each that it tells. */
export async function checkBoard({ board }: Pick<HealthParts, 'board'>): Promise<Check[]> {
  const { isUnderVoltage, temperature } = await board();
  return [...checkPower(isUnderVoltage), ...checkTemperature(temperature)];
}

function checkPower(isUnderVoltage: boolean | null): Check[] {
  if (isUnderVoltage === null) return [];
  const proof = `in0_lcrit_alarm ${isUnderVoltage ? 1 : 0}`;
  if (!isUnderVoltage) return [good('power', TEXTS.powerGood(), proof)];
  return [warning('power', TEXTS.powerWeak(), TEXTS.changeSupply(), proof)];
}

function checkTemperature(temperature: number | null): Check[] {
  if (temperature === null) return [];
  const degrees = Math.round(temperature);
  const proof = `${temperature.toFixed(1)} °C; limit ${HOT} °C`;
  if (temperature < HOT) return [good('temperature', TEXTS.temperatureGood(degrees), proof)];
  return [warning('temperature', TEXTS.temperatureHigh(degrees), TEXTS.coolDown(), proof)];
}

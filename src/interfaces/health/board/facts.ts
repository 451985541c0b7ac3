import { join } from 'node:path';
import { BoardSensors } from './boardSensors.js';
import { bytesOf } from './kernelFile.js';
import { resetFacts } from './resetCause.js';
import { type Rtc, rtcsOf } from './rtc.js';
import type { Storage } from './storage.js';

/** Details of the board for a technician, one row each. `root` is `/` except in tests. */
export async function boardFacts(root: string, folder: string): Promise<string[]> {
  const board = new BoardSensors(join(root, 'sys'));
  const [temperature, isUnderVoltage, storage] = await Promise.all([
    board.temperature(),
    board.isUnderVoltage(),
    board.storage(folder),
  ]);
  const rtcs = rtcsOf(root);
  return [
    `board: ${modelOf(root)}`,
    `temperature: ${temperature === null ? 'unknown' : `${temperature.toFixed(1)} °C`}`,
    `power supply: ${isUnderVoltage === null ? 'unknown' : isUnderVoltage ? 'too low' : 'strong enough'}`,
    `storage: ${storage === null ? 'neither eMMC nor SD card' : storageWords(storage)}`,
    ...(rtcs.length === 0 ? ['clock of the board: none'] : rtcs.map(rtcRow)),
    ...resetFacts(root),
  ];
}

/** Read from /sys, where the device tree is also available to a service that sees only its own processes in /proc. */
function modelOf(root: string): string {
  const text = bytesOf(join(root, 'sys/firmware/devicetree/base/model'))?.toString('utf8') ?? '';
  return text.replaceAll('\0', '').trim() || 'unknown';
}

function storageWords({ kind, name, date, life, reserve }: Storage): string {
  const wear = `life_time ${life ?? 'unknown'}, pre_eol_info ${reserve ?? 'unknown'}`;
  return `${kind === 'MMC' ? 'eMMC' : 'SD card'} ${name} of ${date}, ${wear}`;
}

function rtcRow({ name, isSource, seconds }: Rtc): string {
  const shows = seconds === null ? 'no valid time' : new Date(seconds * 1000).toISOString();
  return `clock of the board: ${name}, ${shows}, ${isSource ? '' : 'not '}used at the start`;
}

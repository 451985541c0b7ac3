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
    `board: ${boardIdentity(root).model ?? 'unknown'}`,
    `temperature: ${temperature === null ? 'unknown' : `${temperature.toFixed(1)} °C`}`,
    `power supply: ${isUnderVoltage === null ? 'unknown' : isUnderVoltage ? 'too low' : 'strong enough'}`,
    `storage: ${storage === null ? 'neither eMMC nor SD card' : storageWords(storage)}`,
    ...(rtcs.length === 0 ? ['clock of the board: none'] : rtcs.map(rtcRow)),
    ...resetFacts(root),
  ];
}

/** Model with revision, and serial number (devicetree specification, 2.3); null what the board does not report. */
export function boardIdentity(root: string): { readonly model: string | null; readonly serial: string | null } {
  // Where the kernel has its device tree also for a service that sees of /proc its processes alone.
  const text = (name: string): string | null =>
    bytesOf(join(root, 'sys/firmware/devicetree/base', name))
      ?.toString('utf8')
      .replaceAll('\0', '')
      .trim() || null;
  return { model: text('model'), serial: text('serial-number') };
}

function storageWords({ kind, name, date, life, reserve }: Storage): string {
  const wear = `life_time ${life ?? 'unknown'}, pre_eol_info ${reserve ?? 'unknown'}`;
  return `${kind === 'MMC' ? 'eMMC' : 'SD card'} ${name} of ${date}, ${wear}`;
}

function rtcRow({ name, isSource, seconds }: Rtc): string {
  const shows = seconds === null ? 'no valid time' : new Date(seconds * 1000).toISOString();
  return `clock of the board: ${name}, ${shows}, ${isSource ? '' : 'not '}used at the start`;
}

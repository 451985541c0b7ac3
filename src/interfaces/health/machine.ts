import { execFile } from 'node:child_process';
import { readFile, statfs } from 'node:fs/promises';
import { arch, networkInterfaces, release, uptime } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Bilingual, nodeDisk } from '../../base/index.js';
import { BoardSensors, bytesOf, type Storage } from './board/boardSensors.js';
import { resetFacts } from './board/resetCause.js';
import { type Rtc, rtcsOf } from './board/rtc.js';
import { type CheckResult, failure, resultsOf } from './check.js';
import { diskCheck } from './checks/disk.js';
import { powerCheck, temperatureCheck } from './checks/board.js';
import { folderCheck, programCheck } from './checks/start.js';

/** Details of the operating system and of the mount of the data folder for a technician, one row each. */
export async function machineFacts(folder: string): Promise<string> {
  const system = /^PRETTY_NAME="?(.*?)"?$/m.exec(await textOf('/etc/os-release'))?.[1] ?? 'unknown';
  const memory = (await textOf('/proc/meminfo')).match(/^(?:Mem|Swap)\w+:.*$/gm) ?? [];
  return [
    ...(await boardFacts('/', folder)),
    `system: ${system}, Linux ${release()}, ${arch()}`,
    `up for: ${Math.round(uptime())} s`,
    `load: ${(await textOf('/proc/loadavg')).trim()}`,
    ...memory,
    `data folder: ${folder}`,
    `mounted: ${mountOf(resolve(folder), await textOf('/proc/self/mounts'))}`,
    `room: ${await roomOf(folder)}`,
    ...addresses(),
    '',
  ].join('\n');
}

/** The newest rows of the systemd journal of a unit. Rejects when there is no journal, or it may not be read. */
export async function systemdJournalOf(unit: string): Promise<string> {
  const args = ['--unit', unit, '--lines', String(JOURNAL_ROWS), '--no-pager', '--output', 'short-iso'];
  const { stdout } = await promisify(execFile)('journalctl', args, { timeout: TIMEOUT, maxBuffer: JOURNAL_BYTES });
  return stdout;
}

const JOURNAL_ROWS = 2000;
/** Upper bound for that many rows, bytes. */
const JOURNAL_BYTES = 64 * 1024 * 1024;
/** Maximum duration of `journalctl`, ms. */
const TIMEOUT = 20_000;

/** Text of a kernel file; '' when it does not exist. */
async function textOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}

/** The row of the mount that contains a path: the longest mount point above it, and the last of equal ones. */
function mountOf(path: string, mounts: string): string {
  let best: { readonly row: string; readonly point: string } | undefined;
  for (const row of mounts.split('\n')) {
    const [, point = ''] = row.split(' ');
    // Spaces of a path are written as \040 (proc(5)).
    const above = point.replaceAll('\\040', ' ').replace(/\/$/, '');
    if (point === '' || !`${path}/`.startsWith(`${above}/`)) continue;
    if (above.length >= (best?.point.length ?? 0)) best = { row, point: above };
  }
  return best?.row ?? 'unknown';
}

async function roomOf(folder: string): Promise<string> {
  const { bsize, blocks, bavail, files, ffree } = await statfs(folder);
  return `${bavail * bsize} of ${blocks * bsize} bytes free, ${ffree} of ${files} inodes free`;
}

function addresses(): string[] {
  return Object.entries(networkInterfaces()).flatMap(([name, list = []]) =>
    list.map(({ cidr, address }) => `network: ${name} ${cidr ?? address}`),
  );
}

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
    `storage: ${storage === null ? 'neither eMMC nor SD card' : storageText(storage)}`,
    ...(rtcs.length === 0 ? ['clock of the board: none'] : rtcs.map(rtcRow)),
    ...resetFacts(root),
  ];
}

/** Model with revision, and serial number (devicetree specification, 2.3); null what the board does not report. */
export function boardIdentity(root: string): { readonly model: string | null; readonly serial: string | null } {
  // Path of the device tree; readable also for a service whose /proc shows only its own processes.
  const text = (name: string): string | null =>
    bytesOf(join(root, 'sys/firmware/devicetree/base', name))
      ?.toString('utf8')
      .replaceAll('\0', '')
      .trim() || null;
  return { model: text('model'), serial: text('serial-number') };
}

function storageText({ kind, name, date, life, reserve }: Storage): string {
  const wear = `life_time ${life ?? 'unknown'}, pre_eol_info ${reserve ?? 'unknown'}`;
  return `${kind === 'MMC' ? 'eMMC' : 'SD card'} ${name} of ${date}, ${wear}`;
}

function rtcRow({ name, isSource, seconds }: Rtc): string {
  const shows = seconds === null ? 'no valid time' : new Date(seconds * 1000).toISOString();
  return `clock of the board: ${name}, ${shows}, ${isSource ? '' : 'not '}used at the start`;
}

/** Checks of a box whose service holds the folder but does not answer: the disk and the board, below `root`. */
export async function checkOutside(folder: string, root = '/'): Promise<CheckResult[]> {
  const board = new BoardSensors(join(root, 'sys'));
  // Only the service knows the space that the ledger has reserved.
  const ledger = { hasRoom: true, roomBytes: 0, diskLatency: { lastFlush: null, busyFor: 0 } };
  return [
    ...resultsOf(diskCheck.name, await diskCheck.run({ disk: nodeDisk, folder, ledger })),
    ...resultsOf(powerCheck.name, await powerCheck.run({ board })),
    ...resultsOf(temperatureCheck.name, await temperatureCheck.run({ board })),
  ];
}

/** Result for a command that found the folder, or the program itself, unusable. No other check is possible then. */
export function checkUnusable(check: 'folder' | 'program', found: Bilingual, action: Bilingual): CheckResult[] {
  if (check === 'folder') return resultsOf(folderCheck.name, folderCheck.run({ found, action }));
  return resultsOf(programCheck.name, [failure(found, action)]);
}

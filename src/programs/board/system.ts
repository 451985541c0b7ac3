import { execFile } from 'node:child_process';
import { access, chmod, chown, constants, mkdir, open, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { newCode } from '../../shop/access/index.js';
import { BUILD_TIME, DiskError, isPlausible, localTime, nodeDisk, type UtcMs } from '../../base/index.js';
import type { BoardFolders, BoardDeps } from './apply.js';
import { ACCESS_POINT_FILE, type BoardFacts } from './boardPlan.js';
import { type AccessPoint, readAccessPoint, RESCUE_CODE_FILE } from './boardState.js';

const run = promisify(execFile);
/** Time limit of mounting, ms. */
const MOUNT_TIME = 30_000;
const DAY = 86_400_000;
/** Length of the access point's password; each character has 5 bits. */
const PASSWORD_LENGTH = 12;

/** The real board. `root`: where the machine's files are, `/`; `now`: its clock. */
export async function systemDeps(root: string, { data }: BoardFolders, now: UtcMs): Promise<BoardDeps> {
  const service = await attempt('stat', data, () => stat(data)).catch(() => undefined);
  return {
    disk: nodeDisk,
    read: (path, most) => attempt('read', path, () => firstBytes(path, most)),
    makeFolder: (path) =>
      attempt('mkdir', path, async () => {
        await mkdir(path, { recursive: true, mode: 0o755 });
      }),
    give: (path, mode, owner) =>
      attempt('chown', path, async () => {
        await chmod(path, mode);
        if (process.getuid?.() !== 0) return;
        const { uid = 0, gid = 0 } = (owner === 'service' ? service : undefined) ?? {};
        await chown(path, uid, gid);
      }),
    whileWritable: (folder, work) => whileWritable(folder, work),
    setHostName: (name) => {
      // The kernel's file instead of a program, so that tests can use another root.
      const path = join(root, 'proc/sys/kernel/hostname');
      return attempt('write', path, () => writeFile(path, name));
    },
    facts: await readFacts(root, now),
    newPassword: newCode(PASSWORD_LENGTH),
  };
}

async function readFacts(root: string, now: UtcMs): Promise<BoardFacts> {
  const textOf = async (path: string): Promise<string> => {
    const bytes = await firstBytes(join(root, path), 256).catch(() => null);
    return bytes?.toString('latin1') ?? '';
  };
  const [serial, machine, clock] = await Promise.all(
    ['proc/device-tree/serial-number', 'etc/machine-id', 'sys/class/rtc/rtc0/since_epoch'].map(textOf),
  );
  // The clock of a board without a battery starts at the time that the system last saved, which may be months ago.
  const told = Number(clock) * 1000;
  const isTold = told > BUILD_TIME && Math.abs(told - now) < DAY && isPlausible(now);
  const today = isTold ? localTime(now).slice(0, 10) : null;
  return { mark: markOf(serial) ?? markOf(machine), today, hasNoRadio: await hasNoRadio(root) };
}

/**
 * True when there is neither a Wi-Fi adapter nor an SDIO chip, such as that of a Raspberry Pi, whose driver loads
 * later. False when the kernel shows no network devices at all, because then it is unknown.
 */
async function hasNoRadio(root: string): Promise<boolean> {
  const isThere = (path: string): Promise<boolean> =>
    readdir(join(root, path)).then(
      (names) => names.length > 0,
      () => false,
    );
  if (!(await isThere('sys/class/net'))) return false;
  return !(await isThere('sys/class/ieee80211')) && !(await isThere('sys/bus/sdio/devices'));
}

/** The last four hex digits, in upper case; null without such a number. */
function markOf(text = ''): string | null {
  const number = text.replace(/\0/g, '').trim();
  return /^[0-9a-f]{4,64}$/i.test(number) && !/^0+$/.test(number) ? number.slice(-4).toUpperCase() : null;
}

async function whileWritable(folder: string, work: () => Promise<void>): Promise<void> {
  const isWritable = await access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );
  if (isWritable) return work();
  await remount(folder, 'remount,rw,sync');
  try {
    await work();
  } finally {
    await remount(folder, 'remount,ro');
  }
}

function remount(folder: string, options: string): Promise<void> {
  return attempt(options, folder, async () => {
    await run('mount', ['-o', options, folder], { timeout: MOUNT_TIME });
  });
}

async function firstBytes(path: string, most: number): Promise<Buffer | null> {
  try {
    const file = await open(path, 'r');
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(most), 0, most, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** The content of a file that the last start wrote in `/run`; null when it is absent. */
export async function readRunFile(folder: string, path: string): Promise<string | null> {
  const whole = join(folder, path);
  try {
    return await attempt('read', whole, () => readFile(whole, 'utf8'));
  } catch (error) {
    if (error instanceof DiskError && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** The box's own access point, as created by the last start; undefined when there is none, or no adapter for it. */
export async function ownAccessPoint(root: string): Promise<AccessPoint | undefined> {
  const text = await readRunFile(join(root, 'run'), ACCESS_POINT_FILE).catch(() => null);
  const accessPoint = readAccessPoint(text ?? '');
  if (accessPoint === undefined || !/^[\w-]+$/.test(accessPoint.adapter)) return undefined;
  const adapter = join(root, 'sys/class/net', accessPoint.adapter);
  const isThere = await access(adapter).then(
    () => true,
    () => false,
  );
  return isThere ? accessPoint : undefined;
}

/** The code that the rescue page requires; undefined on a box that was not installed from an image. `run`: `/run`. */
export async function ownRescueCode(run: string): Promise<string | undefined> {
  const text = await readRunFile(run, RESCUE_CODE_FILE).catch(() => null);
  return text?.trim();
}

async function attempt<T>(operation: string, path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DiskError) throw error;
    throw new DiskError(codeOf(error), operation, path);
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'EUNKNOWN';
}

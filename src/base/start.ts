import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Disk, writeAtomic } from './disk.js';
import type { Bilingual } from './bilingual.js';
import type { UtcMs } from './time.js';
import { isRecord } from './json.js';

/** Folder of the box for commands without `--data`; an installed box sets its own folder. */
export const DEFAULT_FOLDER = process.env['KASIRBOX_DATA'] ?? './data';

/** The unit file of an installed box, relative to the root. */
const UNIT = 'etc/systemd/system/kasirbox.service';

/**
 * True when systemd runs the service of this folder, i.e. its unit names the folder. A box of `scripts/start` has
 * another one.
 */
export function isInstalled(folder: string, root: string): boolean {
  try {
    const [, own] = /^ExecStart=.* --data (\S+)/m.exec(readFileSync(join(root, UNIT), 'utf8')) ?? [];
    return own !== undefined && own === resolve(folder);
  } catch {
    return false;
  }
}

/**
 * The command that starts the service of the folder. It includes a folder that is not the default, because otherwise a
 * new, empty box would start.
 */
export function startCommand(folder: string, root = '/'): string {
  if (isInstalled(folder, root)) return 'systemctl start kasirbox';
  const path = resolve(folder);
  return path === resolve(DEFAULT_FOLDER) ? 'kasirbox serve' : `kasirbox serve --data ${shellWord(path)}`;
}

/** Quotes a path as one word of a shell. */
function shellWord(path: string): string {
  return /^[\w%+,./:=@-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}

/**
 * File in the data folder, present while the last start of its service has failed: the journal may have been deleted,
 * and users are not always root.
 */
export const START_FAILURE_FILE = 'start-failed.json';

/** Why the last start failed. */
interface StartFailure {
  readonly at: UtcMs;
  readonly reason: Bilingual;
}

/** Rejects with a DiskError. */
export async function writeStartFailure(disk: Disk, folder: string, { at, reason }: StartFailure): Promise<void> {
  const file = { at, reason: reason.en, reasonSr: reason.sr };
  await writeAtomic(disk, join(folder, START_FAILURE_FILE), Buffer.from(`${JSON.stringify(file)}\n`));
}

/** Undefined when the last start succeeded, or the file cannot be read; other checks report unreadable files. */
export function readStartFailure(folder: string): StartFailure | undefined {
  try {
    const file: unknown = JSON.parse(readFileSync(join(folder, START_FAILURE_FILE), 'utf8'));
    const { at, reason: en, reasonSr: sr = en } = isRecord(file) ? file : {};
    const isWhole = typeof at === 'number' && typeof en === 'string' && typeof sr === 'string';
    return isWhole ? { at, reason: { sr, en } } : undefined;
  } catch {
    return undefined;
  }
}

/** The locked file in a data folder. */
export const LOCK_FILE = 'lock';

/**
 * Prevents a second process from using a data folder. The kernel releases the lock (flock) when the process ends for
 * any reason, so it is never stale. Node has no flock call. The program `flock` of util-linux, part of every Debian,
 * locks a descriptor that it shares with this process, and the lock remains when the program has ended.
 */
export interface FolderLock {
  release(): void;
}

/** `undefined` when another process holds the lock. Throws when locking fails for another reason. */
export function lockFolder(folder: string): FolderLock | undefined {
  const descriptor = openSync(join(folder, LOCK_FILE), 'a', 0o600);
  const { status, error } = spawnSync('flock', ['--exclusive', '--nonblock', '3'], {
    stdio: ['ignore', 'ignore', 'ignore', descriptor],
  });
  if (status === 0) return { release: () => closeSync(descriptor) };
  closeSync(descriptor);
  if (error !== undefined) throw new Error(`cannot lock ${folder}: ${error.message} (install util-linux)`);
  return undefined;
}

import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';

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

import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';

/** The file in a data folder that is locked. */
export const LOCK_FILE = 'lock';

/**
 * Keeps a second process out of a data folder. The kernel holds the lock (flock) and releases it when the process ends for
 * any reason, so it is never stale. Node has no flock call: the program `flock` of util-linux, part of every Debian, locks
 * a descriptor that it shares with this process, and the lock stays when the program has ended.
 */
export interface FolderLock {
  release(): void;
}

/** `undefined` when another process holds the lock. Throws when it cannot be tried at all. */
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

import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Keeps a second process out of a data folder. The lock is the kernel's (flock), so it ends with the process however
 * that ends, and leaves nothing stale behind. Node has no flock call; the `flock` program of util-linux, part of every
 * Debian, sets it on a descriptor that it shares with us, and the lock stays with ours when the program is gone.
 */
export interface FolderLock {
  release(): void;
}

/** `undefined` when another process holds the folder. Throws when the lock cannot be tried at all. */
export function lockFolder(folder: string): FolderLock | undefined {
  const descriptor = openSync(join(folder, 'lock'), 'a', 0o600);
  const { status, error } = spawnSync('flock', ['--exclusive', '--nonblock', '3'], {
    stdio: ['ignore', 'ignore', 'ignore', descriptor],
  });
  if (status === 0) return { release: () => closeSync(descriptor) };
  closeSync(descriptor);
  if (error !== undefined) throw new Error(`cannot lock ${folder}: ${error.message} (install util-linux)`);
  return undefined;
}

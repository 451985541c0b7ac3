import { AsyncLocalStorage } from 'node:async_hooks';
import { dirname } from 'node:path';

/**
 * Access to files that must survive a power cut. Everything durable uses this port, so that tests can give the ledger a
 * disk that fails or loses data, and so that flash wear can be counted.
 *
 * The only guarantees of a disk (POSIX): written bytes are durable after a successful `datasync` of that file; a
 * created, renamed or removed name is durable after a successful `syncDir` of its folder.
 */
export interface Disk {
  /** Opens an existing file for reading and writing. Rejects with a {@link DiskError} when it is absent. */
  open(path: string): Promise<DiskFile>;
  /** Creates an empty file with mode 0600; rejects when the name exists. */
  create(path: string): Promise<DiskFile>;
  /** Names in a folder, sorted; empty for an absent folder. */
  list(folder: string): Promise<string[]>;
  /** Creates a folder with mode 0700 and its parents; an existing one is accepted. */
  makeDir(folder: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** Removes a file; an absent one is accepted. */
  remove(path: string): Promise<void>;
  /** Makes the names in a folder durable. */
  syncDir(folder: string): Promise<void>;
  /** Bytes that an unprivileged process may still write to the file system of this folder. */
  freeBytes(folder: string): Promise<number>;
}

export interface DiskFile {
  /** Current length, bytes. */
  size(): Promise<number>;
  /** Reads up to `length` bytes from `position`; shorter only at the end of the file. */
  read(position: number, length: number): Promise<Buffer>;
  /** Writes all bytes at `position` into the page cache; throws a {@link DiskError}. Not durable before `datasync`. */
  write(position: number, bytes: Uint8Array): void;
  /** Makes bytes written before this call durable (fdatasync). After a failure the file must not be trusted again. */
  datasync(): Promise<void>;
  close(): Promise<void>;
}

/** A failed file operation; `code` is the name of the errno (ENOSPC, EIO, ENOENT, …). */
export class DiskError extends Error {
  constructor(
    readonly code: string,
    readonly operation: string,
    readonly path: string,
  ) {
    super(`${operation} ${path}: ${code}`);
    this.name = 'DiskError';
  }
}

/** The flash that one API key writes in a day. */
export interface FlashAccount {
  /** Adds bytes that were written, or that will follow from what was written. */
  readonly charge: (bytes: number) => void;
  /** True when the limit of today is reached. */
  readonly isSpent: () => boolean;
}

/** The writer of the flash is far below the request, and does not know the API key. */
const present = new AsyncLocalStorage<FlashAccount | undefined>();

/** The account of the current work; undefined for work of the box itself. */
export function flashAccount(): FlashAccount | undefined {
  return present.getStore();
}

/**
 * Runs work, and everything it awaits, on an account; undefined: on none, for work that continues after the request.
 */
export function chargedTo<T>(account: FlashAccount | undefined, work: () => T): T {
  return present.run(account, work);
}

/** As {@link replaceAtomic}, with these bytes. */
export function writeAtomic(disk: Disk, path: string, bytes: Uint8Array): Promise<void> {
  return replaceAtomic(disk, path, (file) => file.write(0, bytes));
}

/**
 * Replaces a whole file so that a power cut leaves either the old bytes or the new ones, never a mixture: temporary
 * file, datasync, rename, sync of the folder. The new name is durable when this resolves. The temporary path must be in
 * the same folder and have one writer at a time. Rejects with a {@link DiskError}, or with what `fill` threw; the old
 * file is then still there, unless only the last step failed.
 */
export async function replaceAtomic(
  disk: Disk,
  path: string,
  fill: (file: DiskFile) => void | Promise<void>,
  temporary = `${path}.tmp`,
): Promise<void> {
  await disk.remove(temporary); // from a power cut
  try {
    const file = await disk.create(temporary);
    try {
      await fill(file);
      await file.datasync();
    } finally {
      await file.close();
    }
    await disk.rename(temporary, path);
  } catch (error) {
    // Frees the space on a full disk. If even this fails, the first error is the relevant one.
    await disk.remove(temporary).catch(() => undefined);
    throw error;
  }
  await disk.syncDir(dirname(path));
}

/** The bytes of a whole file, `null` when there is none. Throws a {@link DiskError} for any other failure. */
export async function readWhole(disk: Disk, path: string): Promise<Buffer | null> {
  try {
    const file = await disk.open(path);
    try {
      return await file.read(0, await file.size());
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof DiskError && error.code === 'ENOENT') return null;
    throw error;
  }
}

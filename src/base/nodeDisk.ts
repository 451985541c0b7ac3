import * as fs from 'node:fs';
import { promisify } from 'node:util';
import { type Disk, DiskError, type DiskFile } from './disk.js';

const fdatasync = promisify(fs.fdatasync);
const fsync = promisify(fs.fsync);

function errno(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'EUNKNOWN';
}

async function attempt<T>(operation: string, path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new DiskError(errno(error), operation, path);
  }
}

class NodeFile implements DiskFile {
  constructor(
    private readonly handle: fs.promises.FileHandle,
    private readonly path: string,
  ) {}

  size(): Promise<number> {
    return attempt('stat', this.path, async () => (await this.handle.stat()).size);
  }

  read(position: number, length: number): Promise<Buffer> {
    return attempt('read', this.path, async () => {
      const buffer = Buffer.allocUnsafe(length);
      let done = 0;
      while (done < length) {
        const { bytesRead } = await this.handle.read(buffer, done, length - done, position + done);
        if (bytesRead === 0) break;
        done += bytesRead;
      }
      return buffer.subarray(0, done);
    });
  }

  // Synchronous because it only writes to the page cache; this saves each sale a round trip through the thread pool.
  write(position: number, bytes: Uint8Array): void {
    try {
      let done = 0;
      while (done < bytes.length) {
        done += fs.writeSync(this.handle.fd, bytes, done, bytes.length - done, position + done);
      }
    } catch (error) {
      throw new DiskError(errno(error), 'write', this.path);
    }
  }

  datasync(): Promise<void> {
    return attempt('fdatasync', this.path, () => fdatasync(this.handle.fd));
  }

  close(): Promise<void> {
    return attempt('close', this.path, () => this.handle.close());
  }
}

function createFile(path: string, mode: number): Promise<DiskFile> {
  return attempt('create', path, async () => new NodeFile(await fs.promises.open(path, 'wx+', mode), path));
}

/** The real disk, through Node's file system calls. */
export const nodeDisk: Disk = {
  open: (path) => attempt('open', path, async () => new NodeFile(await fs.promises.open(path, 'r+'), path)),
  create: (path) => createFile(path, 0o600),
  list: (folder) =>
    attempt('list', folder, async () => {
      try {
        return (await fs.promises.readdir(folder)).sort();
      } catch (error) {
        if (errno(error) === 'ENOENT') return [];
        throw error;
      }
    }),
  makeDir: (folder) =>
    attempt('mkdir', folder, async () => {
      await fs.promises.mkdir(folder, { recursive: true, mode: 0o700 });
    }),
  rename: (from, to) => attempt('rename', from, () => fs.promises.rename(from, to)),
  remove: (path) => attempt('remove', path, () => fs.promises.rm(path, { force: true })),
  syncDir: (folder) =>
    attempt('fsync', folder, async () => {
      const handle = await fs.promises.open(folder, 'r');
      try {
        await fsync(handle.fd);
      } finally {
        await handle.close();
      }
    }),
  freeBytes: (folder) =>
    attempt('statfs', folder, async () => {
      const stats = await fs.promises.statfs(folder);
      return stats.bavail * stats.bsize;
    }),
};

/** As {@link nodeDisk}, but new files have this mode, less the umask; for files requested by a person. */
export function nodeDiskOfMode(mode: number): Disk {
  return { ...nodeDisk, create: (path) => createFile(path, mode) };
}

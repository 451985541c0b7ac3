import { type Disk, DiskError, type DiskFile, TaskQueue } from '../../../base/index.js';

/** Maximum length of one read, bytes, so that a sale that comes meanwhile gets its disk access soon. */
const PIECE = 64 * 1024;

/**
 * A read-only disk that reads in pieces, one at a time, each after `turn`. A file is open only while a piece of it is
 * read, because a log of years has more segments than a process may have open files. `turn` gets the number of bytes,
 * and throws to stop reading.
 */
export function pacedDisk(disk: Disk, turn: (bytes: number) => Promise<void>): Disk {
  const queue = new TaskQueue();
  const during = async <T>(path: string, work: (file: DiskFile) => Promise<T>): Promise<T> => {
    const file = await disk.open(path);
    try {
      return await work(file);
    } finally {
      await file.close();
    }
  };
  const readPieces = async (path: string, position: number, length: number): Promise<Buffer> => {
    const pieces: Buffer[] = [];
    for (let done = 0; done < length;) {
      const wanted = Math.min(PIECE, length - done);
      const piece = await queue.run(async () => {
        await turn(wanted);
        return during(path, (file) => file.read(position + done, wanted));
      });
      pieces.push(piece);
      done += piece.length;
      if (piece.length < wanted) break;
    }
    return pieces.length === 1 && pieces[0] !== undefined ? pieces[0] : Buffer.concat(pieces);
  };
  const refuse = (operation: string, path: string): never => {
    throw new DiskError('EROFS', operation, path);
  };
  return {
    open: async (path) => ({
      size: () => during(path, (file) => file.size()),
      read: (position, length) => readPieces(path, position, length),
      write: () => refuse('write', path),
      datasync: async () => refuse('fdatasync', path),
      close: async () => undefined,
    }),
    create: async (path) => refuse('create', path),
    list: (folder) => disk.list(folder),
    makeDir: async (folder) => refuse('mkdir', folder),
    rename: async (from) => refuse('rename', from),
    remove: async (path) => refuse('remove', path),
    syncDir: async (folder) => refuse('fsync', folder),
    freeBytes: (folder) => disk.freeBytes(folder),
  };
}

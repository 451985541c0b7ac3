import { type Disk, type DiskFile, secureRandom, replaceAtomic } from '../base/index.js';

/**
 * Writes what `write` sends into the stream to the file `path`, durably, all of it or nothing. Until it is complete, the file
 * is `PATH.XXXXXXXX.tmp`, a unique name: of two writers to the same path, the later one wins. Rejects with what `write`
 * rejects with, or with a DiskError.
 */
export function streamToFile(
  disk: Disk,
  path: string,
  write: (sink: WritableStream<Uint8Array>) => Promise<void>,
): Promise<void> {
  const temporary = `${path}.${secureRandom(4).toString('hex')}.tmp`;
  const fill = (file: DiskFile): Promise<void> => {
    let at = 0;
    const sink = new WritableStream<Uint8Array>({
      write(piece) {
        file.write(at, piece);
        at += piece.length;
      },
    });
    return write(sink);
  };
  return replaceAtomic(disk, path, fill, temporary);
}

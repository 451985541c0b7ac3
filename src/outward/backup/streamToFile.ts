import { type Disk, type DiskFile, secureRandom, replaceAtomic } from '../../base/index.js';

/**
 * Writes the stream of `write` to the file `path`, durably and atomically. Until it is complete, the file is
 * `PATH.XXXXXXXX.tmp`, a unique name: of two writers to the same path, the later one wins. Rejects with the error of
 * `write`, or with a DiskError.
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

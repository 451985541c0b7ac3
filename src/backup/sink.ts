import { replaceAtomic } from '../base/atomic.js';
import type { Disk, DiskFile } from '../base/disk.js';
import { drawRandom } from '../base/random.js';

/**
 * Puts what `write` sends into the stream at `path`, durably, all of it or nothing. Until then it lies beside it, under
 * `PATH.XXXXXXXX.tmp`, a name that is nobody else's: of two who write to the same path, the last one's file stays. Rejects
 * with what `write` rejects with, or with a DiskError.
 */
export function streamToFile(
  disk: Disk,
  path: string,
  write: (sink: WritableStream<Uint8Array>) => Promise<void>,
): Promise<void> {
  const temporary = `${path}.${drawRandom(4).toString('hex')}.tmp`;
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

import { join } from 'node:path';
import { Encrypter, identityToRecipient } from 'age-encryption';
import { createTarPacker, type TarPackController } from 'modern-tar';
import { DiskError, localTime, type UtcMs } from '../../base/index.js';
import type { BackupCode } from './backupCode.js';
import { FORMAT, type Manifest, MANIFEST } from './format.js';
import { type CheckedSource, PIECE } from './source.js';

/** A file of an archive. */
export interface Entry {
  readonly name: string;
  readonly size: number;
  readonly pieces: () => AsyncIterable<Buffer> | Iterable<Buffer>;
}

/**
 * Writes the backup of a box into `sink` while the box continues to sell: records before `end` no longer change, and
 * all other files are replaced as a whole. Rejects with a DiskError of the box's own disk, with the error of the sink,
 * or with the reason of `signal`; the sink is then aborted.
 */
export async function writeBackup(
  source: CheckedSource,
  code: BackupCode,
  sink: WritableStream<Uint8Array>,
  signal?: AbortSignal,
): Promise<Manifest> {
  const { version, boxId, now, end, faults } = source;
  const sound = faults.length === 0;
  const manifest: Manifest = { format: FORMAT, version, boxId, createdAt: localTime(now), end, sound };
  const encrypter = new Encrypter();
  encrypter.addRecipient(await identityToRecipient(code.identity));
  await writeArchive(entriesOf(source, manifest), now, async (archive) =>
    (await encrypter.encrypt(archive)).pipeTo(sink, signal && { signal }),
  );
  return manifest;
}

/** Packs the entries into an archive (ustar) while `write` passes it on. Rejects with the error of either. */
export async function writeArchive(
  entries: Iterable<Entry>,
  now: UtcMs,
  write: (archive: ReadableStream<Uint8Array>) => Promise<void>,
): Promise<void> {
  const { readable, controller } = createTarPacker();
  const packed = pack(controller, entries, new Date(now)).catch((error: unknown) => controller.error(error));
  await write(readable);
  await packed;
}

async function pack(tar: TarPackController, entries: Iterable<Entry>, mtime: Date): Promise<void> {
  for (const { name, size, pieces } of entries) {
    const body = tar.add({ name, size, mtime, mode: 0o600 }).getWriter();
    for await (const piece of pieces()) await body.write(piece);
    await body.close();
  }
  tar.finalize();
}

function* entriesOf(source: CheckedSource, manifest: Manifest): Generator<Entry> {
  yield inMemory(MANIFEST, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
  for (const { name, bytes } of source.files) yield inMemory(name, bytes);
  yield* segmentsOf(source);
}

/** A file that is in memory as a whole. */
export function inMemory(name: string, bytes: Buffer): Entry {
  return { name, size: bytes.length, pieces: () => [bytes] };
}

/** The log comes last, so that a reader finds the small files first. */
function* segmentsOf({ disk, folder, segments, progress }: CheckedSource): Generator<Entry> {
  const all = segments.reduce((sum, { size }) => sum + size, 0);
  let done = 0;
  for (const { name, size } of segments) {
    const path = join(folder, name);
    const pieces = async function* (): AsyncGenerator<Buffer> {
      const file = await disk.open(path);
      try {
        for (let at = 0; at < size; at += PIECE) {
          const wanted = Math.min(PIECE, size - at);
          const piece = await file.read(at, wanted);
          // A file of the log was truncated after it was checked.
          if (piece.length < wanted) throw new DiskError('EIO', 'read', path);
          done += piece.length;
          yield piece;
          progress?.(done, all);
        }
      } finally {
        await file.close();
      }
    };
    yield { name, size, pieces };
  }
}

import { join } from 'node:path';
import { Encrypter, identityToRecipient } from 'age-encryption';
import { createTarPacker, type TarPackController } from 'modern-tar';
import { DiskError } from '../base/disk.js';
import { localTime } from '../base/time.js';
import type { RecoveryCode } from './code.js';
import { FORMAT, type Manifest, MANIFEST } from './format.js';
import { type CheckedSource, PIECE } from './source.js';

interface Entry {
  readonly name: string;
  readonly size: number;
  readonly pieces: () => AsyncIterable<Buffer> | Iterable<Buffer>;
}

/**
 * Writes the backup of a box into `sink` while the box sells: what lies before `end` does not change any more, and all
 * other files are replaced whole. Rejects with a DiskError of the box's own disk, with what the sink failed with, or with
 * the reason of `signal`; the sink is then aborted.
 */
export async function writeBackup(
  source: CheckedSource,
  code: RecoveryCode,
  sink: WritableStream<Uint8Array>,
  signal?: AbortSignal,
): Promise<Manifest> {
  const { version, boxId, now, end, faults } = source;
  const sound = faults.length === 0;
  const manifest: Manifest = { format: FORMAT, version, boxId, createdAt: localTime(now), end, sound };
  const encrypter = new Encrypter();
  encrypter.addRecipient(await identityToRecipient(code.identity));
  const { readable, controller } = createTarPacker();
  const packed = pack(controller, source, manifest).catch((error: unknown) => controller.error(error));
  await (await encrypter.encrypt(readable)).pipeTo(sink, signal && { signal });
  await packed;
  return manifest;
}

async function pack(tar: TarPackController, source: CheckedSource, manifest: Manifest): Promise<void> {
  const mtime = new Date(source.now);
  for (const { name, size, pieces } of entriesOf(source, manifest)) {
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

function inMemory(name: string, bytes: Buffer): Entry {
  return { name, size: bytes.length, pieces: () => [bytes] };
}

/** The log last, so that what is small need not be looked for behind it. */
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
          // Somebody cuts files of the log meanwhile: what was checked is not there any more.
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

import { join } from 'node:path';
import { Encrypter, identityToRecipient } from 'age-encryption';
import { createTarPacker, type TarPackController } from 'modern-tar';
import { DiskError, localTime, type UtcMs } from '../../base/index.js';
import { auditCopyOf, segmentNumber } from '../../platform/ledger/index.js';
import { containsClearSecret } from '../../shop/settings/index.js';
import type { BackupCode } from './backupCode.js';
import { EXPORT_FORMAT, EXPORT_MANIFEST, FORMAT, ID_FILE, type Manifest, MANIFEST } from './format.js';
import { type CheckedSource, PIECE, type SegmentPart } from './source.js';

/** A file of an archive. */
interface Entry {
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
async function writeArchive(
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
function inMemory(name: string, bytes: Buffer): Entry {
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

/** The result of an export. */
interface ExportedLedger {
  /** Records of which only the hash is in the file, since an earlier release has written secrets into them. */
  readonly withheld: number;
}

/**
 * Writes the ledger for an auditor into `sink` while the box continues to sell: an unencrypted archive with only the
 * log and the id of the box. It contains no key of the box and no secret: settings have theirs encrypted, and records
 * of earlier releases with unencrypted ones are withheld. `scripts/verify-ledger` reads it. Rejects as `writeBackup`
 * does.
 */
export async function writeLedgerExport(
  source: CheckedSource,
  sink: WritableStream<Uint8Array>,
  signal?: AbortSignal,
): Promise<ExportedLedger> {
  const { version, boxId, now, end, faults } = source;
  const sound = faults.length === 0;
  const manifest = { format: EXPORT_FORMAT, version, boxId, createdAt: localTime(now), end, sound };
  const copied = { withheld: 0 };
  function* entries(): Generator<Entry> {
    yield inMemory(EXPORT_MANIFEST, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
    yield* source.files.filter(({ name }) => name === ID_FILE).map(({ name, bytes }) => inMemory(name, bytes));
    const all = source.segments.reduce((sum, { size }) => sum + size, 0);
    let done = 0;
    for (const segment of source.segments) {
      const pieces = async function* (): AsyncGenerator<Buffer> {
        const { bytes, withheld } = await copyOf(source, segment);
        copied.withheld += withheld;
        done += segment.size;
        source.progress?.(done, all);
        yield bytes;
      };
      yield { ...segment, pieces };
    }
  }
  await writeArchive(entries(), now, (archive) => archive.pipeTo(sink, signal && { signal }));
  return copied;
}

async function copyOf({ disk, folder }: CheckedSource, { name, size }: SegmentPart) {
  const path = join(folder, name);
  const file = await disk.open(path);
  try {
    const bytes = await file.read(0, size);
    // The file was truncated after it was checked.
    if (bytes.length < size) throw new DiskError('EIO', 'read', path);
    const number = segmentNumber(name.slice(name.lastIndexOf('/') + 1)) ?? 0;
    return auditCopyOf(bytes, number, ({ name: setting, value }) => containsClearSecret(setting, value));
  } finally {
    await file.close();
  }
}

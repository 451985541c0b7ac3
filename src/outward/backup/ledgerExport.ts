import { join } from 'node:path';
import { DiskError, localTime } from '../../base/index.js';
import { auditCopyOf, segmentNumber } from '../../platform/ledger/index.js';
import { holdsClearSecret } from '../../shop/settings/index.js';
import { EXPORT_FORMAT, EXPORT_MANIFEST, ID_FILE } from './format.js';
import type { CheckedSource, SegmentPart } from './source.js';
import { type Entry, inMemory, writeArchive } from './write.js';

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
    return auditCopyOf(bytes, number, ({ name: setting, value }) => holdsClearSecret(setting, value));
  } finally {
    await file.close();
  }
}

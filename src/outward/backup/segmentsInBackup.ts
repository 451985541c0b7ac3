import { basename } from 'node:path';
import { ok, type Result } from '../../base/index.js';
import { LOG_FOLDER, segmentNumber } from '../../platform/ledger/index.js';
import type { BackupCode } from './backupCode.js';
import type { Manifest } from './format.js';
import { type BackupFault, readBackup } from './read.js';

/** Reads some segments from a backup, by number, and its manifest. Rejects with a DiskError, or as `bytes` does. */
export async function segmentsInBackup(
  bytes: ReadableStream<Uint8Array>,
  code: BackupCode,
  isWanted: (number: number) => boolean,
): Promise<Result<{ readonly manifest: Manifest; readonly segments: ReadonlyMap<number, Buffer> }, BackupFault>> {
  const segments = new Map<number, Buffer>();
  const read = await readBackup(bytes, code, {
    manifest: () => undefined,
    file: async (name, _, pieces) => {
      const number = name.startsWith(`${LOG_FOLDER}/`) ? segmentNumber(basename(name)) : undefined;
      const wanted = number !== undefined && isWanted(number);
      const content: Uint8Array[] = [];
      for await (const piece of pieces) if (wanted) content.push(piece);
      if (wanted) segments.set(number, Buffer.concat(content));
    },
  });
  return read.ok ? ok({ manifest: read.value, segments }) : read;
}

import { BackupCode } from '../../src/outward/backup/backupCode.js';
import type { LogEnd } from '../../src/outward/backup/format.js';
import { restoreBackup } from '../../src/outward/backup/restore.js';
import { checkSource } from '../../src/outward/backup/source.js';
import { writeBackup } from '../../src/outward/backup/writeBackup.js';
import type { Disk } from '../../src/base/disk.js';
import type { Ledger } from '../../src/platform/ledger/ledger.js';
import type { Verification } from '../../src/platform/ledger/verify.js';
import { MemoryDisk } from './disk/memory.js';
import { FOLDER, NOON } from './ledger.js';

/** The end of a ledger, as a service reports it. */
export function endOf({ end }: Pick<Ledger, 'end'>): LogEnd {
  const { segment, offset, sequence, epoch, hash } = end;
  return { segment, offset, sequence, epoch, hash: hash.toString('hex') };
}

/** The bytes of a backup that is made now. */
export async function backUp(
  ledger: Pick<Ledger, 'end' | 'boxId'>,
  disk: Disk,
  code: BackupCode = BackupCode.make(),
  folder = FOLDER,
): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  const sink = new WritableStream<Uint8Array>({ write: (piece) => void pieces.push(piece) });
  const about = { version: '1.0', boxId: ledger.boxId.toString('hex'), end: endOf(ledger), now: NOON };
  await writeBackup(await checkSource({ disk, folder, isDamaged: false, ...about }), code, sink);
  return Buffer.concat(pieces);
}

/** Bytes as they come from a file, in pieces. */
export function streamOf(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) controller.close();
      else controller.enqueue(bytes.slice(at, (at += 10_000)));
    },
  });
}

/** What is in a backup, found by restoring it into a new folder. */
export async function restoredFrom(backup: Uint8Array, code: BackupCode): Promise<Verification> {
  const disk = new MemoryDisk(new Map([[FOLDER, 'folder']]));
  const restored = await restoreBackup({ disk, folder: FOLDER, bytes: streamOf(backup), code });
  if (!restored.ok) throw new Error(restored.error);
  return restored.value.verification;
}

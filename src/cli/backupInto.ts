import { spawnSync } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { RecoveryCode } from '../backup/code.js';
import { Look } from '../backup/look.js';
import { readBackup } from '../backup/read.js';
import { ofThisLife, type ShelfContent, shelvedName } from '../backup/shelf.js';
import { streamToFile } from '../backup/sink.js';
import { type BackupSource, checkSource } from '../backup/source.js';
import { writeBackup } from '../backup/write.js';
import { nodeDisk } from '../base/disk-node.js';
import { failed, never, ok, type Result } from '../base/result.js';

/** Room that is wanted beside that of the newest backup, bytes. */
const SPARE_ROOM = 4 * 1024 * 1024;

/**
 * Puts a backup into a folder of rolling ones, reads it back from the device, and then takes away what is older than the `keep`
 * newest. The error is an English sentence. Throws DiskError.
 */
export async function backupInto(
  shelf: string,
  keep: number,
  source: BackupSource,
  code: RecoveryCode,
  signal?: AbortSignal,
  look = new Look(source),
): Promise<Result<string, string>> {
  const { boxId, now, end } = source;
  const found = await look.at(shelf);
  switch (found.state) {
    case 'absent':
      return failed(`there is no folder ${shelf}`);
    case 'same-disk':
      return failed(`no other disk is in ${shelf}`);
    case 'silent':
      return failed(`${shelf} cannot be read`);
    case 'ready':
      break;
    default:
      return never(found);
  }
  for (const leftover of found.leftovers) await nodeDisk.remove(leftover);
  const left = await makeRoom(shelf, found, end.sequence);
  const file = join(shelf, shelvedName(boxId, now, end.sequence));
  const checked = await checkSource(source);
  const [fault] = checked.faults;
  if (fault !== undefined) return failed(`the ledger is damaged (${fault}); the backups there are left as they are`);
  await streamToFile(nodeDisk, file, async (sink) => {
    await writeBackup(checked, code, sink, signal);
  });
  if (!(await isReadable(file, code))) return failed(`${file} cannot be read back; the stick may be worn out`);
  const older = left.filter((backup) => backup.file !== file);
  for (const old of older.slice(keep - 1)) await nodeDisk.remove(old.file);
  return ok(file);
}

/** Where the folder is full the oldest of the box make room, but never the newest. What is left of them, newest first. */
async function makeRoom(shelf: string, { backups }: ShelfContent, sequence: number) {
  const kept = [...ofThisLife(backups, sequence)];
  const [newest] = kept;
  if (newest === undefined) return kept;
  const file = await nodeDisk.open(newest.file);
  const wanted = (await file.size().finally(() => file.close())) + SPARE_ROOM;
  while (kept.length > 1 && (await nodeDisk.freeBytes(shelf)) < wanted) {
    const oldest = kept.pop();
    if (oldest !== undefined) await nodeDisk.remove(oldest.file);
  }
  return kept;
}

/** Comes from the device and not from memory, as far as the kernel does what it is asked for. */
async function isReadable(file: string, code: RecoveryCode): Promise<boolean> {
  spawnSync('dd', [`if=${file}`, 'iflag=nocache', 'count=0', 'status=none']);
  const read = await readBackup(Readable.toWeb(createReadStream(file)), code, {
    manifest: () => undefined,
    file: async (_name, _size, pieces) => {
      const reader = pieces[Symbol.asyncIterator]();
      while ((await reader.next()).done !== true);
    },
  });
  return read.ok;
}

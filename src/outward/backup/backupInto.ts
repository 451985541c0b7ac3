import { spawnSync } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import {
  assertNever,
  defineMessages,
  type Disk,
  type DiskFile,
  failed,
  type Message,
  nodeDisk,
  ok,
  replaceAtomic,
  type Result,
  secureRandom,
} from '../../base/index.js';
import { type BackupFolderContent, FolderProbe, ofCurrentLedger, storedBackupName } from './backupFolder.js';
import { readBackup } from './readBackup.js';
import type { BackupCode } from './backupCode.js';
import { type BackupSource, checkSource } from './source.js';
import { writeBackup } from './writeBackup.js';

const MESSAGES = defineMessages('backupInto', {
  noFolder: { en: 'there is no folder {folder}', sr: 'нема фасцикле {folder}' },
  sameDisk: { en: 'no other disk is mounted at {folder}', sr: 'у {folder} није прикључен други диск' },
  unreadable: { en: '{folder} cannot be read', sr: '{folder} не може да се прочита' },
  damaged: {
    en: 'the ledger is damaged ({fault}); the backups there are left unchanged',
    sr: 'дневник је оштећен ({fault}); тамошње резервне копије остају какве јесу',
  },
  notReadBack: {
    en: '{file} cannot be read back; the USB stick may be worn out',
    sr: '{file} не може поново да се прочита; USB меморија је можда истрошена',
  },
});

/** Free bytes that a new backup needs in addition to the size of the newest. */
const SPARE_ROOM = 4 * 1024 * 1024;

/**
 * Writes a backup into a folder of rolling backups, reads it back from the device, and then removes all but the `keep`
 * newest ones. No backup is made of a damaged ledger, and none is removed for it.
 * Throws DiskError.
 */
export async function backupInto(
  folder: string,
  keep: number,
  source: BackupSource,
  code: BackupCode,
  signal?: AbortSignal,
  probe = new FolderProbe(source),
): Promise<Result<string, Message>> {
  const { boxId, now, end } = source;
  const found = await probe.run(folder);
  switch (found.state) {
    case 'absent':
      return failed(MESSAGES.noFolder({ folder }));
    case 'same-disk':
      return failed(MESSAGES.sameDisk({ folder }));
    case 'silent':
      return failed(MESSAGES.unreadable({ folder }));
    case 'ready':
      break;
    default:
      return assertNever(found);
  }
  for (const leftover of found.leftovers) await nodeDisk.remove(leftover);
  const checked = await checkSource(source);
  const [fault] = checked.faults;
  if (fault !== undefined) return failed(MESSAGES.damaged({ fault }));
  const left = await makeRoom(folder, found, end.sequence);
  const file = join(folder, storedBackupName(boxId, now, end.sequence));
  await streamToFile(nodeDisk, file, async (sink) => {
    await writeBackup(checked, code, sink, signal);
  });
  if (!(await isReadable(file, code))) {
    // Otherwise it would count as the newest backup, and no other would be made before the next sale.
    await nodeDisk.remove(file);
    return failed(MESSAGES.notReadBack({ file }));
  }
  const older = left.filter((backup) => backup.file !== file);
  for (const old of older.slice(keep - 1)) await nodeDisk.remove(old.file);
  return ok(file);
}

/**
 * Removes the oldest backups of the box while the folder is full, but never the newest. Returns the remaining ones,
 * newest first.
 */
async function makeRoom(folder: string, { backups }: BackupFolderContent, sequence: number) {
  const kept = [...ofCurrentLedger(backups, sequence)];
  const [newest] = kept;
  if (newest === undefined) return kept;
  const file = await nodeDisk.open(newest.file);
  let wanted: number;
  try {
    wanted = (await file.size()) + SPARE_ROOM;
  } finally {
    await file.close();
  }
  while (kept.length > 1 && (await nodeDisk.freeBytes(folder)) < wanted) {
    const oldest = kept.pop();
    if (oldest !== undefined) await nodeDisk.remove(oldest.file);
  }
  return kept;
}

/**
 * Reads a backup to its end. `dd` asks the kernel to drop its cache, so that the device itself is read. False also on
 * an error of the device.
 */
async function isReadable(file: string, code: BackupCode): Promise<boolean> {
  spawnSync('dd', [`if=${file}`, 'iflag=nocache', 'count=0', 'status=none']);
  try {
    // The types of Node's streams and of the browser's differ where both are declared, as for the pages.
    const stream: unknown = Readable.toWeb(createReadStream(file));
    const read = await readBackup(stream as Parameters<typeof readBackup>[0], code, {
      manifest: () => undefined,
      file: async (_name, _size, pieces) => {
        const reader = pieces[Symbol.asyncIterator]();
        while ((await reader.next()).done !== true);
      },
    });
    return read.ok;
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) return false;
    throw error;
  }
}

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

import { join } from 'node:path';
import {
  type Disk,
  DiskError,
  failed,
  KEY_LENGTH,
  type Log,
  ok,
  readWhole,
  type Result,
  secureRandom,
  writeAtomic,
} from '../base/index.js';

/** Folder of the key inside the data folder. */
export const SECRETS_FOLDER = 'secrets';
const FILE = 'settings.key';

/** `missing`: there is none, and none was made; `unreadable`: the disk does not give it, so it must not be replaced. */
export type SettingsKey = Result<Buffer, 'missing' | 'unreadable'>;

/**
 * The key with which the secrets of settings are encrypted. It lies in a file of its own, so that neither a copy of the ledger nor
 * what an auditor gets opens them. With `mayMake` it is made where there is none; one of a wrong length, with which nothing can
 * ever be decrypted, counts as none.
 */
export async function openSettingsKey(disk: Disk, folder: string, mayMake: boolean, log: Log): Promise<SettingsKey> {
  const inside = join(folder, SECRETS_FOLDER);
  const path = join(inside, FILE);
  try {
    const key = await readWhole(disk, path);
    if (key?.length === KEY_LENGTH) return ok(key);
    if (!mayMake) return failed('missing');
    const made = secureRandom(KEY_LENGTH);
    await disk.makeDir(inside);
    await writeAtomic(disk, path, made);
    await disk.syncDir(folder); // the folder inside may be new
    return ok(made);
  } catch (error) {
    if (!(error instanceof DiskError)) throw error;
    log('settings.key_failed', { operation: error.operation, code: error.code });
    return failed('unreadable');
  }
}

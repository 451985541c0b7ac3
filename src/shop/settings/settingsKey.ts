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
} from '../../base/index.js';

/** Folder of the key inside the data folder. */
export const SECRETS_FOLDER = 'secrets';
const FILE = 'settings.key';

/**
 * `missing`: there is no key, and none was created. `unreadable`: the disk cannot read it, so it must not be replaced.
 */
export type SettingsKey = Result<Buffer, 'missing' | 'unreadable'>;

/**
 * The key that encrypts the secrets of settings. It is in a file of its own, so that neither a copy of the ledger nor
 * an auditor's data reveals them. With `mayMake` it is created when missing. A key of a wrong length can never decrypt
 * anything and counts as missing.
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
    await disk.syncDir(folder); // the secrets folder may be new
    return ok(made);
  } catch (error) {
    if (!(error instanceof DiskError)) throw error;
    log('settings.key_failed', { operation: error.operation, code: error.code });
    return failed('unreadable');
  }
}

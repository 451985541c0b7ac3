import { join } from 'node:path';
import { type Disk, DiskError, LOCK_FILE, silentLog, START_FAILURE_FILE, VERSION } from '../../base/index.js';
import { ENVIRONMENTS } from '../../contract/index.js';
import { Ledger, loadSql } from '../../platform/ledger/index.js';
import { SECRETS_FOLDER } from '../../shop/settings/index.js';
import { ID_FILE } from './format.js';

/**
 * Files and folders that a box creates before its first use, in the order in which they can be removed: at every step,
 * the rest is an empty box.
 */
const FIRST_FOLDERS = ['views', 'log', 'documents', 'tls', SECRETS_FOLDER] as const;
const FIRST_FILES = ['claim-code', 'flash.json', 'control.sock', START_FAILURE_FILE] as const;
const NO_MATTER: readonly string[] = [LOCK_FILE, 'lost+found'];

/**
 * True when the folder has a box that was never used: its own first records and files, and no key, user, item, setting
 * or receipt. Nothing is changed. False when the content is unreadable or unknown.
 */
export async function isEmptyBox(disk: Disk, folder: string): Promise<boolean> {
  const known: readonly string[] = [ID_FILE, ...FIRST_FOLDERS, ...FIRST_FILES, ...NO_MATTER];
  for (const name of await disk.list(folder)) {
    const isEmptyFolder = async (): Promise<boolean> => (await disk.list(join(folder, name))).length === 0;
    if (!known.includes(name) && !(name === 'pfr' && (await isEmptyFolder()))) return false;
  }
  try {
    const sql = await loadSql();
    const ledger = await Ledger.open({
      ...{ disk, folder, sql, version: VERSION, now: Date.now, log: silentLog, readOnly: true },
    });
    try {
      return await holdsNothing(ledger);
    } finally {
      await ledger.close();
    }
  } catch (error) {
    if (error instanceof DiskError) return false;
    throw error;
  }
}

async function holdsNothing(ledger: Ledger): Promise<boolean> {
  const { main, damage } = ledger;
  if (damage.length > 0 || main.keys().length > 0 || main.settings().size > 0 || main.itemCounts().all > 0)
    return false;
  if (main.users.users().length > 0 || main.users.tablets().length > 0) return false;
  for (const environment of ENVIRONMENTS) {
    const invoices = await ledger.invoices({ environment, skip: 0, limit: 1 });
    if (invoices.length > 0 || main.intents(environment).length > 0) return false;
  }
  return true;
}

/** Removes such a box; the caller holds its lock. Throws DiskError. */
export async function removeEmptyBox(disk: Disk, folder: string): Promise<void> {
  const there = await disk.list(folder);
  await disk.remove(join(folder, ID_FILE));
  for (const inside of FIRST_FOLDERS.filter((name) => there.includes(name))) {
    // The newest segment first: without the first one the log would count as lost.
    for (const name of (await disk.list(join(folder, inside))).toSorted().toReversed()) {
      await disk.remove(join(folder, inside, name));
    }
  }
  for (const name of FIRST_FILES) await disk.remove(join(folder, name));
  await disk.syncDir(folder);
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Bilingual } from './bilingual.js';
import type { Disk } from './disk.js';
import { writeAtomic } from './atomic.js';
import { isRecord } from './json.js';
import type { UtcMs } from './fiscal.js';

/**
 * File in the data folder, present while the last start of its service has failed: the journal may have been deleted,
 * and users are not always root.
 */
export const START_FAILURE_FILE = 'start-failed.json';

/** Why the last start failed. */
interface StartFailure {
  readonly at: UtcMs;
  readonly reason: Bilingual;
}

/** Rejects with a DiskError. */
export async function writeStartFailure(disk: Disk, folder: string, { at, reason }: StartFailure): Promise<void> {
  const file = { at, reason: reason.en, reasonSr: reason.sr };
  await writeAtomic(disk, join(folder, START_FAILURE_FILE), Buffer.from(`${JSON.stringify(file)}\n`));
}

/** Undefined when the last start succeeded, or the file cannot be read; other checks report unreadable files. */
export function readStartFailure(folder: string): StartFailure | undefined {
  try {
    const file: unknown = JSON.parse(readFileSync(join(folder, START_FAILURE_FILE), 'utf8'));
    const { at, reason: en, reasonSr: sr = en } = isRecord(file) ? file : {};
    const isWhole = typeof at === 'number' && typeof en === 'string' && typeof sr === 'string';
    return isWhole ? { at, reason: { sr, en } } : undefined;
  } catch {
    return undefined;
  }
}

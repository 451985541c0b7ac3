import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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
  /** An English sentence, as in the log. */
  readonly reason: string;
}

/** Rejects with a DiskError. */
export async function writeStartFailure(disk: Disk, folder: string, failure: StartFailure): Promise<void> {
  await writeAtomic(disk, join(folder, START_FAILURE_FILE), Buffer.from(`${JSON.stringify(failure)}\n`));
}

/** Undefined when the last start succeeded, or the file cannot be read; other checks report unreadable files. */
export function readStartFailure(folder: string): StartFailure | undefined {
  try {
    const file: unknown = JSON.parse(readFileSync(join(folder, START_FAILURE_FILE), 'utf8'));
    const { at, reason } = isRecord(file) ? file : {};
    return typeof at === 'number' && typeof reason === 'string' ? { at, reason } : undefined;
  } catch {
    return undefined;
  }
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Disk } from './disk.js';
import { writeAtomic } from './atomic.js';
import { isRecord } from './json.js';
import type { UtcMs } from './fiscal.js';

/** In the data folder, while the last start of its service has failed: the journal may be gone, and its reader is not always root. */
export const START_FAILURE_FILE = 'start-failed.json';

/** Why the last start failed. */
export interface StartFailure {
  readonly at: UtcMs;
  /** An English sentence, as the log has it. */
  readonly reason: string;
}

/** Rejects with a DiskError. */
export async function writeStartFailure(disk: Disk, folder: string, failure: StartFailure): Promise<void> {
  await writeAtomic(disk, join(folder, START_FAILURE_FILE), Buffer.from(`${JSON.stringify(failure)}\n`));
}

/** Undefined where the last start succeeded, or nothing can be read: what is unreadable is named by other checks. */
export function readStartFailure(folder: string): StartFailure | undefined {
  try {
    const file: unknown = JSON.parse(readFileSync(join(folder, START_FAILURE_FILE), 'utf8'));
    const { at, reason } = isRecord(file) ? file : {};
    return typeof at === 'number' && typeof reason === 'string' ? { at, reason } : undefined;
  } catch {
    return undefined;
  }
}

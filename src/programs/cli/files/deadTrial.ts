import { readFileSync } from 'node:fs';
import { DiskError, nodeDisk, VERSION } from '../../../base/index.js';
import { deadTrialAdvice, readUpdateState, type UpdateAdvice } from '../../../outward/updates/index.js';

interface DeadTrial {
  readonly version: string;
  /** The version to which the box will return. */
  readonly from: string;
  readonly advice: UpdateAdvice;
}

/**
 * The version on trial according to the folder, for use when no service can be asked; undefined when there is none. The
 * kernel's command line names the running slot; without it the version of this program counts.
 */
export async function deadTrial(folder: string, cmdline = '/proc/cmdline'): Promise<DeadTrial | undefined> {
  const pending = await pendingOf(folder);
  if (pending?.isInstalled !== true) return undefined;
  const { version, from, fromSlot } = pending;
  const slot = / rauc\.slot=(\w+)/.exec(` ${readFileSync(cmdline, 'utf8')}`)?.[1];
  const isOnTrial = slot === undefined ? version === VERSION && from !== VERSION : slot !== fromSlot;
  return isOnTrial ? { version, from, advice: deadTrialAdvice(version, from) } : undefined;
}

async function pendingOf(folder: string) {
  try {
    return (await readUpdateState(nodeDisk, folder)).pending;
  } catch (error) {
    if (error instanceof DiskError) return undefined;
    throw error;
  }
}

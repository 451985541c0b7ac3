import { join } from 'node:path';
import { failed, type Result } from '../../../base/index.js';
import { SegmentFiles } from '../files.js';
import { readIdentity } from '../identity.js';
import { LOG_FOLDER } from '../open.js';
import { tolerant } from '../tolerantDisk.js';
import { Planner } from './planner.js';
import type { NoRepair, RepairPlan, RepairSource } from './repairPlan.js';

/** Reads the whole ledger and determines which records a repair would preserve or lose. Throws DiskError. */
export async function planRepair(source: RepairSource): Promise<Result<RepairPlan, NoRepair>> {
  const disk = tolerant(source.disk);
  const logFolder = join(source.folder, LOG_FOLDER);
  const files = new SegmentFiles(disk, logFolder, disk.lostOf);
  try {
    const numbers = await files.numbers();
    const identity = await readIdentity(disk, source.folder);
    const boxId = await boxIdOf(files, numbers, identity instanceof Buffer ? identity : undefined);
    if (boxId === undefined) return failed('absent');
    const isIdWrong = identity instanceof Buffer && !identity.equals(boxId);
    return await new Planner(source, { disk, logFolder, files, numbers, boxId, isIdWrong }).plan();
  } finally {
    await files.close();
  }
}

/**
 * The id in the file, unless all segments agree on another one; then the file is damaged. Undefined when neither has an
 * id.
 */
async function boxIdOf(
  files: SegmentFiles,
  numbers: readonly number[],
  identity: Buffer | undefined,
): Promise<Buffer | undefined> {
  const ids = new Map<string, Buffer>();
  for (const number of numbers) {
    const segment = await files.find(number);
    if (segment !== undefined) ids.set(segment.boxId.toString('hex'), segment.boxId);
  }
  if (identity !== undefined && (ids.size !== 1 || ids.has(identity.toString('hex')))) return identity;
  return [...ids.values()][0];
}

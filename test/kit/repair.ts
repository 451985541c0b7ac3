import { repairLedger } from '../../src/platform/ledger/repair/carryOut.js';
import { planRepair } from '../../src/platform/ledger/repair/plan.js';
import type { RepairPlan, RepairSource } from '../../src/platform/ledger/repair/repairPlan.js';
import { loadSql } from '../../src/platform/ledger/views/sql.js';
import type { Disk } from '../../src/base/disk.js';
import { FOLDER, NOON } from './ledger.js';

/** Who decides. */
export const OWNER = 'Ана Анић';

export async function repairSource(disk: Disk, backup?: RepairSource['backup']): Promise<RepairSource> {
  return { disk, folder: FOLDER, sql: await loadSql(), now: () => NOON, backup };
}

/** Plans and carries out a repair of the ledger on a disk, or returns why it is impossible. */
export async function repair(disk: Disk, backup?: RepairSource['backup']): Promise<RepairPlan | string> {
  const source = await repairSource(disk, backup);
  const plan = await planRepair(source);
  if (!plan.ok) return plan.error;
  await repairLedger(source, plan.value, OWNER);
  return plan.value;
}

/** The same where there must be something to repair. */
export async function repaired(disk: Disk, backup?: RepairSource['backup']): Promise<RepairPlan> {
  const plan = await repair(disk, backup);
  if (typeof plan === 'string') throw new Error(`nothing was repaired: ${plan}`);
  return plan;
}

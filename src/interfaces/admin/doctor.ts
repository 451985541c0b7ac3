import { ok, type Result, type Message } from '../../base/index.js';
import { type CheckResult, runChecks } from '../health/index.js';
import { type AdminParts, operation } from './operation.js';

/** Runs all health checks now. */
export const doctor = operation({
  permission: 'maintenance',
  isReadOnly: true,
  ask: {},
  async run({
    health,
    processors,
  }: Pick<AdminParts, 'health' | 'processors'>): Promise<Result<readonly CheckResult[], Message>> {
    // The poller asks a silent processor at increasing intervals, and without a service there is no polling.
    await processors.active.refresh();
    return ok(await runChecks(health));
  },
});

import { ok, type Result } from '../base/index.js';
import { type CheckResult, runChecks } from '../health/index.js';
import { type AdminParts, operation } from './operation.js';

/** All health checks, made now. */
export const doctor = operation({
  permission: 'maintenance',
  isReadOnly: true,
  ask: {},
  async run({
    health,
    processors,
  }: Pick<AdminParts, 'health' | 'processors'>): Promise<Result<readonly CheckResult[], string>> {
    // The poller asks a silent processor less and less often, and where no service runs nothing polls it at all.
    await processors.active.refresh();
    return ok(await runChecks(health));
  },
});

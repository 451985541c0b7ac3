import { ENVIRONMENTS, ok, type Result, type TaxLabel } from '../../base/index.js';
import type { PfrStatus } from '../../pfr/index.js';
import { oneOf, optional } from '../fields.js';
import { type AdminParts, operation } from '../operation.js';

/** What `pfr status` shows of a processor. */
export interface ProcessorRow extends PfrStatus {
  /** Is its environment the active one? */
  readonly isActive: boolean;
  readonly taxLabels: readonly TaxLabel[];
}

/**
 * The state of the processor of an environment, of the active one when it is left out. The processor is asked now; while
 * it is issuing a receipt, the answer is its last known state.
 */
export const processorStatus = operation({
  permission: 'processor',
  isReadOnly: true,
  ask: { environment: optional(oneOf(ENVIRONMENTS)) },
  async run(
    { processors, settings }: Pick<AdminParts, 'processors' | 'settings'>,
    { environment = settings.now.environment },
  ): Promise<Result<ProcessorRow, string>> {
    const pfr = processors.of(environment);
    await pfr.refresh();
    const isActive = environment === settings.now.environment;
    return ok({ ...pfr.status(), isActive, taxLabels: pfr.taxLabels() });
  },
});

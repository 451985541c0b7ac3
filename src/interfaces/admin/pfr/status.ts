import { ENVIRONMENTS, ok, type Result, type TaxLabel, type Message } from '../../../base/index.js';
import type { PfrStatus } from '../../../processors/pfr/index.js';
import { oneOf, optional } from '../fields.js';
import { type AdminParts, operation } from '../operation.js';

/** A processor as displayed by `pfr status`. */
export interface ProcessorRow extends PfrStatus {
  /** True when its environment is the active one. */
  readonly isActive: boolean;
  readonly taxLabels: readonly TaxLabel[];
}

/**
 * The state of the processor of an environment, by default the active one. The processor is asked now. While it is
 * issuing a receipt, the last known state is returned.
 */
export const processorStatus = operation({
  permission: 'processor',
  isReadOnly: true,
  ask: { environment: optional(oneOf(ENVIRONMENTS)) },
  async run(
    { processors, settings }: Pick<AdminParts, 'processors' | 'settings'>,
    { environment = settings.now.environment },
  ): Promise<Result<ProcessorRow, Message>> {
    const pfr = processors.of(environment);
    await pfr.refresh();
    const isActive = environment === settings.now.environment;
    return ok({ ...pfr.status(), isActive, taxLabels: pfr.taxLabels() });
  },
});

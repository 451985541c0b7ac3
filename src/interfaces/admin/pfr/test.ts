import { ENVIRONMENTS, type Result, type Message } from '../../../base/index.js';
import type { ProcessorTestReport } from '../../../sales/invoicing/index.js';
import { oneOf } from '../fields.js';
import { type AdminParts, operation, type Tell } from '../operation.js';

/**
 * Tests a processor with two Training receipts. Takes as long as the processor does, some minutes for one that hangs.
 */
export const testProcessor = operation({
  permission: 'processor',
  ask: { environment: oneOf(ENVIRONMENTS) },
  async run(
    { invoicing }: Pick<AdminParts, 'invoicing'>,
    { environment },
    tell: Tell,
  ): Promise<Result<ProcessorTestReport, Message>> {
    return invoicing.processorTest.run(environment, tell);
  },
});

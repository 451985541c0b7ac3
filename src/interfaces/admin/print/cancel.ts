import { assertNever, failed, ok, type Result } from '../../../base/index.js';
import { integer } from '../fields.js';
import { type AdminParts, operation } from '../operation.js';
import { storageWords } from './refusals.js';
import { type PrintJobRow, printJobRow } from './row.js';

export const cancelPrintJob = operation({
  permission: 'printing',
  ask: { id: integer },
  async run(
    { printing, ledger }: Pick<AdminParts, 'printing' | 'ledger'>,
    { id },
  ): Promise<Result<PrintJobRow, string>> {
    const cancelled = await printing.cancel(id);
    if (cancelled.ok) return ok(await printJobRow({ ledger }, cancelled.value));
    const { error } = cancelled;
    switch (error.kind) {
      case 'absent':
        return failed(`There is no print job ${id}. See: kasirbox print jobs --all`);
      case 'sent':
        return failed(
          `Job ${id} has begun to print and cannot be called back. Mend the printer (kasirbox print printers says what it ` +
            'needs), or take it out of the settings: kasirbox settings set printers',
        );
      case 'ended':
        return failed(`Job ${id} has ended. See: kasirbox print jobs --all`);
      case 'storage':
        return failed(storageWords(error.failure));
      default:
        return assertNever(error);
    }
  },
});

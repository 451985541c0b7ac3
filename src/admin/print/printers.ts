import { ok, type Result } from '../../base/index.js';
import type { PrinterStatus } from '../../printing/index.js';
import { type AdminParts, operation } from '../operation.js';

export const listPrinters = operation({
  permission: 'printing',
  isReadOnly: true,
  ask: {},
  async run({ printing }: Pick<AdminParts, 'printing'>): Promise<Result<readonly PrinterStatus[], string>> {
    return ok(printing.printers());
  },
});

import { ok, type Result } from '../../base/index.js';
import { safeModeOf } from '../../health/index.js';
import type { PrinterStatus } from '../../printing/index.js';
import { type AdminParts, operation } from '../operation.js';

/** A printer, and whether printing rests since the box is in safe mode: then nobody looks at the printer either. */
export interface PrinterRow extends PrinterStatus {
  readonly rests?: true;
}

export const listPrinters = operation({
  permission: 'printing',
  isReadOnly: true,
  ask: {},
  async run({
    printing,
    ledger,
  }: Pick<AdminParts, 'printing' | 'ledger'>): Promise<Result<readonly PrinterRow[], string>> {
    const printers = printing.printers();
    const isResting = safeModeOf(ledger.main.events) !== undefined;
    return ok(isResting ? printers.map((printer) => ({ ...printer, rests: true })) : printers);
  },
});

import { ok, type Result } from '../../base/index.js';
import { safeModeOf } from '../../health/index.js';
import type { PrinterStatus } from '../../printing/index.js';
import { type AdminParts, operation } from '../operation.js';
import { type Trouble, troubleOf } from './test.js';

/** A printer, and whether printing rests since the box is in safe mode: then nobody looks at the printer either. */
export interface PrinterRow extends PrinterStatus {
  /** What its state means, and what to do; null when nothing is known to be wrong. */
  readonly trouble: Trouble | null;
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
    const printers = printing.printers().map((printer) => ({ ...printer, trouble: troubleOf(printer.reason) }));
    const isResting = safeModeOf(ledger.main.events) !== undefined;
    return ok(isResting ? printers.map((printer) => ({ ...printer, rests: true })) : printers);
  },
});

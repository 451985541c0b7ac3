import { ok, type Result, type Message } from '../../../base/index.js';
import { safeModeOf } from '../../health/index.js';
import type { PrinterStatus } from '../../../paper/printing/index.js';
import { type AdminParts, operation } from '../operation.js';
import { type Trouble, troubleOf } from './test.js';

/** A printer, and whether printing is paused because the box is in safe mode. The printer is then not polled either. */
export interface PrinterRow extends PrinterStatus {
  /** What its state means, and the action; null when no fault is known. */
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
  }: Pick<AdminParts, 'printing' | 'ledger'>): Promise<Result<readonly PrinterRow[], Message>> {
    const printers = printing.printers().map((printer) => ({ ...printer, trouble: troubleOf(printer.reason) }));
    const isResting = safeModeOf(ledger.main.events) !== undefined;
    return ok(isResting ? printers.map((printer) => ({ ...printer, rests: true })) : printers);
  },
});

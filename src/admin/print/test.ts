import { failed, ok, type Result } from '../../base/index.js';
import type { Loss } from '../../devices/index.js';
import type { JobReason } from '../../ledger/index.js';
import { type Cause, FAULT_TEXTS, type TestReport } from '../../printing/index.js';
import { hasPrinterName, type PrinterSetting } from '../../settings/index.js';
import { text } from '../fields.js';
import { type AdminParts, operation } from '../operation.js';
import { noSuchPrinter } from './refusals.js';

/** How a test ended: what was found, or why the printer was not reached. */
export type PrinterTest =
  | { readonly report: TestReport; readonly paper: Pick<PrinterSetting, 'width' | 'dpi'> }
  | {
      readonly report: null;
      readonly failure: JobReason | Loss;
      /** The same in words, and what to do. */
      readonly words: Cause;
    };

/** Takes as long as the printer does, a minute for a slow one. */
export const testPrinter = operation({
  permission: 'printing',
  ask: { name: text },
  async run(
    { printing, settings }: Pick<AdminParts, 'printing' | 'settings'>,
    { name },
  ): Promise<Result<PrinterTest, string>> {
    const setting = settings.now.printers.find((printer) => hasPrinterName(printer, name));
    const tested = await printing.test(setting?.name ?? name);
    if (tested.ok && setting !== undefined) return ok({ report: tested.value, paper: setting });
    if (tested.ok || tested.error === 'unknown') return failed(noSuchPrinter(printing.printers()));
    return ok({ report: null, failure: tested.error, words: FAULT_TEXTS[tested.error] });
  },
});

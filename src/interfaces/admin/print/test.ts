import { type Bilingual, failed, ok, type Result, type Message } from '../../../base/index.js';
import type { Loss } from '../../../platform/devices/index.js';
import type { JobReason } from '../../../platform/ledger/index.js';
import { FAULT_TEXTS, type TestReport } from '../../../paper/printing/index.js';
import { hasPrinterName, type PrinterSetting } from '../../../shop/settings/index.js';
import { text } from '../fields.js';
import { type AdminParts, operation } from '../operation.js';
import { noSuchPrinter } from './refusals.js';

/** Outcome of a test: the findings, or why the printer was not reached. */
export type PrinterTest =
  | {
      readonly report: TestReport;
      readonly paper: Pick<PrinterSetting, 'width' | 'dpi'>;
      /** Why the test slip was not printed; null when it was. */
      readonly trouble: Trouble | null;
    }
  | { readonly report: null; readonly failure: JobReason | Loss; readonly trouble: Trouble | null };

/** A fault of a printer, and the action. */
export interface Trouble {
  readonly found: Bilingual;
  readonly action: Bilingual;
}

/** Tests a printer. Takes as long as the printer does, a minute for a slow one. */
export const testPrinter = operation({
  permission: 'printing',
  ask: { name: text },
  async run(
    { printing, settings }: Pick<AdminParts, 'printing' | 'settings'>,
    { name },
  ): Promise<Result<PrinterTest, Message>> {
    const setting = settings.now.printers.find((printer) => hasPrinterName(printer, name));
    const tested = await printing.test(setting?.name ?? name);
    if (tested.ok && setting !== undefined)
      return ok({ report: tested.value, paper: setting, trouble: troubleOf(tested.value.reason) });
    if (tested.ok || tested.error === 'unknown') return failed(noSuchPrinter(printing.printers()));
    return ok({ report: null, failure: tested.error, trouble: troubleOf(tested.error) });
  },
});

export function troubleOf(reason: JobReason | Loss | null): Trouble | null {
  return reason === null ? null : FAULT_TEXTS[reason];
}

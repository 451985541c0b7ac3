import type { InvoiceType } from '../base/index.js';
import { hasPrinterName, type PrinterSetting } from '../settings/index.js';
import type { PrintOption } from './port.js';

/** The printer of this name, in any case. */
export function printerNamed(printers: readonly PrinterSetting[], name: string): PrinterSetting | undefined {
  return printers.find((printer) => hasPrinterName(printer, name));
}

/** The printers that print a new receipt of this type, with this option. */
export function targetsOf(
  printers: readonly PrinterSetting[],
  invoiceType: InvoiceType,
  option: PrintOption,
): readonly PrinterSetting[] {
  if (option === false) return [];
  if (typeof option === 'string') return [printerNamed(printers, option)].filter((printer) => printer !== undefined);
  const automatic = printers.filter(({ autoPrint = false }) =>
    typeof autoPrint === 'boolean' ? autoPrint : autoPrint.includes(invoiceType),
  );
  return option === null || automatic.length > 0 ? automatic : printers.slice(0, 1);
}

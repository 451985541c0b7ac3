import type { InvoiceType } from '../../base/index.js';
import { hasPrinterName, type PrinterSetting } from '../../shop/settings/index.js';
import type { PrintOption } from './port.js';

/** The printer of this name, ignoring case. */
export function printerNamed(printers: readonly PrinterSetting[], name: string): PrinterSetting | undefined {
  return printers.find((printer) => hasPrinterName(printer, name));
}

/** The printers for a new receipt of this type, with this option. */
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

/**
 * The printer for a repeat of a receipt of this type: the named one; otherwise the printer of its last paper, which the
 * seller has at hand, as long as that printer is configured; otherwise that of new receipts.
 */
export function printerToRepeat(
  printers: readonly PrinterSetting[],
  invoiceType: InvoiceType,
  name: string | undefined,
  last: string | undefined,
): PrinterSetting | undefined {
  if (name !== undefined) return printerNamed(printers, name);
  const again = last === undefined ? undefined : printerNamed(printers, last);
  return again ?? targetsOf(printers, invoiceType, true)[0];
}

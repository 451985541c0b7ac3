import type { InvoiceType } from '../base/fiscal.js';
import { isNamed } from '../settings/named.js';
import type { PrinterSetting } from '../settings/printers.js';
import type { PrintWish } from './printing.js';

/** The printer of this name, in any case. */
export function named(printers: readonly PrinterSetting[], name: string): PrinterSetting | undefined {
  return printers.find((printer) => isNamed(printer, name));
}

/** The printers that print a new receipt of this type, for such a wish. */
export function targetsOf(
  printers: readonly PrinterSetting[],
  invoiceType: InvoiceType,
  wish: PrintWish,
): readonly PrinterSetting[] {
  if (wish === false) return [];
  if (typeof wish === 'string') return [named(printers, wish)].filter((printer) => printer !== undefined);
  const automatic = printers.filter(({ autoPrint = false }) =>
    typeof autoPrint === 'boolean' ? autoPrint : autoPrint.includes(invoiceType),
  );
  return wish === null || automatic.length > 0 ? automatic : printers.slice(0, 1);
}

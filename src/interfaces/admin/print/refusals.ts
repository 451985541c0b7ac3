import { assertNever } from '../../../base/index.js';
import { NO_PRINTER, type PrinterStatus, type PrintRefusal } from '../../../paper/printing/index.js';

type NamedPrinter = Pick<PrinterStatus, 'name'>;

export const NO_RECEIPT = 'There is no such receipt here. Give its uuid, or its PFR number, like ABCD1234-ABCD1234-15.';

export function noSuchPrinter(printers: readonly NamedPrinter[]): string {
  if (printers.length === 0) return NO_PRINTER.en;
  return `There is no printer of this name. Printers: ${printers.map(({ name }) => name).join(', ')}.`;
}

/** Why nothing is printed; `printers` are the existing ones. */
export function refusalWords(refusal: PrintRefusal, printers: readonly NamedPrinter[]): string {
  switch (refusal.kind) {
    case 'unset':
    case 'unknown':
      return noSuchPrinter(printers);
    case 'absent':
      return NO_RECEIPT;
    case 'proven':
      return 'This receipt is printed already, and a fiscal receipt is given once. Issue a copy of it on the page Receipts.';
    case 'storage':
      return storageWords(refusal.failure);
    default:
      return assertNever(refusal);
  }
}

export function storageWords(failure: string): string {
  return `This could not be stored (${failure}). Run: kasirbox doctor`;
}

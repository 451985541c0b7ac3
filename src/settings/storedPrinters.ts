import { describeFaults } from '../base/schema.js';
import { badPrinters } from './checkPrinters.js';
import { printerSchema, type PrinterSetting } from './printers.js';
import { PATTERN_WORDS } from './schema.js';

const faultOfForm = describeFaults(printerSchema, PATTERN_WORDS);

/** What a stored value of `printers` is good for. */
export interface StoredPrinters {
  /** In their order; together they could be set. */
  readonly usable: readonly PrinterSetting[];
  /** Why the others are left out, English sentences. */
  readonly faults: readonly string[];
}

/**
 * Takes the printers that can be used out of a stored value. Before there was printing anything could be set, and a later
 * release may refuse what this one takes: a printer is no reason not to sell.
 */
export function readStoredPrinters(stored: unknown): StoredPrinters {
  if (!Array.isArray(stored)) return { usable: [], faults: ['printers: the value must be array.'] };
  const usable: PrinterSetting[] = [];
  const faults: string[] = [];
  for (const [index, entry] of (stored as readonly unknown[]).entries()) {
    const form = faultOfForm(entry);
    // Of the right form once that was looked at.
    const printer = entry as PrinterSetting;
    const fault = form === undefined ? badPrinters([...usable, printer]) : `printers: [${index}]: ${form}.`;
    if (fault === undefined) usable.push(printer);
    else faults.push(fault);
  }
  return { usable, faults };
}

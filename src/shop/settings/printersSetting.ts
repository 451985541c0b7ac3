import { describeFaults, defineMessages, type Message } from '../../base/index.js';
import { badPrinters, withLogoSize } from './checkPrinters.js';
import { MAX_PRINTER_NAME, PRINTER_NAME, printerSchema, type PrinterSetting } from './printers.js';
import type { Setting } from './setting.js';

const MESSAGES = defineMessages('printersSetting', {
  notAList: {
    en: 'printers: the value must be a list in brackets.',
    sr: 'printers: вредност мора бити списак у угластим заградама.',
  },
  entry: { en: 'printers: [{index}]: {fault}.', sr: 'printers: [{index}]: {fault}.' },
});

const patternWords = {
  [PRINTER_NAME]: {
    sr: `мора бити од 1 до ${MAX_PRINTER_NAME} слова, цифара или цртица, без цртице на почетку`,
    en: `must be 1 to ${MAX_PRINTER_NAME} letters, digits or hyphens, with no hyphen in front`,
  },
};

export const printersSetting: Setting<readonly PrinterSetting[]> = {
  reach: 'devices',
  schema: { type: 'array', maxItems: 20, items: printerSchema },
  patternWords,
  defaultValue: () => [],
  shown: (printers) => printers.map(withLogoSize),
  // Only on a change: a stored printer that can no longer be used is skipped, see readStoredPrinters.
  faultWhenChanged: badPrinters,
};

const faultOfForm = describeFaults(printerSchema, patternWords);

/** The usable part of a stored value of `printers`. */
interface StoredPrinters {
  /** In their order; together they are a valid value. */
  readonly usable: readonly PrinterSetting[];
  /** Why the other printers are skipped. */
  readonly faults: readonly Message[];
}

/**
 * Selects the usable printers of a stored value. Releases before printing accepted any value, and a later release may
 * refuse what this one accepts. A wrong printer must not stop sales.
 */
export function readStoredPrinters(stored: unknown): StoredPrinters {
  if (!Array.isArray(stored)) return { usable: [], faults: [MESSAGES.notAList] };
  const usable: PrinterSetting[] = [];
  const faults: Message[] = [];
  for (const [index, entry] of (stored as readonly unknown[]).entries()) {
    const form = faultOfForm(entry);
    // The schema has accepted it when `form` is undefined.
    const printer = entry as PrinterSetting;
    const fault = form === undefined ? badPrinters([...usable, printer]) : MESSAGES.entry({ index, fault: form });
    if (fault === undefined) usable.push(printer);
    else faults.push(fault);
  }
  return { usable, faults };
}

import type { PrinterSetting } from './printers.js';

/** Is this the printer that is meant? No two names differ by case alone, and people do not mind it. */
export function isNamed({ name }: Pick<PrinterSetting, 'name'>, wanted: string): boolean {
  return name.toLowerCase() === wanted.toLowerCase();
}

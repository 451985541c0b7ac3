import type { TaxLabel } from '../../../base/index.js';
import { quantity } from './money.js';

/** `20 %` */
export function percent(rate: number): string {
  return `${quantity(rate)}\u00a0%`;
}

/** A tax label on a page, wherever it is named whole: `Ђ: О-ПДВ, 20 %`. Receipts have the form of the tax authority. */
export function taxLabelWords({ label, name, rate }: TaxLabel): string {
  return `${label}: ${name}, ${percent(rate)}`;
}

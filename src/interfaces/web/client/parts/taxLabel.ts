import type { TaxLabel } from '../../../../base/index.js';
import { quantity } from './money.js';

/** A rate such as `20 %`. */
export function percent(rate: number): string {
  return `${quantity(rate)}\u00a0%`;
}

/** A full tax label on a page: `Ђ: О-ПДВ, 20 %`. Receipts use the form of the tax authority. */
export function taxLabelWords({ label, name, rate }: TaxLabel): string {
  return `${label}: ${name}, ${percent(rate)}`;
}

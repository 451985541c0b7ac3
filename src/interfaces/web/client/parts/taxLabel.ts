import type { TaxLabel } from '../../../../base/index.js';
import { t } from '../text/language.js';
import { COMMON } from '../text/common.js';
import { money } from './money.js';

/** A rate such as `20 %`. */
export function percent(rate: number): string {
  return `${money(rate)}\u00a0%`;
}

/** A tax label on a page, with name and rate: `Ђ: О-ПДВ, 20,00 %`. Receipts have the form of the tax authority. */
export function taxLabelWords({ label, name, rate, perUnit }: TaxLabel): string {
  return `${label}: ${name}, ${perUnit === true ? t(COMMON.perUnit, { amount: money(rate) }) : percent(rate)}`;
}

import type { TaxLabel } from '../../../../contract/index.js';
import { t } from '../text/language.js';
import { COMMON } from '../text/common.js';
import { money } from './money.js';

/** A rate such as `20 %`. */
function percent(rate: number): string {
  return `${money(rate)}\u00a0%`;
}

/** The rate of a label, or its amount per unit. */
export function rateText({ rate, perUnit }: Pick<TaxLabel, 'rate' | 'perUnit'>): string {
  return perUnit === true ? t(COMMON.perUnit, { amount: money(rate) }) : percent(rate);
}

/** A tax label on a page, with name and rate: `Ђ: О-ПДВ, 20,00 %`. Receipts have the form of the tax authority. */
export function taxLabelText({ label, name, ...rate }: TaxLabel): string {
  return `${label}: ${name}, ${rateText(rate)}`;
}

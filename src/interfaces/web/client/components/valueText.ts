import { locale, t } from '../text/language.js';
import { offeredPayments, PAYMENTS, type PaymentType, type TaxLabel } from '../../../../contract/index.js';
import { COMMON, NUMBERS } from '../text/common.js';
import { REFUND } from '../text/refund.js';
import { type NumberBounds, type NumberFault, numberFault } from './typed.js';

/** An amount in RSD as on receipts: `1.234,50`. */
export function money(rsd: number): string {
  return new Intl.NumberFormat('sr-RS', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(rsd);
}

/** A quantity with as many decimals as it has: `1,5`. */
export function quantity(value: number): string {
  return new Intl.NumberFormat('sr-RS', { maximumFractionDigits: 3 }).format(value);
}

/** `23. нов 2026.` from `2026-11-23`. */
export function day(date: string): string {
  const style = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(locale.value, style).format(new Date(`${date}T00:00:00Z`));
}

/** Belgrade time of a moment, ms since 1970: `2026-11-23 10:05`. */
export function belgradeTime(at: number): string {
  const style = { dateStyle: 'short', timeStyle: 'short', timeZone: 'Europe/Belgrade' } as const;
  return new Intl.DateTimeFormat('sv-SE', style).format(at);
}

/** Today in Belgrade, `2026-11-23`, or `offset` days later. */
export function today(offset = 0): string {
  const at = new Date(Date.now() + offset * 86_400_000);
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Belgrade' }).format(at);
}

/** `23. нов 2026. 10:05` from `2026-11-23 10:05:12`. */
export function moment(localTime: string): string {
  return `${day(localTime.slice(0, 10))} ${localTime.slice(11, 16)}`;
}

/** The rate of a label, such as `20 %`, or its amount per unit. */
export function rateText({ rate, perUnit }: Pick<TaxLabel, 'rate' | 'perUnit'>): string {
  return perUnit === true ? t(COMMON.perUnit, { amount: money(rate) }) : `${money(rate)}\u00a0%`;
}

/** A tax label on a page, with name and rate: `Ђ: О-ПДВ, 20,00 %`. Receipts have the form of the tax authority. */
export function taxLabelText({ label, name, ...rate }: TaxLabel): string {
  return `${label}: ${name}, ${rateText(rate)}`;
}

/** The name of a way to pay, on a button or at the beginning of a row. */
export function paymentText(type: PaymentType): string {
  return t(PAYMENTS[type].name);
}

/** The same within a text: `платна картица`. */
export function paymentInText(type: PaymentType): string {
  return paymentText(type).toLowerCase();
}

/** The ways to pay that a shop offers, for a choice. */
export function paymentOptions(simplifiedCash: boolean): readonly (readonly [PaymentType, string])[] {
  return offeredPayments(simplifiedCash).map((type) => [type, paymentInText(type)]);
}

/** Instructions after a refund was issued; amounts in RSD. */
export function giveBackText({
  payments,
}: {
  readonly payments: readonly { readonly paymentType: PaymentType; readonly amount: number }[];
}): readonly string[] {
  return payments.map(({ paymentType, amount }) =>
    t(REFUND.giveBack, { amount: money(amount), how: t(PAYMENTS[paymentType].returned) }),
  );
}

/** The message at the field of a typed number that is not accepted; undefined when it is accepted. */
export function numberText(typed: string, bounds: NumberBounds): string | undefined {
  const fault = numberFault(typed, bounds);
  return fault && faultText(fault, bounds);
}

function faultText(fault: NumberFault, { places, least, most }: NumberBounds): string {
  const shown = (value: number): string => (places === 2 ? money(value / 100) : quantity(value / 1000));
  switch (fault) {
    case 'none':
      return t(NUMBERS.none);
    case 'decimals':
      return t(NUMBERS.decimals, { places });
    case 'low':
      return least === 1 ? t(NUMBERS.zero) : t(NUMBERS.low, { least: shown(least) });
    case 'high':
      return t(NUMBERS.high, { most: shown(most) });
  }
}

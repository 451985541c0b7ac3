import { offeredPayments, PAYMENTS, type PaymentType } from '../../../../contract/index.js';
import { t } from '../text/language.js';
import { REFUND } from '../text/refund.js';
import { money } from './money.js';

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

import type { PaymentType } from '../../../../contract/index.js';
import { money } from '../parts/money.js';
import { t } from '../text/language.js';
import { REFUND } from '../text/refund.js';

const BACK = {
  Cash: REFUND.backCash,
  Card: REFUND.backCard,
  MobileMoney: REFUND.backMobileMoney,
  Check: REFUND.backCheck,
  WireTransfer: REFUND.backWireTransfer,
  Voucher: REFUND.backVoucher,
  Other: REFUND.backOther,
} as const satisfies Readonly<Record<PaymentType, object>>;

/** Instructions after a refund was issued; amounts in RSD. */
export function giveBackWords({
  payments,
}: {
  readonly payments: readonly { readonly paymentType: PaymentType; readonly amount: number }[];
}): readonly string[] {
  return payments.map(({ paymentType, amount }) => t(BACK[paymentType], { amount: money(amount) }));
}

import { optionalFieldCode, type Payment, prescribedFaults } from '../../../../../contract/index.js';
import { t } from '../../text/language.js';
import { TILL } from '../../text/till.js';
import { type Cart, isAdvance, nameOnReceipt, totalOf } from '../../till/cart.js';
import { paymentText } from '../../parts/paymentWord.js';

/** Why a bill must not be paid like this, with the action; undefined where it may. The box refuses the same bills. */
export function forbiddenText(cart: Cart, paidNow: readonly Payment[]): string | undefined {
  const payments = [...(cart.advance?.payments ?? []), ...paidNow];
  const isCorporate = cart.optionalField !== undefined && optionalFieldCode(cart.optionalField) === '50';
  if (isCorporate && payments.some(({ paymentType }) => paymentType !== 'Voucher')) {
    return t(TILL.forbiddenCard, { way: paymentText('Voucher') });
  }
  if (cart.paidAt !== undefined && payments.some(({ paymentType }) => paymentType !== 'WireTransfer')) {
    return t(TILL.forbiddenPaidAt, { way: paymentText('WireTransfer') });
  }
  const lines = cart.lines.map((line) => ({ ...line, name: nameOnReceipt(line), total: totalOf(line) }));
  const invoiceType = isAdvance(cart) ? 'Advance' : 'Normal';
  const [first] = prescribedFaults({ invoiceType, transactionType: 'Sale', lines, payments });
  if (first === undefined) return undefined;
  const { name = '', label = '' } = cart.lines[first.line] ?? {};
  switch (first.fault) {
    case 'label':
      return t(TILL.forbiddenLabel, { name, label });
    case 'quantity':
      return t(TILL.forbiddenQuantity, { name });
    case 'rates':
      return t(TILL.forbiddenRates);
    case 'payment':
      return t(TILL.forbiddenFree, { name, way: paymentText('Other') });
  }
}

import { giveBackText, money, paymentText } from '../../components/valueText.js';
import { t } from '../../text/language.js';
import { TILL } from '../../text/till.js';
import { TRAINING } from '../../text/tillKeeping.js';
import type { Receipt } from '../../till/tillState.js';
import { optionalFieldCode, type Payment, prescribedFaults } from '../../../../../contract/index.js';
import { type Cart, isAdvance, nameOnReceipt, totalOf } from '../../till/cart.js';
import { isTraining } from './till.js';

/** Characters of a sum that fit in large type: `999.999,00`. */
export const MAX_LARGE = 10;

/** Para in display form. */
export function para(amount: number): string {
  return money(amount / 100);
}

/** Para in the form that people type. */
export function typed(amount: number): string {
  return (amount / 100).toFixed(2).replace('.', ',').replace(',00', '');
}

/** Remaining actions of the cashier for a receipt: change or money to return, or a slip in place of the receipt. */
export function remainingActions({ subject, change, uuid, payments = [], slip }: Receipt): readonly string[] {
  const waits = slip === undefined ? t(TILL.previousWaits) : t(TILL.previousWaitsAs, { number: slip });
  return [
    ...(subject === 'refund' && !isTraining.value ? giveBackText({ payments }) : []),
    ...(change > 0 ? [t(TILL.previousChange, { amount: para(change) })] : []),
    ...(uuid === null ? [waits] : []),
  ];
}

const DONE = {
  sale: TILL.doneSale,
  refund: TILL.doneRefund,
  copy: TILL.doneCopy,
  proforma: TILL.doneProforma,
  advance: TILL.doneAdvance,
  closing: TILL.doneClosing,
  'proforma refund': TILL.doneProformaRefund,
  void: TILL.doneVoid,
} as const;

const DONE_IN_TRAINING = { ...DONE, sale: TRAINING.doneSale, refund: TRAINING.doneRefund } as const;

/** What was made: in training, no receipt is called one without that word. */
/** True for a receipt whose amount is shown as negative. */
export function isNegative({ subject }: Pick<Receipt, 'subject'>): boolean {
  return subject === 'refund' || subject === 'proforma refund' || subject === 'void';
}

export function doneText({ subject, uuid }: Pick<Receipt, 'subject' | 'uuid'>): string {
  if (uuid === null) return t(TILL.doneQueued);
  return t((isTraining.value ? DONE_IN_TRAINING : DONE)[subject]);
}

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

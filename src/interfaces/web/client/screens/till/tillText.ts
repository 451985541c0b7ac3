import { money } from '../../parts/money.js';
import { giveBackText } from '../../parts/paymentWord.js';
import { t } from '../../text/language.js';
import { TILL } from '../../text/till.js';
import { TRAINING } from '../../text/training.js';
import type { Receipt } from '../../till/tillState.js';
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

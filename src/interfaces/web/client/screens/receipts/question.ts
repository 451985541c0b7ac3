import type { Input } from '../../../../admin/index.js';
import type { InvoiceType } from '../../../../../contract/index.js';
import { paraOf } from '../../components/typed.js';

const WAYS = ['number', 'article', 'amount', 'buyer', 'cashier'] as const;
export type Way = (typeof WAYS)[number];

/** Content of the search form. */
export interface Search {
  readonly by: Way;
  readonly sought: string;
  readonly from: string;
  readonly to: string;
  readonly invoiceType: InvoiceType | '';
}

export const NOTHING_SOUGHT: Search = { by: 'number', sought: '', from: '', to: '', invoiceType: '' };

export type Question = Input<'receipts.find'>;

/** The question for the box; undefined when the amount is not valid. */
export function questionOf({ by, sought, from, to, invoiceType }: Search): Question | undefined {
  const text = sought.trim();
  const days = { ...(from !== '' && { from }), ...(to !== '' && { to }), ...(invoiceType !== '' && { invoiceType }) };
  if (text === '') return days;
  // The person has pasted the content of the QR code.
  if (/^https?:\/\//i.test(text)) return { link: text };
  switch (by) {
    case 'number':
      return { number: text };
    case 'article':
      return { ...days, article: text };
    case 'buyer':
      return { ...days, buyer: text };
    case 'cashier':
      return { ...days, cashier: text };
    case 'amount': {
      const amount = paraOf(text);
      return amount === undefined ? undefined : { ...days, amount };
    }
  }
}

/** True when the first day is after the last, so that nothing could be found. */
export function isTurned({ from, to }: Pick<Search, 'from' | 'to'>): boolean {
  return from !== '' && to !== '' && from > to;
}

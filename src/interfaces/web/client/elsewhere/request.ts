import {
  booksReferent,
  deviceReferent,
  type PaymentType,
  type ReferentOrigin,
  registerReferent,
} from '../../../../contract/index.js';
import type { RequestToSend } from '../till/requests.js';

export type { ReferentOrigin };

/** The kind of receipt to issue. Only receipts of electronic fiscal devices are copied. */
export type Issued = 'refund' | 'copySale' | 'copyRefund';

/** The number as typed, in the fields for its origin. */
export interface TypedNumber {
  /** PFR number. */
  readonly pfr: string;
  /** Number in the books, or number of the slip. */
  readonly plain: string;
  /** Fiscal module of an old cash register. */
  readonly module: string;
}

/** The reference number as it is sent; undefined while it is not valid. */
export function referentOf(origin: ReferentOrigin, { pfr, plain, module }: TypedNumber): string | undefined {
  switch (origin) {
    case 'device':
      return deviceReferent(pfr);
    case 'books':
      return booksReferent(plain);
    case 'register':
      return registerReferent(module, plain);
  }
}

/** The time in the form of the API, or why the typed text is not a time. */
type ReferentTime = { readonly time: string } | { readonly fault: 'missing' | 'later' };

/**
 * `2026-11-20 09:00:00` for `2026-11-20T09:00`, `2026-11-20T09:00:05` or a day alone.
 *
 * @param now Belgrade time, `2026-11-23 10:05`
 */
export function referentTimeOf(typed: string, now: string): ReferentTime {
  const [, day, time = '00:00', seconds = '00'] = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(?::(\d\d))?)?/.exec(typed) ?? [];
  if (day === undefined) return { fault: 'missing' };
  return `${day} ${time}` > now ? { fault: 'later' } : { time: `${day} ${time}:${seconds}` };
}

interface Elsewhere {
  readonly issued: Issued;
  readonly number: string;
  readonly time: string;
  /** In the form of the API. */
  readonly items: readonly object[];
  /** Para. */
  readonly total: number;
  readonly paymentType: PaymentType;
  readonly buyerId: string | undefined;
}

/** The request for a refund or copy of a receipt that the box does not have. */
export function elsewhereRequest({
  issued,
  number,
  time,
  items,
  total,
  paymentType,
  buyerId,
}: Elsewhere): RequestToSend {
  return {
    path: '/invoices',
    body: {
      invoiceType: issued === 'refund' ? 'Normal' : 'Copy',
      transactionType: issued === 'copySale' ? 'Sale' : 'Refund',
      ...{ items, referentDocumentNumber: number, referentDocumentDT: time },
      payments: [{ paymentType, amount: total / 100 }],
      ...(buyerId !== undefined && { buyerId }),
    },
  };
}

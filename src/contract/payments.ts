import type { Bilingual, Para } from '../base/index.js';

/** What the program knows about a way to pay. */
interface PaymentTraits {
  /** In Serbian as receipts name it (TaxCore, sr-Cyrl-RS), where they do not have {@link onReceipt}. */
  readonly name: Bilingual;
  readonly onReceipt?: string;
  /** How a refund returns it, in `Give the buyer 100,00 …`. */
  readonly returned: Bilingual;
  /** Position on the pages, the most common first. */
  readonly place: number;
  /** It is entered as cash in the simplified mode (Pravilnik on kinds of fiscal receipts, article 6 paragraph 2). */
  readonly isSimplifiedToCash?: true;
}

/**
 * All that is known about each way to pay, by its name in the API. Its position in this table is its official number on
 * the PFR wire, and its number in the ledger: a new one comes last.
 */
const TRAITS = {
  Other: {
    name: { sr: 'Друго безготовинско', en: 'Other cashless' },
    onReceipt: 'Друго безготовинско плаћање',
    returned: { sr: 'безготовински', en: 'without cash' },
    place: 7,
  },
  Cash: {
    name: { sr: 'Готовина', en: 'Cash' },
    returned: { sr: 'готовином', en: 'in cash' },
    place: 1,
  },
  Card: {
    name: { sr: 'Платна картица', en: 'Payment card' },
    returned: { sr: 'на картицу', en: 'back to the card' },
    place: 2,
    isSimplifiedToCash: true,
  },
  Check: {
    name: { sr: 'Чек', en: 'Cheque' },
    returned: { sr: 'чеком', en: 'by cheque' },
    place: 4,
    isSimplifiedToCash: true,
  },
  WireTransfer: {
    name: { sr: 'Пренос на рачун', en: 'Wire transfer' },
    returned: { sr: 'преносом на рачун', en: 'by wire transfer' },
    place: 5,
  },
  Voucher: {
    name: { sr: 'Ваучер', en: 'Voucher' },
    returned: { sr: 'ваучером', en: 'by voucher' },
    place: 6,
  },
  MobileMoney: {
    name: { sr: 'Инстант плаћање', en: 'Instant payment' },
    returned: { sr: 'инстант плаћањем', en: 'by instant payment' },
    place: 3,
    isSimplifiedToCash: true,
  },
} as const satisfies Readonly<Record<string, PaymentTraits>>;

export type PaymentType = keyof typeof TRAITS;
export const PAYMENTS: Readonly<Record<PaymentType, PaymentTraits>> = TRAITS;
/** By their official numbers, from 0. */
export const PAYMENT_TYPES = Object.keys(TRAITS) as readonly PaymentType[];

export interface Payment {
  readonly paymentType: PaymentType;
  readonly amount: Para;
}

/** As receipts name it, without colon. */
export function paymentName(type: PaymentType): string {
  const { name, onReceipt = name.sr } = PAYMENTS[type];
  return onReceipt;
}

/** The ways to pay that a shop offers, in the order of the pages. */
export function offeredPayments(simplifiedCash: boolean): readonly PaymentType[] {
  const offered = PAYMENT_TYPES.filter((type) => !simplifiedCash || PAYMENTS[type].isSimplifiedToCash !== true);
  return offered.sort((one, other) => PAYMENTS[one].place - PAYMENTS[other].place);
}

/** The sum of the cash payments, in para. */
export function cashIn(payments: readonly Payment[]): Para {
  return payments.reduce((sum, { paymentType, amount }) => sum + (paymentType === 'Cash' ? amount : 0), 0);
}

import { ENVIRONMENTS, INVOICE_TYPES } from '../../../src/contract/fiscal.js';
import { PAYMENT_TYPES } from '../../../src/contract/payments.js';
import type { Random } from '../../kit/random.js';
import { dayOf } from './recount.js';

/** One thing that happens to a box. A step makes sense without those before it, so that a history can be shortened. */
export type Step =
  | { readonly does: 'sell'; readonly body: Body }
  | { readonly does: 'clock'; readonly at: number }
  | { readonly does: 'set'; readonly name: 'environment' | 'taxLabels'; readonly value: unknown }
  | { readonly does: 'restart'; readonly keepsViews: boolean }
  | { readonly does: 'look'; readonly period: Days };

/** A request for a receipt, as far as its result depends on it. */
export interface Body {
  readonly items: readonly { readonly label: string }[];
  readonly [others: string]: unknown;
}

export interface Days {
  readonly from: string;
  readonly to: string;
}

const SECOND = 1000;
const DAY = 86_400_000;
const FIRST = Date.UTC(2026, 8, 20);
const LAST = Date.UTC(2027, 10, 10);

/** Midnights in Belgrade where the clocks stay, go back and go forward, and a turn of the year. */
const BORDERS = [
  '2026-10-24T22:00:00Z',
  '2026-10-25T01:00:00Z',
  '2026-10-25T23:00:00Z',
  '2026-12-31T23:00:00Z',
  '2027-03-27T23:00:00Z',
  '2027-03-28T01:00:00Z',
  '2027-03-28T22:00:00Z',
].map((border) => Date.parse(border));

/** Ђ and Е can always be sold; Г comes, goes and is switched off. All change their names and rates. */
const LABELS = ['Ђ', 'Е', 'Г'];
/** A receipt that another box issued before the history. A processor requires its time. */
const REFERENT = { referentDocumentNumber: 'OTHER7PF-OTHER7PF-9', referentDocumentDT: '2026-09-01 12:00:00' };
const CASHIERS = ['Ана', 'Ђорђе', 'Ема', 'ана', 'Ana', undefined];

/** A history of `steps` steps. Every receipt can be issued, unless it has a label that is not active then. */
export function randomHistory(random: Random, steps: number): Step[] {
  return Array.from({ length: steps }, () => randomStep(random));
}

export function randomDays(random: Random): Days {
  const [from = '', to = from] = [dayOf(randomInstant(random)), dayOf(randomInstant(random))].sort();
  return { from, to };
}

/** Often close to a border between days, so that several receipts lie about the same one. */
export function randomInstant(random: Random): number {
  if (random.oneIn(2)) return random.int(FIRST, LAST);
  return random.pick(BORDERS) + random.pick([-DAY, -SECOND, 0, SECOND, DAY]);
}

function randomStep(random: Random): Step {
  switch (random.int(1, 20)) {
    case 1:
      return { does: 'set', name: 'environment', value: random.pick(ENVIRONMENTS) };
    case 2:
      return { does: 'set', name: 'taxLabels', value: randomLabels(random) };
    case 3:
      return { does: 'restart', keepsViews: random.oneIn(2) };
    case 4:
    case 5:
      return { does: 'look', period: randomDays(random) };
    case 6:
    case 7:
    case 8:
      return { does: 'clock', at: randomInstant(random) };
    default:
      return { does: 'sell', body: randomBody(random) };
  }
}

function randomLabels(random: Random): object[] {
  const present = LABELS.filter((label) => label !== 'Г' || random.oneIn(2));
  return present.map((label) => ({
    label,
    name: random.pick(['О-ПДВ', 'Општа', 'Стара']),
    rate: random.pick([0, 8, 10, 20, 21]),
    active: label !== 'Г' || random.oneIn(2),
  }));
}

function randomBody(random: Random): Body {
  const amounts = Array.from({ length: random.int(1, 4) }, () => random.int(1, 10_000_000));
  const total = amounts.reduce((sum, amount) => sum + amount);
  const [invoiceType, refund] = [randomType(random), random.oneIn(4)];
  return {
    items: amounts.map((amount) => {
      return { name: 'Кафа', quantity: 1, unitPrice: amount / 100, label: random.pick(['Ђ', 'Ђ', 'Е', 'Е', 'Е', 'Г']) };
    }),
    payments: randomPayments(random, total),
    cashier: random.pick(CASHIERS),
    invoiceType,
    ...(refund && { transactionType: 'Refund', buyerId: '10:123456789' }),
    ...((refund || invoiceType === 'Copy') && REFERENT),
  };
}

/** Every type comes, and those that count come most. */
function randomType(random: Random): string {
  return random.pick([...INVOICE_TYPES, 'Normal', 'Normal', 'Normal', 'Advance']);
}

/** None, one, or several, also two of one kind. */
function randomPayments(random: Random, total: number): object[] {
  const payments: object[] = [];
  let left = total;
  for (let i = random.int(0, 3); i > 0; i -= 1) {
    const amount = i === 1 ? left : random.int(0, left);
    left -= amount;
    payments.push({ paymentType: random.pick(PAYMENT_TYPES), amount: amount / 100 });
  }
  return payments;
}

import type { TaxItem } from '../../../src/contract/fiscal.js';
import { roundHalfAway, scaledDecimal } from '../../../src/base/money.js';
import type { Rate, RateGroup } from './rates.js';
import type { AskedItem } from './request.js';
import type { JsonObject } from './wire.js';

/** The tax of one label on a receipt. `amount` is in 1/10,000 RSD: a processor rounds it for printing only. */
export interface Tax {
  readonly rate: Rate;
  readonly amount: bigint;
}

/** Taxes by label, in order of the label's code point. */
export function taxesOf(items: readonly AskedItem[], { rates }: RateGroup): Tax[] {
  const sorted = [...rates].sort((a, b) => (a.label < b.label ? -1 : 1));
  return sorted.flatMap((rate) => {
    const own = items.filter(({ labels }) => labels.includes(rate.label));
    if (own.length === 0) return [];
    // Items whose labels add up to the same divisor are taxed together, so that rounding happens once.
    const gross = new Map<bigint, bigint>();
    for (const item of own) {
      const divisor = divisorOf(item, rate, rates);
      gross.set(divisor, (gross.get(divisor) ?? 0n) + taxedPart(item, rate));
    }
    const percent = BigInt(scaledDecimal(rate.rate, 2));
    const amounts = [...gross].map(([divisor, part]) => roundHalfAway(part * percent, divisor));
    return [{ rate, amount: amounts.reduce((sum, amount) => sum + amount, 0n) }];
  });
}

/** The taxed amount in 1/10,000 RSD; of a tax per quantity that is the quantity. */
function taxedPart(item: AskedItem, rate: Rate): bigint {
  return rate.categoryType === 2 ? BigInt(item.quantity) * 100_000n : BigInt(item.total) * 100n;
}

/** By which the taxed amount × percent × 100 is to be divided: taxes on net share what they are contained in. */
function divisorOf({ labels }: AskedItem, rate: Rate, rates: readonly Rate[]): bigint {
  if (rate.categoryType === 2) return 1_000_000n;
  if (rate.categoryType === 1) return 10_000n;
  const onNet = rates.filter(({ label, categoryType }) => categoryType === 0 && labels.includes(label));
  return onNet.reduce((sum, one) => sum + BigInt(scaledDecimal(one.rate, 2)), 10_000n);
}

export function taxJson({ rate, amount }: Tax): JsonObject {
  const { categoryType, label, category: categoryName } = rate;
  return { categoryType, label, amount: Number(`${amount}e-4`), rate: rate.rate, categoryName };
}

/** As it is printed: rounded to para. */
export function printedTax({ rate, amount }: Tax): TaxItem {
  const { label, category: categoryName, categoryType } = rate;
  const kind = categoryType === 2 ? ({ perUnit: true } as const) : {};
  return { label, categoryName, rate: rate.rate, ...kind, amount: Number(roundHalfAway(amount, 100n)), total: 0 };
}

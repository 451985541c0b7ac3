import type { UtcMs } from '../../../src/base/time.js';
import { listed, type Style, timeText } from './styles.js';
import type { Json, JsonObject } from './wire.js';

/** 0 tax on net, 1 tax on total, 2 amount per quantity. */
export type CategoryType = 0 | 1 | 2;

export interface Rate {
  /** One character; Latin and Cyrillic look-alikes are different labels. */
  readonly label: string;
  readonly category: string;
  readonly categoryType: CategoryType;
  /** Percent, or RSD per unit of quantity; two decimals at most. */
  readonly rate: number;
}

/** The rates from an instant on. */
export interface RateGroup {
  readonly groupId: number;
  readonly validFrom: UtcMs;
  readonly rates: readonly Rate[];
}

const PRODUCTION: readonly Rate[] = [
  { label: 'Ђ', category: 'О-ПДВ', categoryType: 0, rate: 20 },
  { label: 'Е', category: 'П-ПДВ', categoryType: 0, rate: 10 },
  { label: 'Г', category: 'Без ПДВ', categoryType: 0, rate: 0 },
  { label: 'А', category: 'Није у ПДВ', categoryType: 0, rate: 0 },
];

const FAR_FUTURE: UtcMs = Date.UTC(2098, 11, 31, 23);

/** The labels of production, and a group that is announced for a day that does not come by itself. */
export const RATE_GROUPS: readonly RateGroup[] = [
  { groupId: 1, validFrom: Date.UTC(2020, 0, 1), rates: PRODUCTION },
  {
    groupId: 2,
    validFrom: FAR_FUTURE,
    rates: PRODUCTION.map((rate) => (rate.label === 'Ђ' ? { ...rate, rate: 22 } : rate)),
  },
];

/** The group that is valid at an instant: the latest that has begun, or the first of all. */
export function groupAt(groups: readonly RateGroup[], at: UtcMs): RateGroup {
  const begun = groups.filter(({ validFrom }) => validFrom <= at);
  const [first] = groups;
  const latest = begun.reduce<RateGroup | undefined>(
    (best, group) => (best === undefined || group.validFrom >= best.validFrom ? group : best),
    undefined,
  );
  const found = latest ?? first;
  if (found === undefined) throw new RangeError('a processor has at least one group of rates');
  return found;
}

/** Makes the next announced group valid from `at` on. */
export function nextGroupFrom(groups: readonly RateGroup[], at: UtcMs): RateGroup[] {
  const next = groups.filter(({ validFrom }) => validFrom > at).sort((a, b) => a.validFrom - b.validFrom)[0];
  return groups.map((group) => (group === next ? { ...group, validFrom: at } : group));
}

/** `currentTaxRates` and `allTaxRates` of a status answer. */
export function ratesJson(style: Style, groups: readonly RateGroup[], at: UtcMs): JsonObject {
  const current = groupJson(style, groupAt(groups, at));
  return { currentTaxRates: listed(style, current), allTaxRates: groups.map((group) => groupJson(style, group)) };
}

function groupJson(style: Style, { groupId, validFrom, rates }: RateGroup): Json {
  return {
    validFrom: timeText({ decimals: 0, zone: style.zone === 'offset' ? 'Z' : style.zone }, validFrom),
    groupId: style.groupId === 'text' ? String(groupId) : groupId,
    taxCategories: rates.map(({ label, category, categoryType, rate }, index) => ({
      name: category,
      categoryType,
      orderId: index + 1,
      taxRates: [{ rate, label }],
    })),
  };
}

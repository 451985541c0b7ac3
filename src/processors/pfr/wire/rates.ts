import { isRecord, printableRow, type UtcMs } from '../../../base/index.js';
import type { TaxLabel } from '../../../contract/index.js';
import { type JsonMembers, readPfrTime } from './members.js';

/** 0 tax on the net amount, 1 tax on the total, 2 amount per quantity. */
type CategoryKind = 0 | 1 | 2;

/** The last of them. */
const PER_UNIT: CategoryKind = 2;

interface TaxCategory {
  readonly name: string;
  readonly kind: CategoryKind;
  readonly orderId: number;
  /** `rate` is percent, or RSD per unit for kind 2. */
  readonly rates: readonly { readonly label: string; readonly rate: number }[];
}

/** The taxes of one period, as plain data for the ledger. */
export interface TaxRateGroup {
  /** Some processors write the number as text. */
  readonly groupId: string;
  /** Null when it was missing or unreadable. */
  readonly validFrom: UtcMs | null;
  readonly categories: readonly TaxCategory[];
}

/** Limits of the lists of a group; a real group has 10 categories. */
const MAX_MEMBERS = 50;
const MAX_GROUPS = 50;
const MAX_NAME = 100;

/**
 * The groups of `currentTaxRates` (an object or a list) and `allTaxRates`, each once: the current one first, then the
 * ones with the latest begin, since old ones are not needed. Some processors repeat the current categories in every
 * group of the second list, so the first list takes precedence.
 */
export function readRates(current: unknown, all: unknown): TaxRateGroup[] {
  const now = groupsIn(current);
  const known = new Set(now.map(({ groupId }) => groupId));
  const others = groupsIn(all).filter(({ groupId }) => !known.has(groupId));
  const latest = others.sort((left, right) => beginOf(right) - beginOf(left));
  return [...now, ...latest].slice(0, MAX_GROUPS);
}

/**
 * The labels that apply at `now`: those of the group that began last, or else of the first one, which is the current
 * one. They are in the order of the categories' `orderId`, and no label appears twice.
 */
export function labelsAt(groups: readonly TaxRateGroup[], now: UtcMs): TaxLabel[] {
  const group = groupAt(groups, now);
  return group === undefined ? [] : labelsOf(group);
}

/** The group that applies at `now`; undefined when there is none. */
export function groupAt(groups: readonly TaxRateGroup[], now: UtcMs): TaxRateGroup | undefined {
  let group = groups[0];
  let begin = -Infinity;
  for (const candidate of groups) {
    const { validFrom } = candidate;
    if (validFrom === null || validFrom > now || validFrom <= begin) continue;
    group = candidate;
    begin = validFrom;
  }
  return group;
}

function labelsOf({ categories }: TaxRateGroup): TaxLabel[] {
  const labels = new Map<string, TaxLabel>();
  for (const { name, rates, kind } of categories.toSorted((left, right) => left.orderId - right.orderId)) {
    for (const { label, rate } of rates) {
      if (!labels.has(label)) labels.set(label, { label, name, rate, ...(kind === PER_UNIT && { perUnit: true }) });
    }
  }
  return [...labels.values()];
}

/** True when a group has labels. A processor may send an empty one before it has fetched its rates. */
export function hasLabels({ categories }: TaxRateGroup): boolean {
  return categories.some(({ rates }) => rates.length > 0);
}

function beginOf({ validFrom }: TaxRateGroup): number {
  return validFrom ?? Number.MIN_SAFE_INTEGER;
}

function groupsIn(value: unknown): TaxRateGroup[] {
  return recordsIn(Array.isArray(value) ? value : [value], Infinity).map((group) => ({
    groupId: String(typeof group['groupId'] === 'number' ? group['groupId'] : nameIn(group['groupId'])),
    validFrom: readPfrTime(nameIn(group['validFrom'])) ?? null,
    categories: recordsIn(group['taxCategories'], MAX_MEMBERS).map(category),
  }));
}

function category(value: JsonMembers): TaxCategory {
  const { orderId } = value;
  return {
    name: nameIn(value['name']),
    kind: kindOf(value['categoryType'] ?? value['type']),
    orderId: typeof orderId === 'number' ? orderId : Number.MAX_SAFE_INTEGER,
    rates: recordsIn(value['taxRates'], MAX_MEMBERS).flatMap(({ label, rate }) =>
      typeof label === 'string' && isOneCharacter(label) && typeof rate === 'number' && rate >= 0
        ? [{ label, rate }]
        : [],
    ),
  };
}

function kindOf(value: unknown): CategoryKind {
  if (value === 1 || value === '1' || value === 'TaxOnTotal') return 1;
  return isPerUnit(value) ? PER_UNIT : 0;
}

/** True for the kind of a tax that is an amount for each unit. */
export function isPerUnit(value: unknown): boolean {
  return value === PER_UNIT || value === '2' || value === 'AmountPerQuantity';
}

/** A label is one character; Latin and Cyrillic ones are different labels. */
function isOneCharacter(label: string): boolean {
  return /^[\p{L}\p{N}]$/u.test(label);
}

function nameIn(value: unknown): string {
  return typeof value === 'string' ? printableRow(value.slice(0, MAX_NAME)) : '';
}

function recordsIn(value: unknown, max: number): JsonMembers[] {
  return Array.isArray(value) ? value.filter(isRecord).slice(0, max) : [];
}

import type { TaxLabel } from '../../../../contract/index.js';
import { exactCode, foldedCode, isGtin } from '../../../../base/gtin.js';
import { latin } from '../../../../base/bilingual.js';
import { type Cart, type NewLine, totalOf } from './cart.js';

export type { TaxLabel };

/** An active item; its price in para, 0 when it is typed each time. */
export interface TillItem {
  readonly id: number;
  readonly plu: string | null;
  readonly name: string;
  readonly unit: string;
  readonly price: number;
  readonly label: string;
  readonly gtin: string | null;
  readonly category: string | null;
}

/** An active item in the form of the API. */
export interface ApiItem {
  readonly id: number;
  readonly plu: string | null;
  readonly name: string;
  readonly unit: string | null;
  /** RSD. */
  readonly price: number;
  readonly label: string | null;
  readonly gtin: string | null;
  readonly category: string | null;
}

/** Items and labels that the till has, also while the box is away. */
export interface Catalogue {
  /** By name. */
  readonly items: readonly TillItem[];
  readonly labels: readonly TaxLabel[];
  /** Version of the items from the box: another one means that they have changed. */
  readonly version: string;
}

/** Number of tiles and results drawn at a time. */
const MAX_SHOWN = 60;
const SOLD_BY_MEASURE = /^(kg|кг|g|г|gr|гр|dag|даг|l|л|dl|дл|m|м|m2|м2|m3|м3|m²|м²)\.?$/i;

/** The items that can be sold, from the box's answers, by name. */
export function catalogueOf(items: readonly ApiItem[], labels: readonly TaxLabel[], version: string): Catalogue {
  const sold = items.flatMap((item) => {
    const label = item.label ?? labels[0]?.label;
    if (label === undefined) return [];
    const { id, plu, name, gtin, category } = item;
    return [{ id, plu, name, gtin, category, label, unit: item.unit ?? 'ком', price: Math.round(item.price * 100) }];
  });
  const { compare } = new Intl.Collator('sr');
  return { items: sold.sort((a, b) => compare(a.name, b.name) || a.id - b.id), labels, version };
}

/** True when its quantity is typed, because it is weighed or measured. */
export function isMeasured({ unit }: Pick<TillItem, 'unit'>): boolean {
  return SOLD_BY_MEASURE.test(unit);
}

/** Scales print thousandths of kilograms and litres. */
function isWeighed({ unit }: Pick<TillItem, 'unit'>): boolean {
  return /^(kg|кг)\.?$/i.test(unit);
}

/** The quantity of an item on a bill, in thousandths. */
export function quantityOn({ lines }: Pick<Cart, 'lines'>, itemId: number): number {
  return lines.reduce((sum, line) => sum + (line.itemId === itemId ? line.quantity : 0), 0);
}

/** Number of pieces on a bill, without weighed goods; undefined when each line is one piece. */
export function piecesOf({ lines }: Pick<Cart, 'lines'>): number | undefined {
  const counted = lines.filter((line) => !isMeasured(line));
  const pieces = counted.reduce((sum, { quantity }) => sum + quantity, 0) / 1000;
  return pieces === counted.length ? undefined : pieces;
}

export function lineOf(item: TillItem, quantity: number, price = item.price): NewLine {
  const { name, unit, label, gtin, id } = item;
  return { name, unit, label, gtin, itemId: id, price, quantity };
}

/** Letters without case, alphabet and marks, so that `caj`, `ČAJ` and `чај` find each other. */
function folded(text: string): string {
  return latin(text).toLowerCase().replaceAll('đ', 'dj').normalize('NFD').replace(/\p{M}/gu, '');
}

/** A typed search with an optional quantity before it: `3*` or `0,5x`. */
interface Wanted {
  readonly text: string;
  /** Thousandths; undefined when none was typed. */
  readonly quantity: number | undefined;
}

export function wantedOf(typed: string): Wanted {
  const match = /^\s*(\d{1,6})(?:[.,](\d{1,3}))?\s*[*x×х]\s*(.*)$/iu.exec(typed);
  if (match === null) return { text: typed.trim(), quantity: undefined };
  const [, whole = '', fraction = '', text = ''] = match;
  return { text: text.trim(), quantity: Number(whole + fraction.padEnd(3, '0')) };
}

/** Items that match a typed text: by number first, then names that begin with it, then names that contain it. */
export function searchItems(items: readonly TillItem[], text: string): readonly TillItem[] {
  const wanted = folded(text.trim());
  if (wanted === '') return items.slice(0, MAX_SHOWN);
  const ranked = items.flatMap((item, index) => {
    const rank = rankOf(item, wanted);
    return rank === undefined ? [] : [{ item, rank, index }];
  });
  ranked.sort((a, b) => a.rank - b.rank || a.index - b.index);
  return ranked.slice(0, MAX_SHOWN).map(({ item }) => item);
}

function rankOf(item: TillItem, wanted: string): number | undefined {
  const { plu, gtin } = item;
  if (plu !== null && folded(plu) === wanted) return 0;
  if (gtin === wanted) return 0;
  const called = foldedName(item);
  if (called.startsWith(wanted)) return 1;
  if (called.includes(` ${wanted}`)) return 2;
  if (called.includes(wanted)) return 3;
  return plu?.startsWith(wanted) === true || gtin?.startsWith(wanted) === true ? 4 : undefined;
}

const foldedNames = new WeakMap<TillItem, string>();

/** Cached, because folding ten thousand names at each key would be noticeable on a tablet. */
function foldedName(item: TillItem): string {
  const known = foldedNames.get(item) ?? folded(item.name);
  foldedNames.set(item, known);
  return known;
}

/** The items of one category, limited to the drawn number. */
export function itemsOf(items: readonly TillItem[], category: string): readonly TillItem[] {
  return items.filter((item) => item.category === category).slice(0, MAX_SHOWN);
}

export function favouritesOf(items: readonly TillItem[], ids: readonly number[]): readonly TillItem[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** All items up to the number that is drawn, the favourites first. */
export function favouritesFirst(items: readonly TillItem[], ids: readonly number[]): readonly TillItem[] {
  const favourites = favouritesOf(items, ids);
  return [...favourites, ...items.filter(({ id }) => !ids.includes(id)).slice(0, MAX_SHOWN)];
}

/** Categories with items, in the order of the items, which is by name. */
export function categoriesOf(items: readonly TillItem[]): readonly string[] {
  const names = new Set(items.flatMap(({ category }) => category ?? []));
  return [...names].sort((a, b) => a.localeCompare(b, 'sr'));
}

/** The meaning of a code. */
export interface Coded {
  readonly item: TillItem;
  /** Thousandths contained in the code itself. */
  readonly quantity: number | undefined;
  /** Para of one unit if the code contains the amount due; otherwise the price of the item. */
  readonly price?: number;
}

/**
 * How a scale encodes a weighed item in an EAN-13: prefix, other digits if any, number of the item, value, check digit.
 */
export interface ScaleLabel {
  /** Leading digits of the code: `2`, `27`. */
  readonly prefix: string;
  /** Number of digits of the item number, which is the item's PLU, with or without leading zeros. */
  readonly itemDigits: number;
  readonly valueDigits: number;
  readonly value: 'weight' | 'price' | 'pieces';
  /** Decimals of the value. Default: 3 for kg, 2 for RSD, 0 for pieces. */
  readonly decimals?: number;
}

/**
 * All items that a code may mean: those with exactly this PLU or GTIN; otherwise those whose PLU differs by leading
 * zeros or case; otherwise a weighed item. If there are several, a person must choose.
 */
export function findByCode(
  items: readonly TillItem[],
  readings: readonly string[],
  scales: readonly ScaleLabel[],
): readonly Coded[] {
  const { exact, loose } = codesOf(items);
  const of = (
    codes: ReadonlyMap<string, readonly TillItem[]>,
    keyOf: (code: string) => string,
  ): readonly TillItem[] => [...new Set(readings.flatMap((code) => codes.get(keyOf(code)) ?? []))];
  const exactly = of(exact, exactCode);
  const found = exactly.length > 0 ? exactly : of(loose, foldedCode);
  if (found.length > 0) return found.map((item) => ({ item, quantity: undefined }));
  return readings.length === 0 ? [] : ofScale(items, readings[0] ?? '', scales);
}

function ofScale(items: readonly TillItem[], code: string, scales: readonly ScaleLabel[]): readonly Coded[] {
  if (!/^\d{13}$/.test(code) || !isGtin(code)) return [];
  const fitting = scales.filter(({ prefix }) => code.startsWith(prefix));
  const longest = Math.max(0, ...fitting.map(({ prefix }) => prefix.length));
  const scale = fitting.find(({ prefix }) => prefix.length === longest);
  if (scale === undefined) return [];
  const digits = code.slice(0, -1);
  const value = Number(digits.slice(-scale.valueDigits));
  const plu = digits.slice(0, -scale.valueDigits).slice(-scale.itemDigits);
  const exact = items.filter((item) => item.plu === plu);
  const named =
    exact.length > 0 ? exact : items.filter((item) => item.plu !== null && foldedCode(item.plu) === foldedCode(plu));
  return value === 0 ? [] : named.flatMap((item) => measured(item, scale, value) ?? []);
}

/** The meaning of a scale's value for an item; undefined when it cannot apply to this item. */
function measured(item: TillItem, { value: kind, decimals }: ScaleLabel, value: number): Coded | undefined {
  switch (kind) {
    case 'weight': {
      const thousandths = withDecimals(value, decimals ?? 3, 3);
      if (isWeighed(item)) return { item, quantity: thousandths };
      return /^(g|г|gr|гр)\.?$/i.test(item.unit) ? { item, quantity: thousandths * 1000 } : undefined;
    }
    case 'pieces':
      return { item, quantity: withDecimals(value, decimals ?? 0, 3) };
    case 'price':
      return { item, ...parted(withDecimals(value, decimals ?? 2, 2), item.price) };
  }
}

/** Converts a number with `has` decimals to a whole number with `wanted` decimals. */
function withDecimals(value: number, has: number, wanted: number): number {
  return Math.round(value * 10 ** (wanted - has));
}

/** How far from the nearest quantity to search for one that gives the exact total. */
const NEAR = 200;

/**
 * Quantity, in thousandths, and unit price, in para, whose product is `total` para as the box multiplies them. The
 * price is as near to the item's as possible, because three decimals of a quantity are coarser than a para.
 */
export function parted(total: number, price: number): { readonly quantity: number; readonly price: number } {
  const near = price > 0 ? Math.round((total * 1000) / price) : 0;
  const from = Math.max(1, near - NEAR);
  const tried = near === 0 ? [] : Array.from({ length: near + NEAR - from + 1 }, (_, at) => from + at);
  const fitting = tried.flatMap((quantity) => {
    const one = Math.round((total * 1000) / quantity);
    return totalOf({ price: one, quantity, discount: 0 }) === total ? [{ quantity, price: one }] : [];
  });
  fitting.sort(
    (a, b) =>
      Math.abs(a.price - price) - Math.abs(b.price - price) ||
      Math.abs(a.quantity - near) - Math.abs(b.quantity - near),
  );
  return fitting[0] ?? { quantity: 1000, price: total };
}

interface Codes {
  readonly exact: ReadonlyMap<string, readonly TillItem[]>;
  readonly loose: ReadonlyMap<string, readonly TillItem[]>;
}

const known = new WeakMap<readonly TillItem[], Codes>();

/** The items by their codes, built once for each catalogue. */
function codesOf(items: readonly TillItem[]): Codes {
  const made = known.get(items) ?? { exact: byCode(items, exactCode), loose: byCode(items, foldedCode) };
  known.set(items, made);
  return made;
}

function byCode(items: readonly TillItem[], keyOf: (code: string) => string): ReadonlyMap<string, readonly TillItem[]> {
  const found = new Map<string, TillItem[]>();
  for (const item of items) {
    for (const key of new Set(
      [item.plu, item.gtin].flatMap((code) => (code === null || code === '' ? [] : keyOf(code))),
    )) {
      found.set(key, [...(found.get(key) ?? []), item]);
    }
  }
  return found;
}

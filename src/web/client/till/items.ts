import { latin } from '../text/latin.js';
import type { NewLine } from './cart.js';
import { isGtin } from './gtin.js';

export interface TaxLabel {
  readonly label: string;
  readonly name: string;
  readonly rate: number;
}

/** An item that is sold; its price in para, 0 where it is typed each time. */
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

/** An item as the API gives it. */
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
  readonly active: boolean;
}

/** Items and labels as the till knows them, also while the box is away. */
export interface Catalogue {
  readonly items: readonly TillItem[];
  readonly labels: readonly TaxLabel[];
  /** The API gives no more than {@link MOST_ITEMS}: there may be others. */
  readonly isCut: boolean;
}

/** Rows that `GET /items` gives at most, inactive ones included. */
const MOST_ITEMS = 1000;
/** Tiles and results that are drawn at a time. */
const MOST_SHOWN = 60;
const SOLD_BY_MEASURE = /^(kg|кг|g|г|gr|гр|dag|даг|l|л|dl|дл|m|м|m2|м2|m3|м3|m²|м²)\.?$/i;

/** What can be sold of the answers of the API. */
export function catalogueOf(items: readonly ApiItem[], labels: readonly TaxLabel[]): Catalogue {
  const sold = items.flatMap((item) => {
    const label = item.label ?? labels[0]?.label;
    if (!item.active || label === undefined) return [];
    const { id, plu, name, gtin, category } = item;
    return [{ id, plu, name, gtin, category, label, unit: item.unit ?? 'ком', price: Math.round(item.price * 100) }];
  });
  return { items: sold, labels, isCut: items.length >= MOST_ITEMS };
}

/** Is its quantity typed, since it is weighed or measured? */
export function isMeasured({ unit }: Pick<TillItem, 'unit'>): boolean {
  return SOLD_BY_MEASURE.test(unit);
}

/** Of kilograms and litres scales print thousandths. */
function isWeighed({ unit }: Pick<TillItem, 'unit'>): boolean {
  return /^(kg|кг)\.?$/i.test(unit);
}

export function lineOf(item: TillItem, quantity: number, price = item.price): NewLine {
  const { name, unit, label, gtin, id } = item;
  return { name, unit, label, gtin, itemId: id, price, quantity };
}

/** Letters without case, alphabet and marks, so that `caj`, `ČAJ` and `чај` find each other. */
export function folded(text: string): string {
  return latin(text).toLowerCase().replaceAll('đ', 'dj').normalize('NFD').replace(/\p{M}/gu, '');
}

/** Words that a person types before an item: `3*` or `0,5x`. */
export interface Wanted {
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

/** Items that a typed text may mean: number first, then names that begin so, then names that contain it. */
export function searchItems(items: readonly TillItem[], text: string): readonly TillItem[] {
  const wanted = folded(text.trim());
  if (wanted === '') return items.slice(0, MOST_SHOWN);
  const ranked = items.flatMap((item, index) => {
    const rank = rankOf(item, wanted);
    return rank === undefined ? [] : [{ item, rank, index }];
  });
  ranked.sort((a, b) => a.rank - b.rank || a.index - b.index);
  return ranked.slice(0, MOST_SHOWN).map(({ item }) => item);
}

function rankOf({ plu, gtin, name }: TillItem, wanted: string): number | undefined {
  if (plu !== null && folded(plu) === wanted) return 0;
  if (gtin === wanted) return 0;
  const called = folded(name);
  if (called.startsWith(wanted)) return 1;
  if (called.includes(` ${wanted}`)) return 2;
  if (called.includes(wanted)) return 3;
  return plu?.startsWith(wanted) === true || gtin?.startsWith(wanted) === true ? 4 : undefined;
}

/** Of one category, or the favourites in the order in which they were chosen. */
export function itemsOf(items: readonly TillItem[], category: string): readonly TillItem[] {
  return items.filter((item) => item.category === category).slice(0, MOST_SHOWN);
}

export function favouritesOf(items: readonly TillItem[], ids: readonly number[]): readonly TillItem[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Categories that have items, in the order of the items, which is by name. */
export function categoriesOf(items: readonly TillItem[]): readonly string[] {
  const names = new Set(items.flatMap(({ category }) => category ?? []));
  return [...names].sort((a, b) => a.localeCompare(b, 'sr'));
}

/** What a scanned code means. */
export interface Coded {
  readonly item: TillItem;
  /** Thousandths that the code itself holds. */
  readonly quantity: number | undefined;
}

/** GTIN or PLU as a whole; else a label of a scale: EAN-13 that begins with 2, five digits of PLU, five of grams. */
export function findByCode(items: readonly TillItem[], code: string): Coded | undefined {
  const digits = code.replace(/^0+(?=\d)/, '');
  const isSame = (own: string | null): boolean =>
    own !== null && (own === code || own.replace(/^0+(?=\d)/, '') === digits);
  const item = items.find(({ gtin }) => isSame(gtin)) ?? items.find(({ plu }) => isSame(plu));
  if (item !== undefined) return { item, quantity: undefined };
  const [, plu = '', grams = ''] = /^2\d(\d{5})(\d{5})\d$/.exec(code) ?? [];
  if (plu === '' || !isGtin(code)) return undefined;
  const weighed = items.find((one) => isWeighed(one) && one.plu?.replace(/^0+/, '') === plu.replace(/^0+/, ''));
  return weighed && Number(grams) > 0 ? { item: weighed, quantity: Number(grams) } : undefined;
}

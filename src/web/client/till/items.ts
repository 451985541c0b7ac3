import { latin } from '../../../base/latin.js';
import type { Cart, NewLine } from './cart.js';
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

/** An active item as the box gives it. */
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

/** Items and labels as the till knows them, also while the box is away. */
export interface Catalogue {
  /** By name. */
  readonly items: readonly TillItem[];
  readonly labels: readonly TaxLabel[];
  /** Of the items, by the box: another one says that they have changed. */
  readonly version: string;
}

/** Tiles and results that are drawn at a time. */
const MOST_SHOWN = 60;
const SOLD_BY_MEASURE = /^(kg|кг|g|г|gr|гр|dag|даг|l|л|dl|дл|m|м|m2|м2|m3|м3|m²|м²)\.?$/i;

/** What can be sold of the answers of the box, by name. */
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

/** Is its quantity typed, since it is weighed or measured? */
export function isMeasured({ unit }: Pick<TillItem, 'unit'>): boolean {
  return SOLD_BY_MEASURE.test(unit);
}

/** Of kilograms and litres scales print thousandths. */
function isWeighed({ unit }: Pick<TillItem, 'unit'>): boolean {
  return /^(kg|кг)\.?$/i.test(unit);
}

/** How much of an item is on a bill, in thousandths. */
export function quantityOn({ lines }: Pick<Cart, 'lines'>, itemId: number): number {
  return lines.reduce((sum, line) => sum + (line.itemId === itemId ? line.quantity : 0), 0);
}

/** Pieces on a bill, what is weighed left out; undefined where each line is one piece. */
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

/** Folding ten thousand names at each key would be felt on a tablet. */
function foldedName(item: TillItem): string {
  const known = foldedNames.get(item) ?? folded(item.name);
  foldedNames.set(item, known);
  return known;
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
  const { gtins, plus } = codesOf(items);
  const item = gtins.get(withoutZeros(code)) ?? plus.get(withoutZeros(code));
  if (item !== undefined) return { item, quantity: undefined };
  const [, plu = '', grams = ''] = /^2\d(\d{5})(\d{5})\d$/.exec(code) ?? [];
  if (plu === '' || !isGtin(code)) return undefined;
  const weighed = items.find((one) => isWeighed(one) && withoutZeros(one.plu ?? '') === withoutZeros(plu));
  return weighed && Number(grams) > 0 ? { item: weighed, quantity: Number(grams) } : undefined;
}

interface Codes {
  readonly gtins: ReadonlyMap<string, TillItem>;
  readonly plus: ReadonlyMap<string, TillItem>;
}

const known = new WeakMap<readonly TillItem[], Codes>();

/** The items by their codes, made once for each catalogue. Of two that share a code the first counts. */
function codesOf(items: readonly TillItem[]): Codes {
  const made = known.get(items) ?? { gtins: byCode(items, 'gtin'), plus: byCode(items, 'plu') };
  known.set(items, made);
  return made;
}

function byCode(items: readonly TillItem[], kind: 'gtin' | 'plu'): ReadonlyMap<string, TillItem> {
  const found = new Map<string, TillItem>();
  for (const item of items) {
    const code = withoutZeros(item[kind] ?? '');
    if (code !== '' && !found.has(code)) found.set(code, item);
  }
  return found;
}

/** Scanners and catalogues disagree about leading zeros. */
function withoutZeros(code: string): string {
  return code.replace(/^0+(?=.)/, '');
}

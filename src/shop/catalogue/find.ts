import { searchKey } from '../../base/index.js';
import type { StoredItem } from '../../platform/ledger/index.js';

/** Which items to find, and which page of them, by name. */
export interface ItemQuery {
  /** Words that must all occur in the name, the PLU, the GTIN or the category, in either script; empty: any. */
  readonly text: string;
  /** Null: any. */
  readonly category: string | null;
  readonly state: 'active' | 'inactive' | 'all';
  readonly offset: number;
  readonly limit: number;
}

export interface FoundItems {
  readonly items: readonly StoredItem[];
  /** Number of all matching items. */
  readonly count: number;
}

/** Returns a predicate for matching items. */
export function matcherOf({ text, category, state }: ItemQuery): (item: StoredItem) => boolean {
  const words = searchKey(text)
    .split(/\s+/)
    .filter((word) => word !== '');
  return (item) => {
    if (state !== 'all' && item.active !== (state === 'active')) return false;
    if (category !== null && item.category !== category) return false;
    if (words.length === 0) return true;
    const key = searchKey([item.name, item.plu ?? '', item.gtin ?? '', item.category ?? ''].join('\n'));
    return words.every((word) => key.includes(word));
  };
}

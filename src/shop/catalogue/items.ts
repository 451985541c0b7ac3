import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  defineMessages,
  failed,
  ok,
  type RequestFault,
  type Result,
  type SalePriority,
  searchKey,
  serbianOrder,
  TaskQueue,
} from '../../base/index.js';
import type { TaxLabel } from '../../contract/index.js';
import type { AuditEntry, GroupVersion, Ledger, StorageFailure, StoredItem } from '../../platform/ledger/index.js';
import { CatalogueRoom, type Codes, type CodeWarning, codesOf, codeWarnings } from './itemCodes.js';
import { type ImportCheck, ImportPlan, type ImportReport, type ImportRow, type ItemWrite } from './import.js';
import { validateItemChange, validateNewItem } from './validate.js';

const MESSAGES = defineMessages('items', {
  pluTaken: { en: 'plu "{plu}" is used by item {id} ({name}).', sr: 'PLU „{plu}” већ има артикал {id} ({name}).' },
});

export type ItemFailure =
  | { readonly kind: 'invalid'; readonly fault: RequestFault }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'storage'; readonly failure: StorageFailure };

/** Items read in one slice: some ten milliseconds. */
const READ_AT_A_TIME = 500;

/** Sorts by name, in Serbian order; items of one name by age. */
function byName(a: StoredItem, b: StoredItem): number {
  return serbianOrder(a.name, b.name) || a.id - b.id;
}

/** The items of the shop. Changes run one at a time, so that no two items get the same PLU. */
export class Catalogue {
  private readonly changes = new TaskQueue();
  private readonly run = randomUUID();
  /** Number of writes in this run. */
  private writes = 0;

  constructor(
    private readonly ledger: Ledger,
    private readonly taxLabels: () => readonly TaxLabel[],
  ) {}

  /**
   * Changes after each change of an item, and after a restart, so that callers that cache the items request them again.
   */
  get version(): string {
    return `${this.run}.${this.writes}`;
  }

  /**
   * Active items of the next `limit` ids after `id`, and the id to continue after; null when there are no more. Read in
   * slices, so that a caller gets all items in pieces, and no sale waits for them.
   */
  async activeAfter(
    id: number,
    limit: number,
    { slice }: Pick<SalePriority, 'slice'>,
  ): Promise<{ readonly items: readonly StoredItem[]; readonly next: number | null }> {
    const items: StoredItem[] = [];
    let after = id;
    for (let left = limit; left > 0; left -= READ_AT_A_TIME) {
      const wanted = Math.min(left, READ_AT_A_TIME);
      const read = await slice(() => this.ledger.main.itemsAfter(after, wanted));
      items.push(...read.filter(({ active }) => active));
      if (read.length < wanted) return { items, next: null };
      after = read.at(-1)?.id ?? after;
    }
    return { items, next: after };
  }

  /**
   * The first `limit` items by name, including inactive ones. Read in slices, so that no sale waits for ten thousand
   * items.
   */
  async list(limit: number, salePriority: Pick<SalePriority, 'slice'>): Promise<StoredItem[]> {
    const { items } = await this.find({ text: '', category: null, state: 'all', offset: 0, limit }, salePriority);
    return [...items];
  }

  /** One page of the matching items, by name; read in slices as well. */
  async find(query: ItemQuery, { slice }: Pick<SalePriority, 'slice'>): Promise<FoundItems> {
    const { offset, limit } = query;
    const fits = matcherOf(query);
    let [first, count]: [StoredItem[], number] = [[], 0];
    for (let after: number | undefined = 0; after !== undefined;) {
      const next: StoredItem[] = await slice(() => this.ledger.main.itemsAfter(after ?? 0, READ_AT_A_TIME));
      const fitting = await slice(() => next.filter(fits));
      count += fitting.length;
      // Sorted in a slice as they are found, so that memory holds no more items than up to the end of the page.
      if (fitting.length > 0) first = await slice(() => [...first, ...fitting].sort(byName).slice(0, offset + limit));
      after = next.length < READ_AT_A_TIME ? undefined : next.at(-1)?.id;
    }
    return { items: first.slice(offset), count };
  }

  /** All items, including inactive ones, unordered and in one read. */
  all(): StoredItem[] {
    return this.ledger.main.items();
  }

  /** Distinct categories of active items, sorted. */
  categories(): string[] {
    return this.ledger.main.categories().sort(serbianOrder);
  }

  /** Adds an item from a request body; the value is its id, which is never reused. */
  create(body: unknown): Promise<Result<number, ItemFailure>> {
    return this.changes.run(async () => {
      const fields = validateNewItem(body, this.taxLabels());
      if (!fields.ok) return failed({ kind: 'invalid', fault: fields.error });
      return this.store(undefined, { id: this.ledger.main.nextItemId(), ...fields.value, active: true });
    });
  }

  /** Changes the fields that are in the body. */
  update(id: number, body: unknown): Promise<Result<number, ItemFailure>> {
    return this.changes.run(async () => {
      const item = this.ledger.main.item(id);
      if (item === undefined) return failed({ kind: 'unknown' });
      const change = validateItemChange(body, this.taxLabels());
      if (!change.ok) return failed({ kind: 'invalid', fault: change.error });
      const changed = { ...item, ...change.value };
      return isDeepStrictEqual(item, changed) ? ok(id) : this.store(item, changed);
    });
  }

  /** Deactivates an item; it is never deleted. */
  deactivate(id: number): Promise<Result<number, ItemFailure>> {
    return this.changes.run(async () => {
      const item = this.ledger.main.item(id);
      if (item === undefined) return failed({ kind: 'unknown' });
      return item.active ? this.store(item, { ...item, active: false }) : ok(id);
    });
  }

  /**
   * Warnings for a person who gives an item these codes. `id` is the item's own, null for a new one: no item is
   * compared with itself.
   */
  codeWarnings(codes: Codes, id: number | null): readonly CodeWarning[] {
    const others = Array.from(codesOf(codes), (code) => this.ledger.main.itemsWithCode(code)).flat();
    return codeWarnings(
      codes,
      others.filter((other) => other.id !== id),
    );
  }

  /** {@link codeWarnings} for a stored item; none for an inactive item, which no scan finds. */
  codeWarningsOf(id: number): readonly CodeWarning[] {
    const item = this.ledger.main.item(id);
    return item?.active === true ? this.codeWarnings(item, id) : [];
  }

  /** Preview of {@link import}; writes nothing. */
  check(rows: readonly ImportRow[]): Promise<ImportCheck> {
    return this.changes.run(async () => (await this.plan(rows)).check);
  }

  /** Creates and changes items by the rows of a file, all at once; with a fault in any row nothing is written. */
  import(rows: readonly ImportRow[]): Promise<Result<ImportReport, StorageFailure>> {
    return this.changes.run(async () => {
      const { items, report } = await this.plan(rows);
      if (report.faults.length > 0 || items.length === 0) return ok(report);
      const put = await this.ledger.put({ type: 'items', items });
      this.writes += 1;
      return put.ok ? ok(report) : put;
    });
  }

  /**
   * Applies a version of the group's catalogue like {@link import}. A version that changes nothing is recorded too,
   * together with the result of `audited` about the changes.
   */
  take(
    rows: readonly ImportRow[],
    version: GroupVersion,
    audited: (writes: readonly ItemWrite[]) => Promise<readonly AuditEntry[]>,
  ): Promise<Result<ImportReport, StorageFailure>> {
    return this.changes.run(async () => {
      const { items, report, writes } = await this.plan(rows);
      if (report.faults.length > 0) return ok(report);
      const put = await this.ledger.putAudited(await audited(writes), { type: 'items', items, version });
      this.writes += 1;
      return put.ok ? ok(report) : put;
    });
  }

  private plan(rows: readonly ImportRow[]): Promise<ImportPlan> {
    return ImportPlan.of(rows, this.ledger.main, this.taxLabels());
  }

  /** `before` is undefined for a new item. */
  private async store(before: StoredItem | undefined, item: StoredItem): Promise<Result<number, ItemFailure>> {
    const holder = item.plu === null ? undefined : this.ledger.main.itemByPlu(item.plu);
    if (holder !== undefined && holder.id !== item.id) {
      const message = MESSAGES.pluTaken({ plu: item.plu ?? '', id: holder.id, name: holder.name });
      return failed({ kind: 'invalid', fault: { rule: 'item.plu-used', field: '/plu', message } });
    }
    if (before === undefined || (item.active && !before.active)) {
      // Counting takes milliseconds, so it is skipped for changes that need no room, such as a price.
      const room = new CatalogueRoom(this.ledger.main).take(before, item);
      if (!room.ok) return failed({ kind: 'invalid', fault: room.error });
    }
    const put = await this.ledger.put({ type: 'item', item });
    this.writes += 1;
    return put.ok ? ok(item.id) : failed({ kind: 'storage', failure: put.error });
  }
}

/** Which items to find, and which page of them, by name. */
interface ItemQuery {
  /** Words that must all occur in the name, the PLU, the GTIN or the category, in either script; empty: any. */
  readonly text: string;
  /** Null: any. */
  readonly category: string | null;
  readonly state: 'active' | 'inactive' | 'all';
  readonly offset: number;
  readonly limit: number;
}

interface FoundItems {
  readonly items: readonly StoredItem[];
  /** Number of all matching items. */
  readonly count: number;
}

/** Returns a predicate for matching items. */
function matcherOf({ text, category, state }: ItemQuery): (item: StoredItem) => boolean {
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

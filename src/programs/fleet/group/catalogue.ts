import { failed, ok, type Para, paraFrom, type Result } from '../../../base/index.js';
import type { TaxLabel } from '../../../contract/index.js';
import {
  ImportPlan,
  type ImportRow,
  type ItemStore,
  type RowFault,
  type RowWarning,
} from '../../../shop/catalogue/index.js';
import { fieldsOf } from '../../../outward/group/index.js';
import type { StoredItem } from '../../../platform/ledger/index.js';

/** Each box knows which labels are valid for it; here only the letter is checked. */
const LABELS: readonly TaxLabel[] = Array.from('АБВГДЂЕЖЗИЈКЛЉМНЊОПРСТЋУФХЦЧЏШ', (label) => ({
  label,
  name: '',
  rate: 0,
}));

/** The items of a group in the form that an import needs. */
class GroupItems implements ItemStore {
  private readonly byPlu: ReadonlyMap<string, StoredItem>;

  constructor(readonly all: readonly StoredItem[]) {
    this.byPlu = new Map(all.flatMap((item) => (item.plu === null ? [] : [[item.plu, item]])));
  }

  itemByPlu(plu: string): StoredItem | undefined {
    return this.byPlu.get(plu);
  }

  itemsAfter(id: number, limit: number): StoredItem[] {
    // Ids are positions, from 1.
    return this.all.slice(id, id + limit);
  }

  itemsWithoutPlu(): StoredItem[] {
    return this.all.filter(({ plu }) => plu === null);
  }

  itemCounts(): { readonly all: number; readonly active: number } {
    return { all: this.all.length, active: this.all.filter(({ active }) => active).length };
  }

  nextItemId(): number {
    return this.all.length + 1;
  }
}

/** A price in para; `before` is null for a new price. */
export interface PriceChange {
  readonly name: string;
  readonly before: Para | null;
  readonly after: Para;
}

/** A catalogue after applying a file, and the changes. */
interface Changed {
  readonly items: readonly ImportRow['fields'][];
  readonly created: number;
  readonly changed: number;
  /** Prices that are new or changed. */
  readonly prices: readonly PriceChange[];
  /** Labels in the file that no item of the group had before. */
  readonly newLabels: readonly string[];
  /** Warnings about the codes of rows. */
  readonly warnings: readonly RowWarning[];
}

/**
 * Changes the catalogue of a group as an import changes that of a box: items that are not in the file are unchanged.
 * Line numbers are those of the file.
 */
export async function changedCatalogue(
  before: readonly ImportRow['fields'][],
  rows: readonly ImportRow[],
): Promise<Result<Changed, readonly RowFault[]>> {
  const stored = before.map((fields, index) => itemOf(index + 1, fields));
  const plan = await ImportPlan.of(rows, new GroupItems(stored), LABELS);
  const { faults, created, changed, warnings = [] } = plan.report;
  if (faults.length > 0) return failed(faults);
  const items = new Map([...stored, ...plan.items].map((item) => [item.id, item]));
  const earlier = new Map(stored.map((item) => [item.id, item]));
  const prices = plan.items.flatMap((item): PriceChange[] => {
    const was = earlier.get(item.id)?.price ?? null;
    return was === item.price ? [] : [{ name: item.name, before: was, after: item.price }];
  });
  const known = new Set(stored.flatMap(({ label }) => label ?? []));
  const newLabels = [...new Set(plan.items.flatMap(({ label }) => label ?? []))].filter((label) => !known.has(label));
  return ok({ items: Array.from(items.values(), fieldsOf), created, changed, prices, newLabels, warnings });
}

/** A version contains items in the form of {@link fieldsOf}. */
function itemOf(id: number, fields: ImportRow['fields']): StoredItem {
  const { price, ...rest } = fields as unknown as StoredItem;
  return { ...rest, id, price: paraFrom(price) };
}

import type { TaxLabel } from '../base/fiscal.js';
import { failed, ok, type Result } from '../base/result.js';
import { Serial } from '../base/serial.js';
import { serbianOrder } from '../base/text.js';
import type { Ledger } from '../ledger/ledger.js';
import type { StoredItem } from '../ledger/views/main.js';
import type { StorageFailure } from '../ledger/entry.js';
import { ImportPlan, type ImportReport, type ImportRow } from './import.js';
import { validateItemChange, validateNewItem } from './validate.js';

export type ItemFailure =
  | { readonly kind: 'invalid'; readonly message: string }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'storage'; readonly failure: StorageFailure };

/** By name, in Serbian order; items of one name by age. */
export function byName(a: StoredItem, b: StoredItem): number {
  return serbianOrder(a.name, b.name) || a.id - b.id;
}

/** The items that a shop sells again and again. One change at a time, so that a PLU is never given twice. */
export class Catalogue {
  private readonly changes = new Serial();

  constructor(
    private readonly ledger: Ledger,
    private readonly taxLabels: () => readonly TaxLabel[],
  ) {}

  /** At most `limit` items by name, inactive ones too. */
  list(limit: number): StoredItem[] {
    return this.all().sort(byName).slice(0, limit);
  }

  /** All items, inactive ones too, in no order: whoever sorts thousands of names has to do it where no sale waits. */
  all(): StoredItem[] {
    return this.ledger.main.items();
  }

  /** Distinct categories of active items, sorted. */
  categories(): string[] {
    const active = this.ledger.main.items().filter((item) => item.active);
    return [...new Set(active.flatMap(({ category }) => category ?? []))].sort(serbianOrder);
  }

  /** Adds an item from a request body; the value is its id. */
  create(body: unknown): Promise<Result<number, ItemFailure>> {
    return this.changes.run(async () => {
      const fields = validateNewItem(body, this.taxLabels());
      if (!fields.ok) return failed({ kind: 'invalid', message: fields.error });
      return this.store({ id: this.ledger.main.nextItemId(), ...fields.value, active: true });
    });
  }

  /** Changes the fields that the body names. */
  update(id: number, body: unknown): Promise<Result<number, ItemFailure>> {
    return this.changes.run(async () => {
      const item = this.ledger.main.item(id);
      if (item === undefined) return failed({ kind: 'unknown' });
      const change = validateItemChange(body, this.taxLabels());
      if (!change.ok) return failed({ kind: 'invalid', message: change.error });
      return this.store({ ...item, ...change.value });
    });
  }

  /** Takes an item out of use; it is never deleted. */
  deactivate(id: number): Promise<Result<number, ItemFailure>> {
    return this.changes.run(async () => {
      const item = this.ledger.main.item(id);
      if (item === undefined) return failed({ kind: 'unknown' });
      return item.active ? this.store({ ...item, active: false }) : ok(id);
    });
  }

  /** What {@link import} would do now. */
  check(rows: readonly ImportRow[]): Promise<ImportReport> {
    return this.changes.run(async () => (await this.plan(rows)).report);
  }

  /** Creates and changes items by rows of a file, all at once; with a fault in one of them nothing is written. */
  import(rows: readonly ImportRow[]): Promise<Result<ImportReport, StorageFailure>> {
    return this.changes.run(async () => {
      const { items, report } = await this.plan(rows);
      if (report.faults.length > 0 || items.length === 0) return ok(report);
      const put = await this.ledger.put({ type: 'items', items });
      return put.ok ? ok(report) : put;
    });
  }

  private plan(rows: readonly ImportRow[]): Promise<ImportPlan> {
    return ImportPlan.of(rows, this.ledger.main, this.taxLabels());
  }

  private async store(item: StoredItem): Promise<Result<number, ItemFailure>> {
    const holder = item.plu === null ? undefined : this.ledger.main.itemByPlu(item.plu);
    if (holder !== undefined && holder.id !== item.id) {
      return failed({ kind: 'invalid', message: `plu "${holder.plu}" is used by item ${holder.id} (${holder.name}).` });
    }
    const put = await this.ledger.put({ type: 'item', item });
    return put.ok ? ok(item.id) : failed({ kind: 'storage', failure: put.error });
  }
}

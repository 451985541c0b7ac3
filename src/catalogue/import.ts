import { setImmediate as othersTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { TaxLabel } from '../base/fiscal.js';
import { failed, ok, type Result } from '../base/result.js';
import type { MainView, StoredItem } from '../ledger/views/main.js';
import { COLUMNS, type ItemColumn } from './csv/columns.js';
import { type ItemChange, validateItemChange, validateNewItem } from './validate.js';

/** A row that is to become an item or to change one: its fields as the body of `PATCH /items/{id}` has them. */
export interface ImportRow {
  /** Where it stands in its file, from 1. */
  readonly line: number;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Why a row is refused. */
export interface RowFault {
  readonly line: number;
  /** The field at fault; null when it is the row as a whole. */
  readonly column: ItemColumn | null;
  /** An English sentence. */
  readonly reason: string;
}

/** What an import does or would do, in items. With a fault it does nothing. */
export interface ImportReport {
  readonly created: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly faults: readonly RowFault[];
}

/** Most rows of one import, and most items of a catalogue that an import may fill. */
export const MAX_ROWS = 10_000;

/** Most that one import may write, bytes of JSON: one record of the ledger, which no segment of it may be too small for. */
const MAX_BYTES = 6 * 1024 * 1024;

/** Rows that are checked before others have their turn: a few milliseconds also on a small board. */
const SLICE = 100;

type Fault = Omit<RowFault, 'line'>;

/** A row whose fields are right, except for its label, which is not looked at yet. */
interface ReadRow extends ImportRow {
  readonly change: ItemChange;
}

/** What has one name and no PLU. */
interface Namesakes {
  /** In the order of their ids. */
  readonly items: StoredItem[];
  rows: number;
  /** Rows that have found their item. */
  met: number;
}

/** The rows of one import against a catalogue that nobody changes meanwhile. */
export class ImportPlan {
  /** Items to be written: those created and those changed. */
  readonly items: StoredItem[] = [];
  /** Line of the row of each PLU. */
  private readonly lines = new Map<string, number>();
  private readonly namesakes = new Map<string, Namesakes>();
  private readonly rows: ReadRow[] = [];
  private readonly faults: RowFault[] = [];
  private readonly stored: number;
  private nextId: number;
  private created = 0;
  private unchanged = 0;
  private bytes = 0;

  private constructor(
    private readonly main: MainView,
    private readonly taxLabels: readonly TaxLabel[],
  ) {
    this.stored = main.itemCount();
    this.nextId = main.nextItemId();
    for (const item of main.itemsWithoutPlu()) this.namesakesOf(item.name).items.push(item);
  }

  /** Checks all rows against the items that are stored, in slices, so that no sale waits for long. */
  static async of(rows: readonly ImportRow[], main: MainView, taxLabels: readonly TaxLabel[]): Promise<ImportPlan> {
    const plan = new ImportPlan(main, taxLabels);
    await plan.each(rows, (row) => plan.read(row));
    await plan.each(plan.rows, (row) => plan.settle(row));
    return plan;
  }

  get report(): ImportReport {
    const { created, unchanged, faults } = this;
    return { created, changed: this.items.length - created, unchanged, faults };
  }

  private async each<R extends ImportRow>(rows: readonly R[], work: (row: R) => Result<void, Fault>): Promise<void> {
    for (const [index, row] of rows.entries()) {
      if (index % SLICE === 0) await othersTurn();
      const done = work(row);
      if (!done.ok) this.faults.push({ line: row.line, ...done.error });
    }
  }

  private namesakesOf(name: string): Namesakes {
    const known = this.namesakes.get(name) ?? { items: [], rows: 0, met: 0 };
    this.namesakes.set(name, known);
    return known;
  }

  private read({ line, fields }: ImportRow): Result<void, Fault> {
    const { label: _later, ...rest } = fields;
    const change = validateItemChange(rest, this.taxLabels);
    if (!change.ok) return failed({ column: this.faultyField(rest), reason: change.error });
    const { plu, name } = change.value;
    if (plu != null) {
      const other = this.lines.get(plu);
      if (other !== undefined) return failed({ column: 'plu', reason: `plu "${plu}" stands in line ${other} too.` });
      this.lines.set(plu, line);
    } else if (name !== undefined) {
      this.namesakesOf(name).rows += 1;
    } else {
      return failed({ column: 'name', reason: 'a row without a plu needs a name.' });
    }
    this.rows.push({ line, fields, change: change.value });
    return ok(undefined);
  }

  private settle({ fields, change }: ReadRow): Result<void, Fault> {
    const found = this.itemOf(change);
    if (!found.ok) return found;
    const before = found.value;
    const after = before === undefined ? this.newItem(fields, change) : this.changed(before, fields);
    if (!after.ok) return failed({ column: this.faultyField(fields), reason: after.error });
    return this.note(before, after.value);
  }

  /**
   * The stored item that a row is about, undefined for a new one: by PLU, or else by name. Items that share a name and
   * have no PLU are told by their order, which an export keeps, when the file has all of them.
   */
  private itemOf({ plu, name = '' }: ItemChange): Result<StoredItem | undefined, Fault> {
    if (plu != null) return ok(this.main.itemByPlu(plu));
    const same = this.namesakesOf(name);
    const { items, rows } = same;
    if (items.length > 0 && rows !== items.length) {
      const reason = `${rows} rows and ${items.length} items have this name and no plu: which is which?`;
      return failed({ column: 'name', reason });
    }
    same.met += 1;
    return ok(items[same.met - 1]);
  }

  private changed(item: StoredItem, fields: ImportRow['fields']): Result<StoredItem, string> {
    // A label that the item has already is not looked at again: what was exported can be imported for ever.
    const { label, ...rest } = fields;
    const change = validateItemChange(label === item.label ? rest : fields, this.taxLabels);
    return change.ok ? ok({ ...item, ...change.value }) : change;
  }

  private newItem(fields: ImportRow['fields'], { active = true }: ItemChange): Result<StoredItem, string> {
    const item = validateNewItem(fields, this.taxLabels);
    return item.ok ? ok({ id: this.nextId, ...item.value, active }) : item;
  }

  private note(before: StoredItem | undefined, after: StoredItem): Result<void, Fault> {
    if (before !== undefined && isDeepStrictEqual(before, after)) {
      this.unchanged += 1;
      return ok(undefined);
    }
    if (before === undefined && this.stored + this.created >= MAX_ROWS) {
      return failed({ column: null, reason: `the catalogue would have more than ${MAX_ROWS} items.` });
    }
    const bytes = Buffer.byteLength(JSON.stringify(after));
    if (this.bytes + bytes > MAX_BYTES) {
      return failed({ column: null, reason: 'this is too much for one import: split the file before this line.' });
    }
    this.bytes += bytes;
    this.items.push(after);
    if (before === undefined) {
      this.created += 1;
      this.nextId += 1;
    }
    return ok(undefined);
  }

  /** The first field that is refused by itself, or else the first that is missing. */
  private faultyField(fields: ImportRow['fields']): RowFault['column'] {
    const isRefused = (name: string): boolean =>
      fields[name] !== undefined && !validateItemChange({ [name]: fields[name] }, this.taxLabels).ok;
    return COLUMNS.find(isRefused) ?? (['name', 'label'] as const).find((name) => fields[name] === undefined) ?? null;
  }
}

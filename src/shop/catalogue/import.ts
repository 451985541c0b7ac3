import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import {
  failed,
  ok,
  printedRow,
  type RequestFault,
  type Result,
  defineMessages,
  type Message,
} from '../../base/index.js';
import type { TaxLabel } from '../../contract/index.js';
import type { MainView, StoredItem } from '../../platform/ledger/index.js';
import { CatalogueRoom, CodeHolders, type CodeWarning, codeWarnings } from './itemCodes.js';
import { COLUMNS, type ItemColumn } from './csv/cells.js';
import { type ItemChange, validateItemChange, validateNewItem } from './validate.js';

const MESSAGES = defineMessages('import', {
  pluTwice: { en: 'plu "{plu}" is also in line {line}.', sr: 'PLU „{plu}” стоји и у реду {line}.' },
  noName: { en: 'a row without a plu needs a name.', sr: 'ред без PLU мора имати назив.' },
  ambiguousName: {
    en: '{rows} rows and {items} items have this name and no plu: it is not clear which is which.',
    sr: '{rows} редова и {items} артикала има овај назив а нема PLU: не зна се који је који.',
  },
  tooMuch: {
    en: 'this is too much for one import: split the file before this line.',
    sr: 'ово је превише за један увоз: поделите датотеку пре овог реда.',
  },
});

/** A row that creates or changes an item, with the fields of a body of `PATCH /items/{id}`. */
export interface ImportRow {
  /** Its line in the file, from 1. */
  readonly line: number;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Why a row is refused. */
export interface RowFault {
  readonly line: number;
  /** The wrong field; null when the whole row is wrong. */
  readonly column: ItemColumn | null;
  readonly reason: Message;
}

/** A warning about a code of a row. The row is still imported. */
export interface RowWarning extends CodeWarning {
  readonly line: number;
}

/** How many items an import creates, changes and leaves unchanged. With a fault it does nothing. */
export interface ImportReport {
  readonly created: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly faults: readonly RowFault[];
  /** By line; absent when there are none. */
  readonly warnings?: readonly RowWarning[];
}

/** Preview of an import, with some of the items that it would write. */
export interface ImportCheck extends ImportReport {
  /**
   * The first {@link MAX_SHOWN} items that it would create or change: their current state (null: new) and their new
   * one.
   */
  readonly shown: readonly {
    readonly line: number;
    readonly before: StoredItem | null;
    readonly after: StoredItem;
  }[];
}

/** The items that an import is compared with: those of a box, or of an owner's group. */
export type ItemStore = Pick<MainView, 'itemByPlu' | 'itemsAfter' | 'itemsWithoutPlu' | 'itemCounts' | 'nextItemId'>;

/** How many items a preview shows; people do not read more. */
const MAX_SHOWN = 50;

/** Maximum number of rows in one import. */
export const MAX_CSV_ROWS = 10_000;

/** Maximum size of an import, bytes of JSON: it is one record of the ledger and must fit into a segment. */
const MAX_BYTES = 6 * 1024 * 1024;

/** Rows checked at a time before other work may run: a few milliseconds even on a small board. */
const SLICE = 100;

type Fault = Omit<RowFault, 'line'>;

/** A row whose fields are valid, except for the label, which is not checked yet. */
interface ReadRow extends ImportRow {
  readonly change: ItemChange;
}

/** A row that creates or changes an item; `before` is undefined for a new one. */
export interface ItemWrite {
  readonly before: StoredItem | undefined;
  readonly after: StoredItem;
  readonly line: number;
}

/** The items and rows that share a name and have no PLU. */
interface Namesakes {
  /** In the order of their ids. */
  readonly items: StoredItem[];
  rows: number;
  /** Number of rows already matched to an item. */
  matched: number;
}

/** The rows of one import compared with the catalogue, which must not change meanwhile. */
export class ImportPlan {
  /** The items to write: created and changed ones. */
  readonly items: StoredItem[] = [];
  /** Line of the row of each PLU. */
  private readonly lines = new Map<string, number>();
  private readonly namesakes = new Map<string, Namesakes>();
  private readonly rows: ReadRow[] = [];
  private readonly faults: RowFault[] = [];
  private readonly warnings: RowWarning[] = [];
  /** Items that the rows create and change. */
  readonly writes: ItemWrite[] = [];
  private unchanged = 0;
  private bytes = 0;

  private constructor(
    private readonly stored: ItemStore,
    private readonly taxLabels: readonly TaxLabel[],
  ) {
    // Items stored by an earlier release may contain runs of blanks.
    for (const item of stored.itemsWithoutPlu()) this.namesakesOf(printedRow(item.name)).items.push(item);
  }

  /** Checks all rows against the stored items, in slices, so that no sale waits for long. */
  static async of(rows: readonly ImportRow[], stored: ItemStore, taxLabels: readonly TaxLabel[]): Promise<ImportPlan> {
    const plan = new ImportPlan(stored, taxLabels);
    await plan.each(rows, (row) => plan.read(row));
    await plan.each(plan.rows, (row) => plan.match(row));
    plan.makeRoom();
    await plan.compareCodes();
    return plan;
  }

  get report(): ImportReport {
    const { writes, unchanged, faults, warnings } = this;
    const created = writes.filter(({ before }) => before === undefined).length;
    const counts = { created, changed: writes.length - created, unchanged };
    return { ...counts, faults, ...(warnings.length > 0 && { warnings }) };
  }

  get check(): ImportCheck {
    const shown = this.writes.slice(0, MAX_SHOWN).map((write) => ({ ...write, before: write.before ?? null }));
    return { ...this.report, shown };
  }

  private async each<R extends ImportRow>(rows: readonly R[], work: (row: R) => Result<void, Fault>): Promise<void> {
    for (const [index, row] of rows.entries()) {
      if (index % SLICE === 0) await yieldToOthers();
      const done = work(row);
      if (!done.ok) this.faults.push({ line: row.line, ...done.error });
    }
  }

  private namesakesOf(name: string): Namesakes {
    const known = this.namesakes.get(name) ?? { items: [], rows: 0, matched: 0 };
    this.namesakes.set(name, known);
    return known;
  }

  private read({ line, fields }: ImportRow): Result<void, Fault> {
    const { label: _later, ...rest } = fields;
    const change = validateItemChange(rest, this.taxLabels);
    if (!change.ok) return failed({ column: this.faultyField(rest), reason: change.error.message });
    const { plu, name } = change.value;
    if (plu != null) {
      const other = this.lines.get(plu);
      if (other !== undefined) return failed({ column: 'plu', reason: MESSAGES.pluTwice({ plu, line: other }) });
      this.lines.set(plu, line);
    } else if (name !== undefined) {
      this.namesakesOf(name).rows += 1;
    } else {
      return failed({ column: 'name', reason: MESSAGES.noName });
    }
    this.rows.push({ line, fields, change: change.value });
    return ok(undefined);
  }

  private match({ line, fields, change }: ReadRow): Result<void, Fault> {
    const found = this.itemOf(change, fields['plu']);
    if (!found.ok) return found;
    const before = found.value;
    const after = before === undefined ? this.newItem(fields, change) : this.changed(before, fields);
    if (!after.ok) return failed({ column: this.faultyField(fields), reason: after.error.message });
    return this.note(before, after.value, line);
  }

  /**
   * The stored item for a row, undefined for a new one: found by PLU, or otherwise by name. Items that share a name and
   * have no PLU are matched in their order, which an export preserves, provided that the file has all of them.
   */
  private itemOf({ plu, name = '' }: ItemChange, sentPlu: unknown): Result<StoredItem | undefined, Fault> {
    // An earlier release stored the outer blanks of a PLU, and its export contains them.
    if (plu != null) return ok(this.stored.itemByPlu(plu) ?? this.stored.itemByPlu(String(sentPlu)));
    const same = this.namesakesOf(name);
    const { items, rows } = same;
    if (items.length > 0 && rows !== items.length) {
      const reason = MESSAGES.ambiguousName({ rows, items: items.length });
      return failed({ column: 'name', reason });
    }
    same.matched += 1;
    return ok(items[same.matched - 1]);
  }

  private changed(item: StoredItem, fields: ImportRow['fields']): Result<StoredItem, RequestFault> {
    // A label that the item already has is not checked again, so that an export can always be imported.
    const { label, ...rest } = fields;
    const change = validateItemChange(label === item.label ? rest : fields, this.taxLabels);
    return change.ok ? ok({ ...item, ...change.value }) : change;
  }

  private newItem(fields: ImportRow['fields'], { active = true }: ItemChange): Result<StoredItem, RequestFault> {
    const item = validateNewItem(fields, this.taxLabels);
    // Its id is assigned after all rows are checked.
    return item.ok ? ok({ id: 0, ...item.value, active }) : item;
  }

  /**
   * Checks all rows against the limits of the catalogue, beginning with rows that make room. New items get the next
   * ids; inactive items keep their ids.
   */
  private makeRoom(): void {
    const room = new CatalogueRoom(this.stored);
    let nextId = this.stored.nextItemId();
    const isFreeing = ({ before, after }: ItemWrite): boolean => before?.active === true && !after.active;
    for (const { before, after, line } of this.writes.toSorted((a, b) => Number(isFreeing(b)) - Number(isFreeing(a)))) {
      const taken = room.take(before, after);
      if (!taken.ok) this.faults.push({ line, column: null, reason: taken.error.message });
      this.items.push(before === undefined ? { ...after, id: nextId } : after);
      nextId += before === undefined ? 1 : 0;
    }
  }

  /** Warns about codes that rows introduce: each is compared with the catalogue and with the other rows. */
  private async compareCodes(): Promise<void> {
    const bringing = this.writes.filter((write) => FIELDS_OF_CODES.some((field) => bringsCode(write, field)));
    if (bringing.length === 0) return;
    const holders = new CodeHolders();
    const written = new Set(this.writes.map(({ before }) => before?.id));
    for (let after: number | undefined = 0; after !== undefined;) {
      await yieldToOthers();
      const items: StoredItem[] = this.stored.itemsAfter(after, SLICE);
      for (const item of items) if (!written.has(item.id)) holders.add(item);
      after = items.length < SLICE ? undefined : items.at(-1)?.id;
    }
    for (const { after } of this.writes) holders.add(after);
    for (const [index, write] of bringing.entries()) {
      if (index % SLICE === 0) await yieldToOthers();
      const { after, line } = write;
      const warnings = codeWarnings(after, holders.others(after)).filter(({ field }) => bringsCode(write, field));
      this.warnings.push(...warnings.map((warning) => ({ line, ...warning })));
    }
  }

  private note(before: StoredItem | undefined, after: StoredItem, line: number): Result<void, Fault> {
    if (before !== undefined && isDeepStrictEqual(before, after)) {
      this.unchanged += 1;
      return ok(undefined);
    }
    const bytes = Buffer.byteLength(JSON.stringify(after));
    if (this.bytes + bytes > MAX_BYTES) {
      return failed({ column: null, reason: MESSAGES.tooMuch });
    }
    this.bytes += bytes;
    this.writes.push({ before, after, line });
    return ok(undefined);
  }

  /** The first field with an invalid value, otherwise the first missing field. */
  private faultyField(fields: ImportRow['fields']): RowFault['column'] {
    const isRefused = (name: string): boolean =>
      fields[name] !== undefined && !validateItemChange({ [name]: fields[name] }, this.taxLabels).ok;
    return COLUMNS.find(isRefused) ?? (['name', 'label'] as const).find((name) => fields[name] === undefined) ?? null;
  }
}

const FIELDS_OF_CODES = ['plu', 'gtin'] as const;

/** True when this row makes the item scannable by the code of the field. */
function bringsCode({ before, after }: ItemWrite, field: CodeWarning['field']): boolean {
  return after.active && after[field] !== null && (before?.active !== true || before[field] !== after[field]);
}

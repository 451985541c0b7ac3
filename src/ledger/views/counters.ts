import { counterType, type RunningNumbers, type UtcMs } from '../../base/index.js';
import type { InvoiceRow } from '../invoice.js';
import { numberOf, textOf, type View } from './sql.js';

export const COUNTERS_SCHEMA = `
CREATE TABLE counter (run TEXT, name TEXT, value INTEGER, PRIMARY KEY (run, name)) WITHOUT ROWID;
`;

/** Names in the table besides the types of receipts. */
const TOTAL = 'total';
const USED = 'used';

/** A run counts as in use if its last receipt is not older than this, seen from the last receipt of its requester, ms. */
const IN_USE = 30 * 24 * 3_600_000;
/** Most runs of one requester: a V-PFR has a few signers. */
const MAX_RUNS = 8;

/**
 * The running numbers of the last receipts of each run, see {@link RunningNumbers}. There are few runs, so all are in memory,
 * and the table is written for a snapshot only. A receipt that was found late does not lower them.
 */
export class CounterTable {
  private readonly runs = new Map<string, Map<string, number>>();
  private readonly changed = new Set<string>();

  constructor(private readonly view: View) {
    for (const row of view.all('SELECT run, name, value FROM counter')) {
      this.valuesOf(textOf(row, 'run')).set(textOf(row, 'name'), numberOf(row, 'value'));
    }
  }

  put(row: InvoiceRow): void {
    const run = runOf(row);
    const values = this.valuesOf(run);
    const raise = (name: string, value: number): void => {
      values.set(name, Math.max(values.get(name) ?? 0, value));
    };
    raise(TOTAL, row.totalCounter);
    raise(counterType(row), row.typeCounter);
    // The clock of the processor: that of the box may have been years ahead, and every other run would look unused.
    values.set(USED, row.signedAt ?? row.createdAt);
    this.changed.add(run);
  }

  /** All 0 for a run that has no receipts. */
  of(run: string): RunningNumbers {
    return numbersIn(this.runs.get(run) ?? new Map());
  }

  /** The runs of a requester that are in use, by name: its last ones, {@link MAX_RUNS} at most. */
  inUse(requestedBy: string): Readonly<Record<string, RunningNumbers>> {
    const own = [...this.runs].filter(([run]) => run.startsWith(`${requestedBy}-`));
    const last = Math.max(...own.map(([, values]) => usedAt(values)));
    const used = own.filter(([, values]) => usedAt(values) >= last - IN_USE);
    if (used.length > MAX_RUNS) used.sort(([, one], [, other]) => usedAt(other) - usedAt(one));
    return Object.fromEntries(used.slice(0, MAX_RUNS).map(([run, values]) => [run, numbersIn(values)]));
  }

  /** Writes what has changed into the table. */
  flush(): void {
    if (this.changed.size === 0) return;
    this.view.batch(() => {
      for (const run of this.changed) {
        for (const [name, value] of this.valuesOf(run)) {
          this.view.run('INSERT OR REPLACE INTO counter VALUES (?, ?, ?)', [run, name, value]);
        }
      }
    });
    this.changed.clear();
  }

  private valuesOf(run: string): Map<string, number> {
    let values = this.runs.get(run);
    if (values === undefined) {
      values = new Map();
      this.runs.set(run, values);
    }
    return values;
  }
}

function usedAt(values: ReadonlyMap<string, number>): UtcMs {
  return values.get(USED) ?? 0;
}

function numbersIn(values: ReadonlyMap<string, number>): RunningNumbers {
  const byType = Object.fromEntries([...values].filter(([name]) => name !== TOTAL && name !== USED));
  return { total: values.get(TOTAL) ?? 0, byType };
}

/** A PFR number is the name of its run and the running number. */
function runOf({ invoiceNumber }: InvoiceRow): string {
  return invoiceNumber.slice(0, invoiceNumber.lastIndexOf('-'));
}

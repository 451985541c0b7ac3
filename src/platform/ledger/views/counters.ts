import { counterType, type RunningNumbers } from '../../../contract/index.js';
import type { UtcMs } from '../../../base/index.js';
import type { InvoiceRow } from '../invoice.js';
import { numberOf, textOf, type View } from './sql.js';

export const COUNTERS_SCHEMA = `
CREATE TABLE counter (run TEXT, name TEXT, value INTEGER, PRIMARY KEY (run, name)) WITHOUT ROWID;
`;

/** Names in the table in addition to the types of receipts. */
const TOTAL = 'total';
const USED = 'used';

/**
 * A counter series is in use if its last receipt is at most this much older than the last receipt of its requester, ms.
 */
const IN_USE = 30 * 24 * 3_600_000;
/** Maximum number of counter series of one requester; a V-PFR has a few signers. */
const MAX_SERIES = 8;

/**
 * The last counters of each counter series, see {@link RunningNumbers}. There are few series, so all are in memory, and
 * the table is written for a snapshot only. A receipt found late does not lower them.
 */
export class CounterTable {
  private readonly series = new Map<string, Map<string, number>>();
  private readonly changed = new Set<string>();

  constructor(private readonly view: View) {
    for (const row of view.all('SELECT run, name, value FROM counter')) {
      this.valuesOf(textOf(row, 'run')).set(textOf(row, 'name'), numberOf(row, 'value'));
    }
  }

  put(row: InvoiceRow): void {
    const series = seriesOf(row);
    const values = this.valuesOf(series);
    const raise = (name: string, value: number): void => {
      values.set(name, Math.max(values.get(name) ?? 0, value));
    };
    raise(TOTAL, row.totalCounter);
    raise(counterType(row), row.typeCounter);
    // The clock of the processor is used: the clock of the box may have been years ahead, and every other series would
    // appear unused.
    values.set(USED, row.signedAt ?? row.createdAt);
    this.changed.add(series);
  }

  /** All 0 for a series without receipts. */
  of(series: string): RunningNumbers {
    return numbersIn(this.series.get(series) ?? new Map());
  }

  /** The counter series of a requester that are in use, by name: the most recent ones, {@link MAX_SERIES} at most. */
  inUse(requestedBy: string): Readonly<Record<string, RunningNumbers>> {
    const own = [...this.series].filter(([series]) => series.startsWith(`${requestedBy}-`));
    const last = Math.max(...own.map(([, values]) => usedAt(values)));
    const used = own.filter(([, values]) => usedAt(values) >= last - IN_USE);
    if (used.length > MAX_SERIES) used.sort(([, one], [, other]) => usedAt(other) - usedAt(one));
    return Object.fromEntries(used.slice(0, MAX_SERIES).map(([series, values]) => [series, numbersIn(values)]));
  }

  /** Writes changed series to the table. */
  flush(): void {
    if (this.changed.size === 0) return;
    this.view.batch(() => {
      for (const series of this.changed) {
        for (const [name, value] of this.valuesOf(series)) {
          this.view.run('INSERT OR REPLACE INTO counter VALUES (?, ?, ?)', [series, name, value]);
        }
      }
    });
    this.changed.clear();
  }

  private valuesOf(series: string): Map<string, number> {
    let values = this.series.get(series);
    if (values === undefined) {
      values = new Map();
      this.series.set(series, values);
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

/** A PFR number is the name of its counter series and the counter. */
function seriesOf({ invoiceNumber }: InvoiceRow): string {
  return invoiceNumber.slice(0, invoiceNumber.lastIndexOf('-'));
}

import { runAtOnce } from '../../../../src/base/salePriority.js';
import { type CsvFault, type CsvRecord, parseCsv } from '../../../../src/shop/catalogue/csv/table.js';

/** The records of a file, up to the first fault. */
export interface CsvTable {
  readonly records: readonly CsvRecord[];
  /** Undefined when the whole file was read. */
  readonly fault: CsvFault | undefined;
}

/** All that our reader finds in a text. */
export function parsed(text: string, separator: string): CsvTable {
  const records: CsvRecord[] = [];
  const fault = runAtOnce(parseCsv(text, separator, (record) => records.push(record) > 0));
  return { records, fault };
}

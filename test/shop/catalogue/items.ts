import { english } from '../../../src/base/index.js';
import type { TaxLabel } from '../../../src/contract/fiscal.js';
import { ok } from '../../../src/base/result.js';
import { serbianOrder } from '../../../src/base/text.js';
import { readItems } from '../../../src/shop/catalogue/csv/readCsv.js';
import { writeItems } from '../../../src/shop/catalogue/csv/cells.js';
import type { ImportReport } from '../../../src/shop/catalogue/import.js';
import { Catalogue } from '../../../src/shop/catalogue/items.js';
import type { Ledger } from '../../../src/platform/ledger/ledger.js';
import type { StoredItem } from '../../../src/platform/ledger/shopRecords.js';
import { MemoryDisk } from '../../kit/disk/memory.js';
import { openLedger } from '../../kit/ledger.js';

export const TAX_LABELS: readonly TaxLabel[] = [
  { label: 'Ђ', name: 'О-ПДВ', rate: 20 },
  { label: 'Е', name: 'П-ПДВ', rate: 10 },
];

/** The order of `GET /items`. */
function byName(a: StoredItem, b: StoredItem): number {
  return serbianOrder(a.name, b.name) || a.id - b.id;
}

/** A catalogue on a ledger of the usual sizes. */
export async function newCatalogue(taxLabels: () => readonly TaxLabel[] = () => TAX_LABELS) {
  const ledger = await openLedger(new MemoryDisk(), { sizes: {} });
  return { ledger, catalogue: new Catalogue(ledger, taxLabels) };
}

/** Imports the text of a file as the command does. Throws when it cannot be read as one, or not be stored. */
export async function importText(catalogue: Catalogue, text: string, check = false): Promise<ImportReport> {
  const read = readItems(Buffer.from(text), 'utf-8');
  if (!read.ok) throw new Error(english(read.error));
  const { rows, faults } = read.value;
  const report = check || faults.length > 0 ? ok(await catalogue.check(rows)) : await catalogue.import(rows);
  if (!report.ok) throw new Error(report.error);
  return { ...report.value, faults: [...faults, ...report.value.faults] };
}

export function exportText(catalogue: Catalogue): string {
  return writeItems(catalogue.all().sort(byName));
}

/** All that an export tells of the items, in its order. */
export function contentOf(ledger: Ledger): Omit<StoredItem, 'id'>[] {
  return ledger.main
    .items()
    .sort(byName)
    .map(({ id: _id, ...content }) => content);
}

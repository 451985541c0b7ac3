import { failed, ok, type Result } from '../base/index.js';
import { type ImportReport, type ImportRow, MAX_CSV_ROWS } from '../catalogue/index.js';
import type { StoredItem } from '../ledger/index.js';
import { field, integer, schemaOf } from './fields.js';
import { type AdminParts, operation } from './operation.js';

type ItemsParts = Pick<AdminParts, 'catalogue'>;

/** The values of a row are checked with its import, so that each row has its own report. */
const row = schemaOf({ line: integer, fields: field<ImportRow['fields']>({ type: 'object' }) });
const rows = field<readonly ImportRow[]>({ type: 'array', maxItems: MAX_CSV_ROWS, items: row });

/** Creates and changes items: all rows or, where one is refused, none. */
export const importItems = operation({
  permission: 'items',
  ask: { rows },
  async run({ catalogue }: ItemsParts, ask): Promise<Result<ImportReport, string>> {
    const report = await catalogue.import(ask.rows);
    return report.ok ? report : failed(`The items could not be stored (${report.error}). Run: kasirbox doctor`);
  },
});

/** What an import would do. */
export const checkItems = operation({
  permission: 'items',
  isReadOnly: true,
  ask: { rows },
  async run({ catalogue }: ItemsParts, ask): Promise<Result<ImportReport, string>> {
    return ok(await catalogue.check(ask.rows));
  },
});

/** All items, in no order. */
export const exportItems = operation({
  permission: 'items',
  isReadOnly: true,
  ask: {},
  async run({ catalogue }: ItemsParts): Promise<Result<readonly StoredItem[], string>> {
    return ok(catalogue.all());
  },
});

/**
 * The catalogue of items for sale: validation, search, CSV files and import.
 *
 * An item is found by its *codes*, PLU and GTIN, which share one space. Items are never deleted, only deactivated. Long
 * work runs in slices or *steps*, so that sales go first. A value is validated by the same schemas for API, pages and
 * CSV.
 *
 * Read in this order: `itemSchema.ts`, `validate.ts`, `items.ts` (the catalogue itself), `itemCodes.ts`,
 * `csv/readCsv.ts`, `import.ts`.
 */
export { type CodeWarning, MAX_ITEMS } from './itemCodes.js';
export { guarded, itemPieces, spreadsheetText, writeItems } from './csv/cells.js';
export {
  type Encoding,
  encodingNamed,
  ENCODINGS,
  type ItemFile,
  MAX_CSV_BYTES,
  readingItems,
  readItems,
} from './csv/readCsv.js';
export {
  type ImportCheck,
  ImportPlan,
  type ImportReport,
  type ImportRow,
  type ItemStore,
  type ItemWrite,
  MAX_CSV_ROWS,
  type RowFault,
  type RowWarning,
} from './import.js';
export { Catalogue, type ItemFailure } from './items.js';
export {
  DEFAULT_UNIT,
  GTIN,
  gtinSchema,
  itemChangeSchema,
  labelSchema,
  nameSchema,
  newItemSchema,
  newUnitSchema,
  priceSchema,
} from './itemSchema.js';
export { findTaxLabel, type LabelFault } from './validate.js';

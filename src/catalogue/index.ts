/** Items for sale: validation, CSV, import. */
export { MAX_ITEMS } from './bounds.js';
export { type Codes, type CodeWarning } from './codes.js';
export { guarded } from './csv/cells.js';
export { type Encoding, ENCODINGS, type ItemFile, MAX_CSV_BYTES, readingItems, readItems } from './csv/read.js';
export { itemPieces, spreadsheetText, writeItems } from './csv/write.js';
export { type FoundItems, type ItemQuery } from './find.js';
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
export { byName, Catalogue, type ItemFailure } from './items.js';
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
} from './schema.js';
export { findTaxLabel, type LabelFault } from './taxLabel.js';

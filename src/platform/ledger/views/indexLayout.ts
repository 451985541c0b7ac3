/** The columns of a receipt's row, one part each. A sequence and a total (para) may need more than 32 bits. */
export const COLUMNS = [
  ...(['sequenceHigh', 'sequenceLow', 'offset', 'length', 'kind', 'day', 'totalCounter'] as const),
  ...(['totalHigh', 'totalLow'] as const),
];
/** Texts that many receipts of a segment share. */
export const TEXTS = ['jid', 'cashier', 'buyer'] as const;
/** The keys by which a receipt is looked up. */
export const KEYS = ['uuid', 'number', 'request', 'referent'] as const;
export type KeyName = (typeof KEYS)[number];

const PARTS_OF_TEXT = 2;
const PARTS_OF_KEY = 3;

/** Where the parts of a column of texts begin in a saved index: the texts, and the index of the text of each row. */
export function partOfText(text: number): number {
  return COLUMNS.length + text * PARTS_OF_TEXT;
}

/** Where the parts of a column of keys begin: the hash of each row, where the key of each row ends, and the keys. */
export function partOfKey(key: number): number {
  return partOfText(TEXTS.length) + key * PARTS_OF_KEY;
}

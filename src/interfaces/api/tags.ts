/** The groups of operations, in the order of the API document. */
export const TAGS = {
  Invoices: 'Receipts are issued, refunded, copied and found. What was signed is never changed or deleted.',
  Papers: 'The same receipt as a document, as a mail, and on the printers of the box.',
  Queue: 'Sales that wait on the disk of the box until the fiscal processor can be reached.',
  Catalogue: 'Items with their prices, and the tax labels that lines may carry.',
  Events: 'What has happened, told from the ledger itself, to programs that follow the box.',
  Reports: 'Turnover of the active environment.',
  Box: 'How the box stands, whose key is calling, and this description. What opens without a key stands at the root of the box.',
} as const;

export type Tag = keyof typeof TAGS;

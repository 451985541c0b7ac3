/** Permissions of a caller; each operation needs one of these. */
export const PERMISSIONS = [
  /** API keys. */
  'keys',
  /** Users who sign in on the pages, their tablets, and the log of all changes. */
  'users',
  /** Sales data: reports and receipts. */
  'turnover',
  'settings',
  /** Certificates of the tax authority, for a V-PFR, and the box's own authority. */
  'certificates',
  /** The fiscal processor: its state, its PIN, and receipts whose outcome is not known. */
  'processor',
  /** Responsibility of the owner alone: whether the PIN of the card is stored. */
  'custody',
  /** Printers and print jobs. */
  'printing',
  /** The cash drawer. */
  'drawer',
  /** Requests that wait for the processor. */
  'queue',
  /** The catalogue. */
  'items',
  /** The code that opens backups. */
  'backup',
  /** Health checks, safe mode, and the end of the ledger. */
  'maintenance',
] as const;

export type Permission = (typeof PERMISSIONS)[number];
export type Permissions = ReadonlySet<Permission>;

/** For the operator, who has access to the data folder or its control socket. */
export const ALL_PERMISSIONS: Permissions = new Set(PERMISSIONS);

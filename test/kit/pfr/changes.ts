/** What can happen to a processor between two calls. */
export const CHANGES = [
  'card-out',
  'card-in',
  'pin-lost',
  'restart',
  'audit-required',
  'limit-reached',
  'audit-done',
  'card-expired',
  'storage-full',
  'storage-free',
  'offline',
  'online',
  'forget',
  'foreign-receipt',
  'next-rates',
  'certificate-disabled',
  'certificate-enabled',
  'look-ups-lie',
  'look-ups-right',
] as const;

export type NamedChange = (typeof CHANGES)[number];

/** One by name, a clock that is so many ms wrong, another card, or another signer behind a V-PFR. */
export type Change = NamedChange | { readonly clock: number } | { readonly card: string } | { readonly signer: string };

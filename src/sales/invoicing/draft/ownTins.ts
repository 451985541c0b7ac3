import { plainTin } from '../../../base/index.js';
import type { IssuedInvoice } from '../../../platform/ledger/index.js';
import type { Settings } from '../../../shop/settings/index.js';

type SettingsNow = Pick<Settings, 'now'>;
type Signed = Pick<IssuedInvoice, 'signature'>;

const TIN = /^\d{9}$/;

/**
 * The TINs by which a receipt may name the shop itself as its buyer: that of the settings, and those of the seller on
 * these receipts. A processor may know the seller by another TIN than the settings, and the shop may have had another
 * TIN when a receipt was signed.
 */
export function ownTins({ now }: SettingsNow, ...receipts: readonly Signed[]): readonly string[] {
  const companies = [now.company, ...receipts.map(({ signature }) => signature.company)];
  return companies.map(({ tin }) => plainTin(tin)).filter((tin) => TIN.test(tin));
}

/** TIN of the seller on a receipt, nine digits; that of the settings when the processor has named none. */
export function sellerTinOf({ signature }: Signed, { now }: SettingsNow): string {
  const tin = plainTin(signature.company.tin);
  return TIN.test(tin) ? tin : plainTin(now.company.tin);
}

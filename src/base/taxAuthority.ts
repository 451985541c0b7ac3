import type { Environment } from './fiscal.js';

/** The host as it will be connected to: lower case, decoded, in ASCII (`URL`), without dots at the end, which mean the DNS root. */
export function hostOf(url: string): string {
  return new URL(url).hostname.replace(/\.+$/, '');
}

/**
 * The hosts of the tax authority, in this one place: `suf.purs.gov.rs` and those below it (`vsdc.`, `api.`, `tap.`); its test
 * system is `sandbox.suf.purs.gov.rs` and those below that. So they stand in its swagger of the V-PFR, in its certificates and
 * environment parameters (`endpoints`), and in the verification links of all real receipts that were seen.
 */
const AUTHORITY = /(^|\.)suf\.purs\.gov\.rs$/;
const TEST = /(^|\.)sandbox\.suf\.purs\.gov\.rs$/;

/** The environment that a host of the tax authority belongs to; undefined for all other hosts. */
export function environmentOfHost(host: string): Environment | undefined {
  if (!AUTHORITY.test(host)) return undefined;
  return TEST.test(host) ? 'sandbox' : 'production';
}

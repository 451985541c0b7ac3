import type { Environment } from './fiscal.js';

/**
 * The host that is connected to: lower case, decoded, in ASCII (`URL`), without trailing dots, which mean the DNS root.
 */
export function hostOf(url: string): string {
  return new URL(url).hostname.replace(/\.+$/, '');
}

/**
 * The only list of the tax authority's hosts: `suf.purs.gov.rs` and its subdomains (`vsdc.`, `api.`, `tap.`); its test
 * system is `sandbox.suf.purs.gov.rs` and its subdomains. These are the hosts in its swagger of the V-PFR, in its
 * certificates and environment parameters (`endpoints`), and in the verification links of all real receipts seen so
 * far.
 */
const AUTHORITY = /(^|\.)suf\.purs\.gov\.rs$/;
const TEST = /(^|\.)sandbox\.suf\.purs\.gov\.rs$/;

/** The environment of a host of the tax authority; undefined for all other hosts. */
export function environmentOfHost(host: string): Environment | undefined {
  if (!AUTHORITY.test(host)) return undefined;
  return TEST.test(host) ? 'sandbox' : 'production';
}

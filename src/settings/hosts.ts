import type { Environment } from '../base/fiscal.js';

/** The host as it will be connected to: lower case, decoded, in ASCII (`URL`). Dots at the end only mean the root. */
export function hostOf(url: string): string {
  return new URL(url).hostname.replace(/\.+$/, '');
}

/** The tax authority's hosts: those below `sandbox.suf.purs.gov.rs` are its test system, the others are real. */
const AUTHORITY = /(^|\.)suf\.purs\.gov\.rs$/;
const TEST = /(^|\.)sandbox\.suf\.purs\.gov\.rs$/;

/** To which of its systems a host of the tax authority belongs; undefined when it is none of its hosts. */
export function sideOf(host: string): Environment | undefined {
  if (!AUTHORITY.test(host)) return undefined;
  return TEST.test(host) ? 'sandbox' : 'production';
}

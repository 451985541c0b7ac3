import type { Environment, PfrMode } from './fiscal.js';

/** The properties of a kind of fiscal processor that change the behaviour of the box. */
interface PfrTraits {
  /**
   * It is outside of the box, so a request or its answer can be lost. Only one receipt is sent at a time, and an intent
   * is recorded before each.
   */
  readonly isRemote: boolean;
  /** Its receipts are fiscal in the production environment. Otherwise they never are, and state that on paper. */
  readonly issuesRealReceipts: boolean;
  /** It provides its own tax labels and rates. Otherwise those of the settings are used. */
  readonly hasOwnRates: boolean;
  /** It sends the QR code of a receipt as a picture. */
  readonly drawsQrCode: boolean;
  /** It signs with a smart card that a person can change, and that needs a PIN. */
  readonly hasCard: boolean;
  /**
   * One secure element at a time signs all receipts, so its counters have no gaps and show the order of two receipts.
   * Otherwise each receipt may be signed by another element.
   */
  readonly hasOneSigner: boolean;
  /**
   * It requires a client certificate and its PAC, and its address is that in the certificate when the settings have
   * none.
   */
  readonly needsCertificate: boolean;
  /** It is on the Internet, not in the network of the shop. */
  readonly isOnInternet: boolean;
}

/**
 * All differences between the kinds. Another file names a kind only to set or create one, and compares kinds only to
 * learn whether two are the same.
 */
export const PFR_TRAITS: Readonly<Record<PfrMode, PfrTraits>> = {
  demo: {
    isRemote: false,
    issuesRealReceipts: false,
    hasOwnRates: false,
    drawsQrCode: false,
    hasCard: false,
    hasOneSigner: true,
    needsCertificate: false,
    isOnInternet: false,
  },
  lpfr: {
    isRemote: true,
    issuesRealReceipts: true,
    hasOwnRates: true,
    drawsQrCode: true,
    hasCard: true,
    hasOneSigner: true,
    needsCertificate: false,
    isOnInternet: false,
  },
  vpfr: {
    isRemote: true,
    issuesRealReceipts: true,
    hasOwnRates: true,
    drawsQrCode: true,
    hasCard: false,
    hasOneSigner: false,
    needsCertificate: true,
    isOnInternet: true,
  },
};

/** The modes of processors outside of the box, see {@link PfrTraits.isRemote}. */
export type RemoteMode = Exclude<PfrMode, 'demo'>;

/** The parts of a PFR number, `<requestedBy>-<signedBy>-<counter>`: requester, signer, and counter of all receipts. */
interface PfrNumber {
  /** JIDs: 8 letters or digits. */
  readonly requestedBy: string;
  readonly signedBy: string;
  /** From 1, below 2^32. */
  readonly counter: number;
}

const FORM = /^([A-Z\d]{8})-([A-Z\d]{8})-(\d{1,10})$/i;

/** Undefined when the text is not a PFR number, such as one of an old cash register. */
export function readPfrNumber(text: string): PfrNumber | undefined {
  const [, requestedBy, signedBy, counter] = FORM.exec(text) ?? [];
  if (requestedBy === undefined || signedBy === undefined) return undefined;
  return { requestedBy, signedBy, counter: Number(counter) };
}

/**
 * How much higher the counter of `after` is: 1 when it follows `before` directly, 0 or less when it is not later.
 * Undefined when requester or signer differ, or one of them is not a PFR number.
 */
export function stepsBetween(before: string, after: string): number | undefined {
  const [earlier, later] = [readPfrNumber(before), readPfrNumber(after)];
  if (earlier === undefined || later === undefined) return undefined;
  const isSame = earlier.requestedBy === later.requestedBy && earlier.signedBy === later.signedBy;
  return isSame ? later.counter - earlier.counter : undefined;
}

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

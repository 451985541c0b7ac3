import type { PfrMode } from './fiscal.js';

/** The properties of a kind of fiscal processor that change the behaviour of the box. */
export interface PfrTraits {
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

/** All differences between the kinds; no other file compares modes. */
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

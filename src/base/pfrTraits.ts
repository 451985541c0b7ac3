import type { PfrMode } from './fiscal.js';

/** What a kind of fiscal processor is, as far as the box treats it differently from the others. */
export interface PfrTraits {
  /**
   * It stands outside of the box, so that a request or its answer can be lost: only one receipt is sent at a time, and an
   * intent is recorded before each.
   */
  readonly isRemote: boolean;
  /** Its receipts are fiscal in the production environment. Otherwise they never are, and say so on paper. */
  readonly issuesRealReceipts: boolean;
  /** It brings its own tax labels and rates. Otherwise those of the settings apply. */
  readonly hasOwnRates: boolean;
  /** It sends the QR code of a receipt as a picture. */
  readonly drawsQrCode: boolean;
  /** It signs with a smart card that a person can change, and that needs a PIN. */
  readonly hasCard: boolean;
  /**
   * One secure element at a time signs all receipts: its running numbers have no gaps, and tell which of two receipts is the later.
   * Otherwise each receipt may be signed by another element.
   */
  readonly hasOneSigner: boolean;
  /** It is reached with a client certificate, with its PAC, and at the address in it when the settings give none. */
  readonly needsCertificate: boolean;
  /** It is reached over the Internet, and not in the network of the shop. */
  readonly isOnInternet: boolean;
}

/** All differences between the kinds: no other file asks which mode it is. */
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

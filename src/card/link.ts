import type { Result } from '../base/index.js';

/**
 * Why a reader or its card cannot be used. `off`: the box was told to leave readers alone; `left to pcscd`: pcscd may be at work with
 * them for another program, and nothing here needs the card; `no reader`: none is plugged in; `busy`: a driver of the kernel or another process, such
 * as pcscd, has it; `denied`: the box may not use it; `driver`: the package for USB, or pcscd, is missing; `unsupported`: the reader
 * works on a level that is not spoken here; `no card`: its slot is empty; `mute`: the card does not answer, as when it lies upside
 * down; `removed`: it was pulled out; `reader gone`: the reader was unplugged; `protocol`: reader or card broke the rules, repeats
 * included; `late`: no answer in time; `too long`: the reader takes short APDUs only; `closed`: the box closed it.
 */
export const CARD_LOSSES = [
  'off',
  'left to pcscd',
  'no reader',
  'busy',
  'denied',
  'driver',
  'unsupported',
  'no card',
  'mute',
  'removed',
  'reader gone',
  'protocol',
  'late',
  'too long',
  'closed',
] as const;
export type CardLoss = (typeof CARD_LOSSES)[number];

/** A card under power, whose transmission protocol is agreed. */
export interface CardLink {
  /** Answer to reset (ISO/IEC 7816-3, 8), 2 to 33 bytes. */
  readonly atr: Buffer;
  readonly protocol: 'T=0' | 'T=1';
  /** Does the way to the card carry APDUs of extended length (ISO/IEC 7816-3, 12.1.3)? */
  readonly isExtended: boolean;
  /**
   * Sends one command APDU and gives the response APDU, its two status bytes last. One at a time. After a failure other than
   * `too long` the link has ended.
   */
  transmit(command: Buffer): Promise<Result<Buffer, CardLoss>>;
  /** Resolves once, when the link has ended: a new one finds a card that was reset. */
  readonly ended: Promise<CardLoss>;
  /** Takes the power off the card; twice does no harm. */
  close(): Promise<void>;
}

/** A reader that the box holds; only its first slot is used. */
export interface CardReader {
  /** As a person may find it again: maker, model, and vendor and product in hex. */
  readonly name: string;
  /** Is a card in its slot? */
  hasCard(): Promise<Result<boolean, CardLoss>>;
  /** Sets the listener that is called when a card was put in or taken out. */
  onChange(listener: ((hasCard: boolean) => void) | undefined): void;
  /** Powers the card up, and ends the link that was there before. */
  connect(): Promise<Result<CardLink, CardLoss>>;
  /** Resolves once, when the reader was unplugged, broke, or was closed. */
  readonly gone: Promise<CardLoss>;
  close(): Promise<void>;
}

/** A reader that is plugged in. */
export interface FoundReader {
  /** Finds it again while it stays plugged in. */
  readonly id: string;
  readonly name: string;
  readonly way: 'usb' | 'pcsc';
}

/** A way to readers: CCID over USB by the box itself, or through pcscd. */
export interface ReaderWay {
  find(): Promise<Result<readonly FoundReader[], CardLoss>>;
  open(id: string): Promise<Result<CardReader, CardLoss>>;
}

import type { Result } from '../../base/index.js';

/**
 * Why a reader or its card cannot be used. `off`: card readers are switched off in the settings; `left to pcscd`: pcscd
 * may be using them for another program, and the box does not need the card; `no reader`: none is connected; `busy`: a
 * kernel driver or another process, such as pcscd, has it open; `denied`: the box has no permission; `driver`: the
 * package for USB, or pcscd, is missing; `unsupported`: the reader works on an exchange level that is not implemented;
 * `no card`: its slot is empty; `mute`: the card does not answer, as when it is upside down; `removed`: the card was
 * removed; `reader gone`: the reader was unplugged; `protocol`: reader or card broke the protocol, repeats included;
 * `late`: no answer in time; `too long`: the reader takes short APDUs only; `closed`: the box closed it.
 */
export type CardLoss =
  | 'off'
  | 'left to pcscd'
  | 'no reader'
  | 'busy'
  | 'denied'
  | 'driver'
  | 'unsupported'
  | 'no card'
  | 'mute'
  | 'removed'
  | 'reader gone'
  | 'protocol'
  | 'late'
  | 'too long'
  | 'closed';

/** A card under power with an agreed transmission protocol. */
export interface CardLink {
  /** Answer to reset (ISO/IEC 7816-3, 8), 2 to 33 bytes. */
  readonly atr: Buffer;
  readonly protocol: 'T=0' | 'T=1';
  /** True when the link supports APDUs of extended length (ISO/IEC 7816-3, 12.1.3). */
  readonly isExtended: boolean;
  /**
   * Sends one command APDU and returns the response APDU with its two status bytes last. One at a time. After a failure
   * other than `too long` the link has ended.
   */
  transmit(command: Buffer): Promise<Result<Buffer, CardLoss>>;
  /** Resolves once, when the link has ended. A new link finds a card that was reset. */
  readonly ended: Promise<CardLoss>;
  /** Powers the card off; calling it twice is harmless. */
  close(): Promise<void>;
}

/** A reader that the box has opened; only its first slot is used. */
export interface CardReader {
  /** Name for people: maker, model, and vendor and product in hex. */
  readonly name: string;
  /** True when a card is in its slot. */
  hasCard(): Promise<Result<boolean, CardLoss>>;
  /** Sets the listener that is called when a card was inserted or removed. */
  onChange(listener: ((hasCard: boolean) => void) | undefined): void;
  /** Powers the card up, and ends the previous link. */
  connect(): Promise<Result<CardLink, CardLoss>>;
  /** Resolves once, when the reader was unplugged, broke, or was closed. */
  readonly gone: Promise<CardLoss>;
  close(): Promise<void>;
}

/** A connected reader. */
export interface FoundReader {
  /** Identifies it while it stays connected. */
  readonly id: string;
  readonly name: string;
  readonly way: 'usb' | 'pcsc';
}

/** A backend for readers: CCID over USB by the box itself, or pcscd. */
export interface ReaderBackend {
  find(): Promise<Result<readonly FoundReader[], CardLoss>>;
  open(id: string): Promise<Result<CardReader, CardLoss>>;
}

/** The end of an object that ends once. Of several reasons the first is used. */
export class Ending {
  private first: CardLoss | undefined;
  private tell: (reason: CardLoss) => void = () => undefined;

  /** Resolves at the end. */
  readonly told = new Promise<CardLoss>((resolve) => (this.tell = resolve));

  /** Undefined until the end, which may come during any wait. */
  reason(): CardLoss | undefined {
    return this.first;
  }

  /** True for the first reason. */
  come(reason: CardLoss): boolean {
    if (this.first !== undefined) return false;
    this.first = reason;
    this.tell(reason);
    return true;
  }
}

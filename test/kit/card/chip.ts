/** A smart card in software, as a reader sees it. */
export interface Chip {
  /** Answer to reset. */
  readonly atr: Buffer;
  /** Power on or reset: nothing is selected, and no PIN is verified. What the card counts stays. */
  reset(): void;
  /** Answers one command APDU (short or extended) with a response APDU; long answers to short commands come by `61xx`. */
  transmit(command: Buffer): Buffer;
}

/** The end of a cable that is in the printer; `FakePrinter` is one. */
export interface PrinterEnd {
  /** Takes what there is room for, and says how many bytes that was. */
  take(bytes: Uint8Array): number;
  readonly isOn: boolean;
  /** There may be room again. */
  onRoom: (() => void) | undefined;
  /** The printer sends. */
  onAnswer: ((bytes: Uint8Array) => void) | undefined;
  onPower: ((isOn: boolean) => void) | undefined;
}

/** A cable to a printer, from its socket on. */
export interface Front {
  /**
   * All that came out of the cable was taken, or the printer has no room for it; all its answers are in the hands of the
   * layer below. What the kernel holds is not seen.
   */
  readonly isQuiet: boolean;
  stop(): Promise<void>;
}

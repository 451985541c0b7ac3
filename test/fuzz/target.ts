/** A part of the box that reads bytes from another source. */
export interface Target {
  /** How it is named on the command line. */
  readonly name: string;
  /** Its part of all inputs: what is quick gets more of them. */
  readonly share: number;
  /** Inputs after which it is opened anew, so that what it keeps by right does not count as a leak. */
  readonly renewAfter?: number;
  readonly open: () => Promise<Opened>;
}

/** A target that is ready to read. */
export interface Opened {
  /** Inputs that are right, of every kind. */
  readonly corpus: readonly Buffer[];
  /**
   * Reads one input. To refuse it is right, as a value or in whatever way the reader promises to; throws when the reader
   * does anything else.
   */
  readonly read: (input: Buffer) => void | Promise<void>;
  /** Puts sums right that would end the reading of most inputs at once; done to every second one. */
  readonly mend?: (input: Buffer) => Buffer;
  readonly close?: () => Promise<void>;
}

/** One sentence for the seller and the same for the technician. */
export interface Words {
  /** Serbian Cyrillic, ekavica. */
  readonly sr: string;
  readonly en: string;
}

/** What is wrong, and what to do about it. */
export interface Finding {
  /** The code as the device or the standard has it, such as `1300`; null where there is none. */
  readonly code: string | null;
  /** Can no receipt be issued before it is mended? */
  readonly blocks: boolean;
  readonly found: Words;
  readonly action: Words;
  /** A device could not be reached at all; absent when it was, or need not be. */
  readonly isOutOfReach?: true;
}

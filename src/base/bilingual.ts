/** The same sentence for the seller and for the technician. */
export interface Bilingual {
  /** Serbian Cyrillic, ekavica. */
  readonly sr: string;
  readonly en: string;
}

/** What is wrong, and what to do about it. */
export interface Finding {
  /** The code as the device or the standard has it, such as `1300`; null where there is none. */
  readonly code: string | null;
  /** Does it stop the box from issuing receipts until it is fixed? */
  readonly blocks: boolean;
  readonly found: Bilingual;
  readonly action: Bilingual;
  /** A device could not be reached at all; absent otherwise. */
  readonly isOutOfReach?: true;
}

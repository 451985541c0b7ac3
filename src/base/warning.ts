import type { Rule } from './rules.js';

/** What a caller should know of something that was done all the same. */
export interface Warning {
  /** Stable name that programs tell warnings by, such as `refund.already-refunded`; the API description lists them. */
  readonly rule: Rule;
  /** For the seller: a sentence in Serbian Cyrillic. */
  readonly message: string;
  /** The same in English, for the technician. */
  readonly messageEn: string;
}

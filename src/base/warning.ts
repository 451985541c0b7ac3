import type { Rule } from './rules.js';

/** Information for the client about a request that was carried out. */
export interface Warning {
  /**
   * Stable name by which programs distinguish warnings, such as `refund.already-refunded`; the API description lists
   * them.
   */
  readonly rule: Rule;
  /** For the seller: a sentence in Serbian Cyrillic. */
  readonly message: string;
  /** The same sentence in English, for the technician. */
  readonly messageEn: string;
}

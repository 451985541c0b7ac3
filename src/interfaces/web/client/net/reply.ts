import type { Bilingual } from '../../../../base/index.js';

/** Why a request failed. `offline`: there was no answer at all. */
export interface Fault {
  readonly code: string;
  /** A sentence of the box, in English or Serbian. */
  readonly message: string;
  /** The Serbian text, if the box has a translation. */
  readonly messageSr?: string;
  /** The English text, if `message` is Serbian. */
  readonly messageEn?: string;
  /** The wrong member of the body, as a JSON pointer: `/price`. */
  readonly field?: string;
  /**
   * The wrong member of the value that was checked, such as that of a setting, as a JSON pointer; empty for the whole
   * value. The sentence for its field may have a place `{label}` for the label.
   */
  readonly wrongMember?: { readonly path: string; readonly message: Bilingual };
  /** The violated rule, by its stable name in the API. */
  readonly rule?: string;
  /** HTTP status; 0 without an answer. */
  readonly status: number;
  /** Seconds to wait, if guesses are slowed down. */
  readonly wait?: number;
  /** Kind of fault, if there are several. */
  readonly kind?: string;
}

export type Reply<T> =
  | { readonly ok: true; readonly value: T; readonly status: number; readonly headers: Headers }
  | { readonly ok: false; readonly error: Fault };

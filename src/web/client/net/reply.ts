/** Why a request was not answered as it was meant. `offline`: there was no answer at all. */
export interface Fault {
  readonly code: string;
  /** A sentence of the box, in English or Serbian as it came. */
  readonly message: string;
  /** The same in Serbian, where the box has words for it. */
  readonly messageSr?: string;
  /** The same in English, where `message` is Serbian. */
  readonly messageEn?: string;
  /** The member of the body that is wrong, as a JSON pointer: `/price`. */
  readonly field?: string;
  /** What is broken, by the stable name that the API gives it. */
  readonly rule?: string;
  /** HTTP status; 0 without an answer. */
  readonly status: number;
  /** Seconds to wait, where guesses are slowed down. */
  readonly wait?: number;
  /** What kind of fault, where there are several. */
  readonly kind?: string;
}

export type Reply<T> =
  | { readonly ok: true; readonly value: T; readonly status: number; readonly headers: Headers }
  | { readonly ok: false; readonly error: Fault };

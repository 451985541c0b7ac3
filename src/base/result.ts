/** An expected failure is a value. Exceptions are for bugs. */
export type Result<T, E> = Ok<T> | Failed<E>;

export interface Ok<T> {
  readonly ok: true;
  readonly value: T;
}

export interface Failed<E> {
  readonly ok: false;
  readonly error: E;
}

export function ok<T>(value: T): Ok<T> {
  return { ok: true, value };
}

export function failed<E>(error: E): Failed<E> {
  return { ok: false, error };
}

/** The default of an exhaustive switch; the types prove that it is never reached. */
export function assertNever(value: never): never {
  throw new Error(`unexpected value: ${JSON.stringify(value)}`);
}

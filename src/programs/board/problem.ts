import { type Bilingual, failed, type Result } from '../../base/index.js';

/** A fault of a value. The text never repeats a secret. */
export interface Fault {
  readonly text: Bilingual;
  readonly values?: Readonly<Record<string, string | number>> | undefined;
}

/** A fault with its line in `kasirbox.toml`, from 1. */
export interface Problem extends Fault {
  readonly line: number;
}

/** Checks one value of the file. */
export type Check<T> = (value: unknown) => Result<T, Fault>;

/** Refuses a value. */
export function wrong(text: Bilingual, values: Fault['values'] = {}): Result<never, Fault> {
  return failed({ text, values });
}

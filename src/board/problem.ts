import { type Bilingual, failed, type Result } from '../base/index.js';

/** What is wrong with a value. The words never repeat a secret. */
export interface Fault {
  readonly text: Bilingual;
  readonly values?: Readonly<Record<string, string | number>> | undefined;
}

/** A fault with the line of `kasirbox.toml` in which it stands, from 1. */
export interface Problem extends Fault {
  readonly line: number;
}

/** What checks one value of the file. */
export type Check<T> = (value: unknown) => Result<T, Fault>;

/** A refused value. */
export function wrong(text: Bilingual, values: Fault['values'] = {}): Result<never, Fault> {
  return failed({ text, values });
}

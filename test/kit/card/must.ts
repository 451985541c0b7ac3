import type { Result } from '../../../src/base/result.js';

/** The value of a result that must be one. Throws the error otherwise. */
export function must<T>(result: Result<T, string>): T {
  if (!result.ok) throw new Error(`instead of a value: ${result.error}`);
  return result.value;
}

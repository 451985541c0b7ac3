import { dayNumber, failed, isLocalDate, ok, type Result } from '../../../base/index.js';
import type { Period } from '../../../platform/ledger/index.js';
import type { AdminParts } from '../operation.js';

/** Days of the active environment, `YYYY-MM-DD`, both inclusive. The error is an English sentence. */
export function periodOf(
  { settings }: Pick<AdminParts, 'settings'>,
  { from, to }: { readonly from: string; readonly to: string },
): Result<Period, string> {
  if (!isLocalDate(from) || !isLocalDate(to)) return failed('A day is YYYY-MM-DD.');
  if (from > to) return failed('The first day is later than the last.');
  return ok({ environment: settings.now.environment, from: dayNumber(from), to: dayNumber(to) });
}

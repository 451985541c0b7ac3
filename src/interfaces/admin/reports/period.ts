import { dayNumber, failed, isLocalDate, ok, type Result, defineMessages, type Message } from '../../../base/index.js';
import type { Period } from '../../../platform/ledger/index.js';
import type { AdminParts } from '../operation.js';

const MESSAGES = defineMessages('period', {
  badDay: { en: 'A day is YYYY-MM-DD.', sr: 'Дан се пише ГГГГ-ММ-ДД.' },
  unwanted: { en: 'Nobody waits for this report any more.', sr: 'Овај извештај више нико не чека.' },
  wrongOrder: { en: 'The first day is later than the last.', sr: 'Први дан је после последњег.' },
});

export const BAD_DAY = MESSAGES.badDay;
export const UNWANTED = MESSAGES.unwanted;

/** Days of the active environment, `YYYY-MM-DD`, both inclusive. */
export function periodOf(
  { settings }: Pick<AdminParts, 'settings'>,
  { from, to }: { readonly from: string; readonly to: string },
): Result<Period, Message> {
  if (!isLocalDate(from) || !isLocalDate(to)) return failed(BAD_DAY);
  if (from > to) return failed(MESSAGES.wrongOrder);
  return ok({ environment: settings.now.environment, from: dayNumber(from), to: dayNumber(to) });
}

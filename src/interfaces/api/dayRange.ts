import { failed, isLocalDate, ok, type RequestFault, type Result, defineMessages } from '../../base/index.js';

const MESSAGES = defineMessages('days', {
  badDay: { en: '{field} must be a calendar day, YYYY-MM-DD', sr: 'Податак {field} мора бити дан, као 2026-11-21.' },
  wrongOrder: { en: 'from must not be later than to', sr: 'Први дан је после последњег.' },
});

/** First and last day, inclusive, of a list or a report: `YYYY-MM-DD`, or the value for an absent parameter. */
export interface Days<Absent> {
  readonly from: string | Absent;
  readonly to: string | Absent;
}

/** Reads `from` and `to` of a query. Each may occur once at most. */
export function readDays<Absent extends string | undefined>(
  query: URLSearchParams,
  absent: Absent,
): Result<Days<Absent>, RequestFault> {
  for (const name of ['from', 'to']) {
    const day = query.get(name);
    if (day !== null && !isLocalDate(day)) {
      const message = MESSAGES.badDay({ field: name });
      return failed({ rule: 'query.unknown-day', field: name, message });
    }
  }
  const from: string | Absent = query.get('from') ?? absent;
  const to: string | Absent = query.get('to') ?? absent;
  if (from !== undefined && to !== undefined && from > to) {
    return failed({ rule: 'query.from-after-to', field: 'from', message: MESSAGES.wrongOrder });
  }
  return ok({ from, to });
}

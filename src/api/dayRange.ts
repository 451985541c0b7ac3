import { failed, isLocalDate, ok, type Result } from '../base/index.js';

/** First and last day, inclusive, that a list or a report is asked for: `YYYY-MM-DD`, or what stands for an absent one. */
export interface Days<Absent> {
  readonly from: string | Absent;
  readonly to: string | Absent;
}

/** Reads `from` and `to` of a query. The error is an English sentence that names the parameter. */
export function readDays<Absent extends string | undefined>(
  query: URLSearchParams,
  absent: Absent,
): Result<Days<Absent>, string> {
  for (const name of ['from', 'to']) {
    const values = query.getAll(name);
    if (values.length > 1) return failed(`${name} must be given only once`);
    if (!values.every(isLocalDate)) return failed(`${name} must be a calendar day, YYYY-MM-DD`);
  }
  const from: string | Absent = query.get('from') ?? absent;
  const to: string | Absent = query.get('to') ?? absent;
  if (from !== undefined && to !== undefined && from > to) return failed('from must not be later than to');
  return ok({ from, to });
}

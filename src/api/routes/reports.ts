import type { Result } from '../../base/result.js';
import { dayNumber, dayText, localDay } from '../../base/time.js';
import type { Period } from '../../ledger/views/turnover.js';
import { daily, summarize } from '../../reports/reports.js';
import { type Answer, failure, type Handler, okay } from '../answer.js';
import { type Days, readDays } from '../days.js';
import type { reportDocs } from '../docs/reports.js';
import type { ApiParts } from '../parts.js';
import { presentDays, presentSummary } from '../present.js';

/** Turnover of the active environment. */
export function reportRoutes({ ledger, settings, health, now }: ApiParts): Record<keyof typeof reportDocs, Handler> {
  const answer = (query: URLSearchParams, report: (period: Period) => object): Answer => {
    const asked: Result<Days<string>, string> = readDays(query, dayText(localDay(now())));
    if (!asked.ok) return failure('validation', asked.error);
    const { from, to } = asked.value;
    const { environment } = settings.now;
    return okay({ from, to, environment, ...report({ environment, from: dayNumber(from), to: dayNumber(to) }) });
  };

  return {
    getSummary({ query }) {
      // The shop's list also knows labels that are switched off; where the processor has a label too, it is right.
      const labels = [...settings.now.taxLabels, ...health.pfr().taxLabels()];
      return answer(query, (period) => presentSummary(summarize(ledger, period, labels)));
    },

    getDaily: ({ query }) => answer(query, (period) => presentDays(daily(ledger, period))),
  };
}

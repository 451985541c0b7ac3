import {
  dayNumber,
  dayText,
  type JsonSchema,
  LOCAL_DATE,
  localDay,
  type RequestFault,
  type Result,
  sumToRsd,
} from '../../../base/index.js';
import { PAYMENT_TYPES } from '../../../contract/index.js';
import { errorResponse, type HttpResponse, okay } from '../../../platform/http/index.js';
import type { DayTurnover, Period } from '../../../platform/ledger/index.js';
import { ACCOUNTING_RULE, dailyTurnover, summarize, type Summary } from '../../../shop/reports/index.js';
import { dayParameter, type Days, json, readDays } from '../parameters.js';
import { reportAnswer } from '../longAnswer.js';
import type { ResourceParts } from '../parts.js';
import type { ApiContext, Resource } from '../resource.js';
import {
  environmentText,
  listOf,
  percent,
  perUnitFlag,
  positiveInteger,
  record,
  rsd,
  text,
  textOrNull,
} from '../schemas.js';

const day: JsonSchema = {
  type: 'string',
  pattern: LOCAL_DATE,
  description: 'YYYY-MM-DD, Europe/Belgrade, by the PFR time of invoices.',
};
const rule: JsonSchema = { ...text, description: 'The accounting rule, in English.' };
const turnover: JsonSchema = { ...rsd, description: 'RSD, refunds subtracted.' };
const invoices: JsonSchema = { ...positiveInteger, description: 'Refunds included.' };
const period = { from: day, to: day, environment: environmentText };

const summarySchema: JsonSchema = record({
  ...period,
  totals: record({
    invoices: { ...invoices, minimum: 0 },
    turnover,
    refunds: record({
      count: { type: 'integer', minimum: 0 },
      amount: { ...rsd, minimum: 0, description: 'RSD, positive; `turnover` has it subtracted already.' },
    }),
  }),
  byTaxLabel: listOf(
    record(
      {
        label: text,
        name: { ...textOrNull, description: 'Null when the label no longer exists.' },
        rate: { ...percent, type: ['number', 'null'], description: 'Percent; null when the label no longer exists.' },
        turnover,
      },
      { perUnit: perUnitFlag },
    ),
  ),
  byPaymentType: listOf(record({ paymentType: { type: 'string', enum: PAYMENT_TYPES }, amount: turnover })),
  byCashier: listOf(record({ cashier: text, invoices, turnover })),
  rule,
});

const dailySchema: JsonSchema = record({
  ...period,
  days: listOf(record({ date: day, invoices, turnover })),
  rule,
});

type ReportParts = Pick<ResourceParts, 'ledger' | 'settings' | 'health' | 'now' | 'slots' | 'salesFirst' | 'monotonic'>;

const parameters = [
  dayParameter('from', 'First day, YYYY-MM-DD; today when absent.'),
  dayParameter('to', 'Last day, YYYY-MM-DD, to its end; today when absent.'),
];

/** Turnover of the active environment. */
export const reports = {
  tag: 'Reports',
  responses: { Summary: summarySchema, Daily: dailySchema },
  routes: {
    getSummary: {
      method: 'get',
      path: '/reports/summary',
      summary: 'Turnover of a period, by tax label, payment type and cashier',
      description:
        'Issued `Normal` and `Advance` receipts count, refunds are subtracted. A split payment counts in the row of each of its parts.',
      parameters,
      responses: { 200: json('The turnover.', summarySchema) },
      errors: [422],
      handler(ctx, parts) {
        const { ledger, settings, pfr } = parts;
        // The settings also contain labels that are switched off. Where the processor has the same label, its
        // definition applies.
        const labels = [...settings.now.taxLabels, ...pfr().taxLabels()];
        return reportResponse(ctx, parts, (asked) => summaryResponse(summarize(ledger, asked, labels)));
      },
    },
    getDaily: {
      method: 'get',
      path: '/reports/daily',
      summary: 'Turnover of each day of a period; days without traffic are omitted',
      description: 'By the same rule as the summary.',
      parameters,
      responses: { 200: json('The days, in order.', dailySchema) },
      errors: [422],
      handler(ctx, parts) {
        return reportResponse(ctx, parts, (asked) => daysResponse(dailyTurnover(parts.ledger, asked)));
      },
    },
  },
} satisfies Resource<ReportParts & Pick<ResourceParts, 'pfr'>>;

async function reportResponse(
  ctx: ApiContext,
  parts: ReportParts,
  report: (period: Period) => object,
): Promise<HttpResponse> {
  const { ledger, settings, health, now } = parts;
  const isTrusted = (): boolean => health.clockTrust() !== 'guess';
  // The day of a receipt issued now, even if the clock of the box is wrong.
  const time = ledger.main.receiptTimes.processorTime(settings.now.environment, { now, isTrusted });
  const days: Result<Days<string>, RequestFault> = readDays(ctx.state.query, dayText(localDay(time)));
  if (!days.ok) return errorResponse('validation', days.error.message, days.error);
  const { from, to } = days.value;
  return reportAnswer(ctx, parts, () => {
    const { environment } = settings.now;
    return okay({ from, to, environment, ...report({ environment, from: dayNumber(from), to: dayNumber(to) }) });
  });
}

function summaryResponse({ totals, byTaxLabel, byPaymentType, byCashier }: Summary): object {
  return {
    totals: {
      invoices: totals.invoices,
      turnover: sumToRsd(totals.amount),
      refunds: { count: totals.refunds, amount: sumToRsd(totals.refunded) },
    },
    byTaxLabel: byTaxLabel.map((row) => ({ ...row, turnover: sumToRsd(row.turnover) })),
    byPaymentType: byPaymentType.map((row) => ({ ...row, amount: sumToRsd(row.amount) })),
    byCashier: byCashier.map((row) => ({ ...row, turnover: sumToRsd(row.turnover) })),
    rule: ACCOUNTING_RULE,
  };
}

function daysResponse(days: readonly DayTurnover[]): object {
  return {
    days: days.map(({ day, invoices, amount }) => ({ date: dayText(day), invoices, turnover: sumToRsd(amount) })),
    rule: ACCOUNTING_RULE,
  };
}

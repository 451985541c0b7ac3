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
import type { Period } from '../../../platform/ledger/index.js';
import {
  ACCOUNTING_RULE,
  type Kind,
  type ReportTable,
  reportTime,
  SUM_TABLES,
  Sums,
} from '../../../shop/reports/index.js';
import { dayParameter, type Days, json, readDays } from '../parameters.js';
import { reportAnswer } from '../longAnswer.js';
import type { ResourceDeps } from '../apiDeps.js';
import type { ApiContext, Resource } from '../resource.js';
import { environmentText, flag, listOf, percent, perUnitFlag, positiveInteger, record, rsd, text } from '../schemas.js';

const day: JsonSchema = {
  type: 'string',
  pattern: LOCAL_DATE,
  description: 'YYYY-MM-DD, Europe/Belgrade, by the PFR time of invoices.',
};
const rule: JsonSchema = { ...text, description: 'The accounting rule, in English.' };
const turnover: JsonSchema = { ...rsd, description: 'RSD, refunds subtracted.' };
const invoices: JsonSchema = { ...positiveInteger, description: 'Refunds included.' };
const period = { from: day, to: day, environment: environmentText };

/** Schema of a cell by the kind of its column. */
const CELLS: Readonly<Record<Kind, JsonSchema>> = {
  text,
  payment: { type: 'string', enum: PAYMENT_TYPES },
  date: day,
  count: invoices,
  money: turnover,
  quantity: { type: 'number', description: '3 decimals.' },
  rate: percent,
  label: { type: 'object' },
  flag,
};

/** Schema of the rows of a table of `shop/reports`. */
function rowsOf({ members }: Pick<ReportTable<never>, 'members'>): JsonSchema {
  const properties = members.map(({ name, kind, schema }) => [name, { ...CELLS[kind], ...schema }] as const);
  const hasRate = members.some(({ kind }) => kind === 'rate');
  return listOf(record(Object.fromEntries(properties), hasRate ? { perUnit: perUnitFlag } : {}));
}

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
  byTaxLabel: rowsOf(SUM_TABLES.labels),
  byPaymentType: rowsOf(SUM_TABLES.payments),
  byCashier: rowsOf(SUM_TABLES.cashiers),
  rule,
});

const dailySchema: JsonSchema = record({
  ...period,
  days: rowsOf(SUM_TABLES.days),
  rule,
});

type ReportDeps = Pick<ResourceDeps, 'ledger' | 'settings' | 'health' | 'now' | 'slots' | 'salePriority' | 'monotonic'>;

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
      handler(ctx, deps) {
        const { ledger, settings, pfr } = deps;
        // The settings also contain labels that are switched off. Where the processor has the same label, its
        // definition applies.
        const labels = [...settings.now.taxLabels, ...pfr().taxLabels()];
        return reportResponse(ctx, deps, (asked) => summaryResponse(new Sums(ledger, asked, labels)));
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
      handler(ctx, deps) {
        return reportResponse(ctx, deps, (asked) => daysResponse(new Sums(deps.ledger, asked, [])));
      },
    },
  },
} satisfies Resource<ReportDeps & Pick<ResourceDeps, 'pfr'>>;

async function reportResponse(
  ctx: ApiContext,
  deps: ReportDeps,
  report: (period: Period) => object,
): Promise<HttpResponse> {
  const { ledger, settings } = deps;
  const time = reportTime(ledger, settings.now.environment, deps);
  const days: Result<Days<string>, RequestFault> = readDays(ctx.state.query, dayText(localDay(time)));
  if (!days.ok) return errorResponse('validation', days.error.message, days.error);
  const { from, to } = days.value;
  return reportAnswer(ctx, deps, () => {
    const { environment } = settings.now;
    return okay({ from, to, environment, ...report({ environment, from: dayNumber(from), to: dayNumber(to) }) });
  });
}

function summaryResponse(sums: Sums): object {
  const { totals } = sums.summary;
  return {
    totals: {
      invoices: totals.invoices,
      turnover: sumToRsd(totals.amount),
      refunds: { count: totals.refunds, amount: sumToRsd(totals.refunded) },
    },
    byTaxLabel: SUM_TABLES.labels.json(sums).rows,
    byPaymentType: SUM_TABLES.payments.json(sums).rows,
    byCashier: SUM_TABLES.cashiers.json(sums).rows,
    rule: ACCOUNTING_RULE,
  };
}

function daysResponse(sums: Sums): object {
  return { days: SUM_TABLES.days.json(sums).rows, rule: ACCOUNTING_RULE };
}

import {
  dayText,
  defineMessages,
  failed,
  formatSum,
  LANGUAGES,
  type Message,
  ok,
  type ParaSum,
  type Result,
  startCommand,
} from '../../../base/index.js';
import type { ReportRows, TurnoverReport } from '../../../paper/documents/index.js';
import { rateOnPaper } from '../../../paper/journal/index.js';
import type { DayTurnover, Period } from '../../../platform/ledger/index.js';
import {
  type ClosedAdvances,
  dailyTurnover,
  type ItemReport,
  MOST_RECEIPTS,
  summarize,
  sumOfClosed,
  withoutClosings,
} from '../../../shop/reports/index.js';
import { oneOf, text } from '../fields.js';
import { type AdminParts, operation } from '../operation.js';
import { itemReportOf, periodOf, quantityText } from './items.js';
import { closedAdvancesOf } from './refunds.js';

/** Maximum rows of one table on paper: people do not read more, and a small board draws them quickly. */
export const MOST_ROWS = 300;
/** Maximum number of days shown as days, a quarter of a year; longer periods are shown as months. */
export const MOST_DAYS = 92;

/** The first rows of many, and the sum of the others. */
export function bounded<Row, Shown>(
  rows: readonly Row[],
  turnoverOf: (row: Row) => ParaSum,
  shown: (row: Row) => Shown,
): ReportRows<Shown> {
  const others = rows.slice(MOST_ROWS);
  const turnover = others.reduce((sum, row) => sum + turnoverOf(row), 0n);
  return {
    rows: rows.slice(0, MOST_ROWS).map(shown),
    more: others.length === 0 ? null : { count: others.length, turnover: formatSum(turnover) },
  };
}

type MonthTurnover = Omit<DayTurnover, 'day' | 'name'> & { readonly day: string };

/** Days, or months when there are too many days, with their text: `2026-11-23`, `2026-11`. */
export function daysOrMonths(days: readonly DayTurnover[]): {
  readonly isMonthly: boolean;
  readonly rows: readonly MonthTurnover[];
} {
  if (days.length <= MOST_DAYS)
    return { isMonthly: false, rows: days.map((row) => ({ ...row, day: dayText(row.day) })) };
  const months = new Map<string, MonthTurnover>();
  for (const row of days) {
    const day = dayText(row.day).slice(0, 7);
    const { invoices, amount, refunds, refunded } = months.get(day) ?? NOTHING;
    months.set(day, {
      day,
      invoices: invoices + row.invoices,
      amount: amount + row.amount,
      refunds: refunds + row.refunds,
      refunded: refunded + row.refunded,
    });
  }
  return { isMonthly: true, rows: [...months.values()] };
}

const NOTHING = { invoices: 0, amount: 0n, refunds: 0, refunded: 0n };

const MESSAGES = defineMessages('reportPdf', {
  noService: {
    en: 'No service runs on this folder, and only a service draws PDFs. Run: {command}',
    sr: 'PDF прави само уређај који ради. Покрените га: {command}',
  },
  noRenderer: {
    en: 'This installation cannot draw PDFs: its fonts or its drawing program are missing.',
    sr: 'Овај уређај не уме да направи PDF: недостају му фонтови или програм за цртање.',
  },
  busy: {
    en: 'Too many PDFs are being drawn. Try again in a moment.',
    sr: 'Прави се превише PDF докумената. Покушајте поново за који тренутак.',
  },
  tooSlow: {
    en: 'Drawing has taken too long. Choose a shorter period, or try again in a moment.',
    sr: 'Прављење је трајало предуго. Изаберите краћи период, или покушајте поново за који тренутак.',
  },
  notDrawn: {
    en: 'The PDF could not be drawn. Try again; if it fails again, call support.',
    sr: 'PDF није направљен. Покушајте поново; ако опет не успе, зовите подршку.',
  },
  stopping: {
    en: 'The service is stopping. Try again in a moment.',
    sr: 'Уређај се зауставља. Покушајте поново за који тренутак.',
  },
});

type Parts = Pick<
  AdminParts,
  'folder' | 'ledger' | 'settings' | 'invoicing' | 'processors' | 'now' | 'health' | 'drawReport'
>;

/** `start`: the command that starts a service. */
const noService = (start: string): Message => MESSAGES.noService({ command: start });
const NOT_DRAWN = {
  unavailable: MESSAGES.noRenderer,
  busy: MESSAGES.busy,
  late: MESSAGES.tooSlow,
  crashed: MESSAGES.notDrawn,
  stopped: MESSAGES.stopping,
} as const;

/**
 * A report of a period with the header of the shop, on A4 sheets; `pdf` is Base64. It is drawn by a process of its own.
 * Sales go before the computation of its sums.
 */
export const reportPdf = operation({
  permission: 'turnover',
  isReadOnly: true,
  ask: { from: text, to: text, language: oneOf(LANGUAGES) },
  async run(parts: Parts, ask, _tell, gone): Promise<Result<{ readonly pdf: string }, Message>> {
    const { drawReport, folder } = parts;
    if (drawReport === undefined) return failed(noService(startCommand(folder)));
    const period = periodOf(parts, ask);
    if (!period.ok) return period;
    const items = await itemReportOf(parts, ask, gone);
    if (!items.ok && items.error.kind !== 'too-many') return failed(items.error.message);
    const closed = await closedAdvancesOf(parts, period.value, gone);
    if (!closed.ok) return closed;
    const drawn = await drawReport({
      ...reportOf(parts, ask, period.value, closed.value),
      taxes: items.ok ? taxesOf(items.value) : null,
      items: items.ok ? itemsOf(items.value) : { receipts: items.error.receipts, most: MOST_RECEIPTS },
    });
    return drawn.ok ? ok({ pdf: drawn.value.toString('base64') }) : failed(NOT_DRAWN[drawn.error]);
  },
});

type Asked = Pick<TurnoverReport, 'from' | 'to' | 'language'>;

function reportOf(
  { ledger, settings, processors, now, health }: Parts,
  { from, to, language }: Asked,
  period: Period,
  closedByDay: ReadonlyMap<number, ClosedAdvances>,
): Omit<TurnoverReport, 'items' | 'taxes'> {
  const { environment, company, taxLabels } = settings.now;
  const isTrusted = (): boolean => health.clockTrust() !== 'guess';
  const summary = summarize(ledger, period, [...taxLabels, ...processors.active.taxLabels()]);
  const { invoices, amount, refunds, refunded } = summary.totals;
  const closed = sumOfClosed(closedByDay);
  const { isMonthly, rows } = daysOrMonths(withoutClosings(dailyTurnover(ledger, period), closedByDay));
  return {
    ...{ language, company, environment, from, to },
    madeAt: ledger.main.receiptTimes.processorTime(environment, { now, isTrusted }),
    totals: {
      invoices,
      turnover: formatSum(amount),
      refunds: refunds - closed.count,
      refunded: formatSum(refunded - closed.amount),
      closedAdvances: { count: closed.count, amount: formatSum(closed.amount) },
    },
    days: {
      isMonthly,
      ...bounded(
        rows,
        (row) => row.amount,
        (row) => ({
          ...{ day: row.day, invoices: row.invoices, refunds: row.refunds },
          turnover: formatSum(row.amount),
          refunded: formatSum(row.refunded),
        }),
      ),
    },
    payments: bounded(
      summary.byPaymentType,
      (row) => row.amount,
      ({ paymentType, amount: paid }) => ({ paymentType, turnover: formatSum(paid) }),
    ),
    labels: bounded(
      summary.byTaxLabel,
      ({ turnover }) => turnover,
      ({ label, name, rate, perUnit, turnover }) => ({
        ...{ label, name, turnover: formatSum(turnover) },
        rate: rate === null ? null : rateOnPaper({ rate, ...(perUnit !== undefined && { perUnit }) }),
      }),
    ),
    cashiers: bounded(
      summary.byCashier,
      ({ turnover }) => turnover,
      (row) => ({ ...row, turnover: formatSum(row.turnover) }),
    ),
  };
}

/** Items beyond the listed ones are added to the others, without their number. */
function itemsOf({ items, others }: ItemReport): TurnoverReport['items'] {
  const { rows, more } = bounded(
    items,
    ({ turnover }) => turnover,
    ({ name, unit, label, isAdvance, quantity, turnover }) => ({
      name,
      unit,
      label,
      isAdvance,
      quantity: isAdvance ? '' : quantityText(quantity),
      turnover: formatSum(turnover),
    }),
  );
  if (others === 0n) return { rows, more };
  const shown = items.slice(0, rows.length);
  const all = items.reduce((sum, { turnover }) => sum + turnover, others);
  const left = shown.reduce((sum, { turnover }) => sum - turnover, all);
  return { rows, more: { count: null, turnover: formatSum(left) } };
}

function taxesOf({ taxes }: ItemReport): TurnoverReport['taxes'] {
  const rows = bounded(
    taxes,
    ({ tax }) => tax,
    ({ label, name, rate, perUnit, turnover, tax }) => ({
      label,
      name,
      rate: rateOnPaper({ rate, ...(perUnit !== undefined && { perUnit }) }),
      turnover: formatSum(turnover),
      tax: formatSum(tax),
    }),
  );
  return { ...rows, total: formatSum(taxes.reduce((sum, { tax }) => sum + tax, 0n)) };
}

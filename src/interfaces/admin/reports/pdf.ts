import {
  defineMessages,
  failed,
  formatSum,
  LANGUAGES,
  type Message,
  ok,
  type Result,
  startCommand,
} from '../../../base/index.js';
import type { TurnoverReport } from '../../../paper/documents/index.js';
import {
  MAX_RECEIPTS,
  RECEIPT_TABLES,
  reportTime,
  SUM_TABLES,
  type Sums,
  sumOfClosed,
} from '../../../shop/reports/index.js';
import { oneOf, text } from '../fields.js';
import { type AdminDeps, operation } from '../operation.js';
import { type FigureDeps, itemReportOf, periodOf, sumsOf } from './figures.js';

const MESSAGES = defineMessages('reportPdf', {
  noService: {
    en: 'Only a running service creates PDFs, and none is running for this folder. Run: {command}',
    sr: 'PDF прави само уређај који ради. Покрените га: {command}',
  },
  noRenderer: {
    en: 'This box cannot create PDFs: its fonts or its PDF program are missing.',
    sr: 'Овај уређај не уме да направи PDF: недостају му фонтови или програм за цртање.',
  },
  busy: {
    en: 'Too many PDFs are being created. Try again in a moment.',
    sr: 'Прави се превише PDF докумената. Покушајте поново за који тренутак.',
  },
  tooSlow: {
    en: 'Creating the PDF took too long. Choose a shorter period, or try again in a moment.',
    sr: 'Прављење је трајало предуго. Изаберите краћи период, или покушајте поново за који тренутак.',
  },
  notDrawn: {
    en: 'The PDF could not be created. Try again; if it fails again, call support.',
    sr: 'PDF није направљен. Покушајте поново; ако опет не успе, зовите подршку.',
  },
  stopping: {
    en: 'The service is stopping. Try again in a moment.',
    sr: 'Уређај се зауставља. Покушајте поново за који тренутак.',
  },
});

type Deps = FigureDeps & Pick<AdminDeps, 'folder' | 'now' | 'health' | 'drawReport'>;

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
  input: { from: text, to: text, language: oneOf(LANGUAGES) },
  async run(deps: Deps, input, _tell, signal): Promise<Result<{ readonly pdf: string }, Message>> {
    const { drawReport, folder } = deps;
    if (drawReport === undefined) return failed(noService(startCommand(folder)));
    const period = periodOf(deps, input);
    if (!period.ok) return period;
    const report = await itemReportOf(deps, period.value, signal);
    if (!report.ok && report.error.kind !== 'too-many') return failed(report.error.message);
    const sums = await sumsOf(deps, period.value, signal);
    if (!sums.ok) return sums;
    const tables = await deps.invoicing.salesFirst.slice(() => [
      ...Object.values(SUM_TABLES).map((table) => table.paper(sums.value)),
      ...(report.ok ? Object.values(RECEIPT_TABLES).map((table) => table.paper(report.value)) : []),
    ]);
    const drawn = await drawReport({
      ...headOf(deps, input),
      totals: totalsOf(sums.value),
      tables,
      tooMany: report.ok ? null : { receipts: report.error.receipts, most: MAX_RECEIPTS },
    });
    return drawn.ok ? ok({ pdf: drawn.value.toString('base64') }) : failed(NOT_DRAWN[drawn.error]);
  },
});

function headOf(
  { ledger, settings, now, health }: Deps,
  { from, to, language }: Pick<TurnoverReport, 'from' | 'to' | 'language'>,
): Omit<TurnoverReport, 'totals' | 'tables' | 'tooMany'> {
  const { environment, company } = settings.now;
  const madeAt = reportTime(ledger, environment, { now, health });
  return { language, company, environment, from, to, madeAt };
}

function totalsOf({ summary, closed: byDay }: Sums): TurnoverReport['totals'] {
  const { invoices, amount, refunds, refunded } = summary.totals;
  const closed = sumOfClosed(byDay);
  return {
    invoices,
    turnover: formatSum(amount),
    refunds: refunds - closed.count,
    refunded: formatSum(refunded - closed.amount),
    closedAdvances: { count: closed.count, amount: formatSum(closed.amount) },
  };
}

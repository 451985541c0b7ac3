import {
  assertNever,
  dayNumber,
  dayText,
  defineMessages,
  failed,
  isLocalDate,
  localDay,
  type Message,
  ok,
  type Result,
  runInSlices,
} from '../../../base/index.js';
import type { Period } from '../../../platform/ledger/index.js';
import {
  closedAdvances,
  type ItemReport,
  itemSales,
  type ItemSalesFault,
  MAX_RECEIPTS,
  reportTime,
  Sums,
} from '../../../shop/reports/index.js';
import type { AdminDeps } from '../operation.js';

const PERIOD_MESSAGES = defineMessages('period', {
  badDay: {
    en: 'A day must exist and be written as YYYY-MM-DD, such as 2026-11-29.',
    sr: 'Дан мора да постоји и пише се ГГГГ-ММ-ДД, на пример 2026-11-29.',
  },
  unwanted: { en: 'This report was cancelled.', sr: 'Овај извештај више нико не чека.' },
  wrongOrder: { en: 'The first day is later than the last.', sr: 'Први дан је после последњег.' },
});

export const BAD_DAY = PERIOD_MESSAGES.badDay;

const ITEM_MESSAGES = defineMessages('itemReport', {
  tooManyReceipts: {
    en: 'There are {receipts} receipts in this period; choose one with at most {most}.',
    sr: 'У овом периоду има {receipts} рачуна; изаберите период са највише {most}.',
  },
});

/** Days `YYYY-MM-DD`, both inclusive. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** Dependencies of the figures of a report. */
export type FigureDeps = Pick<AdminDeps, 'ledger' | 'settings' | 'invoicing' | 'processors'>;

/** The days of the active environment. */
export function periodOf({ settings }: Pick<AdminDeps, 'settings'>, { from, to }: Days): Result<Period, Message> {
  if (!isLocalDate(from) || !isLocalDate(to)) return failed(BAD_DAY);
  if (from > to) return failed(PERIOD_MESSAGES.wrongOrder);
  return ok({ environment: settings.now.environment, from: dayNumber(from), to: dayNumber(to) });
}

/** The given days; a missing one is today. */
export function daysOf(
  { ledger, settings, now, health }: Pick<AdminDeps, 'ledger' | 'settings' | 'now' | 'health'>,
  given: Partial<Days>,
): Days {
  const today = dayText(localDay(reportTime(ledger, settings.now.environment, { now, health })));
  return { from: given.from ?? today, to: given.to ?? today };
}

/** How often the advances are read again because a refund was issued meanwhile. */
const MAX_ROUNDS = 5;

/**
 * The figures that the ledger has counted. Refunds that only close an advance are separated from the others, for which
 * advances are read. An advance that is closed in between would count as returned to its buyer, so both are read again
 * until no refund was issued in between.
 */
export async function sumsOf(deps: FigureDeps, period: Period, signal: AbortSignal): Promise<Result<Sums, Message>> {
  let sums = await countedSums(deps, period);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const { refunds } = sums.summary.totals;
    const closed = await closedAdvances(deps.ledger, period, deps.invoicing.salePriority, signal);
    sums = await countedSums(deps, period, closed);
    if (signal.aborted) return failed(PERIOD_MESSAGES.unwanted);
    if (sums.summary.totals.refunds === refunds) break;
  }
  return ok(sums);
}

/**
 * As {@link sumsOf}, but without reading advances. Without `closed`, all refunds count as returned to buyers. Counted
 * in slices, between which sales go first.
 */
export async function countedSums(
  { ledger, settings, processors, invoicing }: FigureDeps,
  period: Period,
  closed?: Sums['closed'],
): Promise<Sums> {
  const sums = new Sums(ledger, period, [...settings.now.taxLabels, ...processors.active.taxLabels()], closed);
  await runInSlices(sums.count(), invoicing.salePriority.slice);
  return sums;
}

/** One report at a time: two would hold the sales of two periods in memory. */
let underWay: Promise<unknown> = Promise.resolve();

/**
 * Sums of the lines of a period. Work that no caller waits for any more is not started, or ends.
 */
export async function itemReportOf(
  { ledger, invoicing }: FigureDeps,
  period: Period,
  signal: AbortSignal,
): Promise<Result<ItemReport, ItemSalesFault>> {
  const report = underWay.then(() => itemSales(ledger, period, invoicing.salePriority, signal));
  const ended = (): void => undefined;
  underWay = report.then(ended, ended);
  return report;
}

export function itemFaultMessage(fault: ItemSalesFault): Message {
  switch (fault.kind) {
    case 'too-many':
      return ITEM_MESSAGES.tooManyReceipts({ receipts: fault.receipts, most: MAX_RECEIPTS });
    case 'aborted':
      return PERIOD_MESSAGES.unwanted;
    default:
      return assertNever(fault);
  }
}

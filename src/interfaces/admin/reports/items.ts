import {
  assertNever,
  dayNumber,
  defineMessages,
  failed,
  isLocalDate,
  type Message,
  ok,
  type Result,
  sumToRsd,
} from '../../../base/index.js';
import type { Period } from '../../../platform/ledger/index.js';
import { type ItemReport, itemSales, type ItemSalesFault, MOST_RECEIPTS } from '../../../shop/reports/index.js';
import { text } from '../fields.js';
import { type AdminParts, operation } from '../operation.js';

const PERIOD_MESSAGES = defineMessages('period', {
  badDay: { en: 'A day is YYYY-MM-DD.', sr: 'Дан се пише ГГГГ-ММ-ДД.' },
  unwanted: { en: 'Nobody waits for this report any more.', sr: 'Овај извештај више нико не чека.' },
  wrongOrder: { en: 'The first day is later than the last.', sr: 'Први дан је после последњег.' },
});

export const BAD_DAY = PERIOD_MESSAGES.badDay;
export const UNWANTED = PERIOD_MESSAGES.unwanted;

/** Days of the active environment, `YYYY-MM-DD`, both inclusive. */
export function periodOf(
  { settings }: Pick<AdminParts, 'settings'>,
  { from, to }: { readonly from: string; readonly to: string },
): Result<Period, Message> {
  if (!isLocalDate(from) || !isLocalDate(to)) return failed(BAD_DAY);
  if (from > to) return failed(PERIOD_MESSAGES.wrongOrder);
  return ok({ environment: settings.now.environment, from: dayNumber(from), to: dayNumber(to) });
}

const ITEM_MESSAGES = defineMessages('itemReport', {
  tooManyReceipts: {
    en: 'There are {receipts} receipts in this period; choose one with at most {most}.',
    sr: 'У овом периоду има {receipts} рачуна; изаберите период са највише {most}.',
  },
});

type ReportParts = Pick<AdminParts, 'ledger' | 'settings' | 'invoicing'>;

/** Sales of one item in a period, refunds subtracted. */
interface ItemSalesRow {
  readonly name: string;
  readonly unit: string;
  readonly label: string;
  /** True for the advances of a label, whose quantity is 0. */
  readonly isAdvance: boolean;
  readonly quantity: number;
  /** RSD. */
  readonly turnover: number;
  /** Lines of receipts, refunds included. */
  readonly lines: number;
}

/** Tax of one label at one rate, refunds subtracted. */
interface LabelTaxRow {
  readonly label: string;
  readonly name: string;
  /** Percent, or RSD for each unit with `perUnit`. */
  readonly rate: number;
  readonly perUnit?: true;
  /** RSD, VAT included. */
  readonly turnover: number;
  /** RSD. */
  readonly tax: number;
}

interface ItemSalesReport {
  readonly items: readonly ItemSalesRow[];
  /** RSD, of items beyond the first two thousand. */
  readonly others: number;
  /** As the processor computed them on the receipts. */
  readonly taxes: readonly LabelTaxRow[];
}

/** One report at a time: two would hold the sales of two periods in memory. */
let underWay: Promise<unknown> = Promise.resolve();

/** Why there is no report by item. */
interface ItemReportFault {
  readonly kind: 'period' | 'too-many' | 'gone';
  /** Receipts in the period; 0 unless there are too many. */
  readonly receipts: number;
  readonly message: Message;
}

/**
 * Sums of the lines of a period; see {@link periodOf} for the periods. Work that no caller waits for any more is not
 * started, or ends.
 */
export async function itemReportOf(
  parts: ReportParts,
  ask: { readonly from: string; readonly to: string },
  gone: AbortSignal,
): Promise<Result<ItemReport, ItemReportFault>> {
  const period = periodOf(parts, ask);
  if (!period.ok) return failed({ kind: 'period', receipts: 0, message: period.error });
  const { ledger, invoicing } = parts;
  const report = underWay.then(() => itemSales(ledger, period.value, invoicing.salesFirst, gone));
  const ended = (): void => undefined;
  underWay = report.then(ended, ended);
  const made = await report;
  return made.ok ? made : failed(faultOf(made.error));
}

function faultOf(fault: ItemSalesFault): ItemReportFault {
  switch (fault.kind) {
    case 'too-many': {
      const { kind, receipts } = fault;
      const message = ITEM_MESSAGES.tooManyReceipts({ receipts, most: MOST_RECEIPTS });
      return { kind, receipts, message };
    }
    case 'gone':
      return { kind: fault.kind, receipts: 0, message: UNWANTED };
    default:
      return assertNever(fault);
  }
}

/** Thousandths with a decimal comma. Grouping dots would make `1.234` a date in some spreadsheets. */
export function quantityText(quantity: bigint): string {
  const size = quantity < 0n ? -quantity : quantity;
  const fraction = String(size % 1000n).padStart(3, '0');
  return `${quantity < 0n ? '-' : ''}${size / 1000n},${fraction}`;
}

/** Sales by item, and taxes. Takes as long as reading all receipts of the period; sales go first meanwhile. */
export const reportItems = operation({
  permission: 'turnover',
  isReadOnly: true,
  ask: { from: text, to: text },
  async run(parts: ReportParts, ask, _tell, gone): Promise<Result<ItemSalesReport, Message>> {
    const report = await itemReportOf(parts, ask, gone);
    if (!report.ok) return failed(report.error.message);
    const items = report.value.items.map(({ quantity, turnover, ...item }) => ({
      ...item,
      quantity: Number(`${quantity}e-3`),
      turnover: sumToRsd(turnover),
    }));
    const taxes = report.value.taxes.map(({ turnover, tax, ...label }) => ({
      ...label,
      turnover: sumToRsd(turnover),
      tax: sumToRsd(tax),
    }));
    return ok({ items, others: sumToRsd(report.value.others), taxes });
  },
});

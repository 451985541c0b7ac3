import { failed, ok, type Result, sumToRsd, type Message } from '../../../base/index.js';
import { type ClosedAdvances, closedAdvances, summarize, sumOfClosed } from '../../../shop/reports/index.js';
import type { Period } from '../../../platform/ledger/index.js';
import { text } from '../fields.js';
import { type AdminParts, operation } from '../operation.js';
import { periodOf, UNWANTED } from './items.js';

type ReportParts = Pick<AdminParts, 'ledger' | 'settings' | 'invoicing'>;

interface RefundSum {
  readonly count: number;
  /** RSD, positive. */
  readonly amount: number;
}

/** The refunds of a period: both together are the `refunds` of the summary. */
interface RefundReport {
  /** Refunds that returned money to buyers. */
  readonly returned: RefundSum;
  /** Refunds issued only to close an advance; no money was returned. */
  readonly closedAdvances: RefundSum;
}

/** {@link closedAdvances} of a period. */
export async function closedAdvancesOf(
  { ledger, invoicing }: ReportParts,
  period: Period,
  gone: AbortSignal,
): Promise<Result<ReadonlyMap<number, ClosedAdvances>, Message>> {
  const byDay = await closedAdvances(ledger, period, invoicing.salesFirst, gone);
  return gone.aborted ? failed(UNWANTED) : ok(byDay);
}

/** The refunds of a period that returned money to buyers. */
export const reportRefunds = operation({
  permission: 'turnover',
  isReadOnly: true,
  ask: { from: text, to: text },
  async run(parts: ReportParts, ask, _tell, gone): Promise<Result<RefundReport, Message>> {
    const period = periodOf(parts, ask);
    if (!period.ok) return period;
    const byDay = await closedAdvancesOf(parts, period.value, gone);
    if (!byDay.ok) return byDay;
    const { refunds, refunded } = summarize(parts.ledger, period.value, []).totals;
    const { count, amount } = sumOfClosed(byDay.value);
    return ok({
      returned: { count: refunds - count, amount: sumToRsd(refunded - amount) },
      closedAdvances: { count, amount: sumToRsd(amount) },
    });
  },
});

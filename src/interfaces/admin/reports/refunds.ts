import { ok, type Result, sumToRsd, type Message } from '../../../base/index.js';
import { sumOfClosed } from '../../../shop/reports/index.js';
import { text } from '../fields.js';
import { operation } from '../operation.js';
import { type FigureDeps, periodOf, sumsOf } from './figures.js';

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

/** The refunds of a period that returned money to buyers. */
export const reportRefunds = operation({
  permission: 'turnover',
  isReadOnly: true,
  input: { from: text, to: text },
  async run(deps: FigureDeps, input, _tell, signal): Promise<Result<RefundReport, Message>> {
    const period = periodOf(deps, input);
    if (!period.ok) return period;
    const sums = await sumsOf(deps, period.value, signal);
    if (!sums.ok) return sums;
    const { refunds, refunded } = sums.value.summary.totals;
    const { count, amount } = sumOfClosed(sums.value.closed);
    return ok({
      returned: { count: refunds - count, amount: sumToRsd(refunded - amount) },
      closedAdvances: { count, amount: sumToRsd(amount) },
    });
  },
});

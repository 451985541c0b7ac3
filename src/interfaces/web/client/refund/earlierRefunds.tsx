import type { JSX } from 'preact';
import { moment } from '../parts/moment.js';
import { money } from '../parts/money.js';
import { Notice } from '../parts/notice.js';
import { t } from '../text/language.js';
import { REFUND } from '../text/refund.js';
import type { EarlierRefund } from './lines.js';

/** Earlier refunds of a receipt: amount, time and number of each. */
export function EarlierRefunds({ refunds }: { readonly refunds: readonly EarlierRefund[] }): JSX.Element | null {
  if (refunds.length === 0) return null;
  const total = refunds.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
  return (
    <Notice kind="warning">
      {t(REFUND.before, { total: money(total / 100) })}
      <ul class="earlier-refunds">
        {refunds.map(({ uuid, number, amount, createdAt }) => (
          <li key={uuid}>{t(REFUND.earlier, { amount: money(amount), when: moment(createdAt), number })}</li>
        ))}
      </ul>
    </Notice>
  );
}

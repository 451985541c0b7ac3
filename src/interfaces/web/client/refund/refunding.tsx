import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { callApi, request } from '../net/http.js';
import type { Reply } from '../net/reply.js';
import { Show, useLoaded } from '../components/load.js';
import { moment, money } from '../components/valueText.js';
import { FaultNotice, Notice, useFault } from '../components/notice.js';
import { t } from '../text/language.js';
import { REFUND } from '../text/refund.js';
import type { RequestToSend } from '../till/requests.js';
import { RefundForm, type RefundRules } from './form.js';
import { type EarlierRefund, refundableOf, type RefundableReceipt, type Refunded } from './lines.js';

/** Asks the box, which knows the refunds of every till and program. */
export function fetchRefunded(uuid: string): Promise<Reply<Refunded>> {
  return callApi<Refunded>(`/invoices/${uuid}`);
}

interface Known {
  readonly refunded: Refunded;
  readonly rules: RefundRules;
}

async function askKnown(uuid: string): Promise<Reply<Known>> {
  const [refunded, rules] = await Promise.all([fetchRefunded(uuid), request<RefundRules>('/web/till')]);
  if (!refunded.ok) return refunded;
  return rules.ok ? { ...rules, value: { refunded: refunded.value, rules: rules.value } } : rules;
}

interface RefundingProps {
  readonly receipt: RefundableReceipt;
  /** True while nothing may be sent. */
  readonly isBusy: boolean;
  /** `total`: para to return. */
  readonly onRefund: (sent: RequestToSend, total: number) => Promise<unknown>;
}

/**
 * Refunds the remaining part of a receipt. It is requested again before the refund is sent, because another till may
 * have been faster.
 */
export function Refunding({ receipt, isBusy, onRefund }: RefundingProps): JSX.Element {
  const { uuid } = receipt;
  const known = useLoaded(() => askKnown(uuid), [uuid]);
  const [fault, checked] = useFault();
  const [hasChanged, setChanged] = useState(false);
  const send = async (sent: RequestToSend, total: number): Promise<void> => {
    const now = checked(await fetchRefunded(uuid));
    if (!now.ok) return;
    const isSame = countOf(now.value) === countOf(known.value?.refunded);
    setChanged(!isSame);
    await (isSame ? onRefund(sent, total) : known.reload());
  };
  return (
    <Show loaded={known}>
      {({ refunded, rules }) => {
        const left = refundableOf(receipt, refunded);
        return (
          <>
            {hasChanged && <Notice kind="warning">{t(REFUND.changed)}</Notice>}
            <EarlierRefunds refunds={left.refunds} />
            {left.most === 0 ? (
              <Notice kind="info">{t(REFUND.nothingLeft)}</Notice>
            ) : (
              <RefundForm
                key={countOf(refunded)}
                receipt={receipt}
                left={left}
                rules={rules}
                isBusy={isBusy}
                onRefund={send}
              />
            )}
            <FaultNotice fault={fault} />
          </>
        );
      }}
    </Show>
  );
}

function countOf({ refunds = [], refundsMore = 0 }: Refunded = {}): number {
  return refunds.length + refundsMore;
}

/** Earlier refunds of a receipt: amount, time and number of each. */
function EarlierRefunds({ refunds }: { readonly refunds: readonly EarlierRefund[] }): JSX.Element | null {
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

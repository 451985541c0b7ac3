import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { type Fault, type Reply, request } from '../net/http.js';
import { Show, useLoaded } from '../parts/load.js';
import { FaultNotice, Notice } from '../parts/notice.js';
import { t } from '../text/language.js';
import { REFUND } from '../text/refund.js';
import type { Asked } from '../till/requests.js';
import { RefundForm, type RefundRules } from './form.js';
import { type EarlierRefund, leftOf, type RefundableReceipt } from './lines.js';

/** The refunds of a receipt, as `GET /web/receipt/{uuid}/refunds` tells them. */
export interface Refunded {
  readonly refunds: readonly EarlierRefund[];
}

/** Asks the box, which knows what every till and program has refunded. */
export function askRefunded(uuid: string): Promise<Reply<Refunded>> {
  return request<Refunded>(`/web/receipt/${uuid}/refunds`);
}

interface Known extends Refunded {
  readonly rules: RefundRules;
}

async function askKnown(uuid: string): Promise<Reply<Known>> {
  const [refunded, rules] = await Promise.all([askRefunded(uuid), request<RefundRules>('/web/till')]);
  if (!refunded.ok) return refunded;
  return rules.ok ? { ...refunded, value: { ...refunded.value, rules: rules.value } } : rules;
}

interface RefundingProps {
  readonly receipt: RefundableReceipt;
  /** May nothing be sent at the moment? */
  readonly isBusy: boolean;
  /** `total`: para that go back. */
  readonly onRefund: (sent: Asked, total: number) => Promise<unknown>;
}

/** Refunds what is left of a receipt; asked once more before it is sent, since another till may have been faster. */
export function Refunding({ receipt, isBusy, onRefund }: RefundingProps): JSX.Element {
  const { uuid } = receipt;
  const known = useLoaded(() => askKnown(uuid), [uuid]);
  const [fault, setFault] = useState<Fault>();
  const [hasChanged, setChanged] = useState(false);
  const send = async (sent: Asked, total: number): Promise<void> => {
    const now = await askRefunded(uuid);
    setFault(now.ok ? undefined : now.error);
    if (!now.ok) return;
    const isSame = now.value.refunds.length === known.value?.refunds.length;
    setChanged(!isSame);
    await (isSame ? onRefund(sent, total) : known.reload());
  };
  return (
    <Show loaded={known}>
      {({ refunds, rules }) => {
        const left = leftOf(receipt, refunds);
        return (
          <>
            {hasChanged && <Notice kind="warning">{t(REFUND.changed)}</Notice>}
            {left.most === 0 ? (
              <Notice kind="info">{t(REFUND.nothingLeft)}</Notice>
            ) : (
              <RefundForm
                key={refunds.length}
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

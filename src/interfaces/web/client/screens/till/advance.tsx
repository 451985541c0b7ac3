import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../components/button.js';
import { Field, Form, Submit, useTyped } from '../../components/field.js';
import { Notice } from '../../components/notice.js';
import { today } from '../../components/valueText.js';
import { go } from '../../route.js';
import { COMMON } from '../../text/common.js';
import { t } from '../../text/language.js';
import { TILL } from '../../text/till.js';
import { advanceCart, type Referent } from '../../till/cart.js';
import { withCart } from '../../till/tillState.js';
import { amountsOf, emptyAmounts, LabelAmounts } from './labelAmounts.js';
import { parkBill, till } from './till.js';
import { TillDialog } from './scanNotice.js';

interface AdvanceProps {
  /** The advance that this one continues, or the pro-forma that it is made of. */
  readonly before?: {
    readonly referent: Referent;
    readonly buyerId: string | null;
    readonly labels: readonly string[];
  };
  readonly onClose: () => void;
}

/** True for `2026-11-20T09:00` before today; an empty text means that the advance is paid now. */
function isEarlierDay(paidAt: string): boolean {
  return paidAt === '' || (/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(paidAt) && paidAt.slice(0, 10) < today());
}

/** Makes an advance: a bill of its own under the prescribed names of its labels. */
export function AdvanceDialog({ before, onClose }: AdvanceProps): JSX.Element {
  const [rows, setRows] = useState(emptyAmounts(before?.labels));
  const paidAt = useTyped('');
  const [isTried, setTried] = useState(false);
  const isOfProForma = before?.referent.kind === 'proforma';
  const isBusy = (till.state.value?.cart.lines.length ?? 0) > 0;
  const submit = async (): Promise<void> => {
    const amounts = amountsOf(rows);
    setTried(true);
    if (!isEarlierDay(paidAt.value) || amounts === undefined) return;
    const follows = before && { referent: before.referent, buyerId: before.buyerId };
    const paid = paidAt.value === '' ? {} : { paidAt: `${paidAt.value.replace('T', ' ')}:00` };
    await till.change((state, newKey) =>
      withCart(state, (cart) => advanceCart(newKey(), amounts, { ...follows, ...paid }) ?? cart),
    );
    go('till/pay');
  };
  const title = t(before === undefined ? COMMON.advance : isOfProForma ? TILL.advanceByProforma : TILL.nextAdvance);
  return (
    <TillDialog title={title} onClose={onClose}>
      {isBusy ? (
        <>
          <Notice kind="warning">{t(TILL.advanceFirst)}</Notice>
          <div class="actions">
            <Button kind="primary" text={t(TILL.park)} onClick={parkBill} />
          </div>
        </>
      ) : (
        <Form onSubmit={submit} label={title}>
          {before !== undefined && (
            <p>{t(isOfProForma ? TILL.byProforma : TILL.continues, { number: before.referent.number })}</p>
          )}
          <LabelAmounts rows={rows} isTried={isTried} onChange={setRows} />
          <Field
            label={t(TILL.paidAt)}
            type="datetime-local"
            {...paidAt}
            hint={t(TILL.paidAtHint)}
            fault={isTried && !isEarlierDay(paidAt.value) ? t(TILL.paidAtFault) : undefined}
          />
          <Submit label={t(TILL.charge)} />
        </Form>
      )}
    </TillDialog>
  );
}

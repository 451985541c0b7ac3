import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { request } from '../../net/http.js';
import { Button } from '../../components/button.js';
import { ConfirmButton } from '../../components/dialog.js';
import { useLoaded } from '../../components/load.js';
import { FaultNotice, Notice, useFault } from '../../components/notice.js';
import { ownBuyerId, refundableOf, type Refunded, voidRequest } from '../../refund/lines.js';
import { fetchRefunded } from '../../refund/refunding.js';
import { go } from '../../route.js';
import { COMMON } from '../../text/common.js';
import { t } from '../../text/language.js';
import { REFUND } from '../../text/refund.js';
import { TILL } from '../../text/till.js';
import { TRAINING } from '../../text/tillKeeping.js';
import type { Invoice } from '../../../../../contract/index.js';
import { hasRefund, isFiscal, isVoidable } from '../../till/tillAnswers.js';
import { type Advanced, closedAdvance, isProForma, proFormaCart, referentTo } from '../../till/followUps.js';
import { copyRequest } from '../../till/requests.js';
import { bringIn } from '../../till/tillState.js';
import { money } from '../../components/valueText.js';
import { AdvanceDialog } from './advance.js';
import { beginClosing, EarlierAmountsDialog } from './earlierAdvance.js';
import { issue, isTraining, rules, till } from './till.js';

interface FoundActionsProps {
  readonly invoice: Invoice;
  readonly onRefund: () => void;
}

/** Actions for a receipt that was found. */
export function FoundActions({ invoice, onRefund }: FoundActionsProps): JSX.Element | null {
  const { uuid, invoiceType } = invoice;
  const [isAdvancing, setAdvancing] = useState(false);
  const [asked, setAsked] = useState<Advanced>();
  const [fault, checked] = useFault();
  const refunded = useLoaded(() => fetchRefunded(uuid), [uuid]);
  const isOfTraining = invoiceType === 'Training';
  // In training real receipts are only shown, and a training receipt is nothing outside of it.
  if (isTraining.value !== isOfTraining) {
    return isTraining.value ? <Notice kind="warning">{t(TRAINING.realReceipt)}</Notice> : null;
  }
  const isSale = hasRefund(invoice);
  // Requested again when the refund is opened.
  const isOver = isSale && refunded.value !== undefined && refundableOf(invoice, refunded.value).most === 0;
  const close = async (): Promise<void> => {
    const advanced = checked(await request<Advanced>(`/web/till/advance/${uuid}`));
    if (!advanced.ok) return;
    if (advanced.value.beginsElsewhere) setAsked(advanced.value);
    else await beginClosing(closedAdvance(invoice, advanced.value), invoice.buyerId);
  };
  return (
    <>
      {isOver && <Notice kind="info">{t(REFUND.nothingLeft)}</Notice>}
      <div class="ways">
        {isSale && !isOver && (
          <Button
            class="large"
            disabled={refunded.value === undefined && refunded.fault === undefined}
            text={t(COMMON.refund)}
            onClick={onRefund}
          />
        )}
        {isVoidable(invoice) && <VoidButton invoice={invoice} refunded={refunded.value} />}
        {isFiscal(invoice) && (
          <CopyButton uuid={uuid} number={invoice.pfr.invoiceNumber} total={Math.round(invoice.total * 100)} isLarge />
        )}
        {isProForma(invoice) && (
          <>
            <Button class="large" text={t(TILL.fromProforma)} onClick={() => takeOver(invoice)} />
            <Button class="large" text={t(TILL.advanceByProforma)} onClick={() => setAdvancing(true)} />
          </>
        )}
        {isSale && invoiceType === 'Advance' && (
          <>
            <Button class="large" text={t(TILL.nextAdvance)} onClick={() => setAdvancing(true)} />
            <Button class="large" text={t(COMMON.closeAdvance)} onClick={close} />
          </>
        )}
      </div>
      <FaultNotice fault={fault} />
      {isAdvancing && (
        <AdvanceDialog
          before={{
            referent: referentTo(invoice),
            buyerId: invoice.buyerId,
            labels: invoice.items.map(({ label }) => label),
          }}
          onClose={() => setAdvancing(false)}
        />
      )}
      {asked !== undefined && (
        <EarlierAmountsDialog
          label={invoice.items[0]?.label ?? ''}
          onAmounts={(amounts) => void beginClosing(closedAdvance(invoice, asked, amounts), invoice.buyerId)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

/** Makes a bill from a pro-forma; an open one is parked. */
async function takeOver(invoice: Invoice): Promise<void> {
  await till.change((state, newKey) => bringIn(state, proFormaCart(newKey(), invoice), newKey(), Date.now()));
  go('till');
}

interface CopyButtonProps {
  readonly uuid: string;
  /** Its PFR number. */
  readonly number: string | null;
  /** Para. */
  readonly total: number;
  /** As large as the other actions of a found receipt. */
  readonly isLarge?: boolean;
}

/** Issues a copy of a receipt after a question, for a buyer who needs another paper. */
export function CopyButton({ uuid, number, total, isLarge = false }: CopyButtonProps): JSX.Element {
  return (
    <ConfirmButton
      {...(isLarge && { class: 'large' })}
      text={t(TILL.copy)}
      question={t(TILL.copyQuestion, { number: number ?? '' })}
      action={t(TILL.issueCopy)}
      isHarmless
      onConfirm={() => void issue('copy', copyRequest({ uuid }), { total })}
    />
  );
}

interface VoidButtonProps {
  readonly invoice: Invoice;
  /** The receipts that voided it; undefined until they are known. */
  readonly refunded: Refunded | undefined;
}

/** Voids a wrong refund after a confirmation; a refund is voided once. */
function VoidButton({ invoice, refunded }: VoidButtonProps): JSX.Element | null {
  const { tin } = rules.value;
  const buyerId = ownBuyerId(tin);
  if (refunded === undefined) return null;
  if ((refunded.refunds ?? []).length > 0) return <Notice kind="info">{t(REFUND.voided)}</Notice>;
  if (buyerId === undefined) return <Notice kind="info">{t(REFUND.voidNoTin)}</Notice>;
  return (
    <ConfirmButton
      class="large"
      text={t(REFUND.void)}
      question={t(REFUND.voidAsk, { number: invoice.pfr.invoiceNumber, amount: money(invoice.total), tin })}
      onConfirm={() => void issue('void', voidRequest(invoice, buyerId), { total: Math.round(invoice.total * 100) })}
    />
  );
}

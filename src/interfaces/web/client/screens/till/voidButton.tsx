import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.js';
import { Confirm } from '../../parts/dialog.js';
import { money } from '../../parts/money.js';
import { Notice } from '../../parts/notice.js';
import type { Refunded } from '../../refund/lines.js';
import { ownBuyerId, voidRequest } from '../../refund/voiding.js';
import { t } from '../../text/language.js';
import { REFUND } from '../../text/refund.js';
import type { Invoice } from '../../../../../contract/index.js';
import { issue, rules } from './till.js';

interface VoidButtonProps {
  readonly invoice: Invoice;
  /** The receipts that voided it; undefined until they are known. */
  readonly refunded: Refunded | undefined;
}

/** Voids a wrong refund after a confirmation; a refund is voided once. */
export function VoidButton({ invoice, refunded }: VoidButtonProps): JSX.Element | null {
  const [isAsking, setAsking] = useState(false);
  const { tin } = rules.value;
  const buyerId = ownBuyerId(tin);
  const close = (): void => setAsking(false);
  if (refunded === undefined) return null;
  if ((refunded.refunds ?? []).length > 0) return <Notice kind="info">{t(REFUND.voided)}</Notice>;
  if (buyerId === undefined) return <Notice kind="info">{t(REFUND.voidNoTin)}</Notice>;
  return (
    <>
      <Button class="large" onClick={() => setAsking(true)}>
        {t(REFUND.void)}
      </Button>
      {isAsking && (
        <Confirm
          title={t(REFUND.void)}
          question={t(REFUND.voidAsk, { number: invoice.pfr.invoiceNumber, amount: money(invoice.total), tin })}
          action={t(REFUND.void)}
          onClose={close}
          onConfirm={() => {
            close();
            void issue('void', voidRequest(invoice, buyerId), { total: Math.round(invoice.total * 100) });
          }}
        />
      )}
    </>
  );
}

import type { JSX } from 'preact';
import { request } from '../../net/http.js';
import { useIssue } from '../../net/issue.js';
import { Button } from '../../components/button.js';
import { Dialog } from '../../components/dialog.js';
import { Show, useLoaded } from '../../components/load.js';
import { money } from '../../components/valueText.js';
import { Notice } from '../../components/notice.js';
import type { RefundRules } from '../../refund/form.js';
import { ownBuyerId, voidRequest } from '../../refund/lines.js';
import { t } from '../../text/language.js';
import { REFUND } from '../../text/refund.js';
import type { InvoiceWithState } from '../../till/tillAnswers.js';
import { Issued, IssuingState } from './issuing.js';

interface VoidDialogProps {
  readonly invoice: InvoiceWithState;
  readonly onClose: () => void;
}

/** Voids a wrong refund after a confirmation. */
export function VoidDialog({ invoice, onClose }: VoidDialogProps): JSX.Element {
  const { uuid, pfr, total } = invoice;
  const issuing = useIssue(`void ${uuid}`);
  const rules = useLoaded(() => request<RefundRules>('/web/till'), []);
  return (
    <Dialog title={t(REFUND.void)} onClose={onClose}>
      {issuing.issued !== undefined ? (
        <Issued invoice={issuing.issued} />
      ) : (
        <Show loaded={rules}>
          {({ tin }) => {
            const buyerId = ownBuyerId(tin);
            if (buyerId === undefined) return <Notice kind="info">{t(REFUND.voidNoTin)}</Notice>;
            const send = (): Promise<void> => issuing.issue(voidRequest(invoice, buyerId));
            return (
              <>
                <p>{t(REFUND.voidAsk, { number: pfr.invoiceNumber, amount: money(total), tin })}</p>
                <IssuingState issuing={issuing} />
                <footer class="actions">
                  <Button kind="danger" text={t(REFUND.void)} onClick={send} disabled={issuing.state !== 'idle'} />
                </footer>
              </>
            );
          }}
        </Show>
      )}
    </Dialog>
  );
}

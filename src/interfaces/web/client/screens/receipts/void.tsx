import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
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
import type { Invoice } from '../../../../../contract/index.js';
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
  const [issued, setIssued] = useState<Invoice>();
  const rules = useLoaded(() => request<RefundRules>('/web/till'), []);
  return (
    <Dialog title={t(REFUND.void)} onClose={onClose}>
      {issued !== undefined ? (
        <Issued number={issued.pfr.invoiceNumber} uuid={issued.uuid} />
      ) : (
        <Show loaded={rules}>
          {({ tin }) => {
            const buyerId = ownBuyerId(tin);
            if (buyerId === undefined) return <Notice kind="info">{t(REFUND.voidNoTin)}</Notice>;
            const send = async (): Promise<void> => {
              const { path, body } = voidRequest(invoice, buyerId);
              setIssued(await issuing.issue(path, body));
            };
            return (
              <>
                <p>{t(REFUND.voidAsk, { number: pfr.invoiceNumber, amount: money(total), tin })}</p>
                <IssuingState issuing={issuing} onIssued={setIssued} />
                <footer class="actions">
                  <Button kind="danger" onClick={send} disabled={issuing.state !== 'idle'}>
                    {t(REFUND.void)}
                  </Button>
                </footer>
              </>
            );
          }}
        </Show>
      )}
    </Dialog>
  );
}

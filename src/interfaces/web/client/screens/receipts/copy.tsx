import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useIssue } from '../../net/issue.js';
import { Button } from '../../parts/button.js';
import { Dialog } from '../../parts/dialog.js';
import { t } from '../../text/language.js';
import { RECEIPTS } from '../../text/receipts.js';
import type { InvoiceResponse } from '../../till/answers.js';
import { Issued, IssuingState } from './issuing.js';

/** Asks for confirmation, and issues a copy. */
export function CopyDialog({ uuid, onClose }: { readonly uuid: string; readonly onClose: () => void }): JSX.Element {
  const issuing = useIssue(`copy ${uuid}`);
  const [copy, setCopy] = useState<InvoiceResponse>();
  const issue = async (): Promise<void> => setCopy(await issuing.issue(`/invoices/${uuid}/copy`, {}));
  return (
    <Dialog title={t(RECEIPTS.copy)} onClose={onClose}>
      {copy === undefined ? (
        <>
          <p>{t(RECEIPTS.copyAsk)}</p>
          <IssuingState issuing={issuing} onIssued={setCopy} />
          <footer class="actions">
            <Button kind="primary" onClick={issue} disabled={issuing.state !== 'idle'}>
              {t(RECEIPTS.copy)}
            </Button>
          </footer>
        </>
      ) : (
        <Issued number={copy.pfr.invoiceNumber} uuid={copy.uuid} />
      )}
    </Dialog>
  );
}

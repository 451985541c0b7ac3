import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useIssue } from '../../net/issue.js';
import { Dialog } from '../../parts/dialog.js';
import { Refunding } from '../../refund/refunding.js';
import { giveBackWords } from '../../refund/words.js';
import { t } from '../../text/language.js';
import { RECEIPTS } from '../../text/receipts.js';
import type { InvoiceResponse } from '../../till/answers.js';
import type { Invoice } from './invoice.js';
import { Issued, IssuingState } from './issuing.js';

interface RefundDialogProps {
  readonly invoice: Invoice;
  readonly onClose: () => void;
}

/** Refunds a receipt; an unanswered request comes first. */
export function RefundDialog({ invoice, onClose }: RefundDialogProps): JSX.Element {
  const { uuid, pfr } = invoice;
  const issuing = useIssue(`refund ${uuid}`);
  const [issued, setIssued] = useState<InvoiceResponse>();
  return (
    <Dialog title={t(RECEIPTS.refundTitle, { number: pfr.invoiceNumber })} onClose={onClose}>
      {issued !== undefined ? (
        <>
          {giveBackWords(issued).map((words) => (
            <p key={words} class="give-back">
              {words}
            </p>
          ))}
          <Issued number={issued.pfr.invoiceNumber} uuid={issued.uuid} />
        </>
      ) : issuing.state === 'checking' || issuing.state === 'unanswered' ? (
        <IssuingState issuing={issuing} onIssued={setIssued} />
      ) : (
        <>
          <Refunding
            receipt={invoice}
            isBusy={issuing.state !== 'idle'}
            onRefund={async ({ path, body }) => setIssued(await issuing.issue(path, body))}
          />
          <IssuingState issuing={issuing} onIssued={setIssued} />
        </>
      )}
    </Dialog>
  );
}

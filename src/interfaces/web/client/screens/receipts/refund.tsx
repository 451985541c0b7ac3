import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useIssue } from '../../net/issue.js';
import { Button } from '../../parts/button.js';
import { Dialog } from '../../parts/dialog.js';
import { Notice } from '../../parts/notice.js';
import { Refunding } from '../../refund/refunding.js';
import { giveBackWords } from '../../refund/words.js';
import { t } from '../../text/language.js';
import { RECEIPTS } from '../../text/receipts.js';
import { REFUND } from '../../text/refund.js';
import { type InvoiceResponse, isFiscal } from '../../till/answers.js';
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
        <RefundIssued issued={issued} />
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

/** The receipt that was issued, what to give back to the buyer, and the copy to sign. */
export function RefundIssued({ issued }: { readonly issued: InvoiceResponse }): JSX.Element {
  const isRefund = issued.transactionType === 'Refund' && isFiscal(issued);
  return (
    <>
      {isRefund &&
        giveBackWords(issued).map((words) => (
          <p key={words} class="give-back">
            {words}
          </p>
        ))}
      {isRefund && isInCash(issued) && <SignedCopy refund={issued} />}
      <Issued number={issued.pfr.invoiceNumber} uuid={issued.uuid} />
    </>
  );
}

function isInCash({ payments }: InvoiceResponse): boolean {
  return payments.some(({ paymentType }) => paymentType === 'Cash');
}

/** The buyer who got cash back signs a copy, which stays in the shop (Technical Instruction for ESIR, 9.6). */
function SignedCopy({ refund: { uuid } }: { readonly refund: InvoiceResponse }): JSX.Element {
  const issuing = useIssue(`copy ${uuid}`);
  const [copy, setCopy] = useState<InvoiceResponse>();
  if (copy !== undefined) {
    return <Notice kind="success">{t(RECEIPTS.issued, { number: copy.pfr.invoiceNumber ?? '' })}</Notice>;
  }
  return (
    <>
      <Notice kind="warning">
        <p>{t(REFUND.copyForSignature)}</p>
        <Button
          kind="primary"
          disabled={issuing.state !== 'idle'}
          onClick={async () => setCopy(await issuing.issue(`/invoices/${uuid}/copy`, {}))}
        >
          {t(REFUND.issueCopy)}
        </Button>
      </Notice>
      <IssuingState issuing={issuing} onIssued={setCopy} />
    </>
  );
}

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { FoundReceipts } from '../../../../admin/index.js';
import { callApi, operate } from '../../net/http.js';
import { useIssue } from '../../net/issue.js';
import { readPending } from '../../net/pendingIssues.js';
import { Button, LinkButton } from '../../components/button.js';
import { Dialog } from '../../components/dialog.js';
import { Field, Form, Submit, useTyped } from '../../components/field.js';
import { type Loaded, useLoaded } from '../../components/load.js';
import { FaultNotice, Notice, useFault } from '../../components/notice.js';
import { Refunding } from '../../refund/refunding.js';
import { giveBackText } from '../../components/valueText.js';
import { COMMON } from '../../text/common.js';
import { t } from '../../text/language.js';
import { RECEIPTS } from '../../text/receipts.js';
import { REFUND } from '../../text/refund.js';
import type { Invoice } from '../../../../../contract/index.js';
import { hasRefund, type InvoiceWithState, isFiscal, isVoidable } from '../../till/tillAnswers.js';
import { copyRequest } from '../../till/requests.js';
import { Act } from '../../components/act.js';
import { CloseAdvance } from './closeAdvance.js';
import { Issued, IssuingFlow, IssuingState } from './issuing.js';
import { VoidDialog } from './void.js';

interface ActionsProps {
  readonly invoice: InvoiceWithState;
  /** The receipts that refer to it. */
  readonly referring: Loaded<FoundReceipts>;
}

interface PrintJobs {
  /** True when its paper is proven, so that only a copy may be printed. */
  readonly needsCopy: boolean;
}

/** Actions that issue a receipt, with the names under which their requests are stored. */
const ISSUING = ['copy', 'refund', 'void', 'close'] as const;
type Opened = 'email' | (typeof ISSUING)[number];

/** Actions for a receipt, by its kind. */
export function Actions({ invoice, referring }: ActionsProps): JSX.Element {
  const { uuid, invoiceType, transactionType } = invoice;
  // An action whose request is unanswered comes first.
  const [opened, setOpened] = useState<Opened | undefined>(() => ISSUING.find((one) => readPending(`${one} ${uuid}`)));
  const document = `/web/v1/invoices/${uuid}/document?paper=a4`;
  const isSale = transactionType === 'Sale';
  const isVoided = isVoidable(invoice) && (referring.value?.receipts ?? []).some(isVoidable);
  const jobs = useLoaded(() => callApi<PrintJobs>(`/invoices/${uuid}/print-jobs`), [uuid]);
  const close = (): void => {
    setOpened(undefined);
    void referring.reload();
  };
  return (
    <>
      <div class="acts">
        {jobs.value?.needsCopy !== true && (
          <Act
            text={t(COMMON.printAgain)}
            act={() => operate('print.again', { receipt: uuid })}
            say={({ printer }) => t(COMMON.sentToPrinter, { name: printer })}
          />
        )}
        <LinkButton text={t(RECEIPTS.pdf)} isNewTab href={`${document}&format=pdf`} />
        <LinkButton text={t(RECEIPTS.sheet)} isNewTab href={`${document}&print=1`} />
        <Verify invoice={invoice} />
        <Button text={t(RECEIPTS.email)} onClick={() => setOpened('email')} />
        {isFiscal(invoice) && <Button text={t(RECEIPTS.copy)} onClick={() => setOpened('copy')} />}
        {hasRefund(invoice) && <Button kind="danger" text={t(COMMON.refund)} onClick={() => setOpened('refund')} />}
        {isVoidable(invoice) && !isVoided && (
          <Button kind="danger" text={t(REFUND.void)} onClick={() => setOpened('void')} />
        )}
        {isSale && invoiceType === 'Advance' && (
          <Button text={t(COMMON.closeAdvance)} onClick={() => setOpened('close')} />
        )}
      </div>
      {isVoided && <Notice kind="info">{t(REFUND.voided)}</Notice>}
      {opened === 'email' && <EmailDialog uuid={uuid} onClose={close} />}
      {opened === 'copy' && <CopyDialog uuid={uuid} onClose={close} />}
      {opened === 'refund' && <RefundDialog invoice={invoice} onClose={close} />}
      {opened === 'void' && <VoidDialog invoice={invoice} onClose={close} />}
      {opened === 'close' && <CloseAdvance invoice={invoice} onClose={close} />}
    </>
  );
}

/** Links to the tax authority, or to the box for a demo receipt. */
function Verify({ invoice }: Pick<ActionsProps, 'invoice'>): JSX.Element | null {
  const { verificationUrl } = invoice.pfr;
  if (!verificationUrl.startsWith('https://')) return null;
  return (
    <a class="button" target="_blank" rel="noopener noreferrer" href={verificationUrl}>
      {t(RECEIPTS.verify)}
    </a>
  );
}

/** Asks for confirmation, and issues a copy. */
function CopyDialog({ uuid, onClose }: { readonly uuid: string; readonly onClose: () => void }): JSX.Element {
  const issuing = useIssue(`copy ${uuid}`);
  const issue = (): Promise<void> => issuing.issue(copyRequest({ uuid }));
  return (
    <Dialog title={t(RECEIPTS.copy)} onClose={onClose}>
      {issuing.issued === undefined ? (
        <>
          <p>{t(RECEIPTS.copyAsk)}</p>
          <IssuingState issuing={issuing} />
          <footer class="actions">
            <Button kind="primary" text={t(RECEIPTS.copy)} onClick={issue} disabled={issuing.state !== 'idle'} />
          </footer>
        </>
      ) : (
        <Issued invoice={issuing.issued} />
      )}
    </Dialog>
  );
}

/** Sends a receipt to a buyer. Without a mail server it links to that setting, since only owners see receipts. */
function EmailDialog({ uuid, onClose }: { readonly uuid: string; readonly onClose: () => void }): JSX.Element {
  const to = useTyped('');
  const [sentTo, setSentTo] = useState<string>();
  const [fault, checked] = useFault();
  const send = async (): Promise<void> => {
    setSentTo(undefined);
    const reply = checked(await callApi(`/invoices/${uuid}/email`, { method: 'POST', body: { to: to.value.trim() } }));
    if (reply.ok) setSentTo(to.value.trim());
  };
  return (
    <Dialog title={t(RECEIPTS.email)} onClose={onClose}>
      <Form onSubmit={send}>
        <Field label={t(RECEIPTS.emailTo)} {...to} type="email" inputMode="email" maxLength={190} autoFocus />
        <FaultNotice fault={fault} />
        {fault?.rule === 'mail.no-server' && (
          <p>
            <a href="#/settings/mail">{t(RECEIPTS.emailSettings)}</a>
          </p>
        )}
        {sentTo !== undefined && <Notice kind="success">{t(RECEIPTS.emailSent, { to: sentTo })}</Notice>}
        <Submit label={t(COMMON.send)} disabled={to.value.trim() === ''} />
      </Form>
    </Dialog>
  );
}

interface RefundDialogProps {
  readonly invoice: InvoiceWithState;
  readonly onClose: () => void;
}

/** Refunds a receipt; an unanswered request comes first. */
function RefundDialog({ invoice, onClose }: RefundDialogProps): JSX.Element {
  const { uuid, pfr } = invoice;
  const issuing = useIssue(`refund ${uuid}`);
  return (
    <Dialog title={t(RECEIPTS.refundTitle, { number: pfr.invoiceNumber })} onClose={onClose}>
      <IssuingFlow issuing={issuing} whenIssued={(issued) => <RefundIssued issued={issued} />}>
        <Refunding receipt={invoice} isBusy={issuing.state !== 'idle'} onRefund={issuing.issue} />
      </IssuingFlow>
    </Dialog>
  );
}

/** The receipt that was issued, what to give back to the buyer, and the copy to sign. */
export function RefundIssued({ issued }: { readonly issued: Invoice }): JSX.Element {
  const isRefund = issued.transactionType === 'Refund' && isFiscal(issued);
  const isInCash = issued.payments.some(({ paymentType }) => paymentType === 'Cash');
  return (
    <>
      {isRefund &&
        giveBackText(issued).map((words) => (
          <p key={words} class="give-back">
            {words}
          </p>
        ))}
      {isRefund && isInCash && <SignedCopy refund={issued} />}
      <Issued invoice={issued} />
    </>
  );
}

/** The buyer who got cash back signs a copy, which stays in the shop (Technical Instruction for ESIR, 9.6). */
function SignedCopy({ refund: { uuid } }: { readonly refund: Invoice }): JSX.Element {
  const issuing = useIssue(`copy ${uuid}`);
  if (issuing.issued !== undefined) {
    return <Notice kind="success">{t(RECEIPTS.issued, { number: issuing.issued.pfr.invoiceNumber })}</Notice>;
  }
  return (
    <>
      <Notice kind="warning">
        <p>{t(REFUND.copyForSignature)}</p>
        <Button
          kind="primary"
          disabled={issuing.state !== 'idle'}
          text={t(REFUND.issueCopy)}
          onClick={() => issuing.issue(copyRequest({ uuid }))}
        />
      </Notice>
      <IssuingState issuing={issuing} />
    </>
  );
}

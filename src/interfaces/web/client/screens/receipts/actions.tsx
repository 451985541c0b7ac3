import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { FoundReceipts } from '../../../../admin/index.js';
import { callApi, operate } from '../../net/http.js';
import { readPending } from '../../net/pendingIssues.js';
import { Button } from '../../parts/button.js';
import { type Loaded, useLoaded } from '../../parts/load.js';
import { Notice } from '../../parts/notice.js';
import { t } from '../../text/language.js';
import { RECEIPTS } from '../../text/receipts.js';
import { REFUND } from '../../text/refund.js';
import { hasRefund, isFiscal, isVoidable } from '../../till/answers.js';
import { Act } from '../../parts/act.js';
import { CloseAdvance } from './closeAdvance.js';
import { CopyDialog } from './copy.js';
import { EmailDialog } from './email.js';
import type { Invoice } from './invoice.js';
import { RefundDialog } from './refund.js';
import { VoidDialog } from './void.js';

interface ActionsProps {
  readonly invoice: Invoice;
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
            act={() => operate('print.again', { receipt: uuid })}
            say={({ printer }) => t(RECEIPTS.printed, { name: printer })}
          >
            {t(RECEIPTS.print)}
          </Act>
        )}
        <a class="button" target="_blank" rel="noopener" href={`${document}&format=pdf`}>
          {t(RECEIPTS.pdf)}
        </a>
        <a class="button" target="_blank" rel="noopener" href={`${document}&print=1`}>
          {t(RECEIPTS.sheet)}
        </a>
        <Verify invoice={invoice} />
        <Button onClick={() => setOpened('email')}>{t(RECEIPTS.email)}</Button>
        {isFiscal(invoice) && <Button onClick={() => setOpened('copy')}>{t(RECEIPTS.copy)}</Button>}
        {hasRefund(invoice) && (
          <Button kind="danger" onClick={() => setOpened('refund')}>
            {t(RECEIPTS.refund)}
          </Button>
        )}
        {isVoidable(invoice) && !isVoided && (
          <Button kind="danger" onClick={() => setOpened('void')}>
            {t(REFUND.void)}
          </Button>
        )}
        {isSale && invoiceType === 'Advance' && (
          <Button onClick={() => setOpened('close')}>{t(RECEIPTS.closeAdvance)}</Button>
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
  if (verificationUrl === null || !verificationUrl.startsWith('https://')) return null;
  return (
    <a class="button" target="_blank" rel="noopener noreferrer" href={verificationUrl}>
      {t(RECEIPTS.verify)}
    </a>
  );
}

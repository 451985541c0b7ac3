import type { JSX } from 'preact';
import type { Issuing } from '../../net/issue.js';
import { Button } from '../../components/button.js';
import { FaultNotice, faultText, Notice } from '../../components/notice.js';
import { t } from '../../text/language.js';
import { RECEIPTS } from '../../text/receipts.js';
import type { Invoice } from '../../../../../contract/index.js';

/** Progress of a request that issues a receipt, and the next action when its answer was lost. */
export function IssuingState({
  issuing: { state, fault, checkAgain },
  onIssued,
}: {
  readonly issuing: Issuing;
  readonly onIssued: (issued: Invoice) => void;
}): JSX.Element | null {
  const check = async (): Promise<void> => {
    const issued = await checkAgain();
    if (issued !== undefined) onIssued(issued);
  };
  switch (state) {
    case 'checking':
      return <Notice kind="warning">{t(RECEIPTS.checking)}</Notice>;
    case 'unanswered':
      return (
        <Notice kind="warning">
          <p>{t(RECEIPTS.unanswered)}</p>
          {fault !== undefined && fault.message !== '' && <p>{faultText(fault)}</p>}
          <Button kind="primary" onClick={check}>
            {t(RECEIPTS.checkAgain)}
          </Button>
        </Notice>
      );
    case 'sending':
      return null;
    case 'idle':
      return <FaultNotice fault={fault} />;
  }
}

/** Shows which receipt was issued. */
export function Issued({ number, uuid }: { readonly number: string | null; readonly uuid: string }): JSX.Element {
  return (
    <>
      <Notice kind="success">{t(RECEIPTS.issued, { number: number ?? '' })}</Notice>
      <footer class="actions">
        <a class="button primary" href={`#/receipts/${uuid}`}>
          {t(RECEIPTS.openIssued)}
        </a>
      </footer>
    </>
  );
}

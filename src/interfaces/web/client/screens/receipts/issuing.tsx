import type { ComponentChildren, JSX } from 'preact';
import type { Issuing } from '../../net/issue.js';
import { Button, LinkButton } from '../../components/button.js';
import { FaultNotice, faultText, Notice } from '../../components/notice.js';
import { t } from '../../text/language.js';
import { RECEIPTS } from '../../text/receipts.js';
import type { Invoice } from '../../../../../contract/index.js';

/** Progress of a request that issues a receipt, and the next action when its answer was lost. */
export function IssuingState({ issuing }: { readonly issuing: Issuing }): JSX.Element | null {
  const { state, fault, checkAgain } = issuing;
  switch (state) {
    case 'checking':
      return <Notice kind="warning">{t(RECEIPTS.checking)}</Notice>;
    case 'unanswered':
      return (
        <Notice kind="warning">
          <p>{t(RECEIPTS.unanswered)}</p>
          {fault !== undefined && fault.message !== '' && <p>{faultText(fault)}</p>}
          <Button kind="primary" text={t(RECEIPTS.checkAgain)} onClick={checkAgain} />
        </Notice>
      );
    case 'sending':
      return null;
    case 'idle':
      return <FaultNotice fault={fault} />;
  }
}

interface IssuingFlowProps {
  readonly issuing: Issuing;
  readonly whenIssued: (invoice: Invoice) => JSX.Element;
  /** The form of the request. */
  readonly children: ComponentChildren;
}

/** A form that issues a receipt, and what became of it; an unanswered request comes first. */
export function IssuingFlow({ issuing, whenIssued, children }: IssuingFlowProps): JSX.Element {
  const { issued, state } = issuing;
  if (issued !== undefined) return whenIssued(issued);
  return (
    <>
      {state !== 'checking' && state !== 'unanswered' && children}
      <IssuingState issuing={issuing} />
    </>
  );
}

/** Shows which receipt was issued. */
export function Issued({ invoice }: { readonly invoice: Invoice }): JSX.Element {
  return (
    <>
      <Notice kind="success">{t(RECEIPTS.issued, { number: invoice.pfr.invoiceNumber })}</Notice>
      <footer class="actions">
        <LinkButton text={t(RECEIPTS.openIssued)} kind="primary" href={`#/receipts/${invoice.uuid}`} />
      </footer>
    </>
  );
}

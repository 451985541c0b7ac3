import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { callApi } from '../../net/http.js';
import { useIssue } from '../../net/issue.js';
import { Button } from '../../parts/button.js';
import { Dialog } from '../../parts/dialog.js';
import { Choice, Form } from '../../parts/field.js';
import { Show, useLoaded } from '../../parts/load.js';
import { money } from '../../parts/money.js';
import { t } from '../../text/language.js';
import { RECEIPTS } from '../../text/receipts.js';
import type { InvoiceResponse } from '../../till/answers.js';
import { DeliveryLines, deliveryOf, emptyLine, type TypedLine } from './deliveryLines.js';
import { type Invoice, paymentOptions } from './invoice.js';
import { Issued, IssuingState } from './issuing.js';

interface CloseAdvanceProps {
  readonly invoice: Invoice;
  readonly onClose: () => void;
}

/** Refunds an advance and issues the final receipt for the delivered goods. */
export function CloseAdvance({ invoice, onClose }: CloseAdvanceProps): JSX.Element {
  const labels = useLoaded(() => callApi<{ readonly taxLabels: readonly { readonly label: string }[] }>('/tax-labels'));
  return (
    <Dialog title={t(RECEIPTS.closeAdvance)} onClose={onClose}>
      <Show loaded={labels}>
        {({ taxLabels }) => <CloseForm invoice={invoice} labels={taxLabels.map(({ label }) => label)} />}
      </Show>
    </Dialog>
  );
}

function CloseForm({
  invoice,
  labels,
}: {
  readonly invoice: Invoice;
  readonly labels: readonly string[];
}): JSX.Element {
  const { uuid, total: advance, payments, items } = invoice;
  const [lines, setLines] = useState<readonly TypedLine[]>([emptyLine(items[0]?.label ?? labels[0] ?? '')]);
  const [restPaidBy, setRestPaidBy] = useState(payments[0]?.paymentType ?? 'Cash');
  const [closed, setClosed] = useState<InvoiceResponse>();
  const issuing = useIssue(`close ${uuid}`);
  if (closed !== undefined) {
    return <Issued number={closed.pfr.invoiceNumber} uuid={closed.uuid} />;
  }
  const delivery = deliveryOf(lines);
  // In para, because a difference of decimals would not be exact.
  const rest = ((delivery?.total ?? 0) - Math.round(advance * 100)) / 100;
  const isSplit = rest > 0 && payments.some(({ paymentType }) => paymentType !== restPaidBy);
  const close = async (): Promise<void> => {
    if (delivery === undefined) return;
    const split = isSplit ? { payments: [...payments, { paymentType: restPaidBy, amount: rest }] } : {};
    setClosed(await issuing.issue(`/invoices/${uuid}/close-advance`, { items: delivery.items, ...split }));
  };
  return (
    <Form onSubmit={close}>
      <p>{t(RECEIPTS.closeAdvanceHint)}</p>
      <DeliveryLines lines={lines} labels={labels} onChange={setLines} />
      {rest > 0 && (
        <Choice
          label={t(RECEIPTS.restPaidBy, { amount: money(rest) })}
          value={restPaidBy}
          options={paymentOptions()}
          onChange={setRestPaidBy}
        />
      )}
      {delivery === undefined && <p class="muted">{t(RECEIPTS.incomplete)}</p>}
      <IssuingState issuing={issuing} onIssued={setClosed} />
      <footer class="actions">
        <Button kind="primary" type="submit" disabled={delivery === undefined || issuing.state !== 'idle'}>
          {t(RECEIPTS.closeNow, { total: money((delivery?.total ?? 0) / 100) })}
        </Button>
      </footer>
    </Form>
  );
}

import type { JSX } from 'preact';
import type { ReceiptRow } from '../../../../admin/index.js';
import { callApi, type Reply } from '../../net/http.js';
import { Dialog } from '../../parts/dialog.js';
import { Show, useLoaded } from '../../parts/load.js';
import { t } from '../../text/language.js';
import { RECEIPTS } from '../../text/receipts.js';
import type { Invoice } from './invoice.js';
import { RefundForm } from './refundForm.js';

interface RefundDialogProps {
  readonly invoice: Invoice;
  /** The receipts that refer to it; undefined while they are not known. */
  readonly referring: readonly ReceiptRow[] | undefined;
  readonly onClose: () => void;
}

/** Refunds a receipt: first it is found out what was refunded before. */
export function RefundDialog({ invoice, referring, onClose }: RefundDialogProps): JSX.Element {
  const refunds = useLoaded(() => refundsOf(referring), [referring]);
  return (
    <Dialog title={t(RECEIPTS.refundTitle, { number: invoice.pfr.invoiceNumber })} onClose={onClose}>
      {referring !== undefined && (
        <Show loaded={refunds}>{(before) => <RefundForm invoice={invoice} refunds={before} />}</Show>
      )}
    </Dialog>
  );
}

/** The refunds among the receipts, whole; a copy of a refund returns nothing. */
async function refundsOf(referring: readonly ReceiptRow[] | undefined): Promise<Reply<Invoice[]>> {
  const invoices: Invoice[] = [];
  for (const { uuid, transactionType, invoiceType } of referring ?? []) {
    if (transactionType !== 'Refund' || (invoiceType !== 'Normal' && invoiceType !== 'Advance')) continue;
    const reply = await callApi<Invoice>(`/invoices/${uuid}`);
    if (!reply.ok) return reply;
    invoices.push(reply.value);
  }
  return { ok: true, value: invoices, status: 200, headers: new Headers() };
}

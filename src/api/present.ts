import { sumToRsd, toRsd } from '../base/money.js';
import { toQuantity } from '../base/quantity.js';
import { dayText, localTime } from '../base/time.js';
import type { QueueView } from '../invoicing/queue.js';
import type { IssuedInvoice } from '../ledger/invoice.js';
import type { StoredItem } from '../ledger/views/main.js';
import type { DayTurnover } from '../ledger/views/turnover.js';
import type { PfrStatus } from '../pfr/port.js';
import type { JobView, PrinterView } from '../printing/printing.js';
import { printedJournal } from '../receipt/printed.js';
import { ACCOUNTING_RULE, type Summary } from '../reports/reports.js';
import { processorFields } from './schemas/status.js';

/** Fiscal only: the real environment and a real processor. */
export function isFiscal({ environment, mode }: Pick<IssuedInvoice, 'environment' | 'mode'>): boolean {
  return environment === 'production' && mode !== 'demo';
}

/**
 * The processor in a status: what a real one tells of itself, and what the box says of it, which nothing can replace. A
 * field that is of another type than the document promises is left out.
 */
export function presentProcessor({ fields, ok, mode, environment, uid, words }: PfrStatus): object {
  const kept = Object.entries(fields).filter(([name, value]) => isPromised(name, value));
  return { ...Object.fromEntries(kept), ok, mode, env: environment, uid, message: words.sr };
}

function isPromised(name: string, value: unknown): boolean {
  const promised = Object.hasOwn(processorFields, name) ? processorFields[name]?.['type'] : undefined;
  return promised === undefined || promised === (Array.isArray(value) ? 'array' : typeof value);
}

/** The receipt as it is shown and printed. */
export function journalOf({ signature, draft }: IssuedInvoice): string {
  return printedJournal(signature.journal, draft);
}

/** The public shape of an invoice. Money leaves the integers here and nowhere else. */
export function presentInvoice(invoice: IssuedInvoice): object {
  const { draft, signature } = invoice;
  return {
    uuid: invoice.uuid,
    invoiceType: draft.invoiceType,
    transactionType: draft.transactionType,
    cashier: draft.cashier,
    total: toRsd(draft.total),
    payments: draft.payments.map(({ paymentType, amount }) => ({ paymentType, amount: toRsd(amount) })),
    items: draft.lines.map((line) => ({
      name: line.name,
      unit: line.unit,
      quantity: toQuantity(line.quantity),
      unitPrice: toRsd(line.unitPrice),
      totalAmount: toRsd(line.total),
      label: line.label,
      gtin: line.gtin,
    })),
    taxItems: signature.taxItems.map(({ amount, total, ...rest }) => ({
      ...rest,
      amount: toRsd(amount),
      total: toRsd(total),
    })),
    buyerId: draft.buyerId,
    referentDocumentNumber: draft.referentNumber,
    referentDocumentDT: draft.referentTime,
    pfr: {
      mode: invoice.mode,
      environment: invoice.environment,
      fiscal: isFiscal(invoice),
      demo: invoice.mode === 'demo',
      requestedBy: signature.requestedBy,
      signedBy: signature.signedBy,
      invoiceNumber: signature.invoiceNumber,
      invoiceCounter: signature.invoiceCounter,
      sdcDateTime: localTime(signature.time),
      verificationUrl: signature.verificationUrl,
      verificationQRCode: signature.verificationQRCode,
    },
    clientRequestId: invoice.clientRequestId,
    journal: journalOf(invoice),
    createdAt: localTime(invoice.createdAt),
  };
}

/** The public shape of a print job. */
export function presentJob({ id, uuid, printer, state, reason, repeat, createdAt, updatedAt }: JobView): object {
  const times = { createdAt: localTime(createdAt), updatedAt: localTime(updatedAt) };
  return { id, uuid, printer, state, reason, repeat, ...times };
}

/** The public shape of a request that was to be queued. */
export function presentQueued({ order, state, position, uuid, reason }: QueueView): object {
  const { clientRequestId, number, queuedAt, total } = order;
  const place = { clientRequestId, number, state, position, queuedAt: localTime(queuedAt) };
  return { ...place, uuid, reason, total: toRsd(total) };
}

/** The same of an invoice of which the queue knows nothing, or nothing any more. */
export function presentIssued({ uuid, draft }: IssuedInvoice, clientRequestId: string): object {
  const place = { clientRequestId, number: null, state: 'issued', position: null, queuedAt: null };
  return { ...place, uuid, reason: null, total: toRsd(draft.total) };
}

/** The public shape of a printer. */
export function presentPrinter({ name, address, state, reason, proof }: PrinterView): object {
  return { name, address, state, reason, proof };
}

/** The public shape of a catalogue item. */
export function presentItem({ price, ...item }: StoredItem): object {
  return { ...item, price: toRsd(price) };
}

export function presentSummary({ totals, byTaxLabel, byPaymentType, byCashier }: Summary): object {
  return {
    totals: {
      invoices: totals.invoices,
      turnover: sumToRsd(totals.amount),
      refunds: { count: totals.refunds, amount: sumToRsd(totals.refunded) },
    },
    byTaxLabel: byTaxLabel.map((row) => ({ ...row, turnover: sumToRsd(row.turnover) })),
    byPaymentType: byPaymentType.map((row) => ({ ...row, amount: sumToRsd(row.amount) })),
    byCashier: byCashier.map((row) => ({ ...row, turnover: sumToRsd(row.turnover) })),
    rule: ACCOUNTING_RULE,
  };
}

export function presentDays(days: readonly DayTurnover[]): object {
  return {
    days: days.map(({ day, invoices, amount }) => ({ date: dayText(day), invoices, turnover: sumToRsd(amount) })),
    rule: ACCOUNTING_RULE,
  };
}

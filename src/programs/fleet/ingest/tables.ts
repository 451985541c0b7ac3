import type { Client } from 'pg';
import type { ToldEvent, ToldReceipt, ToldRecord } from '../message/told.js';
import { CopyRows } from '../postgres/copy.js';

const RECORD = ['box', 'epoch', 'sequence', 'recorded_at'];
const PART = [...RECORD, 'position'];

/** True when the receipt of the same record has all data of this event. */
export function isToldByReceipt({ type }: ToldEvent, { receipt }: ToldRecord): boolean {
  return receipt !== null && (type === 'invoice.issued' || type === 'invoice.refunded');
}

/** Rows of accepted records, to be copied into their tables. */
export class RecordRows {
  private readonly records = new CopyRows('kasirbox.record', [...RECORD, 'hash', 'previous', 'is_chained']);
  private readonly events = new CopyRows('kasirbox.event', [...RECORD, 'part', 'type', 'attempt_id', 'body']);
  private readonly receipts = new CopyRows('kasirbox.receipt', [
    ...[...RECORD, 'shop', 'environment', 'day', 'created_at', 'uuid', 'number', 'invoice_type', 'transaction_type'],
    ...['cashier', 'total', 'mode', 'fiscal', 'requested_by', 'signed_by', 'invoice_counter', 'sdc_at', 'buyer_id'],
    ...['buyer_cost_center_id', 'referent_number', 'referent_at', 'client_request_id', 'verification_url', 'journal'],
  ]);
  private readonly items = new CopyRows('kasirbox.receipt_item', [
    ...PART,
    ...['name', 'unit', 'quantity', 'unit_price', 'total', 'label', 'gtin'],
  ]);
  private readonly payments = new CopyRows('kasirbox.receipt_payment', [...PART, 'payment_type', 'amount']);
  private readonly taxes = new CopyRows('kasirbox.receipt_tax', [
    ...PART,
    ...['label', 'category', 'rate', 'amount', 'total'],
  ]);

  /** `box` is the id of its row. */
  add(box: number, shop: string, record: ToldRecord): void {
    const { epoch, sequence, hash, previous, isChained, receipt } = record;
    const key = [box, epoch, sequence, new Date(record.recordedAt).toISOString()];
    this.records.add([...key, `\\x${hash}`, `\\x${previous}`, isChained]);
    for (const [part, event] of record.events.entries()) {
      if (isToldByReceipt(event, record)) continue;
      this.events.add([...key, part, event.type, event.attemptId, JSON.stringify(event.source)]);
    }
    if (receipt !== null) this.addReceipt(key, shop, receipt);
  }

  private addReceipt(key: readonly (string | number)[], shop: string, receipt: ToldReceipt): void {
    const { pfr, createdAt, day, environment, uuid, invoiceType, transactionType, cashier, total } = receipt;
    this.receipts.add([
      ...key,
      ...[shop, environment, day, createdAt, uuid, pfr.invoiceNumber, invoiceType, transactionType],
      ...[cashier, total, pfr.mode, pfr.fiscal, pfr.requestedBy, pfr.signedBy, pfr.invoiceCounter, pfr.sdcDateTime],
      ...[receipt.buyerId, receipt.buyerCostCenterId, receipt.referentDocumentNumber, receipt.referentDocumentDT],
      ...[receipt.clientRequestId, pfr.verificationUrl, receipt.journal],
    ]);
    for (const [position, item] of receipt.items.entries()) {
      const { name, unit, quantity, unitPrice, totalAmount, label, gtin } = item;
      this.items.add([...key, position, name, unit, quantity, unitPrice, totalAmount, label, gtin]);
    }
    for (const [position, { paymentType, amount }] of receipt.payments.entries()) {
      this.payments.add([...key, position, paymentType, amount]);
    }
    for (const [position, tax] of receipt.taxItems.entries()) {
      this.taxes.add([...key, position, tax.label, tax.categoryName, tax.rate, tax.amount, tax.total]);
    }
  }

  async send(client: Client): Promise<void> {
    for (const rows of [this.records, this.events, this.receipts, this.items, this.payments, this.taxes]) {
      await rows.send(client);
    }
  }
}

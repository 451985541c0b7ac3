import type { Client } from 'pg';
import type { ParaSum } from '../../../base/index.js';
import { labelsOfLine } from '../../../contract/index.js';
import type { DecodedReceipt, DecodedRecord, DecodedSale } from '../message/decoded.js';
import { isCoveredByReceipt } from './ingestTables.js';

/** Amounts to be added to a row of a table of sums. */
interface Gain {
  readonly environment: string;
  readonly day: string;
  readonly box: number;
  readonly shop: string;
  readonly member: string;
  receipts: number;
  amount: ParaSum;
  refunds: number;
  refunded: ParaSum;
}

/** One table of sums. `member` is the column by which it is broken down further. */
class DaySums {
  private readonly gains = new Map<string, Gain>();

  constructor(
    private readonly table: string,
    private readonly member: string | undefined,
  ) {}

  add(
    box: number,
    shop: string,
    { environment, day, transactionType }: DecodedSale,
    member: string,
    para: ParaSum,
  ): void {
    const key = [environment, day, box, shop, member].join('\t');
    let gain = this.gains.get(key);
    if (gain === undefined) {
      gain = { environment, day, box, shop, member, receipts: 0, amount: 0n, refunds: 0, refunded: 0n };
      this.gains.set(key, gain);
    }
    const isRefund = transactionType === 'Refund';
    gain.receipts += 1;
    gain.amount += isRefund ? -para : para;
    if (!isRefund) return;
    gain.refunds += 1;
    gain.refunded += para;
  }

  async send(client: Client): Promise<void> {
    if (this.gains.size === 0) return;
    const gains = [...this.gains.values()];
    const member = this.member === undefined ? [] : [this.member];
    const key = ['environment', 'day', 'box', 'shop', ...member];
    const types = [
      'text',
      'date',
      'int',
      'text',
      ...member.map(() => 'text'),
      'bigint',
      'numeric',
      'bigint',
      'numeric',
    ];
    const values = [
      ...[gains.map((gain) => gain.environment), gains.map((gain) => gain.day)],
      ...[gains.map((gain) => gain.box), gains.map((gain) => gain.shop)],
      ...member.map(() => gains.map((gain) => gain.member)),
      ...[gains.map((gain) => gain.receipts), gains.map((gain) => String(gain.amount))],
      ...[gains.map((gain) => gain.refunds), gains.map((gain) => String(gain.refunded))],
    ];
    await client.query(
      `INSERT INTO kasirbox.${this.table} AS t (${key.join(', ')}, receipts, amount, refunds, refunded)
       SELECT * FROM unnest(${types.map((type, index) => `$${index + 1}::${type}[]`).join(', ')})
       ON CONFLICT (${key.join(', ')}) DO UPDATE SET receipts = t.receipts + excluded.receipts,
         amount = t.amount + excluded.amount, refunds = t.refunds + excluded.refunds, refunded = t.refunded + excluded.refunded`,
      values,
    );
  }
}

/** Types of receipts that are turnover, as on the box. */
const COUNTED: readonly string[] = ['Normal', 'Advance'];

/** Exact sums of each day, updated in the transaction of the receipts. */
export class Sums {
  private readonly turnover = new DaySums('day_turnover', undefined);
  private readonly labels = new DaySums('day_label', 'label');
  private readonly payments = new DaySums('day_payment', 'payment_type');
  private readonly cashiers = new DaySums('day_cashier', 'cashier');

  /** `box` is the id of its row. */
  add(box: number, shop: string, record: DecodedRecord): void {
    if (record.receipt !== null) this.addReceipt(box, shop, record.receipt);
    for (const event of record.events) {
      const isIssued = event.type === 'invoice.issued' || event.type === 'invoice.refunded';
      // The receipt could not be read on the box, but its total is known.
      if (!isIssued || event.sale === null || isCoveredByReceipt(event, record)) continue;
      if (COUNTED.includes(event.sale.invoiceType))
        this.turnover.add(box, shop, event.sale, '', BigInt(event.sale.total));
    }
  }

  private addReceipt(box: number, shop: string, receipt: DecodedReceipt): void {
    if (!COUNTED.includes(receipt.invoiceType)) return;
    const total = BigInt(receipt.total);
    this.turnover.add(box, shop, receipt, '', total);
    this.cashiers.add(box, shop, receipt, receipt.cashier ?? '', total);
    for (const { paymentType, amount } of receipt.payments) {
      this.payments.add(box, shop, receipt, paymentType, BigInt(amount));
    }
    const labels = new Map<string, ParaSum>();
    // A line counts for each of its labels, as on the box.
    for (const item of receipt.items) {
      for (const label of labelsOfLine(item)) labels.set(label, (labels.get(label) ?? 0n) + BigInt(item.totalAmount));
    }
    for (const [label, amount] of labels) this.labels.add(box, shop, receipt, label, amount);
  }

  async send(client: Client): Promise<void> {
    for (const sums of [this.turnover, this.labels, this.payments, this.cashiers]) await sums.send(client);
  }
}

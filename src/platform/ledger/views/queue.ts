import type { Environment } from '../../../contract/index.js';
import { uuidFromBytes } from '../../../base/index.js';
import type { InvoiceRow } from '../invoice.js';
import {
  isReceiptOf,
  isSoldWithoutReceipt,
  type ClosedOrder,
  type QueuedOrder,
  type QueueTicket,
  type ReceiptKind,
} from '../queuedOrder.js';
import { textOf, type View } from './sql.js';

/** Orders that wait for their processor, sales without a receipt, and some orders that have left the queue. */
export const QUEUE_SCHEMA = `
CREATE TABLE queued (place INTEGER PRIMARY KEY, value TEXT);
CREATE TABLE unsettled (place INTEGER PRIMARY KEY, value TEXT);
CREATE TABLE dequeued (place INTEGER PRIMARY KEY, value TEXT);
`;

/** Number of orders that stay available after they have left the queue; those settled by a receipt always do. */
const KEPT_LEFT = 1000;

/** The offline queue; written to the tables only for a snapshot, because a sale touches memory only. */
export class Queue {
  /** Queued and refused orders by environment and key, in the order of queueing. */
  private readonly open = new Map<string, QueuedOrder>();
  /**
   * Removed sales without a receipt by number, in the order of removal; never forgotten. The key of one may have been
   * used for another document since, which then is an order of its own.
   */
  private readonly unsettled = new Map<number, QueuedOrder>();
  private readonly gone = new Map<string, ClosedOrder>();
  private highest = 0;
  private size = 0;

  constructor(private readonly view: View) {
    for (const { ticket, ...how } of this.saved<ClosedOrder>('dequeued')) this.leave(ticket, how);
    // A sale stays listed although another document, such as a pro-forma, was issued under its key: see end().
    for (const order of this.saved<QueuedOrder>('unsettled')) this.list(order);
    for (const order of this.saved<QueuedOrder>('queued')) this.put(order);
  }

  /** Applies the order of a record. */
  put(order: QueuedOrder): void {
    const name = nameOf(order);
    this.highest = Math.max(this.highest, order.number);
    const before = this.open.get(name);
    if (order.state === 'removed') {
      const settledBy = order.settlement?.receipt ?? order.settledBy;
      const { uuid = null, ticket = order } = this.gone.get(name) ?? {};
      // A fiscal receipt under its key is the last word.
      if (uuid !== null && !this.unsettled.has(order.number)) return;
      this.unlist(order.number);
      // Another order may wait under its key by now, or have got its receipt.
      if (before === undefined || before.number === order.number)
        this.leave(uuid === null ? order : ticket, { uuid, ...(settledBy !== undefined && { settledBy }) });
      this.list(order);
      return;
    }
    this.close(name);
    this.gone.delete(name);
    this.unlist(order.number);
    // A refused order whose key now serves another document.
    if (before !== undefined && before.number !== order.number) this.list(asRemoved(before));
    this.open.set(name, order);
    this.size += sizeOf(order);
  }

  /** Ends the order with the key of an issued receipt, if any. A sale without a fiscal receipt stays listed. */
  end(receipt: EndingRow): void {
    const { environment, clientRequestId, uuid } = receipt;
    if (clientRequestId === null || this.highest === 0) return;
    const name = nameOf({ environment, clientRequestId });
    // A removed order may have been asked for again and issued at once.
    const unsettled = this.unsettledOf(name);
    const order = this.open.get(name) ?? unsettled.at(-1);
    const { ticket = order, settledBy = order?.settledBy } = this.gone.get(name) ?? {};
    const left = order ?? ticket;
    if (left !== undefined)
      this.leave(left, { uuid: uuidFromBytes(uuid), ...(settledBy !== undefined && { settledBy }) });
    for (const one of unsettled) if (isReceiptOf(one, receipt)) this.unlist(one.number);
    if (order !== undefined && !isReceiptOf(order, receipt)) this.list(asRemoved(order));
  }

  /** A queued or refused order. */
  find(environment: Environment, clientRequestId: string): QueuedOrder | undefined {
    return this.open.get(nameOf({ environment, clientRequestId }));
  }

  /** An order that has left the queue recently, or without a receipt. */
  left(environment: Environment, clientRequestId: string): ClosedOrder | undefined {
    const name = nameOf({ environment, clientRequestId });
    const unsettled = this.unsettledOf(name).at(-1);
    return this.gone.get(name) ?? (unsettled && { ticket: ticketOf(unsettled), uuid: null });
  }

  /** Removed sales of both environments that have no receipt and are not settled, in the order of removal. */
  withoutReceipt(): readonly QueuedOrder[] {
    return [...this.unsettled.values()];
  }

  /** True when the key is that of a refused or removed sale which this document leaves without a receipt. */
  leavesSale(
    { environment, clientRequestId }: Pick<QueueTicket, 'environment' | 'clientRequestId'>,
    document: ReceiptKind,
  ): boolean {
    const name = nameOf({ environment, clientRequestId });
    const before = this.open.get(name);
    const sales = [...(before === undefined ? [] : [asRemoved(before)]), ...this.unsettledOf(name)];
    return sales.some((order) => isSoldWithoutReceipt(order) && !isReceiptOf(order, document));
  }

  /** The sale that a person has settled by naming this PFR number. */
  settledBy(receipt: string): QueueTicket | undefined {
    for (const order of this.open.values()) if (order.settledBy === receipt) return order;
    for (const { ticket, settledBy } of this.gone.values()) if (settledBy === receipt) return ticket;
    return undefined;
  }

  /** The order with a number: queued, refused, or one that has left the queue recently. */
  numbered(environment: Environment, number: number): QueueTicket | undefined {
    const isIt = (ticket: QueueTicket): boolean => ticket.environment === environment && ticket.number === number;
    for (const order of this.open.values()) if (isIt(order)) return order;
    for (const order of this.unsettled.values()) if (isIt(order)) return order;
    for (const { ticket } of this.gone.values()) if (isIt(ticket)) return ticket;
    return undefined;
  }

  /** Queued and refused orders of an environment, in the order of queueing. */
  *orders(environment: Environment): Generator<QueuedOrder> {
    for (const order of this.open.values()) if (order.environment === environment) yield order;
  }

  /** Number of queued and refused orders of both environments. */
  get count(): number {
    return this.open.size;
  }

  /** Size of their requests, characters of JSON. */
  get characters(): number {
    return this.size;
  }

  /** Number of the next order. */
  get nextNumber(): number {
    return this.highest + 1;
  }

  /** Writes all orders to the tables. */
  save(): void {
    this.view.batch(() => {
      this.write('queued', this.open.values());
      this.write('unsettled', this.unsettled.values());
      this.write('dequeued', this.gone.values());
    });
  }

  /** Lists a removed order, if it is a sale without a receipt. */
  private list(order: QueuedOrder): void {
    this.highest = Math.max(this.highest, order.number);
    if (!isSoldWithoutReceipt(order)) return;
    this.unlist(order.number);
    this.unsettled.set(order.number, order);
    this.size += sizeOf(order);
  }

  private unlist(number: number): void {
    const before = this.unsettled.get(number);
    if (before !== undefined) this.size -= sizeOf(before);
    this.unsettled.delete(number);
  }

  /** In the order of removal. */
  private unsettledOf(name: string): readonly QueuedOrder[] {
    return [...this.unsettled.values()].filter((order) => nameOf(order) === name);
  }

  private close(name: string): void {
    const before = this.open.get(name);
    if (before !== undefined) this.size -= sizeOf(before);
    this.open.delete(name);
  }

  private leave(order: QueueTicket, how: Omit<ClosedOrder, 'ticket'>): void {
    const ticket = ticketOf(order);
    const name = nameOf(ticket);
    this.close(name);
    this.gone.delete(name);
    this.gone.set(name, { ticket, ...how });
    this.highest = Math.max(this.highest, ticket.number);
    if (this.gone.size > KEPT_LEFT) this.forgetOne();
  }

  /**
   * Removes the order with the lowest number, so that the highest number is always known. Those that a person settled
   * by a receipt are few, and remain: the receipt must not settle another sale.
   */
  private forgetOne(): void {
    const tickets = [...this.gone.values()].flatMap(({ ticket, settledBy }) =>
      settledBy === undefined ? [ticket] : [],
    );
    if (tickets.length <= KEPT_LEFT) return;
    const oldest = tickets.reduce((one, other) => (other.number < one.number ? other : one));
    this.gone.delete(nameOf(oldest));
  }

  private saved<T>(table: Table): T[] {
    return this.view
      .all(`SELECT value FROM ${table} ORDER BY place`)
      .map((row) => JSON.parse(textOf(row, 'value')) as T);
  }

  private write(table: Table, values: Iterable<object>): void {
    this.view.run(`DELETE FROM ${table}`);
    for (const value of values) this.view.run(`INSERT INTO ${table} (value) VALUES (?)`, [JSON.stringify(value)]);
  }
}

type EndingRow = Pick<InvoiceRow, 'environment' | 'clientRequestId' | 'uuid'> & ReceiptKind;
type Table = 'queued' | 'unsettled' | 'dequeued';

function asRemoved(order: QueuedOrder): QueuedOrder {
  return { ...order, state: 'removed', reason: null };
}

function ticketOf({ environment, clientRequestId, number, total, queuedAt }: QueueTicket): QueueTicket {
  return { environment, clientRequestId, number, total, queuedAt };
}

function nameOf({ environment, clientRequestId }: Pick<QueueTicket, 'environment' | 'clientRequestId'>): string {
  return `${environment} ${clientRequestId}`;
}

/** Computed once for each order, as a queue has few records. */
function sizeOf({ request }: QueuedOrder): number {
  return JSON.stringify(request).length;
}

import { type Environment, uuidFromBytes } from '../../../base/index.js';
import type { InvoiceRow } from '../invoice.js';
import type { LeftOrder, QueuedOrder, QueueTicket } from '../queuedOrder.js';
import { textOf, type View } from './sql.js';

/** Orders that wait for their processor, and some that have left the queue. */
export const QUEUE_SCHEMA = `
CREATE TABLE queued (place INTEGER PRIMARY KEY, value TEXT);
CREATE TABLE dequeued (place INTEGER PRIMARY KEY, value TEXT);
`;

/** Number of orders that stay available after they have left the queue. */
export const KEPT_LEFT = 1000;

/** The offline queue; written to the tables only for a snapshot, because a sale touches memory only. */
export class Queue {
  /** Queued and refused orders by environment and key, in the order of queueing. */
  private readonly open = new Map<string, QueuedOrder>();
  private readonly gone = new Map<string, LeftOrder>();
  private highest = 0;
  private size = 0;

  constructor(private readonly view: View) {
    for (const left of this.saved<LeftOrder>('dequeued')) this.leave(left.ticket, left.uuid);
    for (const order of this.saved<QueuedOrder>('queued')) this.put(order);
  }

  /** Applies the order of a record. */
  put(order: QueuedOrder): void {
    const name = nameOf(order);
    const before = this.open.get(name);
    this.highest = Math.max(this.highest, order.number);
    if (order.state === 'removed') {
      if (before !== undefined) this.leave(order, null);
      return;
    }
    this.close(name);
    this.gone.delete(name);
    this.open.set(name, order);
    this.size += sizeOf(order);
  }

  /** Called when a receipt was issued; ends the order with its key, if there is one. */
  end({ environment, clientRequestId, uuid }: Pick<InvoiceRow, 'environment' | 'clientRequestId' | 'uuid'>): void {
    if (clientRequestId === null || this.highest === 0) return;
    const name = nameOf({ environment, clientRequestId });
    // A removed order may have been requested again and issued at once.
    const order = this.open.get(name) ?? this.gone.get(name)?.ticket;
    if (order !== undefined) this.leave(order, uuidFromBytes(uuid));
  }

  /** A queued or refused order. */
  find(environment: Environment, clientRequestId: string): QueuedOrder | undefined {
    return this.open.get(nameOf({ environment, clientRequestId }));
  }

  /** An order that has left the queue recently. */
  left(environment: Environment, clientRequestId: string): LeftOrder | undefined {
    return this.gone.get(nameOf({ environment, clientRequestId }));
  }

  /** The order with a number: queued, refused, or one that has left the queue recently. */
  numbered(environment: Environment, number: number): QueueTicket | undefined {
    const isIt = (ticket: QueueTicket): boolean => ticket.environment === environment && ticket.number === number;
    for (const order of this.open.values()) if (isIt(order)) return order;
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
      this.write('dequeued', this.gone.values());
    });
  }

  private close(name: string): void {
    const before = this.open.get(name);
    if (before === undefined) return;
    this.open.delete(name);
    this.size -= sizeOf(before);
  }

  private leave({ environment, clientRequestId, number, total, queuedAt }: QueueTicket, uuid: string | null): void {
    const ticket = { environment, clientRequestId, number, total, queuedAt };
    const name = nameOf(ticket);
    this.close(name);
    this.gone.delete(name);
    this.gone.set(name, { ticket, uuid });
    this.highest = Math.max(this.highest, number);
    if (this.gone.size > KEPT_LEFT) this.forgetOne();
  }

  /** Removes the order with the lowest number, so that the highest number is always known. */
  private forgetOne(): void {
    let oldest: QueueTicket | undefined;
    for (const { ticket } of this.gone.values()) if (ticket.number < (oldest?.number ?? Infinity)) oldest = ticket;
    if (oldest !== undefined) this.gone.delete(nameOf(oldest));
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

type Table = 'queued' | 'dequeued';

function nameOf({ environment, clientRequestId }: Pick<QueueTicket, 'environment' | 'clientRequestId'>): string {
  return `${environment} ${clientRequestId}`;
}

/** Computed once for each order, as a queue has few records. */
function sizeOf({ request }: QueuedOrder): number {
  return JSON.stringify(request).length;
}

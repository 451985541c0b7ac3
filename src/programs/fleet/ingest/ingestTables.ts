import type { Client } from 'pg';
import { readPfrNumber } from '../../../contract/index.js';
import type { DecodedEvent, DecodedReceipt, DecodedRecord } from '../message/decoded.js';
import { CopyRows } from '../postgres/connect.js';
import type { Hole } from './chain.js';
import type { ArrivedState } from './checkBoxes.js';

const RECORD = ['box', 'epoch', 'sequence', 'recorded_at'];
const PART = [...RECORD, 'position'];

/** True when the receipt of the same record has all data of this event. */
export function isCoveredByReceipt({ type }: DecodedEvent, { receipt }: DecodedRecord): boolean {
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
    ...['label', 'category', 'rate', 'per_unit', 'amount', 'total'],
  ]);

  /** `box` is the id of its row. */
  add(box: number, shop: string, record: DecodedRecord): void {
    const { epoch, sequence, hash, previous, isChained, receipt } = record;
    const key = [box, epoch, sequence, new Date(record.recordedAt).toISOString()];
    this.records.add([...key, `\\x${hash}`, `\\x${previous}`, isChained]);
    for (const [part, event] of record.events.entries()) {
      if (isCoveredByReceipt(event, record)) continue;
      this.events.add([...key, part, event.type, event.attemptId, JSON.stringify(event.source)]);
    }
    if (receipt !== null) this.addReceipt(key, shop, receipt);
  }

  private addReceipt(key: readonly (string | number)[], shop: string, receipt: DecodedReceipt): void {
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
      const { label, categoryName, rate, perUnit, amount, total } = tax;
      this.taxes.add([...key, position, label, categoryName, rate, perUnit, amount, total]);
    }
  }

  async send(client: Client): Promise<void> {
    for (const rows of [this.records, this.events, this.receipts, this.items, this.payments, this.taxes]) {
      await rows.send(client);
    }
  }
}

/** A state with the id of its box. */
export type StateOfBox = ArrivedState & { readonly box: number };

/**
 * Stores the newest state of each box: the one that the stream received last. Its own time is not used, since the clock
 * of a box may be set back.
 */
export async function writeStates(client: Client, states: readonly StateOfBox[]): Promise<void> {
  const newest = new Map<number, StateOfBox>();
  for (const one of states) {
    const other = newest.get(one.box);
    if (other === undefined || one.storedAt >= other.storedAt) newest.set(one.box, one);
  }
  for (const [box, { state, storedAt }] of newest) {
    await client.query(
      `INSERT INTO kasirbox.box_state AS s
         (box, at, stored_at, version, environment, sequence, hash, epoch, catalogue_group, catalogue_version, behind, problems)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
       ON CONFLICT (box) DO UPDATE SET at = excluded.at, stored_at = excluded.stored_at, version = excluded.version,
         environment = excluded.environment, sequence = excluded.sequence, hash = excluded.hash, epoch = excluded.epoch,
         catalogue_group = excluded.catalogue_group, catalogue_version = excluded.catalogue_version,
         behind = excluded.behind, problems = excluded.problems
       WHERE excluded.stored_at >= s.stored_at`,
      [
        ...[box, new Date(state.at), new Date(storedAt), state.version, state.environment, state.sequence, state.hash],
        ...[state.epoch, state.catalogue?.group ?? null, state.catalogue?.version ?? null, state.behind],
        JSON.stringify(state.problems),
      ],
    );
  }
}

/** Hash of the last record that each box has reported. */
export async function lastHashes(
  client: Client,
  boxes: readonly Pick<StateOfBox, 'box'>[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await client.query<{ box: number; hash: string }>(
    'SELECT box, hash FROM kasirbox.box_state WHERE box = ANY ($1::int[])',
    [boxes.map(({ box }) => box)],
  );
  return new Map(rows.map(({ box, hash }) => [box, hash]));
}

/** Replaces the stored holes of boxes. The alarm of a filled hole ends. */
export async function writeHoles(client: Client, boxes: ReadonlyMap<number, readonly Hole[]>): Promise<void> {
  if (boxes.size === 0) return;
  const ids = [...boxes.keys()];
  const holes = [...boxes].flatMap(([box, list]) => list.map((hole) => ({ box, ...hole })));
  await client.query('DELETE FROM kasirbox.hole WHERE box = ANY ($1::int[])', [ids]);
  await client.query(
    `INSERT INTO kasirbox.hole (box, alarm, from_sequence, from_hash, to_sequence, to_hash)
     SELECT t.box, a.id, from_sequence, from_hash, to_sequence, to_hash
     FROM unnest($1::int[], $2::text[], $3::bigint[], $4::text[], $5::bigint[], $6::text[])
       AS t (box, key, from_sequence, from_hash, to_sequence, to_hash)
     JOIN kasirbox.alarm a ON a.box = t.box AND a.key = t.key`,
    [
      holes.map(({ box }) => box),
      holes.map(({ alarm }) => alarm),
      holes.map(({ from }) => from?.sequence ?? null),
      holes.map(({ from }) => from?.hash ?? null),
      holes.map(({ to }) => to.sequence),
      holes.map(({ to }) => to.hash),
    ],
  );
  await client.query(
    `UPDATE kasirbox.alarm a SET ended_at = now()
     WHERE a.box = ANY ($1::int[]) AND a.kind = 'hole' AND a.ended_at IS NULL
       AND NOT EXISTS (SELECT FROM kasirbox.hole h WHERE h.alarm = a.id)`,
    [ids],
  );
}

/** Counters of accepted receipts, for finding missing ones. */
export class CounterSeries {
  private readonly series = new Map<string, Set<number>>();

  add({ receipt, events }: DecodedRecord): void {
    if (receipt !== null) this.note(receipt.environment, receipt.pfr.invoiceNumber);
    else for (const { sale, number } of events) this.note(sale?.environment, number);
  }

  private note(environment: string | undefined, text: string | null): void {
    const number = text === null ? undefined : readPfrNumber(text);
    if (environment === undefined || number === undefined) return;
    const key = [environment, number.requestedBy, number.signedBy].join('\t');
    const counters = this.series.get(key) ?? new Set();
    this.series.set(key, counters.add(number.counter));
  }

  /** In a fixed order: boxes may share a requester, and two transactions must not deadlock. */
  async send(client: Client): Promise<void> {
    if (this.series.size === 0) return;
    const sorted = [...this.series].sort(([one], [other]) => (one < other ? -1 : 1));
    const keys = sorted.map(([key]) => key.split('\t'));
    const columns = [0, 1, 2].map((column) => keys.map((key) => key[column]));
    await client.query(
      `INSERT INTO kasirbox.run AS t (environment, requested_by, signed_by, numbers)
       SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::int8multirange[])
       ON CONFLICT (environment, requested_by, signed_by) DO UPDATE SET numbers = t.numbers + excluded.numbers`,
      [...columns, sorted.map(([, counters]) => multirange(counters))],
    );
  }
}

/** In PostgreSQL's syntax; PostgreSQL joins adjacent ranges. */
function multirange(counters: ReadonlySet<number>): string {
  return `{${Array.from(counters, (counter) => `[${counter},${counter + 1})`).join(',')}}`;
}

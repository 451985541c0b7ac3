import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { headers, type NatsConnection } from '@nats-io/transport-node';
import { jetstream } from '@nats-io/jetstream';
import { packed } from './packing.js';

type Json = Record<string, unknown>;

/** A record as a box sends it. */
export interface SentRecord extends Json {
  epoch: number;
  sequence: number;
  hash: string;
  previous: string;
  after: { sequence: number; hash: string } | null;
  isChained: boolean;
  recordedAt: string;
  events: Json[];
  receipt?: Json | null;
}

export interface Sale {
  /** Para. */
  readonly total: number;
  readonly cashier?: string;
  readonly invoiceType?: string;
  readonly transactionType?: string;
  /** `2026-11-27 08:00:00`. */
  readonly createdAt?: string;
  /** PFR time; `createdAt` when left out. */
  readonly sdcDateTime?: string | null;
  readonly buyerId?: string;
  /** RSD for each unit, of a tax under the label `К`; no such tax when left out. */
  readonly bagTax?: number;
}

const hex = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Writes ledgers as a box does, without one: a chain of records with receipts. */
export class ChainBox {
  epoch = 1;
  sequence = 0;
  private counter = 0;
  private last = hex('start');
  private told: { sequence: number; hash: string } | null = null;
  at = Date.UTC(2026, 10, 27, 7);

  constructor(
    readonly name: string,
    readonly shop = 'KIOSK',
    /** What makes the hashes of a restored box other ones. */
    private branch = '',
  ) {}

  static numbered(number: number, shop?: string): ChainBox {
    return new ChainBox(hex(`box ${number}`).slice(0, 32), shop);
  }

  get subject(): string {
    return `kasirbox.${this.shop}.${this.name}`;
  }

  /** JID of its card. */
  get jid(): string {
    return this.name.slice(0, 8).toUpperCase();
  }

  /** A copy of the box in its present state, which continues separately under another epoch. */
  restored(branch: string): ChainBox {
    const copy = new ChainBox(this.name, this.shop, branch);
    copy.epoch = this.epoch + 1;
    [copy.sequence, copy.counter, copy.last, copy.told, copy.at] = [
      ...([this.sequence, this.counter, this.last, this.told, this.at] as const),
    ];
    return copy;
  }

  /** A record without an event. */
  silent(): void {
    this.next();
  }

  private next(): { hash: string; previous: string } {
    this.sequence += 1;
    this.at += 1000;
    const previous = this.last;
    this.last = hex(`${this.name} ${this.branch} ${this.epoch} ${this.sequence} ${previous}`);
    return { hash: this.last, previous };
  }

  /** `receipt`: null where its body cannot be read, left out where the record is that of no receipt. */
  tell(events: Json[], receipt?: Json | null): SentRecord {
    const { hash, previous } = this.next();
    const record = {
      ...{ epoch: this.epoch, sequence: this.sequence, hash, previous, after: this.told, isChained: true },
      ...{ recordedAt: new Date(this.at).toISOString(), events },
      ...(receipt !== undefined && { receipt }),
    };
    this.told = { sequence: this.sequence, hash: hash.slice(0, 16) };
    return record;
  }

  sell(sale: Sale): SentRecord {
    const { total, cashier = 'Ана', invoiceType = 'Normal', transactionType = 'Sale', buyerId, bagTax } = sale;
    const { createdAt = '2026-11-27 08:00:00', sdcDateTime = createdAt } = sale;
    this.counter += 1;
    const rsd = total / 100;
    const number = `${this.jid}-${this.jid}-${this.counter}`;
    const uuid = hex(`${number} ${this.branch}`).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
    const type = transactionType === 'Refund' ? 'invoice.refunded' : 'invoice.issued';
    const common = { uuid, invoiceType, transactionType, total: rsd, clientRequestId: null, createdAt };
    const receipt = {
      ...common,
      cashier,
      payments: [{ paymentType: 'Cash', amount: rsd }],
      items: [
        { name: 'Кафа\t"1"', unit: 'ком', quantity: 1, unitPrice: rsd, totalAmount: rsd, label: 'Ђ', gtin: null },
      ],
      taxItems: [
        { label: 'Ђ', categoryName: 'ПДВ', rate: 20, amount: Math.round(total / 6) / 100, total: rsd },
        ...(bagTax === undefined
          ? []
          : [{ label: 'К', categoryName: 'Кесе', rate: bagTax, perUnit: true, amount: bagTax, total: rsd }]),
      ],
      ...(buyerId !== undefined && { buyerId }),
      referentDocumentNumber: null,
      referentDocumentDT: null,
      pfr: {
        ...{
          mode: 'lpfr',
          environment: 'production',
          fiscal: true,
          demo: false,
          requestedBy: this.jid,
          signedBy: this.jid,
        },
        ...{ invoiceNumber: number, invoiceCounter: `${this.counter}/${this.counter}ПП`, sdcDateTime },
        verificationUrl: `https://suf.purs.gov.rs/v/?vl=${number}`,
      },
      journal: `============ ФИСКАЛНИ РАЧУН ============\r\n${number}\r\n`,
    };
    return this.tell([{ type }], receipt);
  }

  /** A receipt whose body can no longer be read: its event has only the data of the ledger's index. */
  static unreadable({ receipt, events, ...record }: SentRecord): SentRecord {
    const { uuid, invoiceType, transactionType, total, createdAt, pfr } = receipt as Json & { readonly pfr: Json };
    const { environment, sdcDateTime } = pfr;
    const told = { uuid, invoiceType, transactionType, total, createdAt, sdcDateTime, environment };
    return { ...record, events: [{ ...events[0], ...told, number: pfr['invoiceNumber'] }], receipt: null };
  }

  state(changes: Json = {}): Json {
    return {
      ...{ at: new Date(this.at + 500).toISOString(), version: '0.23.0', environment: 'production' },
      ...{ sequence: this.sequence, hash: this.last, epoch: this.epoch, catalogue: { group: 'kiosks', version: 12 } },
      ...{ problems: [], behind: 0, ...changes },
    };
  }
}

/** Puts messages into the stream as boxes do. */
export class Publisher {
  constructor(private readonly connection: NatsConnection) {}

  async records(box: ChainBox, records: readonly SentRecord[]): Promise<void> {
    await this.raw(box.subject, packed({ records }));
  }

  /** Behind what was published before by a millisecond at least: the ingester compares the times of the stream so. */
  async state(box: ChainBox, state: Json): Promise<void> {
    for (const begun = Date.now(); Date.now() === begun;) await turn();
    await this.raw(`${box.subject}.state`, packed(state));
  }

  async raw(subject: string, data: Uint8Array, format = '1'): Promise<void> {
    const given = headers();
    given.set('Content-Encoding', 'deflate');
    given.set('Kasirbox-Format', format);
    await jetstream(this.connection).publish(subject, data, { headers: given });
  }
}

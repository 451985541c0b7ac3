import { randomBytes } from 'node:crypto';
import { type Answer, BASE, type Client } from './client.js';
import { read, refused, that } from './expect.js';
import {
  invoice,
  type Invoice,
  invoiceList,
  type Item,
  items,
  status,
  type Of,
  type TaxLabel,
  taxLabels,
} from './shapes.js';

export type Fields = Readonly<Record<string, unknown>>;

/** What a run knows of the installation and says again and again: good requests, and what they give. */
export class Till {
  /** Marks what this run leaves behind. */
  readonly run = randomBytes(4).toString('hex');

  private constructor(
    readonly client: Client,
    /** Active labels; the first has the highest rate. */
    readonly labels: readonly TaxLabel[],
    readonly start: Of<typeof status>,
  ) {}

  static async open(client: Client): Promise<Till> {
    const start = read(await client.get('/status'), 200, status);
    const active = read(await client.get('/tax-labels'), 200, taxLabels).taxLabels;
    that(active.length > 0, 'at least one active tax label');
    return new Till(
      client,
      [...active].sort((a, b) => b.rate - a.rate),
      start,
    );
  }

  get label(): TaxLabel {
    return this.labels[0]!;
  }

  get other(): TaxLabel {
    return this.labels[1] ?? this.label;
  }

  /** An id that no other request has. */
  id(): string {
    return `kit-${randomBytes(8).toString('hex')}`;
  }

  /** A good line of 300,00 RSD. */
  line(change: Fields = {}): Fields {
    return { name: 'Кафа', quantity: 2, unitPrice: 150, label: this.label.label, ...change };
  }

  /** A good request of one line of 300,00 RSD. */
  sale(change: Fields = {}): Fields {
    return { items: [this.line()], ...change };
  }

  /** A good request of one line that differs from a good one. */
  saleOf(line: Fields): Fields {
    return { items: [this.line(line)] };
  }

  /** A good request that is paid so. */
  paid(...payments: readonly (readonly [paymentType: string, amount: number])[]): Fields {
    return this.sale({ payments: payments.map(([paymentType, amount]) => ({ paymentType, amount })) });
  }

  async issue(request: Fields = this.sale(), headers: Readonly<Record<string, string>> = {}): Promise<Invoice> {
    return read(await this.client.post('/invoices', request, { headers }), 201, invoice);
  }

  /** What a follow-up document of a receipt needs: its number and time. */
  referring({ pfr }: Invoice): Fields {
    return { referentDocumentNumber: pfr.invoiceNumber, referentDocumentDT: pfr.sdcDateTime };
  }

  /** A receipt of a kind, with the references that some kinds need. */
  issueKind(invoiceType: string, transactionType = 'Sale', change: Fields = {}): Promise<Invoice> {
    const references = { buyerId: '10:123456789', referentDocumentNumber: 'AAAA1111-AAAA1111-1' };
    return this.issue(this.sale({ invoiceType, transactionType, ...references, ...change }));
  }

  /** The Serbian message with which the invoice validator refuses a request with 422. */
  async refusal(request: unknown, path = '/invoices'): Promise<string> {
    const message = refused(await this.client.post(path, request), 422, 'validation');
    that(isSerbian(message), `expected a message in Serbian Cyrillic, is: ${message}`);
    return message;
  }

  /** Demands that every request is refused. */
  async refuses(requests: readonly unknown[], path?: string): Promise<void> {
    for (const request of requests) await this.refusal(request, path);
  }

  /** The first receipt of the list. */
  async newest(): Promise<string | undefined> {
    return read(await this.client.get('/invoices'), 200, invoiceList).invoices[0]?.uuid;
  }

  async items(): Promise<readonly Item[]> {
    return read(await this.client.get('/items'), 200, items).items;
  }

  /** Time of the installation, whole seconds of UTC, from an answer to a call without a key, which stamps nothing. */
  async seconds(): Promise<number> {
    const { headers } = await this.client.fetch('GET', `${BASE}/me`);
    return Math.floor((headers.date === undefined ? Date.now() : Date.parse(headers.date)) / 1000);
  }
}

/** Serbian Cyrillic with, at most, the names of fields and values in Latin script. */
export function isSerbian(message: string): boolean {
  return /\p{Script=Cyrillic}{3}/u.test(message) && !/[ыэъёщ]/i.test(message);
}

export function hasCyrillic(message: string): boolean {
  return /\p{Script=Cyrillic}/u.test(message);
}

/** A text of so many characters. */
export function text(length: number): string {
  return 'ж'.repeat(length);
}

/** Sum of amounts in para, so that no binary fraction is in the way. */
export function para(...amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0);
}

/** The receipts of a page of the list, or what else an answer names by uuid. */
export function uuids(invoices: readonly { readonly uuid: string }[]): string[] {
  return invoices.map(({ uuid }) => uuid);
}

/** Demands one status and one code of many answers. */
export function allRefused(answers: readonly Answer[], expected: number, code: string): void {
  for (const answer of answers) refused(answer, expected, code);
}

import type { Environment, Log } from '../base/index.js';
import { invoiceOf, rowOfRecord } from './change.js';
import type { SegmentFiles } from './files.js';
import type { InvoiceRow, IssuedInvoice } from './invoice.js';
import { type Decode, readReceipts, UnreadableRecord } from './read.js';
import type { Damage } from './recovery.js';
import type { InvoiceRef, Referent } from './views/invoices.js';
import type { SearchManner } from './views/search.js';
import { hasKeys, type InvoiceQuery } from './views/summary.js';
import type { Views } from './views/views.js';

/** Which receipts a list shows, newest first. */
export interface InvoicePage extends InvoiceQuery {
  readonly skip: number;
  readonly limit: number;
}

/** The next receipt of the log; `invoice` is undefined when its record cannot be read any more. */
export interface NextInvoice {
  /** Of its record. */
  readonly sequence: number;
  readonly invoice: IssuedInvoice | undefined;
}

/** Receipts that are read one after another, each when it is asked for. Throws {@link UnreadableRecord} and DiskError. */
export type InvoiceSequence = AsyncGenerator<IssuedInvoice, void, void>;

/** The same of their index rows: without lines, journal and picture, for a fraction of the work. */
export type RowSequence = AsyncGenerator<InvoiceRow, void, void>;

/** A page of what was asked for, as receipts or as index rows: which they are is settled, each is read when it is asked for. */
export interface FoundInvoices {
  readonly invoices: InvoiceSequence;
  readonly rows: RowSequence;
  /** `before` of the page behind this one; undefined when there is none. */
  readonly next: number | undefined;
  /** How many there are on all pages; undefined where counting them would take long. */
  readonly count: number | undefined;
}

/** Receipts that refer to one: the first of them, in order of issue, and how many there are. */
export interface ReferringInvoices {
  readonly first: InvoiceSequence;
  readonly count: number;
}

export interface InvoiceReaderParts {
  readonly files: SegmentFiles;
  /** The views, with all durable records applied. */
  readonly views: () => Views;
  /** Damage that the start found. */
  readonly damage: readonly Damage[];
  /** Has the disk stopped taking writes? Then it may be gone as a whole. */
  readonly isBroken: () => boolean;
  readonly log: Log;
}

/** Finds receipts through the views and reads them from the log. */
export class InvoiceReader {
  /** Records that a read found damaged; the start had found them whole, or had not read them. */
  private readonly lost: Damage[] = [];

  constructor(private readonly parts: InvoiceReaderParts) {}

  /** Acknowledged records that were lost. */
  get damage(): readonly Damage[] {
    return [...this.parts.damage, ...this.lost];
  }

  /** Has a read found damage that the start had not found? */
  get hasFoundDamage(): boolean {
    return this.lost.length > 0;
  }

  /** Undefined for an unknown uuid. Throws {@link UnreadableRecord}, as the next two do. */
  async byUuid(uuid: string): Promise<IssuedInvoice | undefined> {
    return this.one(await this.parts.views().byUuid(uuid));
  }

  async byRequest(environment: Environment, clientRequestId: string): Promise<IssuedInvoice | undefined> {
    return this.one(await this.parts.views().byRequest(environment, clientRequestId));
  }

  /** By the parts of a PFR number. */
  async byNumber(requestedBy: string, signedBy: string, totalCounter: number): Promise<IssuedInvoice | undefined> {
    const number = `${requestedBy}-${signedBy}-${totalCounter}`;
    return this.one(await this.parts.views().byNumber(number, requestedBy, totalCounter));
  }

  /** In order of issue. What cannot be read is left out and becomes {@link damage}, as in {@link page}. */
  async byReferent(referent: Referent): Promise<IssuedInvoice[]> {
    return this.all(await this.parts.views().byReferent(referent));
  }

  /** The same of several kinds together, of which the first `most` are read, each when it is asked for. */
  async firstByReferents(referents: readonly Referent[], most: number): Promise<ReferringInvoices> {
    const refs: InvoiceRef[] = [];
    for (const referent of referents) refs.push(...(await this.parts.views().byReferent(referent)));
    refs.sort((one, other) => one.sequence - other.sequence);
    return { first: this.each(refs.slice(0, most), invoiceOf), count: refs.length };
  }

  /**
   * The receipts of a page, each read when it is asked for. Which they are is settled when this resolves: what is sold
   * meanwhile moves nothing.
   */
  async page(page: InvoicePage): Promise<InvoiceSequence> {
    return this.each(await this.parts.views().page(page, page), invoiceOf);
  }

  /** A page, and what is behind it; slice by slice where `manner` says so, since it may open the index of every segment. */
  async find({ skip, limit, ...query }: InvoicePage, manner?: SearchManner): Promise<FoundInvoices> {
    const more = await this.parts.views().page(query, { skip, limit: limit + 1 }, manner);
    const refs = more.slice(0, limit);
    const isAll = skip === 0 && query.before === undefined && more.length <= limit;
    const count = hasKeys(query) ? undefined : await this.parts.views().count({ ...query, before: undefined }, manner);
    return {
      invoices: this.each(refs, invoiceOf),
      rows: this.each(refs, rowOfRecord),
      next: more.length > limit ? refs[refs.length - 1]?.sequence : undefined,
      count: isAll ? refs.length : count,
    };
  }

  /** The first receipt after a record; undefined when there is none yet. */
  async after(sequence: number): Promise<NextInvoice | undefined> {
    const ref = await this.parts.views().after(sequence);
    if (ref === undefined) return undefined;
    const [invoice] = await this.all([ref]);
    return { sequence: ref.sequence, invoice };
  }

  private async one(ref: InvoiceRef | undefined): Promise<IssuedInvoice | undefined> {
    if (ref === undefined) return undefined;
    const [invoice] = await this.all([ref]);
    if (invoice === undefined) throw new UnreadableRecord(ref);
    return invoice;
  }

  private async all(refs: readonly InvoiceRef[]): Promise<IssuedInvoice[]> {
    return collected(this.each(refs, invoiceOf));
  }

  /** The receipts that can be read. One that cannot is damage: from then on the ledger records nothing new. */
  private async *each<T>(refs: readonly InvoiceRef[], decode: Decode<T>): AsyncGenerator<T, void, void> {
    for await (const { ref, read } of readReceipts(this.parts.files, refs, decode)) {
      if (read !== undefined) yield read;
      else this.noteLost(ref);
    }
  }

  private noteLost(ref: InvoiceRef): void {
    // On a broken disk a failed read says nothing about single records; and a list without them would be wrong.
    if (this.parts.isBroken()) throw new UnreadableRecord(ref);
    const { segment, offset, sequence } = ref;
    if (this.damage.some(({ firstMissing, lastMissing }) => firstMissing <= sequence && sequence <= lastMissing))
      return;
    const damage = { segment, offset, firstMissing: sequence, lastMissing: sequence };
    this.lost.push(damage);
    this.parts.log('ledger.damaged', damage);
  }
}

/** All of a sequence at once: only where there are few, or none is large. */
export async function collected(sequence: InvoiceSequence): Promise<IssuedInvoice[]> {
  const invoices: IssuedInvoice[] = [];
  for await (const invoice of sequence) invoices.push(invoice);
  return invoices;
}

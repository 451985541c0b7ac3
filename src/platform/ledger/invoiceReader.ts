import type { Environment } from '../../contract/index.js';
import type { Log } from '../../base/index.js';
import { invoiceOf, rowOfRecord } from './change.js';
import type { SegmentFiles } from './files.js';
import type { InvoiceRow, IssuedInvoice } from './invoice.js';
import { type Decode, readReceipts, UnreadableRecord } from './read.js';
import type { Damage } from './recovery.js';
import type { InvoiceRef, Referent } from './views/invoices.js';
import type { SearchManner } from './views/search.js';
import { hasKeys, type InvoiceQuery } from './views/summary.js';
import type { Views } from './views/views.js';

/** The receipts of one page of a list, newest first. */
export interface InvoicePage extends InvoiceQuery {
  readonly skip: number;
  readonly limit: number;
}

/** The next receipt of the log; `invoice` is undefined when its record is unreadable. */
interface NextInvoice {
  /** Sequence of its record. */
  readonly sequence: number;
  readonly invoice: IssuedInvoice | undefined;
}

/** Receipts that are read one by one on demand. Throws {@link UnreadableRecord} and DiskError. */
export type InvoiceSequence = AsyncGenerator<IssuedInvoice, void, void>;

/** The index rows of receipts, read one by one on demand: no lines, journal or picture, for a fraction of the work. */
type RowSequence = AsyncGenerator<InvoiceRow, void, void>;

/**
 * A page of search results, as receipts or as index rows. The list of results is fixed; each record is read on demand.
 */
interface FoundInvoices {
  readonly invoices: InvoiceSequence;
  readonly rows: RowSequence;
  /** `before` for the next page; undefined on the last page. */
  readonly next: number | undefined;
  /** Number of results on all pages; undefined when counting would take long. */
  readonly count: number | undefined;
}

/** Receipts that refer to another one: the first of them, in order of issue, and their number. */
interface ReferringInvoices {
  readonly first: InvoiceSequence;
  readonly count: number;
}

interface InvoiceReaderDeps {
  readonly files: SegmentFiles;
  /** The views, with all durable records applied. */
  readonly views: () => Views;
  /** Damage found at the start. */
  readonly damage: readonly Damage[];
  /** True when the disk has stopped accepting writes; then it may have failed completely. */
  readonly isBroken: () => boolean;
  readonly log: Log;
}

/** Finds receipts through the views and reads them from the log. */
export class InvoiceReader {
  /** Records found damaged by a read; at the start they were intact or not read. */
  private readonly lost: Damage[] = [];

  constructor(private readonly deps: InvoiceReaderDeps) {}

  /** Acknowledged records that were lost. */
  get damage(): readonly Damage[] {
    return [...this.deps.damage, ...this.lost];
  }

  /** True when a read has found damage that the start had not found. */
  get hasFoundDamage(): boolean {
    return this.lost.length > 0;
  }

  /** Undefined for an unknown uuid. Throws {@link UnreadableRecord}, as the next two do. */
  async byUuid(uuid: string): Promise<IssuedInvoice | undefined> {
    return this.one(await this.deps.views().byUuid(uuid));
  }

  async byRequest(environment: Environment, clientRequestId: string): Promise<IssuedInvoice | undefined> {
    return this.one(await this.deps.views().byRequest(environment, clientRequestId));
  }

  /** Looks up a receipt by the parts of its PFR number. */
  async byNumber(requestedBy: string, signedBy: string, totalCounter: number): Promise<IssuedInvoice | undefined> {
    const number = `${requestedBy}-${signedBy}-${totalCounter}`;
    return this.one(await this.deps.views().byNumber(number, requestedBy, totalCounter));
  }

  /** In order of issue. Unreadable receipts are left out and become {@link damage}, as in {@link page}. */
  async byReferent(referent: Referent): Promise<IssuedInvoice[]> {
    return this.all(await this.deps.views().byReferent(referent));
  }

  /** As {@link byReferent} for several kinds together; the first `most` are read on demand. */
  async firstByReferents(referents: readonly Referent[], most: number): Promise<ReferringInvoices> {
    const refs: InvoiceRef[] = [];
    for (const referent of referents) refs.push(...(await this.deps.views().byReferent(referent)));
    refs.sort((one, other) => one.sequence - other.sequence);
    return { first: this.each(refs.slice(0, most), invoiceOf), count: refs.length };
  }

  /**
   * The receipts of a page, each read on demand. The list is fixed when this resolves, so later sales do not shift it.
   * `manner` may split the search into slices.
   */
  async page(page: InvoicePage, manner?: SearchManner): Promise<InvoiceSequence> {
    return this.each(await this.deps.views().page(page, page, manner), invoiceOf);
  }

  /**
   * A page with the cursor of the next one and the count. `manner` may split the work into slices, since it may open
   * the index of every segment.
   */
  async find({ skip, limit, ...query }: InvoicePage, manner?: SearchManner): Promise<FoundInvoices> {
    const more = await this.deps.views().page(query, { skip, limit: limit + 1 }, manner);
    const refs = more.slice(0, limit);
    const isAll = skip === 0 && query.before === undefined && more.length <= limit;
    const count = hasKeys(query) ? undefined : await this.deps.views().count({ ...query, before: undefined }, manner);
    return {
      invoices: this.each(refs, invoiceOf),
      rows: this.each(refs, rowOfRecord),
      next: more.length > limit ? refs[refs.length - 1]?.sequence : undefined,
      count: isAll ? refs.length : count,
    };
  }

  /** The first receipt after a record; undefined when there is none yet. */
  async after(sequence: number): Promise<NextInvoice | undefined> {
    const ref = await this.deps.views().after(sequence);
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

  /** The readable receipts. An unreadable one is damage: from then on the ledger refuses new records. */
  private async *each<T>(refs: readonly InvoiceRef[], decode: Decode<T>): AsyncGenerator<T, void, void> {
    for await (const { ref, read } of readReceipts(this.deps.files, refs, decode)) {
      if (read !== undefined) yield read;
      else this.noteLost(ref);
    }
  }

  private noteLost(ref: InvoiceRef): void {
    // On a broken disk a failed read proves nothing about single records, and a list without them would be wrong.
    if (this.deps.isBroken()) throw new UnreadableRecord(ref);
    const { segment, offset, sequence } = ref;
    if (this.damage.some(({ firstMissing, lastMissing }) => firstMissing <= sequence && sequence <= lastMissing))
      return;
    const damage = { segment, offset, firstMissing: sequence, lastMissing: sequence };
    this.lost.push(damage);
    this.deps.log('ledger.damaged', damage);
  }
}

/** Collects a whole sequence; only for few receipts, or small ones. */
export async function collected(sequence: InvoiceSequence): Promise<IssuedInvoice[]> {
  const invoices: IssuedInvoice[] = [];
  for await (const invoice of sequence) invoices.push(invoice);
  return invoices;
}

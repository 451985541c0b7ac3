import { crc32 } from 'node:zlib';
import { type Disk, type Log, ok, type Result } from '../../base/index.js';
import type { IssuedInvoice } from '../../platform/ledger/index.js';
import { PdfCache } from './pdf/cache.js';
import { type PdfFailure, PdfRenderer } from './pdf/renderer.js';
import type { TurnoverReport } from './report/describe.js';
import { finalAfterAdvances } from './sheet/boxes.js';
import { describeSheet, type SheetContext } from './sheet/describe.js';
import type { Paper, Sheet } from './sheet/sheet.js';

export type { PdfFailure };

interface DocumentsOptions {
  readonly disk: Disk;
  /** Folder for PDFs only. */
  readonly folder: string;
  /** Version of the box. */
  readonly version: string;
  readonly log: Log;
  /** Current company and logo. Without it, sheets have neither. */
  readonly seller?: () => Seller;
  /** The receipt with this number; undefined where this box has none. */
  readonly byNumber?: (number: string) => Promise<IssuedInvoice | undefined>;
  readonly renderer?: PdfRenderer;
}

type Seller = Pick<SheetContext, 'company' | 'logo'>;

/** With this many jobs in the queue nothing is prefetched, so that requested documents are not delayed. */
const MAX_AHEAD = 4;

/** The PDFs of receipts, from the cache or newly drawn, and those of reports. */
export class Documents {
  readonly #cache: PdfCache;
  readonly #renderer: PdfRenderer;
  readonly #log: Log;
  readonly #seller: () => Seller;
  readonly #byNumber: (number: string) => Promise<IssuedInvoice | undefined>;
  /** By receipt, paper and company details: concurrent calls for the same PDF share one drawing. */
  readonly #running = new Map<string, Promise<Result<Buffer, PdfFailure>>>();

  constructor({ disk, folder, version, log, seller, byNumber, renderer = new PdfRenderer() }: DocumentsOptions) {
    this.#seller = () => seller?.() ?? {};
    this.#byNumber = (number) => byNumber?.(number) ?? Promise.resolve(undefined);
    this.#cache = new PdfCache({ disk, folder, version });
    this.#renderer = renderer;
    this.#log = log;
  }

  /** True when this installation can draw PDFs. */
  get available(): boolean {
    return this.#renderer.available;
  }

  /** The sheet of a receipt, to be drawn as HTML. */
  async sheet(invoice: IssuedInvoice, paper: Paper): Promise<Sheet> {
    return describeSheet(invoice, paper, await this.#contextOf(invoice, this.#seller()));
  }

  /**
   * The PDF of a receipt, which is then cached. Once this resolves, a failure has been logged, once for each call, with
   * the `ref` of the caller's answer if there is one.
   */
  async pdf(invoice: IssuedInvoice, paper: Paper, ref?: string): Promise<Result<Buffer, PdfFailure>> {
    const drawn = await this.#shared(invoice, paper);
    if (!drawn.ok) {
      const reference = ref === undefined ? {} : { ref };
      this.#log('document.failed', { uuid: invoice.uuid, paper, reason: drawn.error, ...reference });
    }
    return drawn;
  }

  /** The PDF of a report, newly drawn and not stored. A failure is logged. */
  async report(report: TurnoverReport): Promise<Result<Buffer, PdfFailure>> {
    const drawn = await this.#renderer.renderReport(report);
    if (!drawn.ok) this.#log('report.failed', { reason: drawn.error });
    return drawn;
  }

  /**
   * Draws a document that may be requested soon, after the current answer is sent. Returns at once and never throws.
   * Does nothing if too many jobs are queued, or without a paper.
   */
  prefetch(invoice: IssuedInvoice, paper: Paper | null): void {
    if (paper === null || !this.available) return;
    setImmediate(() => {
      if (this.#renderer.jobs >= MAX_AHEAD) return;
      // For example the refund of the advances can no longer be read.
      this.pdf(invoice, paper).catch((error: unknown) => {
        const reason = error instanceof Error ? `${error.name}: ${error.message}` : 'error';
        this.#log('document.failed', { uuid: invoice.uuid, paper, reason });
      });
    });
  }

  /** Ends the drawing process; the current drawing fails. Once this resolves, nothing more is written. */
  async stop(): Promise<void> {
    this.#renderer.stop();
    await Promise.allSettled(this.#running.values());
  }

  #shared(invoice: IssuedInvoice, paper: Paper): Promise<Result<Buffer, PdfFailure>> {
    const seller = this.#seller();
    const mark = markOf(seller);
    const key = `${invoice.uuid} ${paper} ${mark}`;
    const running = this.#running.get(key);
    if (running !== undefined) return running;
    const made = this.#make(invoice, paper, seller, mark).finally(() => this.#running.delete(key));
    this.#running.set(key, made);
    return made;
  }

  async #make(invoice: IssuedInvoice, paper: Paper, seller: Seller, mark: string): Promise<Result<Buffer, PdfFailure>> {
    const kept = await this.#cache.get(invoice.uuid, paper, mark);
    if (kept !== undefined) return ok(kept);
    const drawn = await this.#renderer.render(invoice, paper, await this.#contextOf(invoice, seller));
    if (drawn.ok) await this.#cache.put(invoice.uuid, paper, mark, drawn.value);
    return drawn;
  }

  /** Adds the refund of the advances that a final receipt refers to. */
  async #contextOf({ draft }: IssuedInvoice, seller: Seller): Promise<SheetContext> {
    if (finalAfterAdvances(draft) === null || draft.referentNumber === null) return seller;
    const advanceRefund = await this.#byNumber(draft.referentNumber);
    return advanceRefund === undefined ? seller : { ...seller, advanceRefund };
  }
}

/** Distinguishes PDFs drawn with different company details or logos: eight hex digits. */
function markOf(seller: Seller): string {
  return crc32(JSON.stringify(seller)).toString(16).padStart(8, '0');
}

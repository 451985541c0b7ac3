import type { Disk } from '../base/disk.js';
import type { Log } from '../base/log.js';
import { ok, type Result } from '../base/result.js';
import type { IssuedInvoice } from '../ledger/invoice.js';
import { PdfCache } from './pdf/cache.js';
import { type PdfFailure, PdfRenderer } from './pdf/renderer.js';
import type { Paper } from './sheet/sheet.js';

export type { PdfFailure };

export interface DocumentsOptions {
  readonly disk: Disk;
  /** Where drawn PDFs are kept; nothing else may lie there. */
  readonly folder: string;
  /** Of the box. */
  readonly version: string;
  readonly log: Log;
  readonly renderer?: PdfRenderer;
}

/** With so many jobs before it a document is not drawn ahead: one that somebody waits for shall not stand behind it. */
const MAX_AHEAD = 4;

/** The PDFs of receipts: kept ones, and those that are drawn now. */
export class Documents {
  readonly #cache: PdfCache;
  readonly #renderer: PdfRenderer;
  readonly #log: Log;
  /** By receipt and paper: who asks for what is being drawn gets the same drawing. */
  readonly #running = new Map<string, Promise<Result<Buffer, PdfFailure>>>();

  constructor({ disk, folder, version, log, renderer = new PdfRenderer() }: DocumentsOptions) {
    this.#cache = new PdfCache({ disk, folder, version });
    this.#renderer = renderer;
    this.#log = log;
  }

  /** Whether this installation can draw PDFs at all. */
  get available(): boolean {
    return this.#renderer.available;
  }

  /**
   * The PDF of a receipt, kept for the next time. A failure is in the log when this resolves, once for each who asked:
   * with the `ref` that his answer bears, when he has one.
   */
  async pdf(invoice: IssuedInvoice, paper: Paper, ref?: string): Promise<Result<Buffer, PdfFailure>> {
    const drawn = await this.#shared(invoice, paper);
    if (!drawn.ok) {
      const told = ref === undefined ? {} : { ref };
      this.#log('document.failed', { uuid: invoice.uuid, paper, reason: drawn.error, ...told });
    }
    return drawn;
  }

  /**
   * Draws a document that may be asked for soon, once what is being answered now has gone out. Returns at once, never
   * throws, and leaves it undone where too much is waiting already; without a paper there is nothing to do.
   */
  prefetch(invoice: IssuedInvoice, paper: Paper | null): void {
    if (paper === null || !this.available) return;
    setImmediate(() => {
      if (this.#renderer.jobs < MAX_AHEAD) void this.pdf(invoice, paper);
    });
  }

  /** Ends the drawing process; what is being drawn fails. Nothing is written any more when this resolves. */
  async stop(): Promise<void> {
    this.#renderer.stop();
    await Promise.all(this.#running.values());
  }

  #shared(invoice: IssuedInvoice, paper: Paper): Promise<Result<Buffer, PdfFailure>> {
    const key = `${invoice.uuid} ${paper}`;
    const running = this.#running.get(key);
    if (running !== undefined) return running;
    const made = this.#make(invoice, paper).finally(() => this.#running.delete(key));
    this.#running.set(key, made);
    return made;
  }

  async #make(invoice: IssuedInvoice, paper: Paper): Promise<Result<Buffer, PdfFailure>> {
    const kept = await this.#cache.get(invoice.uuid, paper);
    if (kept !== undefined) return ok(kept);
    const drawn = await this.#renderer.render(invoice, paper);
    if (drawn.ok) await this.#cache.put(invoice.uuid, paper, drawn.value);
    return drawn;
  }
}

import { isFiscalType, type InvoiceType } from '../../contract/index.js';
import type { IssuedInvoice, Ledger, PrintJob } from '../../platform/ledger/index.js';
import type { PrinterSetting } from '../../shop/settings/index.js';

export interface RepeatPolicyDeps {
  readonly ledger: Pick<Ledger, 'main' | 'invoice' | 'mayHaveForgottenJobs'>;
  /** The setting `repeatPrints`. */
  readonly repeatPrints: () => boolean;
}

/**
 * Decides which papers of a receipt may be printed. A fiscal receipt is given to the buyer once; a buyer who needs
 * another paper gets a Copy (Rulebook on kinds of fiscal receipts, article 13; decision 63). So a receipt whose paper
 * is proven is not printed again. One without proof may be, as a marked repeat. Other receipts may be repeated.
 */
export class RepeatPolicy {
  constructor(private readonly deps: RepeatPolicyDeps) {}

  /** The papers of a new receipt of this type on these printers. */
  papersOf(invoiceType: InvoiceType, printers: readonly PrinterSetting[]) {
    const papers = printers.flatMap((printer) =>
      Array.from({ length: printer.copies ?? 1 }, (_, copy) => ({ printer, isRepeat: copy > 0 })),
    );
    return this.isGivenOnce(invoiceType) ? papers.slice(0, 1) : papers;
  }

  /**
   * True when the paper of this receipt is proven, so that only a Copy may be printed. It counts as proven when its
   * jobs are forgotten.
   */
  async needsCopy({ uuid, draft }: Pick<IssuedInvoice, 'uuid' | 'draft'>): Promise<boolean> {
    if (!this.isGivenOnce(draft.invoiceType)) return false;
    const { ledger } = this.deps;
    const jobs = ledger.main.jobs.of(uuid);
    return jobs.length === 0 ? ledger.mayHaveForgottenJobs(uuid) : jobs.some(isProven);
  }

  /**
   * True when another paper of this receipt would be a repeat. A job counts once its record is durable: of two
   * requested at once, the second is a repeat.
   */
  async isRepeat(uuid: string): Promise<boolean> {
    const { ledger } = this.deps;
    const isForgotten = await ledger.mayHaveForgottenJobs(uuid);
    return isForgotten || ledger.main.jobs.of(uuid).some(({ state }) => state !== 'cancelled');
  }

  /**
   * The next state of a job that is about to send: `sending`, as a repeat or not, or `cancelled` because another job
   * has printed its receipt meanwhile.
   */
  async begun(job: PrintJob): Promise<PrintJob> {
    const { ledger } = this.deps;
    const others = ledger.main.jobs.of(job.uuid).filter(({ id }) => id !== job.id);
    if (others.some(isProven)) {
      const invoice = await ledger.invoice(job.uuid);
      if (invoice !== undefined && this.isGivenOnce(invoice.draft.invoiceType))
        return { ...job, state: 'cancelled', reason: 'proven' };
    }
    const repeat = job.repeat || others.some(({ state }) => state !== 'queued' && state !== 'cancelled');
    return { ...job, repeat, state: 'sending', reason: null };
  }

  private isGivenOnce(invoiceType: InvoiceType): boolean {
    return isFiscalType(invoiceType) && !this.deps.repeatPrints();
  }
}

function isProven({ state }: PrintJob): boolean {
  return state === 'printed';
}

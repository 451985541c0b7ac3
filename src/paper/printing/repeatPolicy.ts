import type { InvoiceType } from '../../base/index.js';
import { isFiscalType } from '../journal/index.js';
import type { IssuedInvoice, Ledger, PrintJob } from '../../platform/ledger/index.js';
import type { PrinterSetting } from '../../shop/settings/index.js';

export interface RepeatPolicyParts {
  readonly ledger: Pick<Ledger, 'main' | 'invoice' | 'mayHaveForgottenJobs'>;
  /** The setting `repeatPrints`. */
  readonly repeatPrints: () => boolean;
}

/**
 * Which papers of a receipt may come. A fiscal receipt is given to the buyer once; whoever needs another paper gets a Copy (Rulebook on
 * kinds of fiscal receipts, article 13; decision 63). So a paper that is proven is not printed again, and one that is not proven may be, as
 * a marked repeat. Other receipts may be repeated.
 */
export class RepeatPolicy {
  constructor(private readonly parts: RepeatPolicyParts) {}

  /** The papers of a new receipt of this type on these printers. */
  papersOf(invoiceType: InvoiceType, printers: readonly PrinterSetting[]) {
    const papers = printers.flatMap((printer) =>
      Array.from({ length: printer.copies ?? 1 }, (_, copy) => ({ printer, isRepeat: copy > 0 })),
    );
    return this.isGivenOnce(invoiceType) ? papers.slice(0, 1) : papers;
  }

  /** Is the paper of this receipt proven, so that only a Copy may be printed? Where its jobs are forgotten, it counts as proven. */
  async needsCopy({ uuid, draft }: Pick<IssuedInvoice, 'uuid' | 'draft'>): Promise<boolean> {
    if (!this.isGivenOnce(draft.invoiceType)) return false;
    const { ledger } = this.parts;
    const jobs = ledger.main.jobs.of(uuid);
    return jobs.length === 0 ? ledger.mayHaveForgottenJobs(uuid) : jobs.some(isProven);
  }

  /** Would another paper of this receipt be a repeat? A job counts once its record is durable: of two requested at once, the second is. */
  async isRepeat(uuid: string): Promise<boolean> {
    const { ledger } = this.parts;
    const isForgotten = await ledger.mayHaveForgottenJobs(uuid);
    return isForgotten || ledger.main.jobs.of(uuid).some(({ state }) => state !== 'cancelled');
  }

  /** A job whose turn has come: `sending`, as a repeat or not, or `cancelled` because another job has printed its receipt meanwhile. */
  async begun(job: PrintJob): Promise<PrintJob> {
    const { ledger } = this.parts;
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
    return isFiscalType(invoiceType) && !this.parts.repeatPrints();
  }
}

function isProven({ state }: PrintJob): boolean {
  return state === 'printed';
}

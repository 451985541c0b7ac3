import type { Change } from '../../src/ledger/change.js';
import type { IssuedInvoice } from '../../src/ledger/invoice.js';
import type { PrintJob } from '../../src/ledger/job.js';
import type { Ledger } from '../../src/ledger/ledger.js';
import type { State } from './disk/powerCut.js';
import { brokenLink, readLog } from './log.js';

/** What the ledger writes by itself. */
const OWN = /^\{"type":"(?:open|seal)"/;

/** What a ledger was asked to record, and what it said was recorded. */
export class History {
  constructor(
    private readonly attempted = new Set<string>(),
    /** In the order in which the ledger acknowledged. */
    readonly acknowledged: string[] = [],
    /** Print jobs that a receipt brings, which are to stand before it. */
    private readonly jobsOf = new Map<string, string>(),
  ) {}

  /** The same as it was when only `acknowledged` records were. */
  upTo(acknowledged: number): History {
    return new History(new Set(this.attempted), this.acknowledged.slice(0, acknowledged), this.jobsOf);
  }

  async issue(ledger: Ledger, invoice: IssuedInvoice, jobs: readonly PrintJob[] = []): Promise<boolean> {
    const content = JSON.stringify(invoice);
    this.attempted.add(content);
    const brought = JSON.stringify({ type: 'job', jobs });
    this.attempted.add(brought);
    if (jobs.length > 0) this.jobsOf.set(content, brought);
    const issued = await ledger.issue(invoice, jobs);
    if (issued.ok) this.acknowledged.push(content);
    return issued.ok;
  }

  async put(ledger: Ledger, change: Exclude<Change, { type: 'result' }>): Promise<boolean> {
    const content = JSON.stringify(change);
    this.attempted.add(content);
    const recorded = await ledger.put(change);
    if (recorded.ok) this.acknowledged.push(content);
    return recorded.ok;
  }

  /**
   * What is wrong with a log, if anything: it must be one chain, hold the acknowledged records in their order and with
   * their content, and nothing that nobody asked for; a receipt that is there has its print jobs.
   */
  violation(state: State): string | undefined {
    const log = readLog(state);
    const broken = brokenLink(log);
    if (broken !== undefined) return broken;
    let next = 0;
    const before = new Set<string>();
    for (const { content, sequence } of log) {
      before.add(content);
      const brought = this.jobsOf.get(content);
      if (brought !== undefined && !before.has(brought)) return `record ${sequence} lost its print jobs`;
      if (content === this.acknowledged[next]) next += 1;
      else if (!this.attempted.has(content) && !OWN.test(content)) return `record ${sequence} was invented`;
    }
    return next < this.acknowledged.length ? `an acknowledged record was lost, number ${next + 1}` : undefined;
  }

  /** The acknowledged receipts. */
  receipts(): IssuedInvoice[] {
    return this.acknowledged
      .map((content) => JSON.parse(content) as IssuedInvoice | { readonly type: string })
      .filter((content): content is IssuedInvoice => 'uuid' in content);
  }
}

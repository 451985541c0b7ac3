import type { Change } from '../../src/platform/ledger/changeTypes.js';
import type { Reservation } from '../../src/platform/ledger/entry.js';
import type { IssuedInvoice } from '../../src/platform/ledger/invoice.js';
import type { PrintJob } from '../../src/platform/ledger/job.js';
import type { Ledger } from '../../src/platform/ledger/ledger.js';
import type { State } from './disk/powerCut.js';
import { brokenLink, type LogRecord, readLog } from './log.js';

/** How far a history had come at some moment. */
export interface Progress {
  readonly acknowledged: number;
  readonly signed: number;
}

/** What the ledger was asked for, which a state may hold. */
class Asked {
  readonly contents = new Set<string>();
  /** Print jobs that a receipt brings, which are to stand before it. */
  readonly jobsOf = new Map<string, string>();
  /** Request ids of intents, and of the receipts and aborts that end them. */
  readonly intents = new Map<string, string>();
  readonly ends = new Map<string, string>();
}

/** What a ledger was asked to record, what it confirmed, and what a processor has signed by then. */
export class History {
  constructor(
    private readonly asked = new Asked(),
    /** In the order in which the ledger acknowledged. */
    readonly acknowledged: string[] = [],
    /** Request ids sent to a processor after the ledger had confirmed the intent. */
    private readonly signed: string[] = [],
  ) {}

  get progress(): Progress {
    return { acknowledged: this.acknowledged.length, signed: this.signed.length };
  }

  /** A copy of this moment, which continues separately. */
  upTo({ acknowledged, signed }: Progress): History {
    return new History(this.asked, this.acknowledged.slice(0, acknowledged), this.signed.slice(0, signed));
  }

  async issue(ledger: Ledger, invoice: IssuedInvoice, jobs: readonly PrintJob[] = []): Promise<boolean> {
    const content = JSON.stringify(invoice);
    const { attempt } = invoice;
    this.asked.contents.add(content);
    if (attempt !== undefined) this.asked.ends.set(content, attempt.requestId);
    if (jobs.length > 0) {
      const brought = JSON.stringify({ type: 'job', jobs });
      this.asked.contents.add(brought);
      this.asked.jobsOf.set(content, brought);
    }
    const issued = await ledger.issue(invoice, jobs);
    if (issued.ok) this.acknowledged.push(content);
    return issued.ok;
  }

  async put(ledger: Ledger, change: Exclude<Change, { type: 'result' }>, room?: Reservation): Promise<boolean> {
    const content = JSON.stringify(change);
    this.asked.contents.add(content);
    if (change.type === 'intent') this.asked.intents.set(content, change.intent.requestId);
    if (change.type === 'abort') this.asked.ends.set(content, change.requestId);
    const recorded = await ledger.put(change, room);
    if (recorded.ok) this.acknowledged.push(content);
    return recorded.ok;
  }

  /** A processor signs what an intent was recorded for. */
  sign(requestId: string): void {
    this.signed.push(requestId);
  }

  /**
   * What is wrong with a log, if anything: it must be one chain, hold the acknowledged records in their order and with
   * their content, and nothing twice or that nobody asked for; a receipt that is there has its print jobs, and what was
   * signed or ended has its intent before it.
   */
  violation(state: State): string | undefined {
    const log = readLog(state);
    const broken = brokenLink(log);
    if (broken !== undefined) return broken;
    const intents = new Set<string>();
    const receipts = new Set<string>();
    let next = 0;
    for (const [index, record] of log.entries()) {
      const { content, sequence, type } = record;
      const wrong = this.wrong(log, index, intents);
      if (wrong !== undefined) return `record ${sequence} ${wrong}`;
      if (type === 'intent') intents.add(this.asked.intents.get(content) ?? '');
      if (type === 'result') {
        if (receipts.has(content)) return `record ${sequence} is a receipt that is there already`;
        receipts.add(content);
      }
      if (content === this.acknowledged[next]) next += 1;
    }
    if (next < this.acknowledged.length) return `an acknowledged record was lost, number ${next + 1}`;
    const traceless = this.signed.find((requestId) => !intents.has(requestId));
    return traceless === undefined ? undefined : `nothing tells of ${traceless}, which was signed`;
  }

  private wrong(log: readonly LogRecord[], index: number, intents: ReadonlySet<string>): string | undefined {
    const { content, type } = log[index] ?? { content: '', type: 'seal' };
    const { contents, ends, jobsOf } = this.asked;
    // What the ledger writes by itself.
    if (type === 'open' || type === 'seal') return undefined;
    if (!contents.has(content)) return 'was invented';
    const ended = ends.get(content);
    if (ended !== undefined && !intents.has(ended)) return 'is the end of an intent that is not there';
    const brought = jobsOf.get(content);
    if (brought === undefined) return undefined;
    // They stand right before it, unless other receipts of the same moment have come between.
    for (let at = index - 1; at >= 0; at -= 1) if (log[at]?.content === brought) return undefined;
    return 'lost its print jobs';
  }

  /** The acknowledged receipts. */
  receipts(): IssuedInvoice[] {
    return this.acknowledged
      .map((content) => JSON.parse(content) as IssuedInvoice | { readonly type: string })
      .filter((content): content is IssuedInvoice => 'uuid' in content);
  }
}

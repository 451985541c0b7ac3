import type { InvoiceType } from '../base/fiscal.js';
import { failed, ok, type Result } from '../base/result.js';
import { Serial } from '../base/serial.js';
import { type JobReason, type JobState, PRINTER_FAULTS, type PrintJob, type ProbeFindings } from '../ledger/job.js';
import { hasEnded } from '../ledger/views/jobs.js';
import type { PrinterSetting } from '../settings/printers.js';
import type { EncodedSlip } from './escpos/encode.js';
import { Lines, type LinesParts } from './lines.js';
import type {
  CancelRefusal,
  Desk,
  JobView,
  NewReceipt,
  PrinterView,
  Printing,
  PrintRefusal,
  PrintWish,
  TestReport,
} from './printing.js';
import { proofOf } from './probe.js';
import type { Slip } from './slip.js';
import { named, targetsOf } from './targets.js';
import type { Loss } from './transport/port.js';

export interface SpoolerParts extends Omit<LinesParts, 'begin' | 'step' | 'onPowerUp'> {
  /** Calls a listener when the printers are set anew. */
  readonly onPrinters: (listener: () => void) => void;
  readonly drawTest: (printer: PrinterSetting, findings: ProbeFindings) => EncodedSlip;
}

/** What is set when a printer does not say. */
const MAX_WAITING = 200;
const MAX_AGE_HOURS = 24;
const HOUR = 60 * 60 * 1000;

/**
 * The printers of the box and their jobs. A job is in the ledger before its first byte leaves, and every step of it; what
 * the ledger calls `sending` when the box starts is not known to have been printed, and is never sent again by itself.
 */
export class Spooler implements Printing, Desk {
  private lines: Lines;
  private isRunning = false;
  /** Told the name of a printer that answers after it was without power, unless its setting forbids. */
  onPowerUp: ((printer: string) => void) | undefined;
  /** Ids are given here alone, so the ledger is asked once. */
  private lastId: number | undefined;
  /** One look at what was printed of a receipt, and the record that follows from it, at a time. */
  private readonly asking = new Serial();

  constructor(private readonly parts: SpoolerParts) {
    this.lines = this.newLines();
    parts.onPrinters(() => {
      if (this.isRunning) this.lines.rearrange();
    });
  }

  /** Takes up what was left by the last run, and begins to print. */
  async start(): Promise<void> {
    for (const job of this.parts.ledger.main.jobs.all()) {
      if (job.state === 'sending') await this.step(job, 'unknown', 'restart');
    }
    this.isRunning = true;
    this.lines.rearrange(this.torn());
    for (const job of this.parts.ledger.main.jobs.all()) if (job.state === 'queued') this.enqueue(job);
  }

  /** Printers of which the last slip may have been torn off, by what came of their jobs. */
  private torn(): ReadonlySet<string> {
    const torn = new Set<string>();
    for (const { printer, state } of this.parts.ledger.main.jobs.all()) {
      if (state === 'unknown') torn.add(printer);
      else if (state === 'printed' || state === 'unconfirmed') torn.delete(printer);
    }
    return torn;
  }

  async stop(): Promise<void> {
    this.isRunning = false;
    await this.lines.stop();
    this.lines = this.newLines();
  }

  check(wish: PrintWish): Result<void, PrintRefusal> {
    const printers = this.parts.printers();
    if (wish === null || wish === false) return ok(undefined);
    if (printers.length === 0) return failed({ kind: 'unset' });
    if (wish !== true && named(printers, wish) === undefined) return failed({ kind: 'unknown' });
    return ok(undefined);
  }

  jobsFor({ uuid, invoiceType, at }: NewReceipt, wish: PrintWish): readonly PrintJob[] {
    return this.targets(invoiceType, wish).flatMap((printer) =>
      Array.from({ length: printer.copies ?? 1 }, (_, copy) => this.newJob(uuid, printer, copy > 0, at)),
    );
  }

  accept(jobs: readonly PrintJob[]): void {
    if (!this.isRunning) return;
    for (const job of jobs) if (job.state === 'queued') this.enqueue(job);
  }

  printers(): readonly PrinterView[] {
    return this.parts.printers().map((printer) => this.view(printer));
  }

  job(id: number): JobView | undefined {
    const job = this.parts.ledger.main.jobs.job(id);
    return job && this.shown(job);
  }

  jobsOf(uuid: string): readonly JobView[] {
    return this.parts.ledger.main.jobs.of(uuid).map((job) => this.shown(job));
  }

  jobs(): readonly JobView[] {
    return this.parts.ledger.main.jobs
      .all()
      .reverse()
      .map((job) => this.shown(job));
  }

  async again(uuid: string, name?: string): Promise<Result<JobView, PrintRefusal>> {
    const { ledger, clock } = this.parts;
    if (this.parts.printers().length === 0) return failed({ kind: 'unset' });
    const invoice = await ledger.invoice(uuid);
    if (invoice === undefined) return failed({ kind: 'absent' });
    const [printer] = this.targets(invoice.draft.invoiceType, name ?? true);
    if (printer === undefined) return failed({ kind: 'unknown' });
    return this.asking.run(async () => {
      const isForgotten = await ledger.mayHaveForgottenJobs(uuid);
      // A job counts once its record is durable: of two that are asked for at once, the second is a repeat.
      const isRepeat = isForgotten || ledger.main.jobs.of(uuid).some(({ state }) => state !== 'cancelled');
      const job = this.newJob(uuid, printer, isRepeat, clock.now());
      const stored = await ledger.put({ type: 'job', jobs: [job] });
      if (!stored.ok) return failed({ kind: 'storage', failure: stored.error });
      this.accept([job]);
      return ok(this.shown(job));
    });
  }

  async cancel(id: number): Promise<Result<JobView, CancelRefusal>> {
    const { ledger } = this.parts;
    const job = ledger.main.jobs.job(id);
    if (job === undefined) return failed({ kind: 'absent' });
    if (hasEnded(job)) return failed({ kind: 'ended' });
    const isMine = this.isRunning ? this.lines.get(job.printer)?.withdraw(id) === true : job.state === 'queued';
    if (!isMine) return failed({ kind: 'sent' });
    const stored = await this.record({ ...job, state: 'cancelled', reason: 'operator' });
    if (stored.ok) return ok(this.shown(stored.value));
    this.accept([job]);
    return failed({ kind: 'storage', failure: stored.error });
  }

  async test(name: string): Promise<Result<TestReport, 'unknown' | 'busy' | Loss | JobReason>> {
    const printer = named(this.parts.printers(), name);
    if (printer === undefined) return failed('unknown');
    const running = this.lines.get(printer.name);
    const line = running ?? this.lines.apart(printer);
    if (line.state.isPrinting) return failed(line.state.trouble ?? 'busy');
    let drawn: EncodedSlip | undefined;
    const tested = await line.test((findings) => (drawn = this.parts.drawTest(printer, findings)));
    if (running === undefined) await line.stop(0);
    if (!tested.ok) return tested;
    const { findings, outcome } = tested.value;
    const { mode, unencodable } = drawn ?? { mode: printer.mode, unencodable: [] };
    return ok({ printer: this.view(printer), findings, ...outcome, mode, unencodable });
  }

  notice(slip: Slip, name?: string): Result<void, PrintRefusal> {
    if (this.parts.printers().length === 0) return failed({ kind: 'unset' });
    const [printer] = this.targets('Normal', name ?? true);
    if (printer === undefined) return failed({ kind: 'unknown' });
    this.lines.get(printer.name)?.notify(slip);
    return ok(undefined);
  }

  private newLines(): Lines {
    return new Lines({
      ...this.parts,
      begin: this.begin.bind(this),
      step: this.step.bind(this),
      onPowerUp: (printer) => this.onPowerUp?.(printer),
    });
  }

  /**
   * Whether a paper is a repeat is known when it is about to be printed: another of the same receipt, asked for later or at
   * another printer, may have come before. One after the other, so that of two that begin at once one is the first.
   */
  private begin(job: PrintJob): Promise<PrintJob | undefined> {
    return this.asking.run(async () => {
      const others = this.parts.ledger.main.jobs.of(job.uuid).filter(({ id }) => id !== job.id);
      const repeat = job.repeat || others.some(({ state }) => state !== 'queued' && state !== 'cancelled');
      const begun = await this.record({ ...job, repeat, state: 'sending', reason: null });
      return begun.ok ? begun.value : undefined;
    });
  }

  private targets(invoiceType: InvoiceType, wish: PrintWish): readonly PrinterSetting[] {
    return targetsOf(this.parts.printers(), invoiceType, wish);
  }

  private newJob(uuid: string, printer: PrinterSetting, repeat: boolean, at: number): PrintJob {
    this.lastId = this.lastId === undefined ? this.parts.ledger.main.jobs.nextId() : this.lastId + 1;
    const waiting = this.lines.get(printer.name)?.length ?? 0;
    const isFull = waiting >= (printer.maxWaiting ?? MAX_WAITING);
    const state = isFull ? 'cancelled' : 'queued';
    const reason = isFull ? 'full' : null;
    return { id: this.lastId, uuid, printer: printer.name, repeat, state, reason, createdAt: at, updatedAt: at };
  }

  /** The age of a job is taken by the clock on the wall only once, so that a jump of it ends no job; and never from a guess. */
  private enqueue(job: PrintJob): void {
    const line = this.lines.get(job.printer);
    if (line === undefined) {
      void this.step(job, 'cancelled', 'removed');
      return;
    }
    const allowed = (line.setting.maxAgeHours ?? MAX_AGE_HOURS) * HOUR;
    const { clock } = this.parts;
    line.add(job, clock.isTrusted() ? allowed - Math.max(0, clock.now() - job.createdAt) : allowed);
  }

  private view(printer: PrinterSetting): PrinterView {
    const { name, address } = printer;
    const line = this.lines.get(name);
    const { isPrinting, trouble } = line?.state ?? { isPrinting: false, trouble: null };
    const findings = this.lines.findings(printer);
    const saysWhat = PRINTER_FAULTS.some((fault) => fault === trouble && fault !== 'offline');
    const state = trouble !== null ? (saysWhat ? 'blocked' : 'offline') : isPrinting ? 'printing' : 'idle';
    const proof = findings === undefined ? null : proofOf(findings);
    return { name, address, state, reason: trouble, proof, waiting: line?.length ?? this.queued(name) };
  }

  private queued(name: string): number {
    return this.parts.ledger.main.jobs.all().filter(({ printer, state }) => printer === name && state === 'queued')
      .length;
  }

  private shown(job: PrintJob): JobView {
    const line = this.lines.get(job.printer);
    if (hasEnded(job) || line?.isHeldUp(job.id) !== true) return job;
    const { trouble } = line.state;
    return { ...job, state: 'blocked', reason: trouble };
  }

  private async record(job: PrintJob): ReturnType<typeof this.put> {
    const stored = await this.put({ ...job, updatedAt: this.parts.clock.now() });
    const { id, uuid, printer, state, reason } = job;
    if (!stored.ok) this.parts.log('print.unrecorded', { job: id, printer, state, reason: stored.error });
    else if (hasEnded(job)) this.parts.log('print.ended', { job: id, uuid, printer, state, reason });
    return stored;
  }

  private async put(job: PrintJob): Promise<Result<PrintJob, 'full' | 'damaged' | 'broken'>> {
    const stored = await this.parts.ledger.put({ type: 'job', jobs: [job] });
    return stored.ok ? ok(job) : stored;
  }

  private async step(job: PrintJob, state: JobState, reason: JobReason | null): Promise<boolean> {
    return (await this.record({ ...job, state, reason })).ok;
  }
}

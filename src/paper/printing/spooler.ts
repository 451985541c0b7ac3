import { failed, ok, type Result, TaskQueue } from '../../base/index.js';
import type { InvoiceType } from '../../contract/index.js';
import type { Loss } from '../../platform/devices/index.js';
import {
  hasEnded,
  type JobReason,
  type JobState,
  PRINTER_FAULTS,
  type PrintJob,
  type ProbeFindings,
} from '../../platform/ledger/index.js';
import type { PrinterSetting } from '../../shop/settings/index.js';
import type { Slip } from '../slips/index.js';
import type { EncodedSlip } from './escpos/encode.js';
import { encodeFor, kickFor } from './languages.js';
import type { PrinterWorker } from './printerWorker.js';
import { PrinterWorkers, type PrinterWorkersDeps } from './printerWorkers.js';
import type {
  CancelRefusal,
  DrawerRefusal,
  ReceiptPrinting,
  PrintJobStatus,
  NewReceipt,
  PrinterStatus,
  Printing,
  PrintRefusal,
  PrintOption,
  TestReport,
} from './port.js';
import { proofOf } from './probe.js';
import { RepeatPolicy, type RepeatPolicyDeps } from './repeatPolicy.js';
import { printerNamed, printerToRepeat, targetsOf } from './targets.js';

interface SpoolerDeps
  extends Omit<PrinterWorkersDeps, 'begin' | 'step' | 'onPowerUp'>, Pick<RepeatPolicyDeps, 'repeatPrints'> {
  /** Adds a listener that is called when the printers are changed. */
  readonly onPrinters: (listener: () => void) => void;
  readonly drawTest: (printer: PrinterSetting, findings: ProbeFindings) => Promise<EncodedSlip>;
}

/** Defaults of a printer's setting. */
const MAX_WAITING = 200;
const MAX_AGE_HOURS = 24;
const HOUR = 60 * 60 * 1000;

/**
 * The printers of the box and their jobs. A job is recorded in the ledger before its first byte is sent, and so is
 * every change of its state. A job that is `sending` when the box starts may or may not have been printed; it is never
 * sent again automatically.
 */
export class Spooler implements Printing, ReceiptPrinting {
  private workers: PrinterWorkers;
  private isRunning = false;
  /** Called with the name of a printer that answers after a power-up, unless its setting forbids it. */
  onPowerUp: ((printer: string) => void) | undefined;
  /** Ids are assigned only here, so the ledger is read once. */
  private lastId: number | undefined;
  /** Serializes looking up what was printed of a receipt and recording the conclusion. */
  private readonly repeatChecks = new TaskQueue();
  private readonly policy: RepeatPolicy;

  constructor(private readonly deps: SpoolerDeps) {
    this.policy = new RepeatPolicy(deps);
    this.workers = this.newWorkers();
    deps.onPrinters(() => {
      if (this.isRunning) this.workers.applySettings();
    });
  }

  /** Takes over the jobs of the last run, and starts printing. */
  async start(): Promise<void> {
    for (const job of this.deps.ledger.main.jobs.all()) {
      if (job.state === 'sending') await this.step(job, 'unknown', 'restart');
    }
    this.isRunning = true;
    this.workers.applySettings(this.torn());
    for (const job of this.deps.ledger.main.jobs.all()) if (job.state === 'queued') this.enqueue(job);
  }

  /** Printers whose last slip may be torn, according to the states of their jobs. */
  private torn(): ReadonlySet<string> {
    const torn = new Set<string>();
    for (const { printer, state } of this.deps.ledger.main.jobs.all()) {
      if (state === 'unknown') torn.add(printer);
      else if (state === 'printed' || state === 'unconfirmed') torn.delete(printer);
    }
    return torn;
  }

  async stop(): Promise<void> {
    this.isRunning = false;
    await this.workers.stop();
    this.workers = this.newWorkers();
  }

  checkPrintOption(option: PrintOption): Result<void, PrintRefusal> {
    const printers = this.deps.printers();
    if (option === null || option === false) return ok(undefined);
    if (printers.length === 0) return failed({ kind: 'unset' });
    if (option !== true && printerNamed(printers, option) === undefined) return failed({ kind: 'unknown' });
    return ok(undefined);
  }

  jobsFor({ uuid, invoiceType, at }: NewReceipt, option: PrintOption): readonly PrintJob[] {
    return this.policy
      .papersOf(invoiceType, this.targets(invoiceType, option))
      .map(({ printer, isRepeat }) => this.newJob(uuid, printer, isRepeat, at));
  }

  enqueueRecorded(jobs: readonly PrintJob[]): void {
    if (!this.isRunning) return;
    for (const job of jobs) if (job.state === 'queued') this.enqueue(job);
  }

  printers(): readonly PrinterStatus[] {
    return this.deps.printers().map((printer) => this.printerStatus(printer));
  }

  job(id: number): PrintJobStatus | undefined {
    const job = this.deps.ledger.main.jobs.job(id);
    return job && this.jobStatus(job);
  }

  jobsOf(uuid: string): readonly PrintJobStatus[] {
    return this.deps.ledger.main.jobs.of(uuid).map((job) => this.jobStatus(job));
  }

  jobs(): readonly PrintJobStatus[] {
    return this.deps.ledger.main.jobs
      .all()
      .reverse()
      .map((job) => this.jobStatus(job));
  }

  readonly needsCopy: Printing['needsCopy'] = (invoice) => this.policy.needsCopy(invoice);

  async reprint(uuid: string, name?: string): Promise<Result<PrintJobStatus, PrintRefusal>> {
    const { ledger, clock } = this.deps;
    if (this.deps.printers().length === 0) return failed({ kind: 'unset' });
    const invoice = await ledger.invoice(uuid);
    if (invoice === undefined) return failed({ kind: 'absent' });
    const before = ledger.main.jobs.of(uuid).at(-1)?.printer;
    const printer = printerToRepeat(this.deps.printers(), invoice.draft.invoiceType, name, before);
    if (printer === undefined) return failed({ kind: 'unknown' });
    return this.repeatChecks.run(async () => {
      if (await this.needsCopy(invoice)) return failed({ kind: 'proven' });
      const job = this.newJob(uuid, printer, await this.policy.isRepeat(uuid), clock.now());
      const stored = await ledger.put({ type: 'job', jobs: [job] });
      if (!stored.ok) return failed({ kind: 'storage', failure: stored.error });
      this.enqueueRecorded([job]);
      return ok(this.jobStatus(job));
    });
  }

  async cancel(id: number): Promise<Result<PrintJobStatus, CancelRefusal>> {
    const { ledger } = this.deps;
    const job = ledger.main.jobs.job(id);
    if (job === undefined) return failed({ kind: 'absent' });
    if (hasEnded(job)) return failed({ kind: 'ended' });
    const isWithdrawn = this.isRunning ? this.workers.get(job.printer)?.withdraw(id) === true : job.state === 'queued';
    if (!isWithdrawn) {
      // Its end may be waiting for the ledger; then the printer is not what delays it.
      const { failure } = ledger;
      return failed(failure === undefined ? { kind: 'sent' } : { kind: 'storage', failure });
    }
    const stored = await this.record({ ...job, state: 'cancelled', reason: 'operator' });
    if (stored.ok) return ok(this.jobStatus(stored.value));
    this.enqueueRecorded([job]);
    return failed({ kind: 'storage', failure: stored.error });
  }

  async test(name: string): Promise<Result<TestReport, 'unknown' | 'busy' | Loss | JobReason>> {
    const printer = printerNamed(this.deps.printers(), name);
    if (printer === undefined) return failed('unknown');
    let drawn: EncodedSlip | undefined;
    const tested = await this.atOnce(printer, (worker) =>
      worker.test(async (findings) => (drawn = await this.deps.drawTest(printer, findings))),
    );
    if (!tested.ok) return tested;
    const { findings, outcome } = tested.value;
    const { mode, unencodable } = drawn ?? { mode: printer.mode, unencodable: [] };
    return ok({ printer: this.printerStatus(printer), findings, ...outcome, mode, unencodable });
  }

  async openDrawer(name: string): Promise<Result<void, DrawerRefusal>> {
    const printer = printerNamed(this.deps.printers(), name);
    if (printer === undefined) return failed('unknown');
    const kick = await kickFor(printer);
    if (kick === undefined) return failed('no drawer');
    const sent = await this.atOnce(printer, (worker) => worker.sendNow(kick));
    if (!sent.ok) return sent;
    return sent.value.state === 'unknown' ? failed(sent.value.reason) : ok(undefined);
  }

  /** Prints a slip without a receipt on a printer that need not be configured, at once or not at all. */
  async printAt(printer: PrinterSetting, slip: Slip): Promise<Result<JobState, 'busy' | Loss | JobReason>> {
    const encoded = await encodeFor(slip, printer);
    const sent = await this.atOnce(printer, (worker) => worker.sendNow(encoded));
    return sent.ok ? ok(sent.value.state) : sent;
  }

  /** Runs some work on a printer that is not printing, whether or not the service runs. */
  private async atOnce<T, E>(
    printer: PrinterSetting,
    work: (worker: PrinterWorker) => Promise<Result<T, E>>,
  ): Promise<Result<T, E | 'busy' | Loss | JobReason>> {
    const running = this.workers.get(printer.name);
    if (running === undefined) return this.workers.useOnce(printer, work);
    return running.state.isPrinting ? failed(running.state.trouble ?? 'busy') : work(running);
  }

  printInfo(slip: Slip, name?: string): Result<void, PrintRefusal> {
    if (this.deps.printers().length === 0) return failed({ kind: 'unset' });
    const [printer] = this.targets('Normal', name ?? true);
    if (printer === undefined) return failed({ kind: 'unknown' });
    this.workers.get(printer.name)?.addInfoSlip(slip);
    return ok(undefined);
  }

  private newWorkers(): PrinterWorkers {
    return new PrinterWorkers({
      ...this.deps,
      begin: this.begin.bind(this),
      step: this.step.bind(this),
      onPowerUp: (printer) => this.onPowerUp?.(printer),
    });
  }

  /**
   * Decides at the time of printing whether a paper is a repeat, since another job of the same receipt may have begun
   * before. The checks are serialized, so that of two jobs of one receipt exactly one is the first.
   */
  private begin(job: PrintJob): Promise<PrintJob | undefined> {
    return this.repeatChecks.run(async () => {
      const begun = await this.record(await this.policy.begun(job));
      return begun.ok ? begun.value : undefined;
    });
  }

  private targets(invoiceType: InvoiceType, option: PrintOption): readonly PrinterSetting[] {
    return targetsOf(this.deps.printers(), invoiceType, option);
  }

  private newJob(uuid: string, printer: PrinterSetting, repeat: boolean, at: number): PrintJob {
    this.lastId = this.lastId === undefined ? this.deps.ledger.main.jobs.nextId() : this.lastId + 1;
    const waiting = this.workers.get(printer.name)?.length ?? 0;
    const isFull = waiting >= (printer.maxWaiting ?? MAX_WAITING);
    const state = isFull ? 'cancelled' : 'queued';
    const reason = isFull ? 'full' : null;
    return { id: this.lastId, uuid, printer: printer.name, repeat, state, reason, createdAt: at, updatedAt: at };
  }

  /** Converts the age of a job to a limit of the monotonic clock once, and only if the wall clock is trusted. */
  private enqueue(job: PrintJob): void {
    const worker = this.workers.get(job.printer);
    if (worker === undefined) {
      void this.step(job, 'cancelled', 'removed');
      return;
    }
    const allowed = (worker.setting.maxAgeHours ?? MAX_AGE_HOURS) * HOUR;
    const { clock } = this.deps;
    worker.add(job, clock.isTrusted() ? allowed - Math.max(0, clock.now() - job.createdAt) : allowed);
  }

  private printerStatus(printer: PrinterSetting): PrinterStatus {
    const { name, address } = printer;
    const worker = this.workers.get(name);
    const { isPrinting, trouble } = worker?.state ?? { isPrinting: false, trouble: null };
    const findings = this.workers.findings(printer);
    const isKnownFault = PRINTER_FAULTS.some((fault) => fault === trouble && fault !== 'offline');
    const state = trouble !== null ? (isKnownFault ? 'blocked' : 'offline') : isPrinting ? 'printing' : 'idle';
    const proof = findings === undefined ? null : proofOf(findings);
    return { name, address, state, reason: trouble, proof, waiting: worker?.length ?? this.queued(name) };
  }

  private queued(name: string): number {
    return this.deps.ledger.main.jobs.all().filter(({ printer, state }) => printer === name && state === 'queued')
      .length;
  }

  private jobStatus(job: PrintJob): PrintJobStatus {
    const worker = this.workers.get(job.printer);
    if (hasEnded(job) || worker?.isHeldUp(job.id) !== true) return job;
    const { trouble } = worker.state;
    return { ...job, state: 'blocked', reason: trouble };
  }

  private async record(given: PrintJob): Promise<Result<PrintJob, 'full' | 'damaged' | 'broken'>> {
    const job = { ...given, updatedAt: this.deps.clock.now() };
    const stored = await this.deps.ledger.put({ type: 'job', jobs: [job] });
    const { id, uuid, printer, state, reason } = job;
    if (!stored.ok) this.deps.log('print.unrecorded', { job: id, printer, state, reason: stored.error });
    else if (hasEnded(job)) this.deps.log('print.ended', { job: id, uuid, printer, state, reason });
    return stored.ok ? ok(job) : stored;
  }

  private async step(job: PrintJob, state: JobState, reason: JobReason | null): Promise<boolean> {
    return (await this.record({ ...job, state, reason })).ok;
  }
}

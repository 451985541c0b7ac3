import { failed, ok, type Result, TaskQueue, Wakeup } from '../base/index.js';
import type { Loss } from '../devices/index.js';
import type { JobReason, JobState, PrinterFault, PrintJob, ProbeFindings } from '../ledger/index.js';
import { type PrinterAddress, type PrinterSetting, readAddress } from '../settings/index.js';
import type { Slip } from '../slips/index.js';
import type { EncodedSlip } from './escpos/encode.js';
import { encodeFor } from './languages.js';
import type { InfoSlip, InfoSlips } from './infoSlips.js';
import { type NotReady, PrinterSession, type PrinterSessionParts, type Ready } from './session.js';
import type { SlipOutcome } from './sendSlip.js';

export interface PrinterWorkerParts extends Omit<PrinterSessionParts, 'name'> {
  /** The slip of a job for this printer; undefined when it cannot be made. */
  readonly draw: (job: PrintJob) => Promise<EncodedSlip | undefined>;
  /**
   * Records that bytes of a job may leave from now on, and whether it is a repeat, or that it is cancelled; undefined when that cannot be
   * recorded.
   */
  readonly begin: (job: PrintJob) => Promise<PrintJob | undefined>;
  /** Records the next state of a job; false when that cannot be recorded. */
  readonly step: (job: PrintJob, state: JobState, reason: JobReason | null) => Promise<boolean>;
  readonly infoSlips: InfoSlips;
}

/** Pause before a printer that is not ready is asked again, ms. */
const NOT_READY_PAUSE = 1000;
/** Pause before a printer that is not reached is tried again, ms; it doubles up to the longest. */
const FIRST_RETRY = 1000;
const LAST_RETRY = 10_000;
/** Pause between two checks of a printer that has nothing to do, ms: the till warns before the next sale. A check takes some tens of ms. */
const IDLE_PAUSE = 5000;

/** How long the slip of a test may take, ms: the person who asked for it waits at the printer. */
const TEST_TIMEOUT = 60_000;

/** How long opening the drawer may take, ms. */
const KICK_TIMEOUT = 10_000;

/** A job that waits, with the monotonic time at which it has waited too long, ms. */
interface Waiting {
  job: PrintJob;
  readonly until: number;
}

type Progress = 'done' | NotReady['kind'];

/** Works for one printer: prints its jobs one after the other, and info slips when no job waits. */
export class PrinterWorker {
  private readonly waiting: Waiting[] = [];
  private current: Waiting | undefined;
  /** The info slip of which bytes leave. */
  private infoSlip: InfoSlip | undefined;
  private isOver = false;
  private isShutdown = false;
  private readonly stopped = new AbortController();
  private readonly session: PrinterSession;
  private readonly wakeup = new Wakeup();
  private readonly tasks = new TaskQueue();
  private running: Promise<void> = Promise.resolve();

  constructor(
    readonly setting: PrinterSetting,
    private readonly parts: PrinterWorkerParts,
  ) {
    this.session = new PrinterSession({ ...parts, name: setting.name }, this.stopped.signal);
  }

  /** `isTorn`: the printer may hold a part of a slip. `isOn`: its first answer is no power-up. */
  start(isTorn: boolean, isOn: boolean): void {
    this.session.connection.isTorn = isTorn;
    if (isOn) this.session.assumeOn();
    this.running = this.run();
  }

  /**
   * Ends the work, and resolves with whether the printer may hold a part of a slip. A slip in progress may run for up to `ms`;
   * after that its outcome is unknown. `isShutdown`: the whole box stops.
   */
  async stop(ms: number, isShutdown = false): Promise<boolean> {
    this.isOver = true;
    this.isShutdown = isShutdown;
    this.wakeup.ring();
    const patience = new AbortController();
    void this.parts.clock.sleep(ms, patience.signal).then(() => this.stopped.abort());
    const { connection } = this.session;
    if (!this.isPrinting) {
      this.stopped.abort();
      // Ends a question to the printer without waiting for the answer.
      await connection.close();
    }
    await this.running;
    patience.abort();
    await this.tasks.run(() => connection.close());
    return connection.isTorn;
  }

  /** Whether it prints, and what keeps the printer from it. */
  get state(): { readonly isPrinting: boolean; readonly trouble: PrinterFault | Loss | null } {
    return { isPrinting: this.isPrinting, trouble: this.session.connection.trouble };
  }

  private get isPrinting(): boolean {
    return this.current !== undefined || this.infoSlip !== undefined;
  }

  /** Jobs that wait or are under way. */
  get length(): number {
    return this.waiting.length + Number(this.current !== undefined);
  }

  /** Is this the job that cannot go on because of the printer? */
  isHeldUp(id: number): boolean {
    return this.session.connection.trouble !== null && (this.current ?? this.waiting[0])?.job.id === id;
  }

  /** Adds a job, which may wait `ms`. */
  add(job: PrintJob, ms: number): void {
    this.waiting.push({ job, until: this.parts.clock.monotonic() + ms });
    this.wakeup.ring();
  }

  /** Adds an info slip. */
  addInfoSlip(slip: Slip): void {
    this.parts.infoSlips.add(slip, this.parts.clock.monotonic());
    this.wakeup.ring();
  }

  /** Removes a job of which no byte has left; false when it is too late. */
  withdraw(id: number): boolean {
    const at = this.waiting.findIndex(({ job }) => job.id === id);
    if (at >= 0) this.waiting.splice(at, 1);
    return at >= 0;
  }

  /** Removes the jobs that have not begun, for the worker that replaces this one; `left`: how long each may still wait, ms. */
  takeWaiting(): readonly { readonly job: PrintJob; readonly left: number }[] {
    const now = this.parts.clock.monotonic();
    return this.waiting.splice(0).map(({ job, until }) => ({ job, left: until - now }));
  }

  /** Probes the printer anew and prints a slip of no receipt. */
  test(
    slip: (findings: ProbeFindings) => Promise<EncodedSlip>,
  ): Promise<Result<{ readonly findings: ProbeFindings; readonly outcome: SlipOutcome }, Loss | PrinterFault>> {
    return this.tasks.run(async () => {
      const ready = await this.session.makeReady(true);
      if (!ready.ok) return failed(ready.error.trouble);
      const { findings } = ready.value;
      return ok({ findings, outcome: await this.session.send(await slip(findings), ready.value, TEST_TIMEOUT) });
    });
  }

  /** Sends what is no slip of a receipt now or not at all; paper takes longer than what only opens the drawer. */
  sendNow(slip: EncodedSlip): Promise<Result<SlipOutcome, Loss | PrinterFault>> {
    const limit = slip.height === 0 ? KICK_TIMEOUT : TEST_TIMEOUT;
    return this.tasks.run(async () => {
      const ready = await this.session.makeReady();
      return ready.ok ? ok(await this.session.send(slip, ready.value, limit)) : failed(ready.error.trouble);
    });
  }

  private async run(): Promise<void> {
    let retry = FIRST_RETRY;
    await this.guarded(() => this.tasks.run(() => this.session.checkIdle()));
    while (!this.isOver) {
      const went = await this.guarded(() => this.runOnce());
      const pauses = { done: 0, unready: NOT_READY_PAUSE, unreached: retry, failed: LAST_RETRY };
      // An info slip that cannot be printed must not delay the first try of a job.
      const isForInfoSlip = this.waiting.length === 0 && went !== 'failed';
      if (pauses[went] > 0)
        await (isForInfoSlip ? this.wakeup.wait(this.parts.clock, pauses[went]) : this.pause(pauses[went]));
      retry = went === 'unreached' ? Math.min(2 * retry, LAST_RETRY) : FIRST_RETRY;
    }
  }

  /** A bug at one printer must neither keep the box from selling nor the next job from being printed. */
  private async guarded<T>(work: () => Promise<T>): Promise<T | 'failed'> {
    try {
      return await work();
    } catch (error) {
      this.parts.log('printer.failed', { printer: this.setting.name, error: String(error) });
      await this.session.connection.close();
      return 'failed';
    }
  }

  private async runOnce(): Promise<Progress> {
    await this.dropAged();
    const [next] = this.waiting;
    if (next !== undefined) return this.tasks.run(() => this.printNext(next));
    const infoSlip = this.parts.infoSlips.next(this.parts.clock.monotonic());
    if (infoSlip !== undefined) return this.tasks.run(() => this.printInfoSlip(infoSlip));
    await this.rest();
    return 'done';
  }

  /** Is there something to do, or is the work over? */
  private get hasWork(): boolean {
    return this.waiting.length > 0 || this.parts.infoSlips.length > 0 || this.isOver;
  }

  /** Waits with nothing to do, then checks the printer. No connection over the network stays open, so that others may print too. */
  private async rest(): Promise<void> {
    await this.wakeup.wait(this.parts.clock, IDLE_PAUSE);
    if (this.hasWork) return;
    await this.tasks.run(async () => {
      await this.session.checkIdle();
      if (this.kind === 'tcp') await this.session.connection.close();
    });
  }

  private get kind(): PrinterAddress['kind'] | undefined {
    const address = readAddress(this.setting.address);
    return address.ok ? address.value.kind : undefined;
  }

  /** Waits; only the end of the work cuts it short. */
  private async pause(ms: number): Promise<void> {
    await this.parts.clock.sleep(ms, this.stopped.signal);
  }

  /** Tries once to print an info slip. A job that was added meanwhile goes first. */
  private async printInfoSlip(infoSlip: InfoSlip): Promise<Progress> {
    const ready = await this.session.makeReady();
    if (!ready.ok) return ready.error.kind;
    if (this.waiting.length > 0 || this.isOver) return 'done';
    this.parts.infoSlips.take(infoSlip);
    this.infoSlip = infoSlip;
    try {
      const slip = await encodeFor(infoSlip.slip, this.setting);
      const outcome = await this.sendWithin(infoSlip, slip, ready.value);
      this.parts.log('print.notice', { printer: this.setting.name, ...outcome });
      return 'done';
    } catch (error) {
      this.session.connection.isTorn = true;
      throw error;
    } finally {
      this.infoSlip = undefined;
    }
  }

  /** Tries once to print the job that waits longest. */
  private async printNext(next: Waiting): Promise<Progress> {
    const ready = await this.session.makeReady();
    if (!ready.ok) return ready.error.kind;
    if (this.waiting[0] !== next || this.isOver) return 'done';
    this.waiting.shift();
    this.current = next;
    try {
      return await this.print(next, ready.value);
    } catch (error) {
      this.session.connection.isTorn = true;
      await this.parts.step(next.job, 'unknown', 'lost');
      throw error;
    } finally {
      this.current = undefined;
    }
  }

  private async print(next: Waiting, ready: Ready): Promise<Progress> {
    const job = await this.parts.begin(next.job);
    if (job === undefined) {
      this.waiting.unshift(next);
      return 'unready';
    }
    if (job.state === 'cancelled') return 'done';
    next.job = job;
    const slip = await this.parts.draw(job);
    if (slip === undefined) {
      await this.end(job, 'cancelled', 'unprintable');
      return 'done';
    }
    const { state, reason } = await this.sendWithin(next, slip, ready);
    const wasStopped = state === 'unknown' && this.stopped.signal.aborted;
    await this.end(job, state, wasStopped ? this.reasonOfStop(reason) : reason);
    return 'done';
  }

  /** Records how a job has ended; tries again while that fails, since the disk may have room later. */
  private async end(job: PrintJob, state: JobState, reason: JobReason | null): Promise<void> {
    while (!(await this.parts.step(job, state, reason)) && !this.isOver) await this.pause(LAST_RETRY);
  }

  /** Why a slip was stopped. A fault of the printer says more than a changed setting. */
  private reasonOfStop(reason: JobReason | null): JobReason {
    if (this.isShutdown) return 'restart';
    return reason === null || reason === 'age' ? 'removed' : reason;
  }

  /** Sends until the slip has waited too long, or the box stops. */
  private sendWithin({ until }: { readonly until: number }, slip: EncodedSlip, ready: Ready): Promise<SlipOutcome> {
    return this.session.send(slip, ready, until - this.parts.clock.monotonic());
  }

  private async dropAged(): Promise<void> {
    const now = this.parts.clock.monotonic();
    for (const { job, until } of [...this.waiting]) {
      if (until <= now && (await this.parts.step(job, 'cancelled', 'age'))) this.withdraw(job.id);
    }
  }
}

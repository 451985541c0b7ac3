import { failed, ok, type Result, TaskQueue, Wakeup } from '../../base/index.js';
import type { Loss } from '../../platform/devices/index.js';
import type { JobReason, JobState, PrinterFault, PrintJob, ProbeFindings } from '../../platform/ledger/index.js';
import { type PrinterSetting, readAddress } from '../../shop/settings/index.js';
import type { Slip } from '../slips/index.js';
import type { EncodedSlip } from './escpos/encode.js';
import { encodeFor } from './languages.js';
import type { InfoSlip, InfoSlips } from './infoSlips.js';
import { type NotReady, PrinterSession, type PrinterSessionDeps, type Ready } from './session.js';
import type { SlipOutcome } from './sendSlip.js';

export interface PrinterWorkerDeps extends Omit<PrinterSessionDeps, 'name'> {
  /** Draws the slip of a job for this printer; undefined when its receipt is missing. Throws when it is unreadable. */
  readonly draw: (job: PrintJob) => Promise<EncodedSlip | undefined>;
  /**
   * Records that bytes of a job may be sent from now on, and whether it is a repeat; undefined when that cannot be
   * recorded. Throws when its receipt is needed and cannot be read.
   */
  readonly begin: (job: PrintJob) => Promise<PrintJob | undefined>;
  /** Records the next state of a job; false when that cannot be recorded. */
  readonly step: (job: PrintJob, state: JobState, reason: JobReason | null) => Promise<boolean>;
  readonly infoSlips: InfoSlips;
}

/** Pause before a printer that is not ready is queried again, ms. */
const NOT_READY_PAUSE = 1000;
/** Pause before an unreachable printer is tried again, ms. It doubles up to the longest. */
const FIRST_RETRY = 1000;
const LAST_RETRY = 10_000;
/**
 * Pause between two checks of an idle printer, ms, short enough that the till warns before the next sale. A check takes
 * some tens of ms.
 */
const IDLE_PAUSE = 5000;
/** Timeout of a test slip, ms: the technician waits at the printer. */
const TEST_TIMEOUT = 60_000;
/** Timeout of opening the drawer, ms. */
const KICK_TIMEOUT = 10_000;

/** A queued job. It is dropped at `until`, ms of the monotonic clock. */
interface Waiting {
  job: PrintJob;
  readonly until: number;
}

type Progress = 'done' | NotReady['kind'];

/** How a job ends. */
type JobOutcome = SlipOutcome | { readonly state: 'cancelled'; readonly reason: JobReason };

/** The end of a job whose receipt cannot be read or drawn. */
const UNPRINTABLE: JobOutcome = { state: 'cancelled', reason: 'unprintable' };

/** The worker of one printer: prints its jobs one after the other, and info slips when no job is queued. */
export class PrinterWorker {
  private readonly waiting: Waiting[] = [];
  private current: Waiting | undefined;
  /** The info slip that is being sent. */
  private infoSlip: InfoSlip | undefined;
  /** True while a worker before it may still use the printer. */
  private isWaiting = false;
  private isStopping = false;
  private isShutdown = false;
  private readonly stopped = new AbortController();
  private readonly session: PrinterSession;
  private readonly wakeup = new Wakeup();
  private readonly tasks = new TaskQueue();
  private running: Promise<void> = Promise.resolve();

  constructor(
    readonly setting: PrinterSetting,
    private readonly deps: PrinterWorkerDeps,
  ) {
    this.session = new PrinterSession({ ...deps, name: setting.name }, this.stopped.signal);
  }

  /**
   * Starts when the workers before it have ended, with whether the printer may have received a part of a slip. `isOn`:
   * its first answer is not a power-up.
   */
  start(isTorn: Promise<boolean>, isOn: boolean): void {
    this.isWaiting = true;
    this.running = isTorn.then(async (wasTorn) => {
      this.isWaiting = false;
      this.session.connection.isTorn = wasTorn;
      if (isOn) this.session.assumeOn();
      await this.run();
    });
  }

  /**
   * Stops the worker. Resolves when it and the workers before it have ended, with whether the printer may have received
   * a part of a slip. A slip in progress may continue for up to `ms`; after that its outcome is unknown. `isShutdown`:
   * the whole box stops.
   */
  async stop(ms: number, isShutdown = false): Promise<boolean> {
    this.isStopping = true;
    this.isShutdown = isShutdown;
    this.wakeup.ring();
    const patience = new AbortController();
    void this.deps.clock.sleep(ms, patience.signal).then(() => this.stopped.abort());
    const { connection } = this.session;
    if (!this.isPrinting) {
      this.stopped.abort();
      // Aborts a pending request to the printer without waiting for the answer.
      await connection.close();
    }
    await this.running;
    patience.abort();
    await this.tasks.run(() => connection.close());
    return connection.isTorn;
  }

  /** Whether it or a worker before it prints, and the printer's trouble. */
  get state(): { readonly isPrinting: boolean; readonly trouble: PrinterFault | Loss | null } {
    return { isPrinting: this.isPrinting || this.isWaiting, trouble: this.session.connection.trouble };
  }

  private get isPrinting(): boolean {
    return this.current !== undefined || this.infoSlip !== undefined;
  }

  /** Jobs that are queued or under way. */
  get length(): number {
    return this.waiting.length + Number(this.current !== undefined);
  }

  /** True when this is the job that the printer's trouble blocks. */
  isHeldUp(id: number): boolean {
    return this.session.connection.trouble !== null && (this.current ?? this.waiting[0])?.job.id === id;
  }

  /** Adds a job, which may wait `ms`. */
  add(job: PrintJob, ms: number): void {
    this.waiting.push({ job, until: this.deps.clock.monotonic() + ms });
    this.wakeup.ring();
  }

  /** Adds an info slip. */
  addInfoSlip(slip: Slip): void {
    this.deps.infoSlips.add(slip, this.deps.clock.monotonic());
    this.wakeup.ring();
  }

  /** Removes a job of which no byte was sent; false when it is too late. */
  withdraw(id: number): boolean {
    const at = this.waiting.findIndex(({ job }) => job.id === id);
    if (at >= 0) this.waiting.splice(at, 1);
    return at >= 0;
  }

  /**
   * Removes the jobs that have not begun, for the worker that replaces this one. `remainingMs`: how long each may still
   * wait.
   */
  takeWaiting(): readonly { readonly job: PrintJob; readonly remainingMs: number }[] {
    const now = this.deps.clock.monotonic();
    return this.waiting.splice(0).map(({ job, until }) => ({ job, remainingMs: until - now }));
  }

  /** Probes the printer again and prints a slip without a receipt. */
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

  /** Sends a slip without a receipt at once or fails. Paper has a longer timeout than opening the drawer. */
  sendNow(slip: EncodedSlip): Promise<Result<SlipOutcome, Loss | PrinterFault>> {
    const limit = slip.height === 0 ? KICK_TIMEOUT : TEST_TIMEOUT;
    return this.tasks.run(async () => {
      const ready = await this.session.makeReady();
      return ready.ok ? ok(await this.session.send(slip, ready.value, limit)) : failed(ready.error.trouble);
    });
  }

  private async run(): Promise<void> {
    const { clock } = this.deps;
    let retry = FIRST_RETRY;
    if (!this.isStopping) await this.guarded(() => this.tasks.run(() => this.session.checkIdle()));
    while (!this.isStopping) {
      const went = await this.guarded(() => this.runOnce());
      const pauses = { done: 0, unready: NOT_READY_PAUSE, unreached: retry, failed: LAST_RETRY };
      // An info slip that cannot be printed must not delay the first attempt of a job.
      const isForInfoSlip = this.waiting.length === 0 && went !== 'failed';
      const ms = pauses[went];
      if (ms > 0) await (isForInfoSlip ? this.wakeup.wait(clock, ms) : clock.sleep(ms, this.stopped.signal));
      retry = went === 'unreached' ? Math.min(2 * retry, LAST_RETRY) : FIRST_RETRY;
    }
  }

  /** Catches exceptions: a bug at one printer must neither stop sales nor the next job. */
  private async guarded<T>(work: () => Promise<T>): Promise<T | 'failed'> {
    try {
      return await work();
    } catch (error) {
      this.deps.log('printer.failed', { printer: this.setting.name, error: String(error) });
      await this.session.connection.close();
      return 'failed';
    }
  }

  private async runOnce(): Promise<Progress> {
    const now = this.deps.clock.monotonic();
    for (const { job, until } of [...this.waiting]) {
      if (until <= now && (await this.deps.step(job, 'cancelled', 'age'))) this.withdraw(job.id);
    }
    const [next] = this.waiting;
    if (next !== undefined) return this.tasks.run(() => this.printNext(next));
    const infoSlip = this.deps.infoSlips.next(this.deps.clock.monotonic());
    if (infoSlip !== undefined) return this.tasks.run(() => this.printInfoSlip(infoSlip));
    await this.rest();
    return 'done';
  }

  /**
   * Waits while idle, then checks the printer. Network connections are closed, so that other computers may print too.
   */
  private async rest(): Promise<void> {
    await this.wakeup.wait(this.deps.clock, IDLE_PAUSE);
    if (this.waiting.length > 0 || this.deps.infoSlips.length > 0 || this.isStopping) return;
    await this.tasks.run(async () => {
      await this.session.checkIdle();
      const address = readAddress(this.setting.address);
      if (address.ok && address.value.kind === 'tcp') await this.session.connection.close();
    });
  }

  /** Tries once to print an info slip. A job that was added meanwhile goes first. */
  private async printInfoSlip(infoSlip: InfoSlip): Promise<Progress> {
    const ready = await this.session.makeReady();
    if (!ready.ok) return ready.error.kind;
    if (this.waiting.length > 0 || this.isStopping) return 'done';
    this.deps.infoSlips.take(infoSlip);
    this.infoSlip = infoSlip;
    try {
      const slip = await encodeFor(infoSlip.slip, this.setting);
      const outcome = await this.session.send(slip, ready.value, infoSlip.until - this.deps.clock.monotonic());
      this.deps.log('print.notice', { printer: this.setting.name, ...outcome });
      return 'done';
    } finally {
      this.infoSlip = undefined;
    }
  }

  /** Tries once to print the job that has waited longest. */
  private async printNext(next: Waiting): Promise<Progress> {
    const ready = await this.session.makeReady();
    if (!ready.ok) return ready.error.kind;
    if (this.waiting[0] !== next || this.isStopping) return 'done';
    this.waiting.shift();
    this.current = next;
    try {
      const attempt = await this.trySlip(next, ready.value);
      if (typeof attempt === 'string') return attempt;
      await this.end(next.job, attempt);
      return 'done';
    } finally {
      this.current = undefined;
    }
  }

  /** Begins a job, draws its slip and sends it. Returns how the job ends, or why it does not end here. */
  private async trySlip(next: Waiting, ready: Ready): Promise<JobOutcome | Progress> {
    try {
      const job = await this.deps.begin(next.job);
      if (job === undefined) {
        this.waiting.unshift(next);
        return 'unready';
      }
      if (job.state === 'cancelled') return 'done';
      next.job = job;
      const slip = await this.deps.draw(job);
      if (slip === undefined) return UNPRINTABLE;
      return await this.session.send(slip, ready, next.until - this.deps.clock.monotonic());
    } catch (error) {
      // Nothing was sent, see PrinterSession.send: the paper is whole, and a repeat would be no repeat.
      const { id, uuid } = next.job;
      this.deps.log('print.undrawn', { job: id, uuid, error: String(error) });
      return UNPRINTABLE;
    }
  }

  /** Records how a job has ended. Retries while that fails, since disk space may become free later. */
  private async end(job: PrintJob, { state, reason: given }: JobOutcome): Promise<void> {
    let reason = given;
    if (state === 'unknown' && this.stopped.signal.aborted) {
      // The slip was stopped. A fault of the printer is a better reason than a changed setting.
      reason = this.isShutdown ? 'restart' : given === 'age' ? 'removed' : given;
    }
    while (!(await this.deps.step(job, state, reason)) && !this.isStopping)
      await this.deps.clock.sleep(LAST_RETRY, this.stopped.signal);
  }
}

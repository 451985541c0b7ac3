import { failed, ok, type Result } from '../base/result.js';
import { Serial } from '../base/serial.js';
import type { JobReason, JobState, PrinterFault, PrintJob, ProbeFindings } from '../ledger/job.js';
import type { PrinterSetting } from '../settings/printers.js';
import { Bell } from './bell.js';
import { type EncodedSlip, encodeSlip } from './escpos/encode.js';
import type { Notice, Notices } from './notices.js';
import { type NotReady, Press, type PressParts, type Ready } from './press.js';
import type { SlipOutcome } from './send.js';
import type { Slip } from './slip.js';
import type { Loss } from './transport/port.js';

export interface LineParts extends Omit<PressParts, 'name'> {
  /** The slip of a job for this printer; undefined when it cannot be made. */
  readonly draw: (job: PrintJob) => Promise<EncodedSlip | undefined>;
  /** Records that bytes of a job may leave from now on, and whether it is a repeat; undefined when the ledger cannot take it. */
  readonly begin: (job: PrintJob) => Promise<PrintJob | undefined>;
  /** Records a step of a job; false when the ledger cannot take it. */
  readonly step: (job: PrintJob, state: JobState, reason: JobReason | null) => Promise<boolean>;
  readonly notices: Notices;
}

/** Before a printer that is not ready is looked at again, ms. */
const LOOK_AGAIN = 1000;
/** Before one that is not reached is tried again, ms; the pause doubles up to the longest. */
const FIRST_RETRY = 1000;
const LAST_RETRY = 10_000;
/** Between two looks at a printer that has nothing to do, ms. */
const IDLE_LOOK = 30_000;
/** A connection over the network is given free after so long, so that others may print too, ms. */
const NETWORK_REST = 5000;

/** How long a slip of a test may take, ms: whoever asked for it stands there. */
const TEST_PATIENCE = 60_000;

/** A job that waits, with the moment at which it has waited too long, by the monotonic clock. */
interface Waiting {
  job: PrintJob;
  readonly until: number;
}

type Advance = 'done' | NotReady['kind'];

/** One printer and the jobs for it, one after the other. */
export class Line {
  private readonly waiting: Waiting[] = [];
  private current: Waiting | undefined;
  /** The one of which bytes leave. */
  private notice: Notice | undefined;
  private isOver = false;
  private isForNow = false;
  private readonly stopped = new AbortController();
  private readonly press: Press;
  private readonly bell = new Bell();
  private readonly turn = new Serial();
  private running: Promise<void> = Promise.resolve();

  constructor(
    readonly setting: PrinterSetting,
    private readonly parts: LineParts,
  ) {
    this.press = new Press({ ...parts, name: setting.name }, this.stopped.signal);
  }

  /** `isTorn`: the printer may hold a part of a slip. `isOn`: when it answers, that is no power-up. */
  start(isTorn: boolean, isOn: boolean): void {
    this.press.contact.isTorn = isTorn;
    if (isOn) this.press.takeAsOn();
    this.running = this.run();
  }

  /**
   * Ends the work, and resolves with whether the printer may hold a part of a slip. One under way gets `ms`; then its end is
   * unknown. `isForNow`: the whole box goes off.
   */
  async stop(ms: number, isForNow = false): Promise<boolean> {
    this.isOver = true;
    this.isForNow = isForNow;
    this.bell.ring();
    const patience = new AbortController();
    void this.parts.clock.sleep(ms, patience.signal).then(() => this.stopped.abort());
    const { contact } = this.press;
    if (!this.isPrinting) {
      this.stopped.abort();
      // Whoever asks the printer something need not wait for the answer.
      await contact.drop();
    }
    await this.running;
    patience.abort();
    await this.turn.run(() => contact.drop());
    return contact.isTorn;
  }

  /** What the printer lacks. */
  get state(): { readonly isPrinting: boolean; readonly trouble: PrinterFault | Loss | null } {
    return { isPrinting: this.isPrinting, trouble: this.press.contact.trouble };
  }

  private get isPrinting(): boolean {
    return this.current !== undefined || this.notice !== undefined;
  }

  /** Jobs that wait or are under way. */
  get length(): number {
    return this.waiting.length + Number(this.current !== undefined);
  }

  /** Is this the job that cannot go on? */
  isHeldUp(id: number): boolean {
    return this.press.contact.trouble !== null && (this.current ?? this.waiting[0])?.job.id === id;
  }

  /** Takes a job in; it may wait `ms`. */
  add(job: PrintJob, ms: number): void {
    this.waiting.push({ job, until: this.parts.clock.monotonic() + ms });
    this.bell.ring();
  }

  /** Takes in a slip that no receipt hangs on. */
  notify(slip: Slip): void {
    this.parts.notices.add(slip, this.parts.clock.monotonic());
    this.bell.ring();
  }

  /** Takes a job out of which no byte has left; false when it is too late. */
  withdraw(id: number): boolean {
    const at = this.waiting.findIndex(({ job }) => job.id === id);
    if (at >= 0) this.waiting.splice(at, 1);
    return at >= 0;
  }

  /** Jobs that have not begun, for another line that takes this one's place. */
  handOver(): readonly { readonly job: PrintJob; readonly left: number }[] {
    const now = this.parts.clock.monotonic();
    return this.waiting.splice(0).map(({ job, until }) => ({ job, left: until - now }));
  }

  /** Probes the printer anew and prints a slip of no receipt. */
  test(
    slip: (findings: ProbeFindings) => EncodedSlip,
  ): Promise<Result<{ readonly findings: ProbeFindings; readonly outcome: SlipOutcome }, Loss | PrinterFault>> {
    return this.turn.run(async () => {
      const ready = await this.press.makeReady(true);
      if (!ready.ok) return failed(ready.error.lacks);
      const { findings } = ready.value;
      return ok({ findings, outcome: await this.press.send(slip(findings), ready.value, TEST_PATIENCE) });
    });
  }

  private async run(): Promise<void> {
    let retry = FIRST_RETRY;
    await this.guarded(() => this.turn.run(() => this.press.lookRound()));
    while (!this.isOver) {
      const went = await this.guarded(() => this.turnOnce());
      const pauses = { done: 0, unready: LOOK_AGAIN, unreached: retry, failed: LAST_RETRY };
      // A notice that cannot be printed keeps no job from its first try.
      const isForNotice = this.waiting.length === 0 && went !== 'failed';
      if (pauses[went] > 0)
        await (isForNotice ? this.bell.wait(this.parts.clock, pauses[went]) : this.pause(pauses[went]));
      retry = went === 'unreached' ? Math.min(2 * retry, LAST_RETRY) : FIRST_RETRY;
    }
  }

  /** A bug at one printer must not keep the box from selling, nor the next job from its printer. */
  private async guarded<T>(work: () => Promise<T>): Promise<T | 'failed'> {
    try {
      return await work();
    } catch (error) {
      this.parts.log('printer.failed', { printer: this.setting.name, error: String(error) });
      await this.press.contact.drop();
      return 'failed';
    }
  }

  private async turnOnce(): Promise<Advance> {
    await this.dropAged();
    const [next] = this.waiting;
    if (next !== undefined) return this.turn.run(() => this.advance(next));
    const notice = this.parts.notices.next(this.parts.clock.monotonic());
    if (notice !== undefined) return this.turn.run(() => this.give(notice));
    await this.rest();
    return 'done';
  }

  /** Is there something to do, or nothing any more? */
  private get isCalled(): boolean {
    return this.waiting.length > 0 || this.parts.notices.length > 0 || this.isOver;
  }

  /** Waits with nothing to do, and looks now and then whether all is well. */
  private async rest(): Promise<void> {
    const { contact } = this.press;
    if (this.kind === 'tcp' && contact.isOpen) {
      await this.bell.wait(this.parts.clock, NETWORK_REST);
      if (this.isCalled) return;
      await this.turn.run(() => contact.drop());
    }
    await this.bell.wait(this.parts.clock, IDLE_LOOK);
    if (!this.isCalled) await this.turn.run(() => this.press.lookRound());
  }

  private get kind(): string {
    return this.setting.address.split(':', 1)[0] ?? '';
  }

  /** Waits, whatever comes meanwhile but the end. */
  private async pause(ms: number): Promise<void> {
    await this.parts.clock.sleep(ms, this.stopped.signal);
  }

  /** One try to print the notice that waits longest. A receipt that came meanwhile goes before it. */
  private async give(notice: Notice): Promise<Advance> {
    const ready = await this.press.makeReady();
    if (!ready.ok) return ready.error.kind;
    if (this.waiting.length > 0 || this.isOver) return 'done';
    this.parts.notices.take(notice);
    const slip = encodeSlip(notice.slip, this.setting);
    this.notice = notice;
    try {
      const outcome = await this.sendWithin(notice, slip, ready.value);
      this.parts.log('print.notice', { printer: this.setting.name, ...outcome });
      return 'done';
    } catch (error) {
      this.press.contact.isTorn = true;
      throw error;
    } finally {
      this.notice = undefined;
    }
  }

  /** One try to print the job that waits longest. */
  private async advance(next: Waiting): Promise<Advance> {
    const ready = await this.press.makeReady();
    if (!ready.ok) return ready.error.kind;
    if (this.waiting[0] !== next || this.isOver) return 'done';
    this.waiting.shift();
    this.current = next;
    try {
      return await this.print(next, ready.value);
    } catch (error) {
      this.press.contact.isTorn = true;
      await this.parts.step(next.job, 'unknown', 'lost');
      throw error;
    } finally {
      this.current = undefined;
    }
  }

  private async print(next: Waiting, ready: Ready): Promise<Advance> {
    const job = await this.parts.begin(next.job);
    if (job === undefined) {
      this.waiting.unshift(next);
      return 'unready';
    }
    next.job = job;
    const slip = await this.parts.draw(job);
    if (slip === undefined) {
      await this.end(job, 'cancelled', 'unprintable');
      return 'done';
    }
    const { state, reason } = await this.sendWithin(next, slip, ready);
    const isGivenUp = state === 'unknown' && this.stopped.signal.aborted;
    await this.end(job, state, isGivenUp ? this.whyGivenUp(reason) : reason);
    return 'done';
  }

  /** Records how a job has ended; a ledger that cannot take it now may be able to later. */
  private async end(job: PrintJob, state: JobState, reason: JobReason | null): Promise<void> {
    while (!(await this.parts.step(job, state, reason)) && !this.isOver) await this.pause(LAST_RETRY);
  }

  /** What the printer was in need of says more than that it was set anew. */
  private whyGivenUp(reason: JobReason | null): JobReason {
    if (this.isForNow) return 'restart';
    return reason === null || reason === 'age' ? 'removed' : reason;
  }

  /** Sends until the slip has waited too long, or the box stops. */
  private sendWithin({ until }: { readonly until: number }, slip: EncodedSlip, ready: Ready): Promise<SlipOutcome> {
    return this.press.send(slip, ready, until - this.parts.clock.monotonic());
  }

  private async dropAged(): Promise<void> {
    const now = this.parts.clock.monotonic();
    for (const { job, until } of [...this.waiting]) {
      if (until <= now && (await this.parts.step(job, 'cancelled', 'age'))) this.withdraw(job.id);
    }
  }
}

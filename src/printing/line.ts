import { withDeadline } from '../base/deadline.js';
import { ok, type Result } from '../base/result.js';
import { Serial } from '../base/serial.js';
import {
  type JobReason,
  type JobState,
  PRINTER_FAULTS,
  type PrinterFault,
  type PrintJob,
  type ProbeFindings,
} from '../ledger/job.js';
import type { PrinterSetting } from '../settings/printers.js';
import { Bell } from './bell.js';
import type { EncodedSlip } from './escpos/encode.js';
import type { Link } from './link.js';
import { sendSlip, type SlipOutcome } from './send.js';
import type { Loss } from './transport/port.js';
import { Contact, type ContactParts } from './contact.js';

export interface LineParts extends Omit<ContactParts, 'name'> {
  /** The slip of a job for this printer; undefined when it cannot be made. */
  readonly draw: (job: PrintJob) => Promise<EncodedSlip | undefined>;
  /** Records that bytes of a job may leave from now on, and whether it is a repeat; undefined when the ledger cannot take it. */
  readonly begin: (job: PrintJob) => Promise<PrintJob | undefined>;
  /** Records a step of a job; false when the ledger cannot take it. */
  readonly step: (job: PrintJob, state: JobState, reason: JobReason | null) => Promise<boolean>;
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

type Advance = 'done' | 'unready' | 'unreached';

/** One printer and the jobs for it, one after the other. */
export class Line {
  private readonly waiting: Waiting[] = [];
  private current: Waiting | undefined;
  private readonly contact: Contact;
  private isOver = false;
  private isForNow = false;
  private readonly stopped = new AbortController();
  private readonly bell = new Bell();
  private readonly turn = new Serial();
  private running: Promise<void> = Promise.resolve();

  constructor(
    readonly setting: PrinterSetting,
    private readonly parts: LineParts,
  ) {
    this.contact = new Contact({ ...parts, name: setting.name });
  }

  /** `isTorn`: the printer may hold a part of a slip. */
  start(isTorn: boolean): void {
    this.contact.isTorn = isTorn;
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
    if (this.current === undefined) {
      this.stopped.abort();
      // Whoever asks the printer something need not wait for the answer.
      await this.contact.drop();
    }
    await this.running;
    patience.abort();
    await this.turn.run(() => this.contact.drop());
    return this.contact.isTorn;
  }

  /** What the printer lacks. */
  get state(): { readonly isPrinting: boolean; readonly trouble: PrinterFault | Loss | null } {
    return { isPrinting: this.current !== undefined, trouble: this.contact.trouble };
  }

  /** Jobs that wait or are under way. */
  get length(): number {
    return this.waiting.length + Number(this.current !== undefined);
  }

  /** Is this the job that cannot go on? */
  isHeldUp(id: number): boolean {
    return this.contact.trouble !== null && (this.current ?? this.waiting[0])?.job.id === id;
  }

  /** Takes a job in; it may wait `ms`. */
  add(job: PrintJob, ms: number): void {
    this.waiting.push({ job, until: this.parts.clock.monotonic() + ms });
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
      const { signal } = this.stopped;
      const link = await this.contact.reach(signal);
      if (!link.ok) return link;
      const findings = await this.contact.makeReady(link.value, signal, true);
      if (!findings.ok) return findings;
      const send = (deadline: AbortSignal): Promise<SlipOutcome> =>
        this.send(slip(findings.value), link.value, findings.value, deadline);
      const outcome = await withDeadline(TEST_PATIENCE, signal, send, this.parts.clock);
      return ok({ findings: findings.value, outcome });
    });
  }

  private async run(): Promise<void> {
    let retry = FIRST_RETRY;
    await this.guarded(() => this.lookRound());
    while (!this.isOver) {
      const went = await this.guarded(() => this.turnOnce());
      const pauses = { done: 0, unready: LOOK_AGAIN, unreached: retry, failed: LAST_RETRY };
      if (pauses[went] > 0) await this.pause(pauses[went]);
      retry = went === 'unreached' ? Math.min(2 * retry, LAST_RETRY) : FIRST_RETRY;
    }
  }

  /** A bug at one printer must not keep the box from selling, nor the next job from its printer. */
  private async guarded<T>(work: () => Promise<T>): Promise<T | 'failed'> {
    try {
      return await work();
    } catch (error) {
      this.parts.log('printer.failed', { printer: this.setting.name, error: String(error) });
      await this.contact.drop();
      return 'failed';
    }
  }

  private async turnOnce(): Promise<Advance> {
    await this.dropAged();
    const [next] = this.waiting;
    if (next !== undefined) return this.turn.run(() => this.advance(next));
    await this.rest();
    return 'done';
  }

  /** Waits with nothing to do, and looks now and then whether all is well. */
  private async rest(): Promise<void> {
    const { kind } = this;
    if (kind === 'tcp' && this.contact.isOpen) {
      await this.bell.wait(this.parts.clock, NETWORK_REST);
      if (this.waiting.length > 0 || this.isOver) return;
      await this.turn.run(() => this.contact.drop());
    }
    await this.bell.wait(this.parts.clock, IDLE_LOOK);
    if (this.waiting.length > 0 || this.isOver) return;
    await this.lookRound();
  }

  private lookRound(): Promise<void> {
    return this.turn.run(async () => {
      const link = await this.contact.reach(this.stopped.signal);
      if (link.ok) await this.contact.lookRound(link.value);
    });
  }

  private get kind(): string {
    return this.setting.address.split(':', 1)[0] ?? '';
  }

  /** Waits, whatever comes meanwhile but the end. */
  private async pause(ms: number): Promise<void> {
    await this.parts.clock.sleep(ms, this.stopped.signal);
  }

  /** One try to print the job that waits longest. */
  private async advance(next: Waiting): Promise<Advance> {
    const { signal } = this.stopped;
    const link = await this.contact.reach(signal);
    if (!link.ok) return 'unreached';
    const findings = await this.contact.makeReady(link.value, signal);
    if (!findings.ok) return 'unready';
    if (this.waiting[0] !== next || this.isOver) return 'done';
    this.waiting.shift();
    this.current = next;
    try {
      return await this.print(next, link.value, findings.value);
    } catch (error) {
      this.contact.isTorn = true;
      await this.parts.step(next.job, 'unknown', 'lost');
      throw error;
    } finally {
      this.current = undefined;
    }
  }

  private async print(next: Waiting, link: Link, findings: ProbeFindings): Promise<Advance> {
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
    const { state, reason } = await this.sendWithin(next, slip, link, findings);
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

  /** Sends until the job has waited too long, or the box stops. */
  private sendWithin({ until }: Waiting, slip: EncodedSlip, link: Link, findings: ProbeFindings): Promise<SlipOutcome> {
    const { clock } = this.parts;
    const left = Math.max(0, until - clock.monotonic());
    return withDeadline(left, this.stopped.signal, (signal) => this.send(slip, link, findings, signal), clock);
  }

  private async send(
    slip: EncodedSlip,
    link: Link,
    findings: ProbeFindings,
    signal: AbortSignal,
  ): Promise<SlipOutcome> {
    const onFault = (fault: PrinterFault | null): void => this.contact.tell(fault);
    const outcome = await sendSlip(slip, { link, clock: this.parts.clock, findings, onFault, signal });
    if (outcome.state === 'unknown') {
      this.contact.isTorn = true;
      this.contact.tell(PRINTER_FAULTS.find((fault) => fault === outcome.reason) ?? 'lost');
      await this.contact.drop();
    }
    return outcome;
  }

  private async dropAged(): Promise<void> {
    const now = this.parts.clock.monotonic();
    for (const { job, until } of [...this.waiting]) {
      if (until <= now && (await this.parts.step(job, 'cancelled', 'age'))) this.withdraw(job.id);
    }
  }
}

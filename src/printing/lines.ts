import type { Clock } from '../base/clock.js';
import type { Log } from '../base/log.js';
import type { PrintJob, ProbedPrinter, ProbeFindings } from '../ledger/job.js';
import type { Ledger } from '../ledger/ledger.js';
import { type PrinterSetting, samePrinter } from '../settings/printers.js';
import type { EncodedSlip } from './escpos/encode.js';
import { Line, type LineParts } from './line.js';
import { Notices } from './notices.js';
import type { Transport } from './transport/port.js';

export interface LinesParts {
  readonly ledger: Ledger;
  /** The printers that are set now. */
  readonly printers: () => readonly PrinterSetting[];
  readonly transportOf: (printer: PrinterSetting) => Transport;
  /** The slip of a job; undefined when its receipt cannot be read or drawn. */
  readonly draw: (job: PrintJob, printer: PrinterSetting) => Promise<EncodedSlip | undefined>;
  /** What ends the paper of a slip that was torn off. */
  readonly mend: (printer: PrinterSetting) => readonly Uint8Array[];
  readonly clock: Clock;
  readonly log: Log;
  readonly begin: LineParts['begin'];
  readonly step: LineParts['step'];
  /** Told which printer answers after it was without power. */
  readonly onPowerUp: (printer: string) => void;
}

/** A slip under way gets this long at a stop, ms. */
const STOP_PATIENCE = 4000;
/** And this long when its printer is set anew, ms. */
const CHANGE_PATIENCE = 30_000;

/** A line for each printer that is set. */
export class Lines {
  private readonly byName = new Map<string, Line>();
  private readonly notices = new Map<string, Notices>();
  private hasBegun = false;
  /** Lines that make way for others, and the end of all that ever did. */
  private readonly leaving = new Set<Line>();
  private left: Promise<unknown> = Promise.resolve();
  private isOver = false;

  constructor(private readonly parts: LinesParts) {}

  get(name: string): Line | undefined {
    return this.byName.get(name);
  }

  /**
   * Makes the lines fit the settings. Jobs of a printer that is not there any more have nowhere to go. `torn`: printers that
   * may hold a part of a slip.
   */
  rearrange(torn: ReadonlySet<string> = new Set()): void {
    const printers = this.parts.printers();
    // What somebody sets while the box runs stands before them, and works.
    const isOn = this.hasBegun;
    this.hasBegun = true;
    const tornAt = new Map<string, Promise<boolean>>();
    const moved = new Map<string, ReturnType<Line['handOver']>>();
    for (const [name, line] of this.byName) {
      const printer = printers.find((candidate) => candidate.name === name);
      if (printer !== undefined && samePrinter(printer, line.setting)) continue;
      this.byName.delete(name);
      const waiting = line.handOver();
      const isTorn = this.dismiss(line);
      // Another printer under the old name holds nothing of the slip; the same printer under a new one does.
      tornAt.set(line.setting.address, isTorn);
      if (printer === undefined) for (const { job } of waiting) void this.parts.step(job, 'cancelled', 'removed');
      else moved.set(name, waiting);
    }
    for (const printer of printers) {
      const { name, address } = printer;
      if (this.byName.has(name)) continue;
      const isTorn = tornAt.get(address) ?? this.left.then(() => torn.has(name));
      this.open(printer, { isTorn, isOn, waiting: moved.get(name) ?? [] });
    }
  }

  private dismiss(line: Line): Promise<boolean> {
    this.leaving.add(line);
    const isTorn = line.stop(CHANGE_PATIENCE).finally(() => this.leaving.delete(line));
    this.left = Promise.all([this.left, isTorn]);
    return isTorn;
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await Promise.all(Array.from([...this.byName.values(), ...this.leaving], (line) => line.stop(STOP_PATIENCE, true)));
    await this.left;
    this.byName.clear();
  }

  /** A line that is not one of those that print, for a test. */
  apart(printer: PrinterSetting): Line {
    const { clock, log, transportOf, draw, mend, begin, step, onPowerUp } = this.parts;
    return new Line(printer, {
      clock,
      log,
      transport: transportOf(printer),
      findings: () => this.findings(printer),
      keepFindings: (findings) => this.keep(printer, findings),
      draw: (job) => draw(job, printer),
      mend: mend(printer),
      begin,
      step,
      notices: this.noticesOf(printer.name),
      onPowerUp: () => {
        if (printer.ticket !== false) onPowerUp(printer.name);
      },
    });
  }

  private noticesOf(printer: string): Notices {
    const { log } = this.parts;
    const known = this.notices.get(printer);
    if (known !== undefined) return known;
    const made = new Notices((reason) => log('print.notice', { printer, state: 'cancelled', reason }));
    this.notices.set(printer, made);
    return made;
  }

  /** What the last probe of a printer at its present address found. */
  findings({ name, address }: PrinterSetting): ProbeFindings | undefined {
    const probed = this.parts.ledger.main.jobs.printer(name);
    return probed?.address === address ? probed.findings : undefined;
  }

  private async keep({ name, address }: PrinterSetting, findings: ProbeFindings): Promise<void> {
    const { ledger, clock, log } = this.parts;
    const printer: ProbedPrinter = { name, address, findings, at: clock.now() };
    const stored = await ledger.put({ type: 'printer', printer });
    if (!stored.ok) log('print.unrecorded', { printer: name, reason: stored.error });
  }

  /** One device has one reader: a line begins when those before it have let go, and with what they have left in the printer. */
  private open(printer: PrinterSetting, { isTorn, isOn, waiting }: Opening): void {
    const line = this.apart(printer);
    this.byName.set(printer.name, line);
    for (const { job, left } of waiting) line.add(job, left);
    void isTorn.then((wasTorn) => {
      if (!this.isOver) line.start(wasTorn, isOn);
    });
  }
}

/** How a line begins, see {@link Line.start}; `waiting`: jobs that it takes over. */
interface Opening {
  readonly isTorn: Promise<boolean>;
  readonly isOn: boolean;
  readonly waiting: ReturnType<Line['handOver']>;
}

import type { Clock, Log } from '../../base/index.js';
import type { Transport } from '../../platform/devices/index.js';
import type { Ledger, PrintJob, ProbedPrinter, ProbeFindings } from '../../platform/ledger/index.js';
import { type PrinterSetting, samePrinter } from '../../shop/settings/index.js';
import type { EncodedSlip } from './escpos/encode.js';
import { reportsStatus, NO_ANSWERS } from './languages.js';
import { PrinterWorker, type PrinterWorkerDeps } from './printerWorker.js';
import { InfoSlips } from './infoSlips.js';

export interface PrinterWorkersDeps {
  readonly ledger: Ledger;
  /** The configured printers. */
  readonly printers: () => readonly PrinterSetting[];
  readonly transportOf: (printer: PrinterSetting) => Transport;
  /** The slip of a job; undefined when its receipt is missing. Throws when it cannot be read or drawn. */
  readonly draw: (job: PrintJob, printer: PrinterSetting) => Promise<EncodedSlip | undefined>;
  /** The bytes that finish the paper of a torn slip. */
  readonly tornEnding: (printer: PrinterSetting) => Promise<readonly Uint8Array[]>;
  readonly clock: Clock;
  readonly log: Log;
  readonly begin: PrinterWorkerDeps['begin'];
  readonly step: PrinterWorkerDeps['step'];
  /** Called with the name of a printer that answers after a power-up. */
  readonly onPowerUp: (printer: string) => void;
}

/** How long a slip in progress may take when the box stops, ms. */
const STOP_TIMEOUT = 4000;
/** How long it may take when the setting of its printer is changed, ms. */
const CHANGE_TIMEOUT = 30_000;

/** A worker for each configured printer. */
export class PrinterWorkers {
  private readonly byName = new Map<string, PrinterWorker>();
  private readonly infoSlips = new Map<string, InfoSlips>();
  private hasStarted = false;
  /** Workers that are used once, replaced or removed. */
  private readonly leaving = new Set<PrinterWorker>();
  /** Resolves when all replaced and removed workers have ended. */
  private allLeft: Promise<unknown> = Promise.resolve();
  private isStopping = false;
  /**
   * By address, whether the last dismissed worker of that address may have sent only a part of a slip. The paper of the
   * printer then has that part, also when the printer has a new name or is set again later.
   */
  private readonly tornAt = new Map<string, Promise<boolean>>();

  constructor(private readonly deps: PrinterWorkersDeps) {}

  get(name: string): PrinterWorker | undefined {
    return this.byName.get(name);
  }

  /**
   * Updates the workers to the settings. Jobs of a printer that is no longer configured are cancelled. `torn` has the
   * printers that may have received a part of a slip.
   */
  applySettings(torn: ReadonlySet<string> = new Set()): void {
    const printers = this.deps.printers();
    // A printer that is configured while the box runs is on, so its first answer is not a power-up.
    const isOn = this.hasStarted;
    this.hasStarted = true;
    const dismissed: PrinterWorker[] = [];
    for (const [name, worker] of this.byName) {
      const printer = printers.find((candidate) => candidate.name === name);
      if (printer !== undefined && samePrinter(printer, worker.setting)) continue;
      this.byName.delete(name);
      this.tornAt.set(worker.setting.address, this.dismiss(worker));
      dismissed.push(worker);
    }
    for (const printer of printers) {
      const { name, address } = printer;
      if (this.byName.has(name)) continue;
      const isTorn = this.tornAt.get(address) ?? this.allLeft.then(() => torn.has(name));
      this.open(printer, isTorn, isOn);
    }
    for (const worker of dismissed) this.passOnJobs(worker);
  }

  private dismiss(worker: PrinterWorker): Promise<boolean> {
    this.leaving.add(worker);
    const isTorn = worker.stop(CHANGE_TIMEOUT).finally(() => {
      this.leaving.delete(worker);
      // A job whose beginning could not be recorded waits again.
      this.passOnJobs(worker);
    });
    this.allLeft = Promise.all([this.allLeft, isTorn]);
    return isTorn;
  }

  /** Passes waiting jobs on to the worker that replaces this one; without such a worker they are cancelled. */
  private passOnJobs(worker: PrinterWorker): void {
    if (this.isStopping) return;
    const next = this.byName.get(worker.setting.name);
    for (const { job, remainingMs } of worker.takeWaiting()) {
      if (next === undefined) void this.deps.step(job, 'cancelled', 'removed');
      else next.add(job, remainingMs);
    }
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    await Promise.all(
      Array.from([...this.byName.values(), ...this.leaving], (worker) => worker.stop(STOP_TIMEOUT, true)),
    );
    await this.allLeft;
    this.byName.clear();
  }

  /** Runs some work on a worker that prints no jobs. The worker ends with the others at the latest. */
  async useOnce<T>(printer: PrinterSetting, work: (worker: PrinterWorker) => Promise<T>): Promise<T> {
    const worker = this.newWorker(printer);
    this.leaving.add(worker);
    try {
      return await work(worker);
    } finally {
      this.leaving.delete(worker);
      await worker.stop(0);
    }
  }

  private newWorker(printer: PrinterSetting): PrinterWorker {
    const { clock, log, transportOf, draw, tornEnding, begin, step, onPowerUp } = this.deps;
    return new PrinterWorker(printer, {
      clock,
      log,
      transport: transportOf(printer),
      findings: () => this.findings(printer),
      keepFindings: (findings) => this.keep(printer, findings),
      draw: (job) => draw(job, printer),
      canBeAsked: reportsStatus(printer),
      tornEnding: () => tornEnding(printer),
      begin,
      step,
      infoSlips: this.infoSlipsOf(printer.name),
      onPowerUp: () => {
        if (printer.ticket !== false) onPowerUp(printer.name);
      },
    });
  }

  private infoSlipsOf(printer: string): InfoSlips {
    const { log } = this.deps;
    const known = this.infoSlips.get(printer);
    if (known !== undefined) return known;
    const made = new InfoSlips((reason) => log('print.notice', { printer, state: 'cancelled', reason }));
    this.infoSlips.set(printer, made);
    return made;
  }

  /** Findings of the last probe of a printer at its current address, in its configured language. */
  findings(printer: PrinterSetting): ProbeFindings | undefined {
    if (!reportsStatus(printer)) return NO_ANSWERS;
    const { name, address } = printer;
    const probed = this.deps.ledger.main.jobs.printer(name);
    return probed?.address === address ? probed.findings : undefined;
  }

  private async keep({ name, address }: PrinterSetting, findings: ProbeFindings): Promise<void> {
    const { ledger, clock, log } = this.deps;
    const printer: ProbedPrinter = { name, address, findings, at: clock.now() };
    const stored = await ledger.put({ type: 'printer', printer });
    if (!stored.ok) log('print.unrecorded', { printer: name, reason: stored.error });
  }

  /**
   * A device has one reader: a worker starts when its predecessors have ended, and learns whether their last slip is
   * torn.
   */
  private open(printer: PrinterSetting, isTorn: Promise<boolean>, isOn: boolean): void {
    const worker = this.newWorker(printer);
    this.byName.set(printer.name, worker);
    worker.start(isTorn, isOn);
  }
}

import type { IssuedInvoice } from '../../../../src/platform/ledger/invoice.js';
import type { PrintJob } from '../../../../src/platform/ledger/job.js';
import { hasEnded } from '../../../../src/platform/ledger/views/jobs.js';
import type { EncodedSlip } from '../../../../src/paper/printing/escpos/encode.js';
import type { PrinterSetting } from '../../../../src/shop/settings/printers.js';
import { MemoryDisk } from '../../../kit/disk/memory.js';
import { promisedOnly } from '../../../kit/disk/powerCut.js';
import { FOLDER, openLedger, ReceiptMaker } from '../../../kit/ledger.js';
import { FakePrinter } from '../../../kit/printer/core.js';
import { Random } from '../../../kit/random.js';
import { SimClock } from '../../../model/clock.js';
import { badTransitions } from '../jobTransitions.js';
import { SweepBox } from './box.js';
import { type Cable, LAY } from './cables.js';
import { type Case, PROFILES } from './case.js';
import { type Evidence, judge, missing } from './oracle.js';
import { Quiet } from './quiet.js';
import { Slips } from './slips.js';

/** Numbers of the receipts: in front of the fault, at it, behind it, and after all is well again. */
export const [BEFORE, AT, AFTER, LAST] = [0, 1, 2, 3] as const;
/** A day and a half: whatever waits has given up by then. */
const LIMIT = 36 * 3_600_000;
/** From this on the box must know what a printer that can be asked lacks, ms. */
const NOTICED = 9000;

export interface Outcome {
  /** What is wrong, empty when nothing is. */
  readonly violations: readonly string[];
  /** How the job at the fault ended, and others that did not end as printed. */
  readonly ends: readonly string[];
}

/** Recorded steps of a job that the table of states does not allow; a case returns those since its beginning. */
const BAD_TRANSITIONS = badTransitions();

/** The receipts of all cases, and a disk with a ledger that has none of them yet. */
const prepared = (async () => {
  const disk = new MemoryDisk(new Map([[FOLDER, 'folder']]));
  const ledger = await openLedger(disk);
  const maker = new ReceiptMaker(new Random(7));
  const receipts = [BEFORE, AT, AFTER, LAST].map(() => maker.next(ledger));
  await ledger.close();
  return { image: disk.contents(), receipts };
})();

const drawn = new Map<string, Slips>();

/** Slips are the same in thousands of cases. */
function slipsFor(
  setting: PrinterSetting,
  { slip, mode }: Pick<Case, 'slip' | 'mode'>,
  receipts: readonly IssuedInvoice[],
): Slips {
  const slips = drawn.get(`${slip} ${mode}`) ?? new Slips(setting, slip, receipts);
  drawn.set(`${slip} ${mode}`, slips);
  return slips;
}

/** Bytes that come behind the slip: what proves it, some polls, and the beginning of the next one. */
const BEHIND = 60;

/** Of the job in which the fault comes. */
export async function bytesOf(kind: Pick<Case, 'slip' | 'mode' | 'transport'>): Promise<number> {
  const { receipts } = await prepared;
  const { slip } = slipsFor(settingOf(kind), kind, receipts).of({ receipt: AT, repeat: false });
  return slip.chunks.reduce((sum, { length }) => sum + length, BEHIND);
}

/** One case from its first byte to its last: a box, a printer, a fault, and a person who mends it. */
export class World {
  private readonly violations: string[] = [];
  private readonly clock: SimClock;
  private readonly quiet: Quiet;
  private readonly setting: PrinterSetting;
  private readonly slips: Slips;
  /** Number of a receipt by its uuid. */
  private readonly numbers = new Map<string, number>();
  private box: SweepBox | undefined;
  private disk: MemoryDisk;
  private atWork = 0;
  private fault: 'ahead' | 'armed' | 'there' | 'over' = 'ahead';

  private constructor(
    private readonly one: Case,
    private readonly receipts: readonly IssuedInvoice[],
    image: ReturnType<MemoryDisk['contents']>,
    parts: { readonly printer: FakePrinter; readonly cable: Cable; readonly clock: SimClock; readonly rest: Rest },
  ) {
    this.printer = parts.printer;
    this.cable = parts.cable;
    this.clock = parts.clock;
    this.disk = new MemoryDisk(image);
    this.setting = settingOf(one);
    this.slips = slipsFor(this.setting, one, receipts);
    this.quiet = new Quiet(
      this.cable,
      () => this.running.tap,
      () => this.atWork > 0,
    );
    parts.rest.settled = this.quiet.settled;
  }

  private readonly printer: FakePrinter;
  private readonly cable: Cable;

  static async run(one: Case): Promise<Outcome> {
    const { image, receipts } = await prepared;
    const rest: Rest = { settled: () => Promise.resolve() };
    const clock = new SimClock(() => rest.settled());
    const printer = new FakePrinter({
      dots: 384,
      bufferBytes: one.buffer,
      mmPerSecond: one.speed,
      clock,
      ...(PROFILES[one.profile] && { answers: PROFILES[one.profile] }),
    });
    const cable = await LAY[one.transport](printer, clock);
    try {
      return await new World(one, receipts, image, { printer, cable, clock, rest }).live();
    } finally {
      await cable.stop();
    }
  }

  private get running(): SweepBox {
    if (this.box === undefined) throw new Error('no box runs');
    return this.box;
  }

  private async live(): Promise<Outcome> {
    const before = BAD_TRANSITIONS.length;
    try {
      await this.story();
    } catch (error) {
      this.violations.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
    }
    const { one, box, printer, slips, violations } = this;
    const jobs = box?.ledger.main.jobs.all() ?? [];
    box?.kill();
    const ends = jobs.map(({ uuid, state, reason }) => `${this.numbers.get(uuid)} ${state} ${reason ?? ''}`.trim());
    violations.push(
      ...judge({ one, jobs: this.numbered(jobs), printer, slips: slips.all() }),
      ...BAD_TRANSITIONS.slice(before),
    );
    await box?.ledger.close();
    return { violations, ends };
  }

  private async story(): Promise<void> {
    const { one } = this;
    await this.startBox();
    if (one.before) await this.issue(BEFORE);
    await this.issue(AT);
    if (one.after) await this.issue(AFTER);
    const isOver = (): boolean =>
      this.fault !== 'there' && this.box?.isDead === false && this.haveAllEnded() && this.printer.isIdle;
    await this.until(isOver);
    // A byte that never came brings no fault any more.
    this.fault = 'over';
    for (const { uuid, state } of this.running.ledger.main.jobs.all()) {
      if (state === 'unknown' || state === 'unconfirmed') await this.running.spooler.reprint(uuid);
    }
    await this.issue(LAST);
    await this.until(isOver);
    const stopping = this.running.stop();
    let isStopped = false;
    void stopping.then(() => (isStopped = true));
    await this.until(() => isStopped);
  }

  private haveAllEnded(): boolean {
    return this.running.ledger.main.jobs.all().every(hasEnded);
  }

  private async until(isDone: () => boolean): Promise<void> {
    if (await this.clock.run(isDone, this.clock.monotonic() + LIMIT)) return;
    const jobs = this.running.spooler.jobs().map(({ id, state, reason }) => `${id} ${state} ${reason}`);
    const [printer] = this.running.spooler.printers();
    throw new Error(`stuck: ${jobs.join(', ')}; printer ${printer?.state} ${printer?.reason}`);
  }

  private async startBox(): Promise<void> {
    // The state of the dead box is on its own disk; closing it frees its memory.
    await this.box?.ledger.close();
    this.box = await SweepBox.start({
      clock: this.clock,
      disk: this.disk,
      setting: this.setting,
      transport: this.cable.transport,
      draw: (job) => this.draw(job),
      mend: this.slips.mend,
      onOpen: this.cable.begin,
    });
  }

  private async issue(receipt: number): Promise<void> {
    const { ledger, spooler } = this.running;
    const template = this.receipts[receipt];
    if (template === undefined) throw new RangeError('no such receipt');
    const invoice = { ...template, uuid: ledger.newUuid(this.clock.now()) };
    this.numbers.set(invoice.uuid, receipt);
    const jobs = spooler.jobsFor({ ...invoice, invoiceType: 'Normal', at: this.clock.now() }, true);
    const issued = await ledger.issue(invoice, jobs);
    if (!issued.ok) throw new Error(issued.error);
    spooler.enqueueRecorded(jobs);
  }

  private draw({ uuid, repeat }: PrintJob): EncodedSlip {
    const receipt = this.numbers.get(uuid) ?? -1;
    if (receipt === AT && this.fault === 'ahead') this.arm();
    return this.slips.of({ receipt, repeat }).slip;
  }

  /** Not a byte of the job has left yet. */
  private arm(): void {
    this.fault = 'armed';
    const { moment, offset, lasts } = this.one;
    this.printer.at(moment, this.printer.received + offset, () => {
      if (this.fault !== 'armed') return;
      this.fault = 'there';
      this.work(this.fail());
      this.clock.after(lasts, () => {
        this.look();
        this.work(this.mend());
      });
    });
  }

  private work(work: Promise<void> | void): void {
    this.atWork += 1;
    void Promise.resolve(work).finally(() => (this.atWork -= 1));
  }

  private fail(): Promise<void> | void {
    const { printer, cable, one } = this;
    switch (one.fault) {
      case 'power': {
        printer.power(false);
        return;
      }
      case 'unplug':
        return cable.plug(false);
      case 'paper': {
        printer.paper('out');
        return;
      }
      case 'cover': {
        printer.cover('open');
        return;
      }
      case 'jam': {
        printer.cutterJam(true);
        return;
      }
      case 'silent':
        cable.printerPort.isMute = true;
        return;
      case 'deaf': {
        cable.printerPort.sever(true);
        return;
      }
      case 'kill':
        this.running.kill();
        this.disk = promisedOnly(this.running.disk);
    }
  }

  private async mend(): Promise<void> {
    const { printer, cable, one } = this;
    switch (one.fault) {
      case 'power':
        printer.power(true);
        break;
      case 'unplug':
        await cable.plug(true);
        break;
      case 'paper':
        printer.paper('ok');
        break;
      case 'cover':
        printer.cover('closed');
        break;
      case 'jam':
        printer.cutterJam(false);
        break;
      case 'silent':
        cable.printerPort.isMute = false;
        break;
      case 'deaf':
        cable.printerPort.sever(false);
        break;
      case 'kill':
        await this.startBox();
        this.compare();
    }
    this.fault = 'over';
  }

  private numbered(jobs: readonly PrintJob[]): Evidence['jobs'] {
    return jobs.map((job) => ({ ...job, receipt: this.numbers.get(job.uuid) ?? -1 }));
  }

  /**
   * Before the fault is mended: what is called printed is on paper now, not only later. While the printer lacks something
   * and can be asked, the job that waits for it says so.
   */
  private look(): void {
    const all = this.running.ledger.main.jobs.all();
    this.violations.push(...missing({ jobs: this.numbered(all), printer: this.printer, slips: this.slips.all() }));
    const reason = REASONS[this.one.fault];
    if (reason === undefined || this.one.lasts < NOTICED || PROFILES[this.one.profile]?.status !== true) return;
    const { spooler } = this.running;
    const first = all.find((job) => !hasEnded(job));
    const open = first && spooler.job(first.id);
    if (open === undefined) return;
    // A connection that is full of data takes no question.
    const isRight = open.state === 'blocked' && (open.reason === reason || open.reason === 'offline');
    if (!isRight) this.violations.push(`during ${this.one.fault} a job is ${open.state}, ${open.reason}`);
  }

  /** What the dead box had begun is unknown now; what it had not is as new. */
  private compare(): void {
    const { found, ledger } = this.running;
    for (const { id, state } of found) {
      const now = ledger.main.jobs.job(id);
      const isRight =
        state === 'sending' ? now?.state === 'unknown' && now.reason === 'restart' : now?.repeat === false;
      if (!isRight) this.violations.push(`after the restart job ${id} is ${now?.state}, it was ${state}`);
    }
  }
}

interface Rest {
  settled: () => Promise<void>;
}

const REASONS: Partial<Record<Case['fault'], string>> = { paper: 'paper', cover: 'cover', jam: 'cutter' };

/** As an operator would write them; the cable decides what they lead to. */
const ADDRESSES: Readonly<Record<Case['transport'], string>> = {
  tcp: 'tcp://127.0.0.1:9100',
  serial: 'serial:///dev/ttyS0',
  lp: 'lp:///dev/usb/lp0',
  usb: 'usb://04b8:0e15/J4XF',
};

function settingOf({ transport, mode }: Pick<Case, 'transport' | 'mode'>): PrinterSetting {
  const address = ADDRESSES[transport];
  return { name: 'kasa', address, width: 58, dpi: 203, mode, codePages: 'epson', autoPrint: true };
}

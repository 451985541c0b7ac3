import { failed, ok, type Result } from '../../src/base/result.js';
import { JOB_STATES, type JobState } from '../../src/platform/ledger/job.js';
import type {
  CancelRefusal,
  DrawerRefusal,
  PrintJobStatus,
  PrinterStatus,
  Printing,
  PrintRefusal,
  PrintOption,
} from '../../src/paper/printing/port.js';
import type { Slip } from '../../src/paper/slips/slip.js';
import { hasPrinterName } from '../../src/shop/settings/printers.js';

export const KASA: PrinterStatus = {
  name: 'kasa',
  address: 'tcp://192.168.1.50:9100',
  state: 'idle',
  reason: null,
  proof: 'process-id',
  waiting: 0,
};

type TestResult = Awaited<ReturnType<Printing['test']>>;

/** When the jobs of {@link FakePrinting} are made, UTC ms: 2026-11-21 10:00:00 in Belgrade. */
export const JOB_TIME = Date.UTC(2026, 10, 21, 9);

/** Printing without printers: what is asked of it is noted, what it answers is what a test has put into it. */
export class FakePrinting implements Printing {
  known: readonly PrinterStatus[];
  readonly all: PrintJobStatus[] = [];
  /** What tests of printers find; one that is not named here is unknown. */
  readonly tests = new Map<string, TestResult>();
  /** Print options that were checked, in order. */
  readonly options: PrintOption[] = [];
  /** Info slips, with the printer that was named. */
  readonly infoSlips: { readonly slip: Slip; readonly printer: string | undefined }[] = [];
  /** Printers of which the drawer was opened. */
  readonly drawers: string[] = [];
  /** Receipts of which only a Copy may be printed. */
  readonly proven = new Set<string>();
  /** When set, nothing can be written. */
  isFull = false;

  constructor(...known: readonly PrinterStatus[]) {
    this.known = known;
  }

  readonly printers = (): readonly PrinterStatus[] => this.known;

  readonly job = (id: number): PrintJobStatus | undefined => this.all.find((job) => job.id === id);

  readonly jobsOf = (uuid: string): readonly PrintJobStatus[] => this.all.filter((job) => job.uuid === uuid);

  readonly jobs = (): readonly PrintJobStatus[] => this.all.toReversed();

  readonly checkPrintOption = (option: PrintOption): Result<void, PrintRefusal> => {
    this.options.push(option);
    if (option === null || option === false) return ok(undefined);
    const found = this.find(option === true ? undefined : option);
    return found.ok ? ok(undefined) : found;
  };

  readonly needsCopy = async ({ uuid }: { readonly uuid: string }): Promise<boolean> => this.proven.has(uuid);

  readonly reprint = async (uuid: string, printer?: string): Promise<Result<PrintJobStatus, PrintRefusal>> => {
    const found = this.find(printer);
    if (!found.ok) return found;
    if (this.proven.has(uuid)) return failed({ kind: 'proven' });
    if (this.isFull) return failed({ kind: 'storage', failure: 'full' });
    return ok(this.add({ uuid, printer: found.value.name, repeat: this.jobsOf(uuid).length > 0 }));
  };

  readonly cancel = async (id: number): Promise<Result<PrintJobStatus, CancelRefusal>> => {
    const at = this.all.findIndex((job) => job.id === id);
    const job = this.all[at];
    if (job === undefined) return failed({ kind: 'absent' });
    if (job.state === 'sending') return failed({ kind: 'sent' });
    if (ENDED.includes(job.state)) return failed({ kind: 'ended' });
    if (this.isFull) return failed({ kind: 'storage', failure: 'full' });
    const cancelled: PrintJobStatus = { ...job, state: 'cancelled', reason: 'operator' };
    this.all[at] = cancelled;
    return ok(cancelled);
  };

  readonly openDrawer = async (name: string): Promise<Result<void, DrawerRefusal>> => {
    if (this.find(name).ok) this.drawers.push(name);
    return this.find(name).ok ? ok(undefined) : failed('unknown');
  };

  readonly test = async (name: string): Promise<TestResult> => this.tests.get(name) ?? failed('unknown');

  readonly printInfo = (slip: Slip, printer?: string): Result<void, PrintRefusal> => {
    const found = this.find(printer);
    if (!found.ok) return found;
    this.infoSlips.push({ slip, printer });
    return ok(undefined);
  };

  /** A job that waits on the first printer, with these differences. */
  add(change: Partial<PrintJobStatus> & Pick<PrintJobStatus, 'uuid'>): PrintJobStatus {
    const job: PrintJobStatus = {
      id: this.all.length + 1,
      printer: this.known[0]?.name ?? 'kasa',
      repeat: false,
      state: 'queued',
      reason: null,
      createdAt: JOB_TIME,
      updatedAt: JOB_TIME,
      ...change,
    };
    this.all.push(job);
    return job;
  }

  private find(name: string | undefined): Result<PrinterStatus, PrintRefusal> {
    const found = this.known.find((printer) => name === undefined || hasPrinterName(printer, name));
    if (found !== undefined) return ok(found);
    return failed({ kind: this.known.length === 0 ? 'unset' : 'unknown' });
  }
}

const ENDED: readonly (JobState | 'blocked')[] = JOB_STATES.filter((state) => !['queued', 'sending'].includes(state));

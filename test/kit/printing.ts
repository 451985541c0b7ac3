import { failed, ok, type Result } from '../../src/base/result.js';
import { JOB_STATES, type JobState } from '../../src/ledger/job.js';
import type {
  CancelRefusal,
  JobView,
  PrinterView,
  Printing,
  PrintRefusal,
  PrintWish,
} from '../../src/printing/printing.js';
import type { Slip } from '../../src/printing/slip.js';
import { isNamed } from '../../src/settings/named.js';

export const KASA: PrinterView = {
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
  known: readonly PrinterView[];
  readonly all: JobView[] = [];
  /** What tests of printers find; one that is not named here is unknown. */
  readonly tests = new Map<string, TestResult>();
  /** Wishes that were looked at, in order. */
  readonly wishes: PrintWish[] = [];
  /** Slips that no receipt hangs on, with the printer that was named. */
  readonly notices: { readonly slip: Slip; readonly printer: string | undefined }[] = [];
  /** When set, nothing can be written. */
  isFull = false;

  constructor(...known: readonly PrinterView[]) {
    this.known = known;
  }

  readonly printers = (): readonly PrinterView[] => this.known;

  readonly job = (id: number): JobView | undefined => this.all.find((job) => job.id === id);

  readonly jobsOf = (uuid: string): readonly JobView[] => this.all.filter((job) => job.uuid === uuid);

  readonly jobs = (): readonly JobView[] => this.all.toReversed();

  readonly check = (wish: PrintWish): Result<void, PrintRefusal> => {
    this.wishes.push(wish);
    if (wish === null || wish === false) return ok(undefined);
    const found = this.find(wish === true ? undefined : wish);
    return found.ok ? ok(undefined) : found;
  };

  readonly again = async (uuid: string, printer?: string): Promise<Result<JobView, PrintRefusal>> => {
    const found = this.find(printer);
    if (!found.ok) return found;
    if (this.isFull) return failed({ kind: 'storage', failure: 'full' });
    return ok(this.add({ uuid, printer: found.value.name, repeat: this.jobsOf(uuid).length > 0 }));
  };

  readonly cancel = async (id: number): Promise<Result<JobView, CancelRefusal>> => {
    const at = this.all.findIndex((job) => job.id === id);
    const job = this.all[at];
    if (job === undefined) return failed({ kind: 'absent' });
    if (job.state === 'sending') return failed({ kind: 'sent' });
    if (ENDED.includes(job.state)) return failed({ kind: 'ended' });
    if (this.isFull) return failed({ kind: 'storage', failure: 'full' });
    const cancelled: JobView = { ...job, state: 'cancelled', reason: 'operator' };
    this.all[at] = cancelled;
    return ok(cancelled);
  };

  readonly test = async (name: string): Promise<TestResult> => this.tests.get(name) ?? failed('unknown');

  readonly notice = (slip: Slip, printer?: string): Result<void, PrintRefusal> => {
    const found = this.find(printer);
    if (!found.ok) return found;
    this.notices.push({ slip, printer });
    return ok(undefined);
  };

  /** A job that waits on the first printer, but for what is said of it. */
  add(change: Partial<JobView> & Pick<JobView, 'uuid'>): JobView {
    const job: JobView = {
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

  private find(name: string | undefined): Result<PrinterView, PrintRefusal> {
    const found = this.known.find((printer) => name === undefined || isNamed(printer, name));
    if (found !== undefined) return ok(found);
    return failed({ kind: this.known.length === 0 ? 'unset' : 'unknown' });
  }
}

const ENDED: readonly (JobState | 'blocked')[] = JOB_STATES.filter((state) => !['queued', 'sending'].includes(state));

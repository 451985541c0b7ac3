import { type Disk, DiskError } from '../../src/base/disk.js';
import { uuidV7 } from '../../src/base/uuid.js';
import type { PrintJob } from '../../src/ledger/job.js';
import type { Ledger } from '../../src/ledger/ledger.js';
import type { LedgerOptions } from '../../src/ledger/options.js';
import type { History } from './history.js';
import { DAY_MS, NOON, openLedger, ReceiptMaker } from './ledger.js';
import type { Random } from './random.js';

/** Everything that a box does to its ledger, in some random order of a few dozen steps, by the public face. */
export class Workload {
  private readonly maker: ReceiptMaker;
  private at = NOON;
  private number = 0;

  constructor(
    private readonly disk: Disk,
    private readonly history: History,
    private readonly random: Random,
    private readonly options: Partial<LedgerOptions> = {},
  ) {
    this.maker = new ReceiptMaker(random);
  }

  /** The steps in a fixed order that reaches everything, then `more` random ones. */
  async run(more: number): Promise<void> {
    let ledger = await this.open();
    const steps = Array.from(STEPS.keys(), (index) => index);
    const order = [0, 1, 2, 3, 2, 2, 4, 2, 3, 5, 2, 2, 6, 2, 0, 5, 4, 3, 2, 6];
    for (const step of [...order, ...Array.from({ length: more }, () => this.random.pick(steps))]) {
      ledger = (await STEPS[step]?.(this, ledger)) ?? ledger;
    }
    await ledger.close();
  }

  /** A start that meets a failing disk ends with a DiskError; the next start is the service manager's. */
  async open(): Promise<Ledger> {
    const options = { ...this.options, now: () => this.at };
    try {
      return await openLedger(this.disk, options);
    } catch (error) {
      if (!(error instanceof DiskError)) throw error;
      return await openLedger(this.disk, options);
    }
  }

  async reopen(ledger: Ledger): Promise<Ledger> {
    await ledger.close();
    return this.open();
  }

  async receipt(ledger: Ledger): Promise<void> {
    this.at += 1000;
    const reserved = await ledger.reserve(4096);
    const receipt = this.maker.next(ledger, { at: this.at, clientRequestId: `r${this.number++}` });
    await this.history.issue(ledger, receipt, this.number % 2 === 0 ? [] : [this.job(receipt.uuid)]);
    if (reserved.ok) reserved.value.release();
  }

  private job(uuid: string): PrintJob {
    const id = this.number;
    const [createdAt, updatedAt] = [this.at, this.at];
    return { id, uuid, printer: 'kasa', repeat: false, state: 'queued', reason: null, createdAt, updatedAt };
  }

  async receipts(ledger: Ledger, count: number): Promise<void> {
    await Promise.all(Array.from({ length: count }, () => this.receipt(ledger)));
  }

  async changes(ledger: Ledger): Promise<void> {
    const id = (this.number += 1);
    const names = { name: `Хлеб ${id}`, unit: null, label: 'Ђ', gtin: null, category: null };
    await Promise.all([
      this.history.put(ledger, {
        type: 'item',
        item: { id: id % 5, plu: `p${id % 5}`, price: id, active: true, ...names },
      }),
      this.history.put(ledger, { type: 'setting', name: `s${id % 3}`, value: JSON.stringify(id) }),
      this.history.put(ledger, {
        type: 'key',
        key: { id, label: 'каса', prefix: 'kb', hash: `h${id}`, createdAt: this.at, revokedAt: null, lastUsedAt: null },
      }),
      this.history.put(ledger, {
        type: 'job',
        jobs: [{ ...this.job(uuidV7(this.at, 1)), state: 'unknown', reason: 'lost' }],
      }),
    ]);
  }

  /** The quiet half minute after which the ledger writes a seal. */
  async quiet(ledger: Ledger): Promise<void> {
    await ledger['seal']();
  }

  nextMonth(): void {
    this.at += 32 * DAY_MS;
  }
}

type Step = (work: Workload, ledger: Ledger) => Promise<Ledger>;

const STEPS: readonly Step[] = [
  same((work, ledger) => work.changes(ledger)),
  same((_, ledger) => ledger.tend()),
  same((work, ledger) => work.receipt(ledger)),
  same((work, ledger) => work.receipts(ledger, 4)),
  same(async (work, ledger) => {
    await work.quiet(ledger);
    work.nextMonth();
  }),
  same(async (work, ledger) => {
    await Promise.all([ledger.tend(), work.receipts(ledger, 2)]);
  }),
  (work, ledger) => work.reopen(ledger),
];

/** A step that goes on with the same ledger. */
function same(step: (work: Workload, ledger: Ledger) => Promise<void>): Step {
  return async (work, ledger) => {
    await step(work, ledger);
    return ledger;
  };
}

import { type Disk, DiskError } from '../../src/base/disk.js';
import { uuidV7 } from '../../src/base/cryptography.js';
import type { Change } from '../../src/platform/ledger/changeTypes.js';
import type { Reservation } from '../../src/platform/ledger/entry.js';
import type { Intent } from '../../src/platform/ledger/intent.js';
import type { IssuedInvoice } from '../../src/platform/ledger/invoice.js';
import type { PrintJob } from '../../src/platform/ledger/job.js';
import type { Ledger } from '../../src/platform/ledger/ledger.js';
import type { LedgerOptions } from '../../src/platform/ledger/options.js';
import type { History } from './history.js';
import { DAY_MS, type InvoiceOptions, NOON, openLedger, ReceiptMaker } from './ledger.js';
import type { Random } from './random.js';

type SmallChange = Exclude<Change, { type: 'result' }>;

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
  static plan(random: Random, more: number): readonly StepName[] {
    return [...ORDER, ...Array.from({ length: more }, () => random.pick(STEP_NAMES))];
  }

  async run(more: number): Promise<void> {
    await this.follow(Workload.plan(this.random, more));
  }

  /** Opens a ledger, does the steps, and closes it. */
  async follow(steps: readonly StepName[]): Promise<void> {
    let ledger = await this.open();
    for (const step of steps) ledger = (await STEPS[step](this, ledger)) ?? ledger;
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
    const reserved = await ledger.reserve(SALE_BYTES);
    const receipt = this.maker.next(ledger, this.wish());
    await this.history.issue(ledger, receipt, this.number % 2 === 0 ? [] : [this.job(receipt.uuid)]);
    if (reserved.ok) reserved.value.release();
  }

  /**
   * Sales by a real processor, several at once: the intent is recorded before it is asked, then comes a receipt that it
   * signed, or an abort, or nothing: the answer was lost.
   */
  async signedSales(ledger: Ledger, count: number): Promise<void> {
    await Promise.all(Array.from({ length: count }, () => this.signedSale(ledger)));
  }

  /** Of one of three keys, or as an earlier release recorded it; now and then a refund. */
  private wish(): InvoiceOptions {
    const { random } = this;
    const transactionType = random.oneIn(4) ? 'Refund' : 'Sale';
    const apiKey = random.int(0, 3);
    return { at: this.at, clientRequestId: `r${this.number++}`, transactionType, ...(apiKey > 0 && { apiKey }) };
  }

  private async signedSale(ledger: Ledger): Promise<void> {
    this.at += 1000;
    const receipt = this.maker.next(ledger, this.wish());
    const end = this.random.pick(['signed', 'signed', 'refused', 'lost', 'garbled'] as const);
    const jobs = this.random.oneIn(2) ? [this.job(receipt.uuid)] : [];
    const intent = this.intent(receipt);
    const room = await ledger.reserve(2 * SALE_BYTES);
    if (!room.ok) return;
    await this.settle(ledger, receipt, jobs, intent, end, room.value);
    room.value.release();
  }

  private async settle(
    ledger: Ledger,
    receipt: IssuedInvoice,
    jobs: readonly PrintJob[],
    intent: Intent,
    end: 'signed' | 'refused' | 'lost' | 'garbled',
    room: Reservation,
  ): Promise<void> {
    const { requestId } = intent;
    if (!(await this.history.put(ledger, { type: 'intent', intent }, room))) return;
    switch (end) {
      case 'signed':
        this.history.sign(requestId);
        await this.history.issue(ledger, { ...receipt, attempt: { requestId } }, jobs);
        return;
      case 'refused':
        await this.history.put(ledger, { type: 'abort', requestId, cause: { by: 'processor', code: '2310' } }, room);
        return;
      case 'lost':
        this.history.sign(requestId);
        return;
      case 'garbled':
        this.history.sign(requestId);
        await this.history.put(ledger, { type: 'intent', intent: { ...intent, hasAnswered: true } }, room);
        return;
    }
  }

  private intent({ environment, draft, clientRequestId, fingerprint }: IssuedInvoice): Intent {
    return {
      requestId: this.random.bytes(16).toString('hex'),
      environment,
      mode: 'lpfr',
      draft,
      taxLabels: [],
      esirNumber: '1/1.0',
      counterBaseline: { uid: 'TESTBOX1', lastNumber: null, time: null },
      clientRequestId,
      fingerprint: fingerprint ?? '',
      createdAt: this.at,
    };
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
    await this.putAll(ledger, [
      { type: 'item', item: { id: id % 5, plu: `p${id % 5}`, price: id, active: true, ...names } },
      { type: 'setting', name: `s${id % 3}`, value: JSON.stringify(id) },
      {
        type: 'key',
        key: {
          ...{ id, label: 'каса', prefix: 'kb', hash: `h${id}`, createdAt: this.at, revokedAt: null, lastUsedAt: null },
          ...(this.random.oneIn(2) && { acceptedAt: this.at }),
          ...(this.random.oneIn(2) && { addresses: [{ address: '192.168.1.20', firstAt: NOON, lastAt: this.at }] }),
        },
      },
      { type: 'job', jobs: [{ ...this.job(uuidV7(this.at, 1)), state: 'unknown', reason: 'lost' }] },
    ]);
  }

  /** All at once, or one after the other. */
  private async putAll(ledger: Ledger, changes: readonly SmallChange[]): Promise<void> {
    if (this.random.oneIn(2)) for (const change of changes) await this.history.put(ledger, change);
    else await Promise.all(changes.map((change) => this.history.put(ledger, change)));
  }

  /** Other records: an e-mail, rates of a processor, a probed printer, an import. */
  async notes(ledger: Ledger): Promise<void> {
    const id = (this.number += 1);
    const names = { name: `Млеко ${id}`, unit: null, label: 'Е', gtin: null, category: null };
    const items = [5, 6, 7].map((item) => ({ id: item, plu: `p${item}`, price: id, active: true, ...names }));
    const findings = { status: true, queuedStatus: false, processId: false, autoStatus: false };
    await this.putAll(ledger, [
      {
        type: 'audit',
        entry: { event: 'invoice.email', invoice: uuidV7(this.at, 1), key: id, to: `kupac${id}@example.rs` },
      },
      { type: 'rates', environment: 'sandbox', value: JSON.stringify([id]) },
      { type: 'printer', printer: { name: 'kasa', address: `10.0.0.${id % 5}`, findings, at: this.at } },
      { type: 'items', items },
    ]);
  }

  /** The quiet half minute after which the ledger writes a seal. */
  async quiet(ledger: Ledger): Promise<void> {
    await ledger['idleWork'].writeSeal();
  }

  nextMonth(): void {
    this.at += 32 * DAY_MS;
  }
}

type Step = (work: Workload, ledger: Ledger) => Promise<Ledger | undefined>;

/** Room for an intent or a receipt, bytes. */
const SALE_BYTES = 4096;

const STEPS = {
  changes: same((work, ledger) => work.changes(ledger)),
  notes: same((work, ledger) => work.notes(ledger)),
  tend: same((_, ledger) => ledger.runIdleWork()),
  receipt: same((work, ledger) => work.receipt(ledger)),
  receipts: same((work, ledger) => work.receipts(ledger, 4)),
  signed: same((work, ledger) => work.signedSales(ledger, 3)),
  month: same(async (work, ledger) => {
    await work.quiet(ledger);
    work.nextMonth();
  }),
  busy: same(async (work, ledger) => {
    await Promise.all([ledger.runIdleWork(), work.receipts(ledger, 1), work.signedSales(ledger, 1)]);
  }),
  reopen: (work, ledger) => work.reopen(ledger),
} satisfies Record<string, Step>;

export type StepName = keyof typeof STEPS;
const STEP_NAMES = Object.keys(STEPS) as StepName[];

/** Everything that there is, and what belongs together. */
const ORDER: readonly StepName[] = [
  ...(['changes', 'tend', 'receipt', 'receipts', 'tend', 'signed', 'month', 'receipt', 'tend', 'receipts'] as const),
  ...(['busy', 'notes', 'reopen', 'signed', 'changes', 'busy', 'month', 'receipts', 'receipt', 'reopen'] as const),
];

/** A step that continues with the same ledger. */
function same(step: (work: Workload, ledger: Ledger) => Promise<void>): Step {
  return async (work, ledger) => {
    await step(work, ledger);
    return undefined;
  };
}

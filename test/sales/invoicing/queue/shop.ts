import * as assert from 'uvu/assert';
import { silentLog } from '../../../../src/base/log.js';
import { Mutex } from '../../../../src/base/mutex.js';
import { Invoicing } from '../../../../src/sales/invoicing/invoicing.js';
import type { SaleOutcome } from '../../../../src/sales/invoicing/issue/order.js';
import type { IssuedInvoice } from '../../../../src/platform/ledger/invoice.js';
import type { Ledger } from '../../../../src/platform/ledger/ledger.js';
import type { Pfr, Refusal, SignOutcome } from '../../../../src/processors/pfr/port.js';
import type { PrintOption, ReceiptPrinting } from '../../../../src/paper/printing/port.js';
import { Settings } from '../../../../src/shop/settings/settings.js';
import { MemoryDisk } from '../../../kit/disk/memory.js';
import { HandClock, settled } from '../../../kit/handClock.js';
import { openLedger } from '../../../kit/ledger.js';
import { NO_PAPER } from '../../../kit/paper.js';
import { standIn } from '../../../kit/standIn.js';
import { demoSubject } from '../../../processors/pfr/subjects.js';
import { accepted, type Body, body } from '../bodies.js';
import { Transitions } from './transitions.js';
import { SETTINGS_KEY } from '../../../kit/settingsKey.js';

export const BASELINE = { uid: 'FAKE7PFR', lastNumber: '', time: null };
export const GONE: Refusal = {
  kind: 'refused',
  code: null,
  message: 'Није доступан.',
  messageEn: 'Out of reach.',
  about: 'unreachable',
};
export const NO_CARD: Refusal = { kind: 'refused', code: '1300', message: 'Нема картице.', messageEn: 'No card.' };
export const BAD_LABEL: Refusal = {
  kind: 'refused',
  code: '2310',
  message: 'Ознака није важећа.',
  messageEn: 'The label is not valid.',
  about: 'receipt',
};
export const CLOCK_BACK: Refusal = {
  kind: 'refused',
  code: '90200',
  message: 'Сат касни.',
  messageEn: 'The clock is late.',
  about: 'unclear',
};
export const LOST: SignOutcome = { kind: 'unknown', hasAnswered: false, message: 'нема одговора' };
export const ON = { enabled: true, maxCount: 3, maxAgeHours: 48, printSlip: true };
/** Why an order is taken out. */
export const BACK = { by: 'Мира', reason: 'Купац је вратио робу.' };
export const HOUR = 3_600_000;
/** Room for what a real processor may answer. */
export const SIZES = { segmentBytes: 1200 * 1024, prefillBytes: 4 * 1024, snapshotRecords: 8 };

/** Invoicing, and a processor outside the box that does what the test says. */
export class Shop {
  /** How it answers before a receipt is sent; undefined: it is ready. */
  fault: Refusal | undefined = GONE;
  /** What it does with a receipt; undefined: it signs. */
  signing: () => SignOutcome | undefined | Promise<undefined> = () => undefined;
  /** As {@link fault}, for look-ups. */
  readonly signed: string[] = [];
  readonly printed: PrintOption[] = [];
  /** How often recorded print jobs were queued. */
  queuedForPrinting = 0;
  readonly invoicing: Invoicing;
  readonly mutex: Mutex;
  private readonly transitions: Transitions;

  private constructor(
    readonly ledger: Ledger,
    readonly settings: Settings,
    readonly clock: HandClock,
    private readonly demo: Pfr,
  ) {
    this.mutex = new Mutex(clock);
    const receiptPrinting: ReceiptPrinting = {
      ...NO_PAPER,
      jobsFor: (_, option) => (this.printed.push(option), []),
      enqueueRecorded: () => void (this.queuedForPrinting += 1),
    };
    const pfrOf = (): Pfr => this.pfr;
    this.invoicing = new Invoicing({ ledger, settings, clock, pfrOf, receiptPrinting, log: silentLog });
    this.transitions = new Transitions(ledger, this.invoicing);
  }

  static async open(disk = new MemoryDisk(), setting: object | null = ON, demo = demoSubject().pfr): Promise<Shop> {
    const clock = new HandClock();
    const ledger = await openLedger(disk, { now: clock.now, sizes: SIZES });
    const settings = new Settings(ledger, '1.0', silentLog, SETTINGS_KEY);
    if (setting !== null) assert.ok((await settings.set('offlineQueue', setting)).ok);
    return new Shop(ledger, settings, clock, demo);
  }

  get queue() {
    return this.invoicing.queue;
  }

  pfr: Pfr = standIn(demoSubject().pfr, {});

  /** The processor outside. */
  connect(): this {
    const { demo } = this;
    this.pfr = standIn(demo, {
      mode: 'lpfr',
      mutex: this.mutex,
      signingLimit: 1000,
      status: () => ({ ...demo.status(), uid: BASELINE.uid }),
      refresh: () => Promise.resolve(this.fault?.about !== 'unreachable'),
      ready: () => Promise.resolve(this.fault ?? { kind: 'ready', counterBaseline: BASELINE }),
      find: () => Promise.resolve({ kind: 'unknown', message: 'нема одговора' }),
      sign: async (request) => {
        const outcome = await this.signing();
        if (outcome !== undefined) return outcome;
        this.signed.push(request.draft.cashier);
        return demo.sign(request);
      },
    });
    return this;
  }

  sell(key: string | null, change: Body = {}): Promise<SaleOutcome> {
    if (key !== null) this.transitions.watch(key);
    const request = { clientRequestId: key, cashier: key, whenOffline: 'queue', ...change };
    return this.invoicing.sell(accepted(body(request)), 'request');
  }

  refund(uuid: string, key: string) {
    return this.invoicing.refund(uuid, { ...EMPTY_REFUND, clientRequestId: key }, 'request');
  }

  /** Lets time pass, and everything be done that comes of it. */
  async pass(ms: number): Promise<void> {
    this.clock.pass(ms);
    for (let turn = 0; turn < 60; turn += 1) await settled();
    this.transitions.note();
  }

  states(): string[] {
    return this.queue
      .list()
      .map(({ order, state, position }) => `${order.clientRequestId} ${state} ${position ?? '-'}`);
  }

  async receipts(): Promise<IssuedInvoice[]> {
    return (await this.ledger.invoices({ environment: 'sandbox', skip: 0, limit: 100 })).reverse();
  }

  async close(): Promise<void> {
    await this.queue.stop();
    await this.invoicing.reconciliation.stop();
    await this.ledger.close();
  }
}

const EMPTY_REFUND = {
  ...{ buyerId: '10:100000049', buyerCostCenterId: null, payments: [], cashier: 'Ана', adText: null, print: null },
};

export function message(outcome: SaleOutcome): string {
  if (outcome.kind === 'refused') return outcome.message;
  return outcome.kind === 'invalid' ? outcome.error.message : outcome.kind;
}

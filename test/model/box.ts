import type { Database, SqlJsStatic } from 'sql.js';
import type { Clock } from '../../src/base/clock.js';
import { type Environment, ENVIRONMENTS } from '../../src/contract/fiscal.js';
import { type Log, silentLog } from '../../src/base/log.js';
import { Invoicing } from '../../src/sales/invoicing/invoicing.js';
import type { Ledger } from '../../src/platform/ledger/ledger.js';
import { loadSql } from '../../src/platform/ledger/views/sql.js';
import { Mutex } from '../../src/base/mutex.js';
import { RemotePfr } from '../../src/processors/pfr/remotePfr.js';
import { StatusPoller } from '../../src/processors/pfr/statusPoller.js';
import type { TaxRateGroup } from '../../src/processors/pfr/wire/rates.js';
import { Settings } from '../../src/shop/settings/settings.js';
import { CHANGING, type MemoryDisk } from '../kit/disk/memory.js';
import { wrapped } from '../kit/disk/wrapped.js';
import { openLedger } from '../kit/ledger.js';
import { NEVER, type SimClock } from './clock.js';
import { SELL_ON_AFTER, type SimNetwork } from './network.js';
import type { Plan } from './plan.js';
import { NO_PAPER } from '../kit/paper.js';
import { SETTINGS_KEY } from '../kit/settingsKey.js';

export interface BoxDeps {
  readonly plan: Plan;
  readonly clock: SimClock;
  readonly network: SimNetwork;
  readonly disk: MemoryDisk;
  readonly tell: (what: string) => void;
  readonly count: (what: string) => void;
  /** An order of this number has lost its place in the queue: it was refused, or its outcome was not known. */
  readonly outOfTurn: (number: number) => void;
  /** Comes before and after all that the box does to the world; may kill it. */
  readonly step: (box: SimBox) => void;
}

/** Secret of the V-PFR. */
export const PAC = 'ABC123';
/** How long the box waits for a receipt, ms. */
const TIMEOUT = 10_000;
/** A flush takes so long, ms. */
const FLUSH = 5;
const SIZES = { segmentBytes: 1200 * 1024, prefillBytes: 4 * 1024, snapshotRecords: 8 };

/** One run of the box, from its start to its stop or death: the real issuing code on simulated ground. */
export class SimBox {
  isAlive = true;
  isStopping = false;
  /** Resolves when it dies. */
  readonly death: Promise<void>;
  private die: () => void = () => undefined;
  private parts: Running | undefined;
  /** SQLite in WebAssembly knows no garbage collection. */
  private readonly databases = new Set<Database>();

  private constructor(private readonly world: BoxDeps) {
    this.death = new Promise((resolve) => (this.die = resolve));
  }

  /** Begins to start; it serves when {@link running} is there. `failed` is called when the disk does not let it. */
  static start(world: BoxDeps, failed: () => void): SimBox {
    const box = new SimBox(world);
    box.open().catch((error: unknown) => {
      if (!(error instanceof Error) || error.name !== 'DiskError') throw error;
      if (box.isAlive) failed();
    });
    return box;
  }

  /** What serves; undefined before the start is over and after the end. */
  get running(): Running | undefined {
    return this.isAlive && !this.isStopping ? this.parts : undefined;
  }

  /** All that it was about to do will never be done. */
  kill(): void {
    if (!this.isAlive) return;
    this.isAlive = false;
    this.die();
    // What it does in this turn still, and what that has put off to the next, may look into its views.
    setImmediate(() => setImmediate(() => this.closeViews()));
  }

  private closeViews(): void {
    for (const database of this.databases) database.close();
    this.databases.clear();
  }

  async stop(): Promise<void> {
    const { parts } = this;
    if (parts === undefined) return;
    this.isStopping = true;
    const settled = Promise.all([parts.invoicing.reconciliation.stop(), parts.invoicing.queue.stop()]);
    await parts.watch.stop();
    parts.stopped.abort();
    await settled;
    await parts.ledger.close();
  }

  /** False when it has died by now. */
  private readonly step = (): boolean => {
    if (this.isAlive) this.world.step(this);
    return this.isAlive;
  };

  private async open(): Promise<void> {
    const { plan, network } = this.world;
    const clock = this.clock();
    const log: Log = (event, fields) => {
      this.world.count(event);
      if (event === 'queue.refused' || event === 'queue.held') this.world.outOfTurn(Number(fields?.['number']));
      this.world.tell(`${event} ${JSON.stringify(fields)}`);
    };
    const ledger = await openLedger(this.disk(), { sql: this.sql(await loadSql()), now: clock.now, sizes: SIZES });
    this.noteOpenOrders(ledger);
    const settings = new Settings(ledger, '1.0', silentLog, SETTINGS_KEY);
    const sender = { step: this.step };
    const stopped = new AbortController();
    const make = (environment: Environment): RemotePfr => {
      const kept = ledger.main.rates(environment);
      const mode = plan.kinds[environment];
      return new RemotePfr({
        ...{
          mode,
          environment,
          clock,
          log,
          timeout: TIMEOUT,
          signingLimit: 0,
          lookUpTime: SELL_ON_AFTER,
          pinForm: PIN_FORMS[plan.styles[environment]],
        },
        mutex: new Mutex(clock),
        channel: network.channel(environment, sender),
        pac: mode === 'vpfr' ? PAC : null,
        rates: kept === undefined ? [] : (JSON.parse(kept) as TaxRateGroup[]),
        storeRates: async (groups) =>
          (await ledger.put({ type: 'rates', environment, value: JSON.stringify(groups) })).ok,
        isRecorded: async ({ requestedBy, signedBy, totalCounter }) =>
          (await ledger.invoiceByNumber(requestedBy, signedBy, totalCounter)) !== undefined,
        obstacle: () => undefined,
        stopped: stopped.signal,
      });
    };
    const pfrs = { sandbox: make('sandbox'), production: make('production') };
    const pfrOf = (environment: Environment): RemotePfr => pfrs[environment];
    const invoicing = new Invoicing({ ledger, settings, pfrOf, receiptPrinting: NO_PAPER, clock, log });
    const watch = new StatusPoller({ current: () => pfrOf(settings.now.environment), clock, log: silentLog });
    invoicing.reconciliation.start();
    await this.allowQueue(settings);
    invoicing.queue.start();
    if (plan.watches) watch.start();
    this.parts = { ledger, settings, invoicing, watch, pfrOf, stopped };
  }

  /** Those whose outcome was open when the box died hold up no other either. */
  private noteOpenOrders(ledger: Ledger): void {
    for (const { environment, clientRequestId } of ENVIRONMENTS.flatMap((each) => ledger.main.intents(each))) {
      const order = ledger.main.queue.find(environment, clientRequestId ?? '');
      if (order !== undefined) this.world.outOfTurn(order.number);
    }
  }

  private async allowQueue(settings: Settings): Promise<void> {
    const { queue } = this.world.plan;
    if (queue === null || settings.now.offlineQueue.enabled) return;
    await settings.set('offlineQueue', { enabled: true, maxCount: queue, maxAgeHours: 1, printSlip: false });
  }

  private sql(below: SqlJsStatic): SqlJsStatic {
    const { databases } = this;
    class Noted extends below.Database {
      constructor(...given: ConstructorParameters<SqlJsStatic['Database']>) {
        super(...given);
        databases.add(this);
      }
    }
    return { ...below, Database: Noted };
  }

  private clock(): Clock {
    const { clock } = this.world;
    const sleep: Clock['sleep'] = async (ms, signal) => {
      const isOver = await clock.sleep(ms, signal);
      return this.isAlive ? isOver : NEVER;
    };
    const { now, isTrusted, monotonic } = clock;
    return { now, isTrusted, monotonic, sleep };
  }

  private disk() {
    const { disk, clock } = this.world;
    disk.before = (operation) => {
      if (CHANGING.includes(operation)) this.step();
    };
    return wrapped(disk, {
      file: (inner) => ({
        datasync: async () => {
          await clock.sleep(FLUSH);
          if (!this.isAlive) return NEVER;
          await inner.datasync();
          if (!this.step()) return NEVER;
        },
      }),
    });
  }
}

export interface Running {
  readonly ledger: Ledger;
  readonly settings: Settings;
  readonly invoicing: Invoicing;
  readonly watch: StatusPoller;
  readonly pfrOf: (environment: Environment) => RemotePfr;
  /** Gives up what is under way at the processors. */
  readonly stopped: AbortController;
}

/** How each product wants its PIN. */
const PIN_FORMS = {
  spec: 'text',
  development: 'json',
  cv: 'text',
  restful: 'text',
  ofs: 'text',
  pascal: 'text',
} as const;

import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Disk } from '../../../../src/base/disk.js';
import type { Drivers } from '../../../../src/platform/devices/drivers.js';
import type { PrinterSetting } from '../../../../src/shop/settings/printers.js';
import type { Invoice, Printer, PrintJob } from '../../../kit/answers.js';
import { type LogLine, TestBox, type TestBoxOptions } from '../../../kit/box.js';
import { type Client, read, type Reply } from '../../../kit/client.js';
import { HandClock, settled, waitsForDisk } from '../../../kit/handClock.js';
import type { PrinterOptions } from '../../../kit/printer/types.js';
import { until } from '../../../kit/until.js';
import { type Body, body } from '../../../sales/invoicing/bodies.js';
import { badTransitions } from '../jobTransitions.js';
import { type Paper, Station } from './station.js';

export interface SceneOptions {
  /** What the box keeps its data on; the real one when left out. */
  readonly disk?: Disk;
  readonly drivers?: Drivers;
  /** What the first printer is, where it is not the usual. */
  readonly printer?: Partial<PrinterOptions>;
  /** How it is set, where not as {@link Station.setting} says. */
  readonly setting?: Partial<PrinterSetting>;
  /** The box begins without any printer set. */
  readonly isUnset?: boolean;
  /** More than one paper of a fiscal receipt may be printed. */
  readonly repeats?: boolean;
  /** Time of the box that passes in a millisecond or so, ms. 1 where an answer takes a real way, such as a terminal. */
  readonly speed?: number;
  /** What vouches for the clock of the box; a time server when left out. */
  readonly machine?: NonNullable<TestBoxOptions['machine']>;
  /** Pieces that are no whole receipt may come out. */
  readonly tears?: boolean;
}

/** What any box of this scenario has recorded of a job and the table of states does not allow. */
const BAD_TRANSITIONS = badTransitions();

const SPEED = 25;
/** Rounds of the event loop in which a question goes to the printer and its answer comes back, with some to spare. */
const ROUNDS = 6;

/**
 * A shop with printers: a real box, whose time passes only while its sockets and those of the printers have their turns, and stands
 * while the disk works, which takes as long as the machine is busy.
 */
export class Stage {
  readonly clock = new HandClock();
  readonly stations: Station[] = [];
  private till: Client | undefined;
  private isOver = false;
  private passing: Promise<void> = Promise.resolve();
  private running: TestBox | undefined;
  private speed: number;

  constructor(private readonly options: SceneOptions) {
    this.speed = options.speed ?? SPEED;
  }

  async setUp(): Promise<void> {
    const { disk, drivers, isUnset = false, repeats = false, printer, setting, machine } = this.options;
    this.passing = this.passTime();
    this.running = await TestBox.start({
      passing: this.clock,
      ...(disk !== undefined && { disk }),
      ...(drivers !== undefined && { drivers }),
      ...(machine !== undefined && { machine }),
    });
    this.till = await this.box.client();
    const station = await this.newStation('kasa', printer, setting);
    await this.box.set('repeatPrints', repeats);
    if (!isUnset) await this.use(station);
  }

  async tearDown(): Promise<void> {
    try {
      await this.running?.stop();
    } finally {
      this.isOver = true;
      await this.passing;
      for (const station of this.stations) await station.stop();
    }
  }

  get box(): TestBox {
    if (this.running === undefined) throw new Error('there is no box');
    return this.running;
  }

  /** The printer that the scene began with. */
  get station(): Station {
    const [first] = this.stations;
    if (first === undefined) throw new Error('there is no printer');
    return first;
  }

  get client(): Client {
    if (this.till === undefined) throw new Error('the till has no key');
    return this.till;
  }

  async newStation(
    name: string,
    printer: Partial<PrinterOptions> = {},
    setting: Partial<PrinterSetting> = {},
  ): Promise<Station> {
    const station = await Station.start(name, printer, setting);
    this.stations.push(station);
    return station;
  }

  /** Sets these printers, each as its station says. */
  use(...stations: readonly Station[]): Promise<void> {
    return this.box.set(
      'printers',
      stations.map(({ setting }) => setting),
    );
  }

  /** Changes the setting of the first printer. */
  change(setting: Partial<PrinterSetting>): Promise<void> {
    this.station.alter(setting);
    return this.use(this.station);
  }

  /** Asks for 300,00 RSD in cash, or what `change` makes of it. */
  sell(change: Body = {}, key?: string): Promise<Reply> {
    return this.client.post('/invoices', body(change), key === undefined ? {} : { 'Idempotency-Key': key });
  }

  /** A receipt that was issued now. */
  async sold(change?: Body, key?: string): Promise<Invoice> {
    return read('Invoice', 201, await this.sell(change, key));
  }

  /** `POST /invoices/{uuid}/print`. */
  async again(uuid: string, printer?: string): Promise<PrintJob> {
    const asked = printer === undefined ? {} : { printer };
    return read('PrintJobAnswer', 202, await this.client.post(`/invoices/${uuid}/print`, asked)).job;
  }

  /** `GET /invoices/{uuid}/print-jobs`. */
  async jobsOf(uuid: string): Promise<readonly PrintJob[]> {
    return read('PrintJobList', 200, await this.client.get(`/invoices/${uuid}/print-jobs`)).jobs;
  }

  /** The states of its jobs, with the reasons: `blocked paper`. */
  async states(uuid: string): Promise<string[]> {
    return (await this.jobsOf(uuid)).map(stateOf);
  }

  /** `GET /printers`, by name. */
  async printer(name = 'kasa'): Promise<Printer> {
    const { printers } = read('PrinterList', 200, await this.client.get('/printers'));
    const printer = printers.find((one) => one.name === name);
    if (printer === undefined) throw new Error(`no printer ${name}`);
    return printer;
  }

  /** Waits until the jobs of a receipt are in these states. */
  become(uuid: string, ...states: readonly string[]): Promise<void> {
    return this.until(`jobs are ${states.join(', ')}`, () => {
      const now = this.box.parts.printing.jobsOf(uuid).map(stateOf);
      return now.join() === states.join();
    });
  }

  /** Waits until the first printer is in this state, such as `idle` or `blocked paper`. */
  seen(state: string): Promise<void> {
    return this.until(`the printer is ${state}`, () => this.box.parts.printing.printers().map(stateOf)[0] === state);
  }

  /** All paper that came out of a printer, named by the receipts of the box. */
  papers(station = this.station): Promise<readonly Paper[]> {
    return station.papers(this.box.parts.ledger);
  }

  logged(name: string): LogLine[] {
    return this.box.log.filter(({ event }) => event === name);
  }

  async restart(between?: () => void): Promise<void> {
    await this.box.restart(between);
    this.till = await this.box.client();
  }

  /** Waits until something holds, while time passes. */
  until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
    return until(what, holds, () => delay(2));
  }

  /** Lets this time of the box pass, ms, a little at a time. */
  async pass(ms: number): Promise<void> {
    const end = this.clock.monotonic() + ms;
    await this.until(`${ms} ms pass`, () => this.clock.monotonic() >= end);
  }

  /** Does something at the usual speed: what a printer is given time for in the time of the box takes real time, on a busy machine more. */
  async slowly(work: () => Promise<void>): Promise<void> {
    this.speed = SPEED;
    try {
      await work();
    } finally {
      this.speed = this.options.speed ?? SPEED;
    }
  }

  private async passTime(): Promise<void> {
    while (!this.isOver) {
      if (!waitsForDisk()) this.clock.pass(this.speed);
      await delay(1);
      for (let round = 0; round < ROUNDS; round += 1) await settled();
    }
  }

  /** What must hold however a scene goes: what the box calls printed is on paper, and a second paper says that it is a repeat. */
  async judge(): Promise<void> {
    assert.equal(BAD_TRANSITIONS, [], 'a transition of a job that is not in the table');
    for (const station of this.stations) {
      assert.equal(station.printer.errors, [], 'the printer got what it does not know');
      const papers = await this.papers(station);
      if (this.options.tears !== true) assert.not(papers.includes('scrap'), papers.join('; '));
    }
    const all = (await Promise.all(this.stations.map((station) => this.papers(station)))).flat();
    const first = all.filter((paper) => paper !== 'scrap' && !paper.endsWith('again'));
    assert.is(new Set(first).size, first.length, `a second paper that does not say so: ${all.join('; ')}`);
    for (const { uuid, repeat, state, printer } of this.box.parts.printing.jobs()) {
      if (state !== 'printed') continue;
      const invoice = await this.box.parts.ledger.invoice(uuid);
      const name = `${invoice?.signature.totalCounter}${repeat ? ' again' : ''}`;
      assert.ok(all.includes(name), `${name} is printed on ${printer}, and there is no paper`);
    }
  }
}

export function stateOf({ state, reason }: { readonly state: string; readonly reason: string | null }): string {
  return reason === null ? state : `${state} ${reason}`;
}

/** One scenario. */
export function scene(name: string, act: (stage: Stage) => Promise<void>, options: SceneOptions = {}): void {
  test(name, async () => {
    const stage = new Stage(options);
    try {
      await stage.setUp();
      await act(stage);
      await stage.judge();
    } finally {
      await stage.tearDown();
    }
  });
  test.run();
}

import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import type { EventName } from '../../src/base/log.js';
import { LoopDisk } from '../kit/loop/disk.js';
import { FakePfrProcess } from '../kit/pfr/process.js';
import { FakePrinter } from '../kit/printer/core.js';
import { TcpFront } from '../kit/printer/fronts/tcp.js';
import { BoxProcess, type Reply, temporaryFolder } from '../kit/process.js';
import type { Random } from '../kit/random.js';
import { Books, type Sale } from './books.js';
import { type Field, MISCHIEF } from './mischief.js';
import { sampleOf, Samples, type Trend, trendOf } from './trend.js';
import { inEnglish } from '../kit/inEnglish.js';

/** What a soak has found. */
export interface SoakReport {
  readonly signed: number;
  readonly answered: number;
  readonly repeats: number;
  /** How often each kind of mischief was done. */
  readonly mischief: ReadonlyMap<string, number>;
  /** Of the last and longest life of the box, behind its first third. */
  readonly seconds: number;
  readonly memory: Trend;
  readonly files: Trend;
  /** How often the box has logged what only these faults bring about. */
  readonly logged: Readonly<Record<(typeof TOLD)[number], number>>;
}

/** Proofs that the faults were felt. */
const TOLD = ['clock.jumped', 'backup.written', 'ledger.full', 'pfr.settled', 'request.unauthorized'] as const;
/** Memory may grow by so much, MB: what is collected is not given back at once; and for each receipt, in the views. */
const MEMORY_GROWTH = 16;
const MEMORY_PER_RECEIPT = 0.001;
/** Open files, sockets of a burst of clients among them, may grow by so many. */
const FILES_GROWTH = 4;

/** Why a box that gave these figures leaks; undefined when it does not. */
export function leakOf({ memory, files, signed }: Pick<SoakReport, 'memory' | 'files' | 'signed'>): string | undefined {
  const allowed = MEMORY_GROWTH + MEMORY_PER_RECEIPT * signed;
  if (memory.growth > allowed) return `memory grew by ${memory.growth.toFixed(1)} MB, more than ${allowed.toFixed(1)}`;
  return files.growth > FILES_GROWTH ? `open files grew by ${files.growth.toFixed(1)}` : undefined;
}

/** The report in lines for people. */
export function linesOf(report: SoakReport): string {
  const trend = ({ middle, growth }: Trend, unit: string): string =>
    `${middle.toFixed(1)}${unit}, ${growth < 0 ? '' : '+'}${growth.toFixed(1)} over the time`;
  const list = (counts: Iterable<readonly [string, number]>): string =>
    Array.from(counts, ([what, count]) => `${what} ${count}`).join(', ');
  return [
    `receipts: ${report.signed} signed, ${report.answered} answered, ${report.repeats} repeats`,
    `done to it: ${list(report.mischief)}`,
    `it has logged: ${list(Object.entries(report.logged))}`,
    `in its last ${report.seconds} s: memory ${trend(report.memory, ' MB')}; open files ${trend(report.files, '')}`,
  ].join('\n');
}

/** Few clients that take their time: what lasts is tried here, not what is fast. */
const CLIENTS = 2;
const PAUSE = [300, 1700] as const;
/** Calls of a key per minute are limited. */
const KEYS = 40;
/** Between two kinds of mischief, ms; some do not end before the next begins. */
const BREATH = [500, 4000] as const;
const SAMPLE_EVERY = 2000;
/** For an answer of the processor, and how long it is taken to sign, s: well above what troubles last on a busy machine. */
const TIMEOUT = 1;
const SIGNING_LIMIT = 5;
/** When the box is killed, and when it is stopped and started, as shares of the time: then it lives on to the end. */
const KILL = 0.1;
const RESTART = 0.2;
/** Until everything is settled at the end, ms; the pauses between look-ups become as long as a minute. */
const SETTLED_WITHIN = 150_000;
/** A disk of the box's own for so many bytes an hour. */
const DISK = { least: 128e6, hourly: 100e6 };

/** Sells on a built box while all goes wrong that can, and holds what is left against what was answered. */
export class Soak {
  private readonly books: Books;
  private readonly done = new Map<string, number>();
  private readonly samples = new Samples();
  private readonly keys: string[] = [];
  private fullUntil = 0;
  private isOver = false;
  private box: BoxProcess | undefined;
  private readonly lives: BoxProcess[] = [];

  private constructor(
    private readonly random: Random,
    private readonly folder: string,
    private readonly disk: LoopDisk | undefined,
    private readonly stick: LoopDisk | undefined,
    private readonly processor: FakePfrProcess,
    private readonly printer: FakePrinter,
    private readonly front: TcpFront,
  ) {
    this.books = new Books(random);
  }

  /**
   * `what`: for so many minutes all mischief goes on, over three lives of the box; or these kinds are done once each, in one life. Everything
   * that is there is used; without root the box has no disk of its own, which is then not filled.
   */
  static async run(what: number | readonly string[], random: Random): Promise<SoakReport> {
    const minutes = typeof what === 'number' ? what : 1;
    const hasDisks = LoopDisk.unavailable() === undefined;
    const disk = hasDisks ? LoopDisk.make(DISK.least + Math.ceil(minutes / 60) * DISK.hourly) : undefined;
    const stick = hasDisks ? LoopDisk.make(DISK.least + Math.ceil(minutes / 60) * DISK.hourly) : undefined;
    const folder = join(disk?.folder ?? temporaryFolder(), 'data');
    const processor = await FakePfrProcess.start(join(temporaryFolder(), 'signed'));
    const printer = new FakePrinter();
    const front = await TcpFront.start(printer);
    const soak = new Soak(random, folder, disk, stick, processor, printer, front);
    try {
      return await (typeof what === 'number' ? soak.go(what * 60_000) : soak.goOnce(what));
    } finally {
      await soak.end();
    }
  }

  private get up(): BoxProcess {
    if (this.box === undefined) throw new Error('the box is not up');
    return this.box;
  }

  private async go(ms: number): Promise<SoakReport> {
    await this.setUp();
    const began = performance.now();
    const until = (share: number): Promise<unknown> => delay(began + share * ms - performance.now());
    const work = Promise.all([...this.selling(), this.annoy(), this.sample()]);
    await Promise.race([work, until(KILL)]);
    await this.replace('SIGKILL');
    await Promise.race([work, until(RESTART)]);
    await this.replace('SIGTERM');
    await Promise.race([work, until(1)]);
    this.isOver = true;
    await work;
    return this.report();
  }

  private async goOnce(names: readonly string[]): Promise<SoakReport> {
    await this.setUp();
    const selling = Promise.all(this.selling());
    const annoying = (async () => {
      for (const name of names) {
        await this.trade();
        await this.do(name);
      }
      await this.trade();
      this.isOver = true;
    })();
    await Promise.all([selling, annoying]);
    return this.report();
  }

  /** Waits until one more sale is answered. */
  private async trade(): Promise<void> {
    const { answered } = this.books;
    while (this.books.answered === answered) await delay(PAUSE[0]);
  }

  private selling(): Promise<void>[] {
    return Array.from({ length: CLIENTS }, () => this.sell());
  }

  private async setUp(): Promise<void> {
    this.box = await this.start();
    const { box, processor, front, stick } = this;
    const set = async (name: string, value: unknown): Promise<void> => {
      const answer = await box.ask('settings.set', { name, value });
      assert.ok(answer?.ok, JSON.stringify(inEnglish(answer)));
    };
    const pfr = { mode: 'lpfr', url: processor.url, timeout: TIMEOUT, signingLimit: SIGNING_LIMIT };
    const address = `tcp://127.0.0.1:${front.port}`;
    const kasa = { name: 'kasa', address, width: 80, dpi: 203, dots: 576, mode: 'raster', autoPrint: false };
    await set('pfr.sandbox', pfr);
    await set('printers', [kasa]);
    if (stick !== undefined) {
      const { code, stderr } = await box.command(['backup', 'code']);
      assert.is(code, 0, stderr);
      await set('backup', { folder: stick.folder, everyHours: 1 });
    }
    this.keys.push(...(await box.keys(KEYS)));
  }

  private async start(): Promise<BoxProcess> {
    const clock = join(import.meta.dirname, 'clock.cjs');
    const box = await BoxProcess.start({ folder: this.folder, nodeOptions: ['--require', clock] });
    this.lives.push(box);
    return box;
  }

  /** The end of one life, and the begin of the next. */
  private async replace(signal: NodeJS.Signals): Promise<void> {
    this.count(signal);
    const { up } = this;
    this.box = undefined;
    await up.stop(signal);
    // A start needs room for its first records.
    while (performance.now() < this.fullUntil) await delay(PAUSE[0]);
    this.box = await this.start();
  }

  private count(what: string): void {
    this.done.set(what, (this.done.get(what) ?? 0) + 1);
  }

  private async sell(): Promise<void> {
    const { random, books } = this;
    while (!this.isOver) {
      const sale = books.next();
      // Even one who was answered asks again at times, as after a power cut of his own.
      if (!(await this.ask(sale)) || random.oneIn(8)) books.missed(sale);
      await delay(random.int(...PAUSE));
    }
  }

  /** Asks once: is there a receipt? */
  private async ask(sale: Sale): Promise<boolean> {
    const headers = sale.key === null ? {} : { 'Idempotency-Key': sale.key };
    const { box } = this;
    if (box === undefined) return false;
    const key = this.random.pick(this.keys);
    const [sent] = await Promise.allSettled([box.send('POST', '/invoices', key, sale.body, headers)]);
    if (sent.status === 'rejected') return false;
    const { status, text } = sent.value;
    if (status === 200 || status === 201) {
      this.books.take(sale, sent.value);
      return true;
    }
    assert.ok(this.mayRefuse(sent.value), `${status} ${text}`);
    return false;
  }

  /** There is no other cause to be without a receipt than a processor that cannot, and a disk without room. */
  private mayRefuse({ status, text }: Reply): boolean {
    if (status === 409) return text.includes('"pfr_error"');
    return text.includes('"server_error"') && performance.now() < this.fullUntil;
  }

  private async annoy(): Promise<void> {
    const { random } = this;
    let names: string[] = [];
    while (!this.isOver) {
      await delay(random.int(...BREATH));
      if (this.box === undefined) continue;
      // Each kind once, in any order, before the next time.
      if (names.length === 0) names = Object.keys(MISCHIEF);
      const [name = ''] = names.splice(random.int(0, names.length - 1), 1);
      await this.do(name);
    }
  }

  /** One kind of mischief, to its end. */
  private async do(name: string): Promise<void> {
    this.count(name);
    const { random, processor, printer, disk } = this;
    const field: Field = {
      ...{ random, processor, printer, disk: disk?.folder, box: () => this.up },
      setFull: (isFull) => (this.fullUntil = isFull ? Infinity : performance.now() + 2000),
    };
    await MISCHIEF[name]?.(field);
  }

  private async sample(): Promise<void> {
    const began = performance.now();
    while (!this.isOver) {
      await delay(SAMPLE_EVERY);
      // Only the last life is long enough.
      if (this.done.has('SIGTERM') && this.box !== undefined) {
        this.samples.add(sampleOf(this.box.pid, (performance.now() - began) / 1000));
      }
    }
  }

  private async report(): Promise<SoakReport> {
    const all = this.samples.all;
    const warm = all.slice(Math.floor(all.length / 3));
    await this.settle();
    await this.replace('SIGKILL');
    const signed = await this.books.compare(this.up, this.processor, () => this.random.pick(this.keys));
    const { answered, repeats } = this.books;
    for (const event of ['pfr.doubt', 'pfr.gap', 'request.failed'] as const) {
      assert.is(this.logged(event), 0, event);
    }
    const logged = Object.fromEntries(TOLD.map((event) => [event, this.logged(event)])) as SoakReport['logged'];
    const seconds = Math.round((warm.at(-1)?.at ?? 0) - (warm[0]?.at ?? 0));
    const [memory, files] = [trendOf(warm, 'memory'), trendOf(warm, 'files')];
    return { signed, answered, repeats, mischief: this.done, seconds, memory, files, logged };
  }

  /** How often an event was logged, over all lives. */
  private logged(event: EventName): number {
    const line = `"event":"${event}"`;
    return this.lives.reduce((sum, { log }) => sum + log.split(line).length - 1, 0);
  }

  /** Every client repeats until it has its receipt, the box is ready, and nothing is open any more. */
  private async settle(): Promise<void> {
    await this.processor.setFaults([]);
    const late = performance.now() + SETTLED_WITHIN;
    const wait = async (what: string): Promise<void> => {
      assert.ok(performance.now() < late, what);
      await delay(PAUSE[0]);
    };
    for (let sale = this.books.open.pop(); sale !== undefined; sale = this.books.open.pop()) {
      while (!(await this.ask(sale))) await wait(`the key of ${sale.name} is stuck`);
    }
    for (;;) {
      const { text } = await this.up.send('GET', '/status', this.random.pick(this.keys));
      const { ready, problems } = JSON.parse(text) as { ready: boolean; problems: string[] };
      const open = await this.up.ask('pfr.open', {});
      if (ready && open?.ok === true && open.value.length === 0) return;
      await wait(`not ready, or a receipt is open: ${problems.join(' ')}`);
    }
  }

  private async end(): Promise<void> {
    await this.box?.stop();
    await this.processor.kill();
    await this.front.stop();
    this.disk?.remove();
    this.stick?.remove();
  }
}

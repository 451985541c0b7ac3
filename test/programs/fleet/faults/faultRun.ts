import { setTimeout as delay } from 'node:timers/promises';
import { readFileSync } from 'node:fs';
import type { Random } from '../../../kit/random.js';
import { type Books, booksOf } from './books.js';
import { Fleet, type FleetSize } from './fleet.js';
import { drained, judge, judgeAnswers, messagesIn } from './judge.js';
import { MISCHIEF, type Mischief } from './mischief.js';
import { folderOfSmallBox } from './order.js';

/** What a run has come to. */
export interface FaultReport {
  readonly size: FleetSize;
  readonly seconds: number;
  /** How often each fault was made. */
  readonly faults: ReadonlyMap<string, number>;
  readonly records: number;
  readonly receipts: number;
  /** Of the stream. */
  readonly messages: number;
  /** From the end of the faults until PostgreSQL had all, s; the books of all boxes are read meanwhile. */
  readonly drained: number;
  /** The most that all processes took together, MB. */
  readonly memory: number;
  /** Why there is no full disk; undefined when there was. */
  readonly noDisks: string | undefined;
}

/** Between two faults of a list, ms. */
const BREATH = [200, 1500] as const;
const SAMPLE_EVERY = 1000;

/** The report in lines for people. */
export function linesOf(report: FaultReport): string {
  const { size, seconds, faults, records, receipts, messages, memory, noDisks } = report;
  const total = [...faults.values()].reduce((sum, count) => sum + count, 0);
  const list = Array.from(faults, ([what, count]) => `${what} ${count}`).join(', ');
  return [
    `${size.real} boxes and ${size.small} small ones, ${seconds} s, ${total} faults: ${list}`,
    ...(noDisks === undefined ? [] : [noDisks]),
    `${records} records with ${receipts} receipts in ${messages} messages, each in PostgreSQL once and in order, sums to the para, no alarm`,
    `all was there ${report.drained.toFixed(1)} s after the last fault; memory of all processes ${memory.toFixed(0)} MB at most`,
  ].join('\n');
}

/** A fleet that sells while its servers, ingesters and boxes are killed and cut off; at the end everything must be in PostgreSQL. */
export class FaultRun {
  private isOver = false;
  private memory = 0;
  private readonly faults = new Map<string, number>();

  private constructor(
    private readonly fleet: Fleet,
    private readonly random: Random,
  ) {}

  /**
   * `what`: for so many seconds faults of all kinds are made, or these once each; `patience`: how long is waited at the end until all is taken
   * in, s.
   */
  static async run(
    size: FleetSize,
    what: number | readonly string[],
    patience: number,
    random: Random,
  ): Promise<FaultReport> {
    const fleet = await Fleet.start(size, random);
    try {
      return await new FaultRun(fleet, random).go(what, patience);
    } finally {
      await fleet.end();
    }
  }

  private async go(what: number | readonly string[], patience: number): Promise<FaultReport> {
    const { fleet } = this;
    const isOver = (): boolean => this.isOver;
    const selling = fleet.real.map((box) => box.sell(fleet.size.pause, isOver));
    const began = performance.now();
    const faults = typeof what === 'number' ? MISCHIEF.map((list) => this.annoy(list)) : [];
    const work = Promise.all([...selling, ...faults, this.sample()]);
    await Promise.race([work, typeof what === 'number' ? delay(what * 1000) : this.each(what)]);
    this.isOver = true;
    await work;
    const seconds = Math.round((performance.now() - began) / 1000);
    await Promise.all(fleet.small.map((boxes) => boxes.end()));
    const healed = performance.now();
    await this.heal();
    const books = await this.books();
    const client = await fleet.postgres.client();
    await drained(client, books, patience * 1000);
    const took = (performance.now() - healed) / 1000;
    await judge(client, books);
    for (const [at, box] of fleet.real.entries()) {
      const [own] = books.slice(at);
      if (own !== undefined) await judgeAnswers(client, box, own);
    }
    await client.end();
    const sum = (of: (one: Books) => readonly unknown[]): number => books.reduce((all, one) => all + of(one).length, 0);
    return {
      ...{ size: fleet.size, seconds, faults: this.faults, drained: took, memory: this.memory },
      records: sum(({ records }) => records),
      receipts: sum(({ receipts }) => receipts),
      messages: await messagesIn(fleet),
      noDisks: fleet.disks.length > 0 ? undefined : 'no disk was full: none can be mounted here',
    };
  }

  /** Each fault of the list once, in any order, before the next time. */
  private async annoy(list: Readonly<Record<string, Mischief>>): Promise<void> {
    const { random, fleet, faults } = this;
    let names: string[] = [];
    while (!this.isOver) {
      await delay(random.int(...BREATH));
      if (names.length === 0) names = Object.keys(list);
      const [name = ''] = names.splice(random.int(0, names.length - 1), 1);
      faults.set(name, (faults.get(name) ?? 0) + 1);
      await list[name]?.(fleet, random);
    }
  }

  /** These faults, one after the other, and some trade behind each. */
  private async each(names: readonly string[]): Promise<void> {
    const all: Readonly<Record<string, Mischief>> = Object.fromEntries(
      MISCHIEF.flatMap((some) => Object.entries(some)),
    );
    for (const name of names) {
      this.faults.set(name, 1);
      await all[name]?.(this.fleet, this.random);
      await delay(BREATH[1]);
    }
  }

  /** Nobody waits out a pause any more. */
  private async heal(): Promise<void> {
    const { real, small, ingesters } = this.fleet;
    await this.fleet.cluster.asOwner((manager) => manager.streams.info('KASIRBOX'));
    for (const ingester of ingesters) {
      await ingester.kill();
      ingester.start();
    }
    await Promise.all([...real.map((box) => box.setStream()), ...small.map((boxes) => boxes.heal())]);
  }

  /** Of the real boxes first. */
  private async books(): Promise<Books[]> {
    const { real, small } = this.fleet;
    const folders = [
      ...real.map(({ folder }) => folder),
      ...small.flatMap(({ order: { folder, boxes } }) =>
        Array.from({ length: boxes }, (_, number) => folderOfSmallBox(folder, number)),
      ),
    ];
    const books: Books[] = [];
    for (const folder of folders) books.push(await booksOf(folder));
    return books;
  }

  private async sample(): Promise<void> {
    while (!this.isOver) {
      const now = this.fleet.pids.reduce<number>((sum, pid) => sum + ownMegabytes(pid), 0);
      this.memory = Math.max(this.memory, now);
      await delay(SAMPLE_EVERY);
    }
  }
}

/** Resident memory of a process, of what is shared its part only; 0 for one that is gone. */
function ownMegabytes(pid: number | undefined): number {
  try {
    return Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) / 1024;
  } catch {
    return 0;
  }
}

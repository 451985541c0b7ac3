import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { BASE_PATH } from '../../src/interfaces/api/router.js';
import { dayText } from '../../src/base/time.js';
import type { Bench } from './bench.js';
import { type Asked, Customer } from './customer.js';
import { count, judged, median, ms, quantile, type Row, times } from './figures.js';
import { copyOf, type History, historyOf, LONG_DAYS } from './history.js';
import { Service } from './service.js';
import { Shop } from './shop.js';
import { firstAnswer } from './start.js';

const BUNDLE = resolve(import.meta.dirname, '../../dist/kasirbox.cjs');
const SIZES = '1000,10000,30000,100000';
/** Requests of each kind in a block; boxes take turns by blocks. */
const BLOCK = {
  sale: 100,
  'page 1': 10,
  'deep page': 5,
  'one day': 10,
  'new uuid': 20,
  'old uuid': 20,
  year: 5,
  floor: 20,
};
type Kind = keyof typeof BLOCK;
const KINDS = Object.keys(BLOCK) as Kind[];
const WARM_UP = 2;
/** A pause before memory is read, so that what is idle work has been done, ms. */
const PAUSE = 2000;
const PER_PAGE = 100;
const MAX_PAGES = 10_000;
/** What must hold of the largest history against a smaller one, and absolutely. */
const REACH = { start: 1.2, sale: 1.2, memory: 1.15, megabytes: 150, verify: 60 };
/** The size that the largest is compared with; the smallest one when none of it is measured. */
const BASE = { start: 10_000, sale: 1000, memory: 30_000 };

/** One box with a history of ten years, and what was measured of it. */
class Subject {
  readonly took = Object.fromEntries(KINDS.map((kind) => [kind, []])) as unknown as Record<Kind, number[]>;
  readonly starts: number[] = [];
  readonly memory: { rss: number; highest: number; pss: number }[] = [];
  cold = NaN;
  verified = NaN;
  private readonly shop: Shop;
  private asked = 0;

  constructor(
    readonly history: History,
    readonly folder: string,
  ) {
    this.shop = new Shop(history.size + 1);
  }

  next(kind: Kind): Asked {
    const { keys } = this.history;
    this.asked += 1;
    const key = keys[this.asked % keys.length] ?? '';
    if (kind === 'sale')
      return { method: 'POST', path: `${BASE_PATH}/invoices`, key, body: JSON.stringify(this.shop.next()) };
    return { method: 'GET', path: BASE_PATH + this.path(kind), key };
  }

  private path(kind: Exclude<Kind, 'sale'>): string {
    const { size, uuids, from, to } = this.history;
    const share = this.asked % 97;
    switch (kind) {
      case 'page 1':
        return '/invoices';
      case 'deep page':
        return `/invoices?page=${Math.min(Math.floor(((size / PER_PAGE) * (share + 1)) / 100) + 1, MAX_PAGES)}`;
      case 'one day': {
        const year = Math.floor(from / 10_000) + 1 + (share % 9);
        const day = dayText(year * 10_000 + ((share % 12) + 1) * 100 + (share % 28) + 1);
        return `/invoices?from=${day}&to=${day}`;
      }
      case 'new uuid':
        return `/invoices/${uuids[uuids.length - 1 - share] ?? ''}`;
      case 'old uuid':
        return `/invoices/${uuids[Math.floor((uuids.length * share) / 100)] ?? ''}`;
      case 'year':
        return `/reports/summary?from=${dayText(to - 10_000)}&to=${dayText(to)}`;
      case 'floor':
        return '/tax-labels';
    }
  }
}

/** Boxes with ten years behind them, from few receipts to many: what grows with them, and what does not. */
export async function historyRows(bench: Bench): Promise<Row[]> {
  const sizes = (process.env['HISTORY'] ?? SIZES).split(',').map(Number);
  const subjects: Subject[] = [];
  for (const size of sizes.sort((a, b) => a - b)) {
    const history = await historyOf(size, (line) => bench.say(line), LONG_DAYS);
    subjects.push(new Subject(history, copyOf(history, bench.folder())));
  }
  spawnSync('sync');
  await starts(bench, subjects);
  const customer = new Customer();
  const rounds = bench.size({ full: 3, quick: 1 });
  try {
    for (let round = 1; round <= rounds; round += 1) {
      bench.say(`requests over HTTPS, round ${round} of ${rounds}`);
      await oneRound(bench, subjects, customer);
    }
  } finally {
    customer.end();
  }
  return rowsOf(subjects);
}

/** Starts by turns, one without any view, and a check of the whole log. */
async function starts(bench: Bench, subjects: readonly Subject[]): Promise<void> {
  const rounds = bench.size({ full: 7, quick: 3 });
  for (let round = 0; round <= rounds; round += 1) {
    bench.say(`start to first answer, ${round} of ${rounds}`);
    for (const subject of round % 2 === 0 ? subjects : [...subjects].reverse()) {
      const { took } = await firstAnswer(subject);
      // The first start makes the certificates.
      if (round > 0) subject.starts.push(took);
    }
  }
  for (const subject of subjects) {
    bench.say(`views made anew, and all verified, at ${count(subject.history.size)}`);
    rmSync(join(subject.folder, 'views'), { recursive: true });
    subject.cold = (await firstAnswer(subject)).took;
    const started = performance.now();
    const { status } = spawnSync(process.execPath, [BUNDLE, 'ledger', 'verify', '--data', subject.folder]);
    if (status !== 0) throw new Error(`the log of ${subject.history.size} receipts is not sound`);
    subject.verified = performance.now() - started;
  }
}

async function oneRound(bench: Bench, subjects: readonly Subject[], customer: Customer): Promise<void> {
  const running: (readonly [Subject, Service])[] = [];
  try {
    for (const subject of subjects) running.push([subject, await Service.start(subject.folder)]);
    const blocks = WARM_UP + bench.size({ full: 6, quick: 4 });
    for (let block = 0; block < blocks; block += 1) {
      const first = block % running.length;
      for (const [subject, service] of [...running.slice(first), ...running.slice(0, first)]) {
        for (const kind of KINDS) {
          const asked = Array.from({ length: BLOCK[kind] }, () => subject.next(kind));
          const took = await customer.ask({ port: service.port, ca: service.ca, asked });
          if (block >= WARM_UP) subject.took[kind].push(...took);
        }
      }
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    for (const [subject, service] of running) {
      subject.memory.push({ rss: service.rss, highest: service.highestRss, pss: service.pss });
    }
  } finally {
    for (const [, service] of running) await service.stop();
  }
}

function rowsOf(subjects: readonly Subject[]): Row[] {
  const [small] = subjects;
  const large = subjects[subjects.length - 1];
  if (small === undefined || large === undefined) return [];
  const all = (figure: (subject: Subject) => string): string => subjects.map(figure).join(', ');
  const sizes = all(({ history }) => count(history.size));
  const against = (base: number, of: (subject: Subject) => number): number =>
    of(large) / of(subjects.find(({ history }) => history.size === base) ?? small);
  const row = (what: string, reach: string, reached: string, met: boolean, bare: string, note: string): Row => {
    return { what: `${what}, ten years of ${sizes} receipts`, reach, reached: judged(reached, met), bare, note };
  };
  const start = against(BASE.start, ({ starts }) => median(starts));
  const sale = against(BASE.sale, ({ took }) => quantile(took.sale, 0.99));
  const rss = (subject: Subject): number => median(subject.memory.map(({ rss }) => rss));
  const growth = against(BASE.memory, rss);
  const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(0);
  const inSeconds = (value: number): string => `${(value / 1000).toFixed(1)} s`;
  const reads = KINDS.filter((kind) => kind !== 'sale' && kind !== 'floor').map((kind) =>
    row(
      kind,
      '',
      all(({ took }) => ms(median(took[kind]))),
      true,
      `${all(({ took }) => ms(median(took.floor)))}, \`GET /tax-labels\``,
      `medians over HTTPS; p95 ${all(({ took }) => ms(quantile(took[kind], 0.95)))}`,
    ),
  );
  return [
    row(
      'start to first answer',
      `≤ ${REACH.start} × of ${count(BASE.start)}`,
      `${times(start)} (${all(({ starts }) => ms(median(starts)))})`,
      start <= REACH.start,
      '',
      `medians; without any saved view ${all(({ cold }) => inSeconds(cold))}`,
    ),
    row(
      'RSS after the requests',
      `≤ ${REACH.memory} × of ${count(BASE.memory)}, ≤ ${REACH.megabytes} MB`,
      `${times(growth)} (${all((subject) => megabytes(rss(subject)))} MB)`,
      growth <= REACH.memory && rss(large) <= REACH.megabytes * 1e6,
      '',
      [
        `PSS ${all(({ memory }) => megabytes(median(memory.map(({ pss }) => pss))))} MB`,
        `highest ${all(({ memory }) => megabytes(Math.max(...memory.map(({ highest }) => highest))))} MB`,
        `by round: ${subjects.map(({ memory }) => memory.map((one) => megabytes(one.rss)).join(' ')).join(' | ')}`,
      ].join('; '),
    ),
    row(
      'p99 of a sale over HTTPS',
      `≤ ${REACH.sale} × of ${count(BASE.sale)}`,
      `${times(sale)} (${all(({ took }) => ms(quantile(took.sale, 0.99)))})`,
      sale <= REACH.sale,
      '',
      `medians ${all(({ took }) => ms(median(took.sale)))}`,
    ),
    ...reads,
    row(
      '`ledger verify`',
      `≤ ${REACH.verify} s at 1,000,000`,
      all(({ verified }) => inSeconds(verified)),
      (large.verified / large.history.size) * 1000 <= REACH.verify,
      '',
      'each receipt with its intent',
    ),
  ];
}

import { spawnSync } from 'node:child_process';
import { BASE_PATH } from '../../src/interfaces/api/router.js';
import type { Bench } from './bench.js';
import { Customer, type Asked } from './customer.js';
import { count, judged, median, ms, quantile, type Row, sum, times } from './figures.js';
import { copyOf, type History, historyOf } from './history.js';
import { Service } from './service.js';
import { Shop } from './shop.js';

const SIZES = [1000, 10_000, 100_000] as const;
const LARGE = 100_000;

/** Requests of each kind in a block; boxes take turns by blocks. */
const BLOCK = { post: 100, page: 10, uuid: 40, floor: 20 } as const;
type Kind = keyof typeof BLOCK;
const KINDS = Object.keys(BLOCK) as Kind[];
/** Blocks at the start of a round that warm the code up and are not counted. */
const WARM_UP = 2;
/** A pause before memory is read, so that what is idle work has been done, ms. */
const PAUSE = 2000;

/** One box, and what was measured of it over all rounds. */
class Subject {
  readonly took: Readonly<Record<Kind, number[]>> = { post: [], page: [], uuid: [], floor: [] };
  readonly rss: number[] = [];
  /** CPU of the box for its POSTs, ms. */
  postCpu = 0;
  private readonly shop: Shop;
  private asked = 0;

  constructor(readonly history: History) {
    this.shop = new Shop(history.size + 1);
  }

  next(kind: Kind): Asked {
    const { keys, uuids } = this.history;
    this.asked += 1;
    const key = keys[this.asked % keys.length] ?? '';
    switch (kind) {
      case 'post':
        return { method: 'POST', path: `${BASE_PATH}/invoices`, key, body: JSON.stringify(this.shop.next()) };
      case 'page':
        return { method: 'GET', path: `${BASE_PATH}/invoices`, key };
      case 'uuid':
        return {
          method: 'GET',
          path: `${BASE_PATH}/invoices/${uuids[Math.floor(Math.random() * uuids.length)] ?? ''}`,
          key,
        };
      case 'floor':
        return { method: 'GET', path: `${BASE_PATH}/tax-labels`, key };
    }
  }

  async block(service: Service, customer: Customer, counts: boolean): Promise<void> {
    for (const kind of KINDS) {
      const asked = Array.from({ length: BLOCK[kind] }, () => this.next(kind));
      const before = service.cpu;
      const took = await customer.ask({ port: service.port, ca: service.ca, asked });
      if (!counts) continue;
      this.took[kind].push(...took);
      if (kind === 'post') this.postCpu += service.cpu - before;
    }
  }
}

interface Running {
  readonly subject: Subject;
  readonly service: Service;
}

/** Boxes with different histories under the same requests, in turn. */
export async function loadRows(bench: Bench): Promise<Row[]> {
  const subjects: Subject[] = [];
  for (const size of SIZES) subjects.push(new Subject(await historyOf(size, (line) => bench.say(line))));
  const customer = new Customer();
  const rounds = bench.size({ full: 5, quick: 1 });
  try {
    for (let round = 1; round <= rounds; round += 1) {
      bench.say(`requests over HTTPS to boxes with ${SIZES.join(', ')} receipts, round ${round} of ${rounds}`);
      await oneRound(bench, subjects, customer);
    }
  } finally {
    customer.end();
  }
  return rowsOf(subjects);
}

async function oneRound(bench: Bench, subjects: readonly Subject[], customer: Customer): Promise<void> {
  const running: Running[] = [];
  try {
    for (const subject of subjects) {
      const folder = copyOf(subject.history, bench.folder());
      // Or the kernel would write the copy while the box wants its own flushes.
      spawnSync('sync', ['-f', folder]);
      running.push({ subject, service: await Service.start(folder) });
    }
    await takeTurns(bench, running, customer);
  } finally {
    for (const { service } of running) await service.stop();
  }
}

async function takeTurns(bench: Bench, running: readonly Running[], customer: Customer): Promise<void> {
  const blocks = WARM_UP + bench.size({ full: 6, quick: 4 });
  for (let block = 0; block < blocks; block += 1) {
    const order = [...running.slice(block % running.length), ...running.slice(0, block % running.length)];
    for (const { subject, service } of order) await subject.block(service, customer, block >= WARM_UP);
  }
  await new Promise((resolve) => setTimeout(resolve, PAUSE));
  for (const { subject, service } of running) subject.rss.push(service.rss);
}

function rowsOf(subjects: readonly Subject[]): Row[] {
  const of = (size: number): Subject => {
    const subject = subjects.find(({ history }) => history.size === size);
    if (subject === undefined) throw new Error(`no box with ${size} receipts`);
    return subject;
  };
  const [small, middle, large] = [of(SIZES[0]), of(SIZES[1]), of(LARGE)];
  return [postRow(small, large), memoryRow(middle, large), ...readRows(large), cpuRow(large)];
}

function postRow(small: Subject, large: Subject): Row {
  const [bare, reached] = [quantile(small.took.post, 0.99), quantile(large.took.post, 0.99)];
  const ratio = reached / bare;
  return {
    what: '`POST /invoices` over HTTPS, p99, 100,000 receipts stored against 1,000',
    reach: '≤ 1.2 ×',
    reached: judged(`${times(ratio)} (${ms(reached)})`, ratio <= 1.2),
    bare: `${ms(bare)} at 1,000`,
    note: `${count(large.took.post.length)} requests each; medians ${ms(median(large.took.post))} and ${ms(median(small.took.post))}`,
  };
}

function memoryRow(middle: Subject, large: Subject): Row {
  const [bare, reached] = [median(middle.rss) / 1e6, median(large.rss) / 1e6];
  const ratio = reached / bare;
  const all = ({ rss }: Subject): string => rss.map((bytes) => (bytes / 1e6).toFixed(0)).join(', ');
  return {
    what: 'RSS, 100,000 receipts against 10,000',
    reach: '≤ 1.15 ×, ≤ 150 MB',
    reached: judged(`${times(ratio)}, ${reached.toFixed(0)} MB`, ratio <= 1.15 && reached <= 150),
    bare: `${bare.toFixed(0)} MB at 10,000`,
    note: `after the same requests and a pause; by round: ${all(large)} against ${all(middle)}`,
  };
}

function readRows({ took }: Subject): Row[] {
  const floor = `${ms(median(took.floor))}, \`GET /tax-labels\``;
  const row = (what: string, times: readonly number[], reach: number): Row => ({
    what,
    reach: `≤ ${reach} ms`,
    reached: judged(ms(median(times)), median(times) <= reach),
    bare: floor,
    note: `median; p95 ${ms(quantile(times, 0.95))}`,
  });
  return [
    row('page 1 of `GET /invoices` at 100,000', took.page, 15),
    row('one invoice by uuid at 100,000, any of them', took.uuid, 3),
  ];
}

function cpuRow({ took, postCpu }: Subject): Row {
  return {
    what: 'CPU of the box per `POST /invoices` at 100,000',
    reach: '',
    reached: ms(postCpu / took.post.length),
    bare: '',
    note: `of ${ms(sum(took.post) / took.post.length)} on average until the client has the answer`,
  };
}

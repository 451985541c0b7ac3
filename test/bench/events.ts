import { Agent, request } from 'node:https';
import { BASE_PATH } from '../../src/interfaces/api/router.js';
import type { Bench } from './bench.js';
import { type Asked, Customer } from './customer.js';
import { count, judged, median, ms, quantile, type Row, times } from './figures.js';
import { copyOf, type History, historyOf } from './history.js';
import { Service } from './service.js';
import { Shop } from './shop.js';

const LIMIT = 1000;
const READERS = 5;
/** Sales of a block; blocks with and without readers take turns. */
const BLOCK = 100;

/** What programs that follow the events of a box wait for, and what they cost its sales. */
export async function eventRows(bench: Bench): Promise<Row[]> {
  const history = await historyOf(bench.size({ full: 1_000_000, quick: 10_000 }), (line) => bench.say(line));
  const service = await Service.start(copyOf(history, bench.folder()));
  const customer = new Customer();
  try {
    return [await pagesRow(bench, history, service, customer), await salesRow(bench, history, service, customer)];
  } finally {
    customer.end();
    await service.stop();
  }
}

async function pagesRow(bench: Bench, history: History, service: Service, customer: Customer): Promise<Row> {
  const reader = new Reader(service, history);
  const cursors: string[] = [];
  bench.say(`all events of ${count(history.size)} receipts, in pages of ${count(LIMIT)}`);
  let seen = 0;
  for (let query = '', more = true; more;) {
    const page = await reader.read(`limit=${LIMIT}${query}`);
    seen += page.events;
    more = page.more && page.events === LIMIT;
    query = `&after=${page.cursor}`;
    if (more) cursors.push(page.cursor);
  }
  reader.end();
  cursors.pop(); // The page behind it is short.
  const asked = Array.from({ length: bench.size({ full: 600, quick: 200 }) }, (_, index): Asked => {
    const after = cursors[Math.floor(Math.random() * cursors.length)] ?? '';
    const key = history.keys[index % history.keys.length] ?? '';
    return { method: 'GET', path: `${BASE_PATH}/events?limit=${LIMIT}&after=${after}`, key };
  });
  const before = service.cpu;
  const took = (await customer.ask({ port: service.port, ca: service.ca, asked })).slice(20);
  const cpu = (service.cpu - before) / asked.length;
  return {
    what: `\`GET /events\`, a page of ${count(LIMIT)} from any cursor, at ${count(history.size)} receipts`,
    reach: '≤ 30 ms',
    reached: judged(ms(median(took)), median(took) <= 30),
    bare: '',
    note: `over HTTPS, ${count(took.length)} requests; p95 ${ms(quantile(took, 0.95))}; ${ms(cpu)} of CPU each; ${count(seen)} events in all`,
  };
}

async function salesRow(bench: Bench, history: History, service: Service, customer: Customer): Promise<Row> {
  const shop = new Shop(history.size + 1);
  const took: Record<'alone' | 'followed', number[]> = { alone: [], followed: [] };
  const blocks = bench.size({ full: 20, quick: 6 });
  let told = 0;
  let at = 0;
  for (let block = 0; block < 2 * blocks + 2; block += 1) {
    const kind = block % 2 === 0 ? 'alone' : 'followed';
    const readers = kind === 'alone' ? [] : Array.from({ length: READERS }, () => new Reader(service, history));
    const following = readers.map((reader) => reader.follow());
    const asked = Array.from({ length: BLOCK }, (): Asked => {
      at += 1;
      const key = history.keys[at % history.keys.length] ?? '';
      return { method: 'POST', path: `${BASE_PATH}/invoices`, key, body: JSON.stringify(shop.next()) };
    });
    const times = await customer.ask({ port: service.port, ca: service.ca, asked });
    for (const reader of readers) reader.end();
    await Promise.all(following);
    for (const reader of readers) told += reader.told;
    // The first blocks warm the code up.
    if (block >= 2) took[kind].push(...times);
  }
  const [alone, followed] = [quantile(took.alone, 0.99), quantile(took.followed, 0.99)];
  return {
    what: `p99 of a sale with ${READERS} readers that wait for events`,
    reach: '≤ 1.1 ×',
    reached: judged(`${times(followed / alone)} (${ms(followed)})`, followed / alone <= 1.1),
    bare: `${ms(alone)} without`,
    note: [
      `${count(took.followed.length)} sales each, one after the other, in turn`,
      `medians ${ms(median(took.followed))} and ${ms(median(took.alone))}`,
      `${count(told)} events told`,
    ].join('; '),
  };
}

interface Page {
  readonly events: number;
  readonly cursor: string;
  readonly more: boolean;
}

/** A program that follows a box over one connection, with the keys of a history in turn. */
class Reader {
  private static made = 0;
  /** Number of events that it received. */
  told = 0;
  private isEnded = false;
  private readonly agent: Agent;
  private asked = (Reader.made += 7);

  constructor(
    private readonly service: Service,
    private readonly history: History,
  ) {
    this.agent = new Agent({ keepAlive: true, maxSockets: 1, ca: service.ca });
  }

  read(query: string): Promise<Page> {
    const { service, history, agent } = this;
    this.asked += 1;
    const key = history.keys[this.asked % history.keys.length] ?? '';
    const headers = { Authorization: `Bearer ${key}` };
    return new Promise((resolve, reject) => {
      const asked = request(
        { host: '127.0.0.1', port: service.port, path: `${BASE_PATH}/events?${query}`, headers, agent },
        (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (part: string) => (text += part));
          response.on('error', reject);
          response.on('end', () => {
            if (response.statusCode !== 200) {
              reject(new Error(`answered ${response.statusCode}: ${text}`));
              return;
            }
            const { events, cursor, more } = JSON.parse(text) as { events: unknown[]; cursor: string; more: boolean };
            resolve({ events: events.length, cursor, more });
          });
        },
      );
      asked.on('error', reject);
      asked.end();
    });
  }

  /** Waits for events until it is ended, which cuts the answer that it waits for. */
  async follow(): Promise<void> {
    for (let after = 'now'; ;) {
      const page = await this.read(`wait=30&after=${after}`).catch((error: unknown) => {
        if (this.isEnded) return undefined;
        throw error;
      });
      if (page === undefined) return;
      this.told += page.events;
      after = page.cursor;
    }
  }

  end(): void {
    this.isEnded = true;
    this.agent.destroy();
  }
}

import { join } from 'node:path';
import { BASE_PATH } from '../../src/interfaces/api/router.js';
import type { Bench } from './bench.js';
import { type Asked, Customer } from './customer.js';
import { judged, median, ms, quantile, type Row, times } from './figures.js';
import { copyOf, type History, historyOf } from './history.js';
import { Service } from './service.js';
import { Shop } from './shop.js';
import { getStatus } from './start.js';

const SIZE = 10_000;
const REACH = 1.2;

/** A box that is ended in one way again and again, and what its starts took, ms. */
class Subject {
  readonly took: number[] = [];
  private readonly shop: Shop;
  private readonly folder: string;
  private readonly runtime: string;
  private asked = 0;

  constructor(
    bench: Bench,
    private readonly history: History,
    private readonly end: 'SIGTERM' | 'SIGKILL',
  ) {
    this.folder = copyOf(history, bench.folder());
    this.runtime = join(bench.folder(), 'run');
    this.shop = new Shop(history.size + 1);
  }

  /** From the start of the process to its first answer; then it sells, and is ended. */
  async live(customer: Customer, sales: number): Promise<number> {
    const started = performance.now();
    const service = await Service.start(this.folder, { RUNTIME_DIRECTORY: this.runtime });
    await getStatus(service, this.history.keys[0] ?? '');
    const took = performance.now() - started;
    const { port, ca } = service;
    await customer.ask({ port, ca, asked: Array.from({ length: sales }, () => this.sale()) });
    await service.stop(this.end);
    return took;
  }

  private sale(): Asked {
    const { keys } = this.history;
    const key = keys[(this.asked += 1) % keys.length] ?? '';
    return { method: 'POST', path: `${BASE_PATH}/invoices`, key, body: JSON.stringify(this.shop.next()) };
  }
}

/** Starts after a kill in the midst of trade against starts after a clean stop, in turn. */
export async function restartRows(bench: Bench): Promise<Row[]> {
  const history = await historyOf(SIZE, (line) => bench.say(line));
  const [crashed, stopped] = [new Subject(bench, history, 'SIGKILL'), new Subject(bench, history, 'SIGTERM')];
  const starts = bench.size({ full: 15, quick: 5 });
  const sales = bench.size({ full: 500, quick: 100 });
  const customer = new Customer();
  try {
    for (let start = 0; start <= starts; start += 1) {
      bench.say(`restarts, ${start} of ${starts}`);
      for (const subject of start % 2 === 0 ? [crashed, stopped] : [stopped, crashed]) {
        const took = await subject.live(customer, sales);
        // The first start makes the certificates.
        if (start > 0) subject.took.push(took);
      }
    }
  } finally {
    customer.end();
  }
  const [reached, against] = [median(crashed.took), median(stopped.took)];
  return [
    {
      what: 'start to first answer after a crash, against a clean stop',
      reach: `≤ ${REACH} ×`,
      reached: judged(`${times(reached / against)} (${ms(reached)})`, reached / against <= REACH),
      bare: `${ms(against)} after a clean stop`,
      note: [
        `median of ${starts}, ${sales} receipts between two starts`,
        `p90 ${ms(quantile(crashed.took, 0.9))} and ${ms(quantile(stopped.took, 0.9))}`,
      ].join('; '),
    },
  ];
}

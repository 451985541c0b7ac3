import { BASE_PATH } from '../../src/interfaces/api/router.js';
import type { Bench } from './bench.js';
import { Counter } from './counter.js';
import { Customer } from './customer.js';
import { judged, median, ms, quantile, type Row, times } from './figures.js';

const HISTORY = 1000;
/** Requests of each kind in a block; blocks with a processor that hangs and without take turns. */
const BLOCK = 40;
const PATHS = ['/status', '/invoices'] as const;
const REACH = 1.2;

type Took = Readonly<Record<(typeof PATHS)[number], number[]>>;

/** Reads and status while a sale waits for a processor that does not answer, against the same without. */
export async function hangRows(bench: Bench): Promise<Row[]> {
  const counter = await Counter.open(bench, HISTORY);
  const [seller, reader] = [new Customer(), new Customer()];
  const took = { free: { '/status': [], '/invoices': [] } as Took, hung: { '/status': [], '/invoices': [] } as Took };
  const blocks = bench.size({ full: 25, quick: 5 });
  bench.say('reads while a processor hangs');
  try {
    await counter.sell(seller, BLOCK);
    for (let block = 0; block <= blocks; block += 1) {
      const free = await read(counter, reader);
      await counter.fake.setFaults([{ fault: 'hang', signs: 'now' }]);
      const hung = counter.fake.hangs();
      const sale = counter.sell(seller, 1);
      await hung;
      const during = await read(counter, reader);
      await counter.fake.release();
      await sale;
      // The first block warms up.
      if (block > 0) {
        for (const path of PATHS) {
          took.free[path].push(...free[path]);
          took.hung[path].push(...during[path]);
        }
      }
    }
  } finally {
    seller.end();
    reader.end();
    await counter.close();
  }
  return PATHS.map((path) => rowOf(path, took.free[path], took.hung[path]));
}

async function read(counter: Counter, reader: Customer): Promise<Took> {
  const ask = (path: string): Promise<number[]> =>
    counter.ask(reader, BLOCK, (key) => ({ method: 'GET', path: BASE_PATH + path, key }));
  return { '/status': await ask('/status'), '/invoices': await ask('/invoices') };
}

function rowOf(path: string, free: readonly number[], hung: readonly number[]): Row {
  const [bare, reached] = [quantile(free, 0.99), quantile(hung, 0.99)];
  const ratio = median(hung) / median(free);
  return {
    what: `\`GET ${path}\` while a sale waits for a processor that hangs, p99`,
    reach: `median ≤ ${REACH} ×`,
    reached: `${ms(reached)}, median ${judged(times(ratio), ratio <= REACH)}`,
    bare: `${ms(bare)}, nobody waits`,
    note: `${hung.length} requests each; medians ${ms(median(hung))} and ${ms(median(free))}`,
  };
}

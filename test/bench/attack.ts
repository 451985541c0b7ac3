import { spawnSync } from 'node:child_process';
import { BASE_PATH } from '../../src/interfaces/api/router.js';
import type { Bench } from './bench.js';
import { Customer } from './customer.js';
import { Flood } from './flood.js';
import { judged, median, ms, quantile, type Row, times } from './figures.js';
import { copyOf, historyOf } from './history.js';
import { Service } from './service.js';
import { Shop } from './shop.js';

const HISTORY = 1000;
/** Sales in a block; blocks with the flood and without take turns. */
const BLOCK = 40;
/** Blocks that are not counted. */
const WARM_UP = 2;
/** What a flood of this size may cost the median sale; the two share two cores with the flooder itself. */
const REACH = 2;

/** Sales while others try wrong keys as fast as they are answered, against sales in peace, on one box in turns. */
export async function attackRows(bench: Bench): Promise<Row[]> {
  const history = await historyOf(HISTORY, (line) => bench.say(line));
  const folder = copyOf(history, bench.folder());
  // Or the kernel would write the copy while the box wants its own flushes.
  spawnSync('sync', ['-f', folder]);
  const { port, ca, ...service } = await started(folder);
  const customer = new Customer();
  const flood = new Flood(port, ca);
  const shop = new Shop(12);
  const [peace, war]: [number[], number[]] = [[], []];
  let asked = 0;
  const sell = (): Promise<number[]> => {
    const next = () => {
      const key = history.keys[(asked += 1) % history.keys.length] ?? '';
      return { method: 'POST', path: `${BASE_PATH}/invoices`, key, body: JSON.stringify(shop.next()) } as const;
    };
    return customer.ask({ port, ca, asked: Array.from({ length: BLOCK }, next) });
  };
  bench.say('sales with a flood of wrong keys, and without');
  try {
    for (let block = 0; block < WARM_UP + bench.size({ full: 50, quick: 10 }); block += 1) {
      const quiet = await sell();
      flood.begin();
      const loud = await sell();
      await flood.pause();
      if (block < WARM_UP) continue;
      peace.push(...quiet);
      war.push(...loud);
    }
  } finally {
    flood.end();
    customer.end();
    await service.stop();
  }
  return [rowOf(peace, war, flood.refused)];
}

async function started(folder: string): Promise<{ port: number; ca: string; stop: () => Promise<void> }> {
  const service = await Service.start(folder);
  return { port: service.port, ca: service.ca, stop: () => service.stop() };
}

function rowOf(peace: readonly number[], war: readonly number[], refused: number): Row {
  const ratio = median(war) / median(peace);
  return {
    what: '`POST /invoices` under a flood of wrong keys, median',
    reach: `≤ ${REACH} ×`,
    reached: `${ms(median(war))}, ${judged(times(ratio), ratio <= REACH)}`,
    bare: `${ms(median(peace))}, no flood`,
    note: [
      `${war.length} sales each, ${refused} wrong keys over 4 connections`,
      `p99 ${ms(quantile(war, 0.99))} and ${ms(quantile(peace, 0.99))}`,
    ].join('; '),
  };
}

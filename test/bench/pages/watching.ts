import { setTimeout as delay } from 'node:timers/promises';
import { BASE_PATH } from '../../../src/interfaces/api/router.js';
import type { Bench } from '../bench.js';
import { type Asked, Customer } from '../customer.js';
import { judged, median, ms, quantile, type Row, times } from '../figures.js';
import { Shop } from '../shop.js';
import { PagesShop } from './shop.js';

const PAGES = 5;
/** Sales of a block; blocks with pages and without take turns. */
const BLOCK = 100;
const WARM_UP = 2;
/** Enough keys that none reaches its limit of requests a minute. */
const KEYS = 10;
/** After the start of a box, or the load of a page, this is not its rest, ms. */
const SETTLING = 10_000;

/** The cost of open status pages for the box. */
export async function watchingRows(bench: Bench): Promise<Row[]> {
  return [await PagesShop.during(bench, (shop) => restRow(bench, shop)), ...(await beside(bench))];
}

async function restRow(bench: Bench, shop: PagesShop): Promise<Row> {
  const seconds = bench.size({ full: 60, quick: 20 });
  bench.say(`a box at rest with one open status page, ${seconds} s`);
  const share = async (): Promise<number> => {
    await delay(SETTLING);
    const [before, began] = [shop.service.cpu, performance.now()];
    await delay(seconds * 1000);
    return (shop.service.cpu - before) / (performance.now() - began);
  };
  const alone = await share();
  await shop.statusPages(1);
  const watched = await share();
  const percent = (value: number): string => `${(value * 100).toFixed(2)} %`;
  return {
    what: 'CPU of a box at rest with one open status page',
    reach: '≤ 1.5 % of a core',
    reached: judged(percent(watched), watched <= 0.015),
    bare: `${percent(alone)} without it`,
    note: `over ${seconds} s each, in ticks of 10 ms`,
  };
}

/** Sales of an API client in turn with and without pages; memory of the box beside it. */
async function beside(bench: Bench): Promise<Row[]> {
  const rounds = bench.size({ full: 12, quick: 4 });
  const customer = new Customer();
  try {
    return await PagesShop.during(bench, async (shop) => {
      const keys = await shop.apiKeys(KEYS);
      const goods = new Shop(17);
      const sales = (): Promise<number[]> => {
        const asked: Asked[] = Array.from({ length: BLOCK }, (_, n) => ({
          ...{ method: 'POST', path: `${BASE_PATH}/invoices`, key: keys[n % KEYS] ?? '' },
          body: JSON.stringify(goods.next()),
        }));
        return customer.ask({ port: shop.service.port, ca: shop.service.ca, asked });
      };
      for (let n = 0; n < WARM_UP; n += 1) await sales();
      const took = { without: [] as number[], beside: [] as number[] };
      const memory: { without: number; beside: number }[] = [];
      for (let round = 1; round <= rounds; round += 1) {
        bench.say(`sales with and without ${PAGES} open status pages, round ${round} of ${rounds}`);
        took.without.push(...(await sales()));
        const without = await heldBy(shop);
        const device = await shop.statusPages(PAGES);
        const watched = await heldBy(shop);
        took.beside.push(...(await sales()));
        await device.close();
        memory.push({ without, beside: watched });
      }
      return [salesRow(took), memoryRow(memory)];
    });
  } finally {
    customer.end();
  }
}

/** Resident memory after a collection of garbage, MB. */
async function heldBy(shop: PagesShop): Promise<number> {
  shop.service.collect();
  await delay(SETTLING / 2);
  return shop.service.rss / 1e6;
}

function salesRow(took: Readonly<Record<'without' | 'beside', readonly number[]>>): Row {
  const [bare, reached] = [quantile(took.without, 0.99), quantile(took.beside, 0.99)];
  return {
    what: `p99 of API sales with ${PAGES} open status pages`,
    reach: '≤ 1.1 ×',
    reached: judged(`${times(reached / bare)} (${ms(reached)})`, reached / bare <= 1.1),
    bare: `${ms(bare)} without`,
    note: `${took.beside.length} sales each, in turn; medians ${ms(median(took.beside))} and ${ms(median(took.without))}; the browser draws on the same cores`,
  };
}

function memoryRow(memory: readonly { readonly without: number; readonly beside: number }[]): Row {
  const grown = median(memory.map(({ without, beside }) => beside - without));
  return {
    what: `RSS of the service with ${PAGES} open pages`,
    reach: '+ ≤ 10 MB',
    reached: judged(`${grown >= 0 ? '+' : '−'} ${Math.abs(grown).toFixed(1)} MB`, grown <= 10),
    bare: `${median(memory.map(({ without }) => without)).toFixed(0)} MB`,
    note: `median of ${memory.length} rounds of opening and closing them, garbage collected; by round: ${memory.map(({ without, beside }) => (beside - without).toFixed(1)).join(', ')}`,
  };
}

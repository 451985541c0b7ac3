import type { Page } from 'playwright-core';
import { BASE_PATH } from '../../../src/interfaces/api/router.js';
import type { Bench } from '../bench.js';
import { type Asked, Customer } from '../customer.js';
import { judged, median, ms, quantile, type Row, times } from '../figures.js';
import { Shop } from '../shop.js';
import { PagesShop } from './shop.js';

const TILLS = 20;
/** A user has ten sessions at most. */
const USERS = ['Мира', 'Ана'] as const;
/** Sales of a block; blocks with open tills and without take turns. */
const BLOCK = 200;
/** Enough keys that none reaches its limit of requests a minute. */
const KEYS = 20;
const REACH = { effect: 3000, p99: 1.1 };

/** How soon 20 open tills show what another device changed, and what they cost a sale. */
export async function changesRows(bench: Bench): Promise<Row[]> {
  const rounds = bench.size({ full: 6, quick: 2 });
  const customer = new Customer();
  try {
    return await PagesShop.during(bench, async (shop) => {
      const keys = await shop.apiKeys(KEYS);
      const goods = new Shop(29);
      const sales = (): Promise<number[]> => {
        const asked: Asked[] = Array.from({ length: BLOCK }, (_, n) => ({
          ...{ method: 'POST', path: `${BASE_PATH}/invoices`, key: keys[n % KEYS] ?? '' },
          body: JSON.stringify(goods.next()),
        }));
        return customer.ask({ port: shop.service.port, ca: shop.service.ca, asked });
      };
      await shop.addOwner('Ана');
      await sales();
      const took = { without: [] as number[], beside: [] as number[] };
      const effects: number[] = [];
      for (let round = 1; round <= rounds; round += 1) {
        bench.say(`${TILLS} open tills, round ${round} of ${rounds}`);
        took.without.push(...(await sales()));
        const tills: Page[] = [];
        for (let n = 0; n < TILLS; n += 1) tills.push(await shop.till(USERS[n % USERS.length]));
        took.beside.push(...(await sales()));
        for (const environment of ['production', 'sandbox'] as const)
          effects.push(await effect(shop, tills, environment));
        for (const till of tills) await till.context().close();
      }
      return [effectRow(effects), salesRow(took)];
    });
  } finally {
    customer.end();
  }
}

/** From the change until the last page shows it, ms. */
async function effect(shop: PagesShop, tills: readonly Page[], environment: 'production' | 'sandbox'): Promise<number> {
  const banner = environment === 'production' ? 'ПАЖЊА: фискални процесор није подешен' : 'ДЕМО РЕЖИМ';
  const began = performance.now();
  await shop.set('environment', environment);
  await Promise.all(tills.map((till) => till.getByText(banner).waitFor()));
  return performance.now() - began;
}

function effectRow(effects: readonly number[]): Row {
  const worst = Math.max(...effects);
  return {
    what: `a change on another device until the last of ${TILLS} open tills shows it, worst`,
    reach: '≤ 3 s',
    reached: judged(ms(worst), worst <= REACH.effect),
    bare: '',
    note: `${effects.length} changes, median ${ms(median(effects))}; all pages draw on the same cores`,
  };
}

function salesRow(took: Readonly<Record<'without' | 'beside', readonly number[]>>): Row {
  const [bare, reached] = [quantile(took.without, 0.99), quantile(took.beside, 0.99)];
  return {
    what: `p99 of API sales with ${TILLS} open tills`,
    reach: '≤ 1.1 ×',
    reached: judged(`${times(reached / bare)} (${ms(reached)})`, reached / bare <= REACH.p99),
    bare: `${ms(bare)} without`,
    note: `${took.beside.length} sales each, in turn; medians ${ms(median(took.beside))} and ${ms(median(took.without))}`,
  };
}

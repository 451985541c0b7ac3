import { setTimeout as delay } from 'node:timers/promises';
import { BASE_PATH } from '../../src/interfaces/api/router.js';
import { type Limits, limit } from '../attack/kit/limits.js';
import { FakePrinter } from '../kit/printer/core.js';
import { TcpFront } from '../kit/printer/fronts/tcp.js';
import { hasBrowser } from '../kit/web/browser.js';
import type { Bench } from './bench.js';
import { type Asked, Customer } from './customer.js';
import { judged, median, ms, quantile, type Row, times } from './figures.js';
import { firstByte } from './firstByte.js';
import { PagesShop } from './pages/shop.js';
import { Shop } from './shop.js';

/** Limits the processor in each short period, so that it is evenly slow, µs. */
const BOARD = { core: 0.2, period: 5000 };
const REACH = { median: 40, p99: 130, firstByte: 90, pages: 1.2 };
const PAGES = 5;
/** Sales of a block; blocks with and without pages take turns. */
const BLOCK = 40;
const SLIPS = 10;
const WARM_UP = 2;
/** Enough keys that none reaches its limit of requests a minute. */
const KEYS = 30;
/** Pages that have just been opened still ask for much, ms. */
const SETTLING = 5000;

interface Took {
  readonly sales: number[];
  readonly bare: number[];
  readonly slips: number[];
}

/** The box is limited to a fifth of a core; clients, browser and printer use the rest of the machine. */
export async function boardRows(bench: Bench): Promise<Row[]> {
  const printer = new FakePrinter();
  const front = await TcpFront.start(printer);
  const customer = new Customer();
  let limits: Limits | undefined;
  try {
    return await PagesShop.during(bench, async (shop) => {
      const till = new Till(shop, customer, await shop.apiKeys(KEYS));
      limits = limit(shop.service.pid, BOARD);
      return measured(bench, shop, till, { printer, port: front.port }, limits);
    });
  } finally {
    customer.end();
    await front.stop();
    // The box has ended: the group of a process that runs cannot be removed.
    limits?.release();
  }
}

interface Paper {
  readonly printer: FakePrinter;
  readonly port: number;
}

async function measured(bench: Bench, shop: PagesShop, till: Till, paper: Paper, { by }: Limits): Promise<Row[]> {
  const rounds = bench.size({ full: 10, quick: 3 });
  const [alone, watched] = [newTook(), newTook()];
  for (let n = 0; n < WARM_UP; n += 1) await till.block(BLOCK, newTook());
  for (let round = 1; round <= rounds; round += 1) {
    bench.say(`a fifth of a core with and without ${PAGES} pages, round ${round} of ${rounds}`);
    await block(shop, till, paper, alone);
    if (!hasBrowser) continue;
    const device = await shop.statusPages(PAGES);
    await delay(SETTLING);
    await block(shop, till, paper, watched);
    await device.close();
    await delay(SETTLING);
  }
  const note = `held to ${BOARD.core} of a core by ${by}`;
  return [saleRow(alone, note), slipRow(alone), ...(hasBrowser ? [pagesRow(alone, watched)] : [])];
}

const newTook = (): Took => ({ sales: [], bare: [], slips: [] });

/** Sales without paper, and then with it. */
async function block(shop: PagesShop, till: Till, { printer, port }: Paper, took: Took): Promise<void> {
  await shop.set('printers', []);
  await till.block(BLOCK, took);
  const address = `tcp://127.0.0.1:${port}`;
  await shop.set('printers', [{ name: 'kasa', address, width: 80, dpi: 203, mode: 'raster', autoPrint: true }]);
  for (let slip = 0; slip <= SLIPS; slip += 1) {
    const begun = firstByte(printer);
    const tapped = performance.now();
    const sold = till.sell();
    const wait = (await begun) - tapped;
    // The first one finds the printer.
    if (slip > 0) took.slips.push(wait);
    await sold;
    // Until the paper is out; the next buyer does not come sooner.
    await delay(500);
  }
}

/** Sells over one persistent connection. */
class Till {
  private readonly goods = new Shop(23);
  private sold = 0;

  constructor(
    private readonly shop: PagesShop,
    private readonly customer: Customer,
    private readonly keys: readonly string[],
  ) {}

  async block(sales: number, took: Took): Promise<void> {
    took.sales.push(...(await this.ask(Array.from({ length: sales }, () => this.sale()))));
    const labels = Array.from(
      { length: sales },
      () => ({ ...this.next(), method: 'GET', path: '/tax-labels' }) as const,
    );
    took.bare.push(...(await this.ask(labels.map((one) => ({ ...one, path: `${BASE_PATH}${one.path}` })))));
  }

  async sell(): Promise<void> {
    await this.ask([this.sale()]);
  }

  private sale(): Asked {
    const body = JSON.stringify(this.goods.next());
    return { ...this.next(), method: 'POST', path: `${BASE_PATH}/invoices`, body };
  }

  private next(): { readonly key: string } {
    this.sold += 1;
    return { key: this.keys[this.sold % this.keys.length] ?? '' };
  }

  private ask(asked: readonly Asked[]): Promise<number[]> {
    const { port, ca } = this.shop.service;
    return this.customer.ask({ port, ca, asked });
  }
}

function saleRow({ sales, bare }: Took, note: string): Row {
  const [middle, p99] = [median(sales), quantile(sales, 0.99)];
  return {
    what: 'a sale over HTTPS on a fifth of a core, median, p99',
    reach: `≤ ${REACH.median} ms, ≤ ${REACH.p99} ms`,
    reached: judged(`${ms(middle)}, ${ms(p99)}`, middle <= REACH.median && p99 <= REACH.p99),
    bare: `${ms(median(bare))}, \`GET /tax-labels\` on it`,
    note: `${sales.length} sales, ${note}`,
  };
}

function slipRow({ slips }: Took): Row {
  const middle = median(slips);
  return {
    what: 'first byte of the slip after the tap on a fifth of a core, median',
    reach: `≤ ${REACH.firstByte} ms`,
    reached: judged(ms(middle), middle <= REACH.firstByte),
    bare: '',
    note: `${slips.length} slips, raster 80 mm over TCP; p99 ${ms(quantile(slips, 0.99))}; from the request until the byte is at the printer`,
  };
}

function pagesRow(alone: Took, watched: Took): Row {
  const ratios = (['sales', 'slips'] as const).map((kind) => median(watched[kind]) / median(alone[kind]));
  const [sale = NaN, slip = NaN] = ratios;
  return {
    what: `the same with ${PAGES} open status pages, medians of sale and slip`,
    reach: `≤ ${REACH.pages} ×`,
    reached: judged(`${times(sale)}, ${times(slip)}`, sale <= REACH.pages && slip <= REACH.pages),
    bare: `${ms(median(alone.sales))}, ${ms(median(alone.slips))} without`,
    note: `${ms(median(watched.sales))} (p99 ${ms(quantile(watched.sales, 0.99))}), ${ms(median(watched.slips))}`,
  };
}

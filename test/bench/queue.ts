import { english } from '../../src/base/index.js';
import { join } from 'node:path';
import type { Log } from '../../src/base/log.js';
import { type Box, openBox } from '../../src/programs/box/open.js';
import { validateShape } from '../../src/sales/invoicing/draft/validate.js';
import { FakePfrProcess } from '../kit/pfr/process.js';
import type { Bench } from './bench.js';
import { count, judged, type Row, timed, times } from './figures.js';
import { Shop } from './shop.js';

/** Of the rate of direct sales. */
const REACH = 0.9;

/** How fast the offline queue is issued, between two measures of sales one after the other through the same L-PFR. */
export async function queueRows(bench: Bench): Promise<Row[]> {
  const size = bench.size({ full: 1000, quick: 100 });
  const fake = await FakePfrProcess.start(join(bench.folder(), 'signed'));
  const drain = new Drain(size);
  const box = await openShop(bench.folder(), fake.url, drain.log);
  const till = new Till(box);
  bench.say(`a queue of ${size}, and as many direct sales before and after it`);
  try {
    const before = await timed(() => till.sell(size, 'issued'));
    await fake.kill();
    await till.sell(size, 'queued');
    await fake.up();
    box.invoicing.queue.start();
    await drain.over;
    const after = await timed(() => till.sell(size, 'issued'));
    return [row(size, before + after, drain.took)];
  } finally {
    await box.invoicing.queue.stop();
    await box.invoicing.reconciliation.stop();
    box.processors.stop();
    await box.close();
    await fake.kill();
  }
}

async function openShop(folder: string, url: string, log: Log): Promise<Box> {
  const box = await openBox({ folder, log, now: Date.now });
  if (!box.ok) throw new Error(box.error);
  const offlineQueue = { enabled: true, maxCount: 1000, maxAgeHours: 48, printSlip: false };
  for (const [name, value] of Object.entries({ 'pfr.sandbox': { mode: 'lpfr', url }, offlineQueue })) {
    const set = await box.value.settings.set(name, value);
    if (!set.ok) throw new Error(english(set.error));
  }
  return box.value;
}

/** Sells one after the other, each under a key of its own. */
class Till {
  private readonly shop = new Shop(1);
  private sold = 0;

  constructor(private readonly box: Box) {}

  async sell(sales: number, end: 'issued' | 'queued'): Promise<void> {
    for (let sale = 0; sale < sales; sale += 1) {
      const key = { clientRequestId: `queue-bench-${(this.sold += 1)}`, whenOffline: 'queue' };
      const request = validateShape({ ...this.shop.next(), ...key });
      if (!request.ok) throw new Error(request.error.message);
      const { kind } = await this.box.invoicing.sell(request.value, 'bench');
      if (kind !== end) throw new Error(`a sale was ${kind}`);
    }
  }
}

/** Watches the queue by its log. */
class Drain {
  readonly over: Promise<void>;
  private begun = 0;
  private ended = 0;
  private left: number;
  private finish: () => void = () => undefined;

  constructor(size: number) {
    this.left = size;
    this.over = new Promise((resolve) => (this.finish = resolve));
  }

  readonly log: Log = (event) => {
    if (event !== 'queue.issued') return;
    this.ended = performance.now();
    if (this.begun === 0) this.begun = this.ended;
    this.left -= 1;
    if (this.left === 0) this.finish();
  };

  /** From the first receipt to the last, ms. */
  get took(): number {
    return this.ended - this.begun;
  }
}

function row(size: number, direct: number, took: number): Row {
  const [rate, drained] = [(2 * size) / direct, (size - 1) / took];
  const perSecond = (value: number): string => `${count(1000 * value)} receipts/s`;
  return {
    what: `an offline queue of ${count(size)} is issued`,
    reach: `≥ ${REACH} × of direct sales`,
    reached: judged(times(drained / rate), drained >= REACH * rate),
    bare: `${perSecond(rate)}, direct`,
    note: perSecond(drained),
  };
}

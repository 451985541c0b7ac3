import { english } from '../../src/base/index.js';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { callService } from '../../src/interfaces/admin/socket.js';
import { RATE_LIMIT } from '../../src/interfaces/api/middleware/throttle.js';
import { BASE_PATH } from '../../src/interfaces/api/router.js';
import { LoopDisk } from '../kit/loop/disk.js';
import type { Bench } from './bench.js';
import { type Asked, Customer } from './customer.js';
import { count, median, ms, type Row } from './figures.js';
import { Service } from './service.js';
import { Shop } from './shop.js';

/** Receipts before those that count: the first ones make files, certificates and zeros ahead. */
const WARM_UP = 100;

/** What the device under the real box takes for a receipt of the demo processor: ext4 and its journal too. */
export async function loopRows(bench: Bench): Promise<Row[]> {
  const unavailable = LoopDisk.unavailable();
  if (unavailable !== undefined) {
    bench.say(unavailable);
    return [];
  }
  const receipts = bench.size({ full: 1000, quick: 300 });
  const rows: Row[] = [];
  for (const clients of [1, 4]) {
    bench.say(`what reaches a loop device, ${clients === 1 ? 'one receipt at a time' : `${clients} clients`}`);
    rows.push(await rowOf(receipts, clients));
  }
  return rows;
}

async function rowOf(receipts: number, clients: number): Promise<Row> {
  const disk = LoopDisk.make();
  const folder = join(disk.folder, 'data');
  const service = await Service.start(folder);
  const customers = Array.from({ length: clients }, () => new Customer());
  try {
    const asked = await requests(folder, WARM_UP + receipts);
    const sell = (part: readonly Asked[]): Promise<number[][]> =>
      Promise.all(
        customers.map((customer, mine) => {
          const share = part.filter((_, index) => index % clients === mine);
          return customer.ask({ port: service.port, ca: service.ca, asked: share });
        }),
      );
    await sell(asked.slice(0, WARM_UP));
    flush(folder);
    const before = disk.counts();
    const took = (await sell(asked.slice(WARM_UP))).flat();
    const sold = disk.counts();
    // What the file system would write later is written for these receipts too.
    flush(folder);
    const after = disk.counts();
    const each = (a: number, b: number): number => (b - a) / receipts;
    const kilobytes = each(before.bytes, after.bytes) / 1000;
    return {
      what: `a loop device with ext4 under the box, per receipt, ${clients === 1 ? 'one at a time' : `${clients} clients`}`,
      reach: '',
      reached: `${kilobytes.toFixed(1)} KB, ${each(before.flushes, sold.flushes).toFixed(2)} flushes`,
      bare: '4.1 KB, one block',
      note: [
        `${count(receipts)} receipts of the demo processor over HTTPS, median ${ms(median(took))}`,
        'all in: zeros ahead, the journal of ext4, what it writes later',
      ].join('; '),
    };
  } finally {
    for (const customer of customers) customer.end();
    await service.stop();
    disk.remove();
  }
}

/** Enough keys that none reaches its limit. */
async function requests(folder: string, many: number): Promise<Asked[]> {
  const keys: string[] = [];
  while (keys.length * RATE_LIMIT.requests < many) {
    const made = await callService(folder, 'keys.create', { label: 'bench' });
    if (made?.ok !== true) throw new Error(made === undefined ? 'no service' : english(made.error));
    keys.push(made.value.key);
  }
  const shop = new Shop(6);
  return Array.from({ length: many }, (_, index) => ({
    method: 'POST',
    path: `${BASE_PATH}/invoices`,
    key: keys[index % keys.length] ?? '',
    body: JSON.stringify(shop.next()),
  }));
}

function flush(folder: string): void {
  execFileSync('sync', ['-f', folder]);
}

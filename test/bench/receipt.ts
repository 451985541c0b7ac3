import { nodeDisk } from '../../src/base/disk-node.js';
import type { Disk } from '../../src/base/disk.js';
import { BareFile } from './bare.js';
import type { Bench } from './bench.js';
import { delayed, Sleeper } from './disks.js';
import { count, judged, median, ms, quantile, type Row, times } from './figures.js';
import { Parts } from './parts.js';
import { Shop } from './shop.js';

const WARM_UP = 5000;
/** Below this the flush is too quick to stand for flash, ms. */
const SLOW_ENOUGH = 0.2;
const BATCH = 100;

interface Pair {
  readonly receipts: number[];
  readonly bares: number[];
  readonly syncs: number[];
  /** CPU that a receipt takes above a bare commit, µs, one figure per batch. */
  readonly cpu: number[];
}

/** One durable receipt against one bare commit, in turn; and how many are made when 32 callers ask at once. */
export async function receiptRows(bench: Bench): Promise<Row[]> {
  bench.say('one durable receipt against one bare commit');
  const plain = await measure(bench, nodeDisk);
  const quick = median(plain.bares) < SLOW_ENOUGH;
  const slowed = quick ? await withSleeper((disk) => measure(bench, disk)) : plain;
  const ratio = median(slowed.receipts) / median(slowed.bares);
  const cpu = median(plain.cpu);
  const undelayed = `${times(median(plain.receipts) / median(plain.bares))} of ${ms(median(plain.bares))}`;
  return [
    {
      what: 'one durable demo receipt through the ledger, median',
      reach: `≤ 1.6 × bare, when bare ≥ ${SLOW_ENOUGH} ms`,
      reached: judged(`${times(ratio)} (${ms(median(slowed.receipts))})`, ratio <= 1.6),
      bare: ms(median(slowed.bares)),
      note: [
        quick ? `${SLOW_ENOUGH} ms added to each flush of both; without that ${undelayed}` : 'nothing added',
        `p99 ${ms(quantile(slowed.receipts, 0.99))} against ${ms(quantile(slowed.bares, 0.99))}`,
        `bare with the blocking call ${ms(median(plain.syncs))}`,
        'receipt: look-up of its key, pricing, signing, journal, record, views',
      ].join('; '),
    },
    {
      what: 'CPU of a receipt above that of a bare commit',
      reach: '≤ 200 µs',
      reached: judged(`${cpu.toFixed(0)} µs`, cpu <= 200),
      bare: '',
      note: `all threads of the process; median of ${plain.cpu.length} batches of ${BATCH}, lowest ${quantile(plain.cpu, 0).toFixed(0)} µs`,
    },
    await groupCommit(bench),
  ];
}

async function withSleeper<T>(work: (disk: Disk) => Promise<T>): Promise<T> {
  const sleeper = new Sleeper();
  try {
    return await work(delayed(nodeDisk, sleeper, SLOW_ENOUGH));
  } finally {
    await sleeper.end();
  }
}

async function measure(bench: Bench, disk: Disk): Promise<Pair> {
  const folder = bench.folder();
  const parts = await Parts.open({ disk, folder });
  const bare = await BareFile.make(disk, folder);
  const shop = new Shop(1);
  for (let i = 0; i < WARM_UP; i += 1) await parts.issue(shop.request());
  const pair: Pair = { receipts: [], bares: [], syncs: [], cpu: [] };
  for (let i = 0; i < bench.size({ full: 3000, quick: 500 }); i += 1) {
    const request = shop.request();
    pair.receipts.push(await timed(() => parts.issue(request)));
    pair.bares.push(await timed(() => bare.commit()));
    pair.syncs.push(await timed(async () => bare.commitSync()));
  }
  for (let i = 0; i < bench.size({ full: 30, quick: 8 }); i += 1) {
    const requests = Array.from({ length: BATCH }, () => shop.request());
    const receipts = await cpuOf(async () => {
      for (const request of requests) await parts.issue(request);
    });
    const bares = await cpuOf(async () => {
      for (let done = 0; done < BATCH; done += 1) await bare.commit();
    });
    pair.cpu.push((receipts - bares) / BATCH);
  }
  await bare.close();
  await parts.close();
  return pair;
}

/** Rounds of one writer and of 32 in turn. */
async function groupCommit(bench: Bench): Promise<Row> {
  const writers = 32;
  const parts = await Parts.open({ disk: nodeDisk, folder: bench.folder() });
  const shop = new Shop(2);
  const rates: { readonly one: number[]; readonly many: number[] } = { one: [], many: [] };
  for (let round = 0; round < bench.size({ full: 12, quick: 4 }); round += 1) {
    rates.one.push(await rateOf(parts, shop, 1));
    rates.many.push(await rateOf(parts, shop, writers));
  }
  await parts.close();
  const [one, many] = [median(rates.one), median(rates.many)];
  return {
    what: `receipts per second, ${writers} callers at once`,
    reach: '',
    reached: `${count(many)}/s (${times(many / one)})`,
    bare: `${count(one)}/s, one caller`,
    note: 'callers that wait together share one flush; the rest is CPU',
  };
}

/** Receipts per second over a few hundred. */
async function rateOf(parts: Parts, shop: Shop, writers: number): Promise<number> {
  const requests = Array.from({ length: 320 }, () => shop.request());
  const total = requests.length;
  const took = await timed(async () => {
    const write = async (): Promise<void> => {
      for (let next = requests.pop(); next !== undefined; next = requests.pop()) await parts.issue(next);
    };
    await Promise.all(Array.from({ length: writers }, write));
  });
  return (total / took) * 1000;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** CPU of the whole process during `work`, µs. */
async function cpuOf(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

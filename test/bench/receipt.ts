import { nodeDisk } from '../../src/base/nodeDisk.js';
import type { Disk } from '../../src/base/disk.js';
import type { IssuedInvoice } from '../../src/platform/ledger/invoice.js';
import { BareFile } from './bare.js';
import type { Bench } from './bench.js';
import { unflushed, withSlowFlushes } from './disks.js';
import { cpuOf, judged, median, ms, quantile, type Row, timed, times } from './figures.js';
import { Deps } from './parts.js';
import { Shop } from './shop.js';

const WARM_UP = 3000;
/** Below this the flush is too quick to stand for flash, ms. */
const SLOW_ENOUGH = 0.2;
/** A flush as an SD card takes it, ms. */
const FLASH = 2;
const BATCH = 100;

/** What is done in turn: a signed receipt through the ledger, a whole sale, and the bare commit. */
interface Series {
  readonly receipts: number[];
  readonly sales: number[];
  readonly bares: number[];
  readonly syncs: number[];
  /** CPU above a bare commit, µs, one figure per batch. */
  readonly cpu: { readonly receipt: number[]; readonly sale: number[] };
}

/** One durable receipt against one bare commit, in turn. */
export async function receiptRows(bench: Bench): Promise<Row[]> {
  bench.say('one durable receipt against one bare commit');
  const plain = await measure(bench, nodeDisk, bench.size({ full: 3000, quick: 500 }));
  const quick = median(plain.bares) < SLOW_ENOUGH;
  const few = bench.size({ full: 600, quick: 100 });
  const slowed = quick ? await withSlowFlushes(nodeDisk, SLOW_ENOUGH, (disk) => measure(bench, disk, few)) : plain;
  const flash = await withSlowFlushes(nodeDisk, FLASH, (disk) => measure(bench, disk, few));
  const ratio = median(slowed.receipts) / median(slowed.bares);
  const [receipt, sale] = [median(plain.cpu.receipt), median(plain.cpu.sale)];
  return [
    {
      what: 'one durable demo receipt through the ledger, median',
      reach: `≤ 1.6 × bare, when bare ≥ ${SLOW_ENOUGH} ms`,
      reached: judged(`${times(ratio)} (${ms(median(slowed.receipts))})`, ratio <= 1.6),
      bare: ms(median(slowed.bares)),
      note: [
        quick ? `${SLOW_ENOUGH} ms added to each flush; without that ${against(plain)}` : 'nothing added',
        `with flushes of ${FLASH} ms, as flash has them, ${against(flash)}`,
        `bare with the blocking call ${ms(median(plain.syncs))}`,
        'record, deflate, chain, write, flush',
      ].join('; '),
    },
    {
      what: 'CPU of that receipt above a bare commit',
      reach: '≤ 200 µs',
      reached: judged(`${receipt.toFixed(0)} µs`, receipt <= 200),
      bare: '',
      note: `all threads of the process, views included; median of ${plain.cpu.receipt.length} batches of ${BATCH}, lowest ${quantile(plain.cpu.receipt, 0).toFixed(0)} µs`,
    },
    {
      what: 'a whole sale: key, pricing, signing, journal, ledger, median',
      reach: '',
      reached: `${times(median(plain.sales) / median(plain.bares))} (${ms(median(plain.sales))})`,
      bare: ms(median(plain.bares)),
      note: `CPU above bare ${sale.toFixed(0)} µs; p99 ${ms(quantile(plain.sales, 0.99))} against ${ms(quantile(plain.bares, 0.99))}`,
    },
  ];
}

function against({ receipts, bares }: Series): string {
  return `${times(median(receipts) / median(bares))} of ${ms(median(bares))}`;
}

async function measure(bench: Bench, disk: Disk, rounds: number): Promise<Series> {
  const signer = await Deps.open({ disk: unflushed(nodeDisk), folder: bench.folder() });
  const folder = bench.folder();
  const deps = await Deps.open({ disk, folder });
  const bare = await BareFile.make(disk, folder);
  const shop = new Shop(1);
  const signed = (): Promise<IssuedInvoice> => signer.issue(shop.request());
  const series: Series = { receipts: [], sales: [], bares: [], syncs: [], cpu: { receipt: [], sale: [] } };
  for (let i = 0; i < WARM_UP; i += 1) {
    const invoice = await signed();
    if (rounds > 1000 || i % 10 === 0) await deps.record(invoice);
  }
  for (let i = 0; i < rounds; i += 1) {
    const [invoice, request] = [await signed(), shop.request()];
    series.receipts.push(await timed(() => deps.record(invoice)));
    series.bares.push(await timed(() => bare.commit()));
    series.sales.push(await timed(() => deps.issue(request)));
    series.syncs.push(await timed(async () => bare.commitSync()));
  }
  for (let i = 0; i < bench.size({ full: 30, quick: 8 }); i += 1) {
    const invoices: IssuedInvoice[] = [];
    for (let done = 0; done < BATCH; done += 1) invoices.push(await signed());
    const requests = Array.from({ length: BATCH }, () => shop.request());
    const receipts = await cpuOf(invoices, (invoice) => deps.record(invoice));
    const sales = await cpuOf(requests, (request) => deps.issue(request));
    const bares = await cpuOf(requests, () => bare.commit());
    series.cpu.receipt.push((receipts - bares) / BATCH);
    series.cpu.sale.push((sales - bares) / BATCH);
  }
  await bare.close();
  await deps.close();
  await signer.close();
  return series;
}

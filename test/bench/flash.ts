import { nodeDisk } from '../../src/base/disk-node.js';
import { FakePfrServer } from '../kit/pfr/server.js';
import type { Bench } from './bench.js';
import { BLOCK_BYTES, counting, unflushed, type Wear } from './disks.js';
import { count, judged, type Row } from './figures.js';
import { DAY_MS, RECEIPTS_A_DAY } from './history.js';
import { Parts } from './parts.js';
import { Shop } from './shop.js';

/** A quiet moment comes after this many receipts at the latest. */
const BUSY = 50;
const SALES = 300;
const SLOW_SALES = 1000;

/** What the flash takes for a receipt. Nothing is timed here, so nothing need be flushed. */
export async function flashRows(bench: Bench): Promise<Row[]> {
  bench.say('what goes to the flash');
  const busy = await wearOfTrade(bench, bench.size({ full: 30_000, quick: 10_000 }), false);
  const slow = await wearOfTrade(bench, SLOW_SALES, true);
  const flushes = await flushesOfSale(bench);
  const kilobytes = bytes(busy) / 1000;
  return [
    {
      what: 'flash bytes per receipt, all in',
      reach: '≤ 10 KB',
      reached: judged(`${kilobytes.toFixed(1)} KB`, kilobytes <= 10),
      bare: `${(BLOCK_BYTES / 1000).toFixed(1)} KB, one block`,
      note: [
        `whole blocks of ${BLOCK_BYTES} bytes over ${count(busy.receipts)} receipts at ${count(RECEIPTS_A_DAY)} a day, from an empty ledger`,
        `records ${(busy.records / 1000).toFixed(1)} KB`,
        `the rest is zeros ahead, snapshots, indexes`,
        `one receipt at a time with a seal behind each: ${(bytes(slow) / 1000).toFixed(1)} KB`,
        `the file system's own blocks are not counted (${busy.perReceipt.nameChanges.toFixed(4)} changes of names per receipt)`,
      ].join('; '),
    },
    {
      what: 'flushes on the sale path per receipt',
      reach: '1',
      reached: judged(flushes.toFixed(2), flushes === 1),
      bare: '',
      note: `with the idle work ${busy.perReceipt.datasyncs.toFixed(2)}`,
    },
  ];
}

interface TradeWear {
  readonly receipts: number;
  readonly perReceipt: Wear;
  /** Bytes of the blocks of the records alone, per receipt. */
  readonly records: number;
}

function bytes({ perReceipt }: TradeWear): number {
  return perReceipt.blocks * BLOCK_BYTES;
}

/** `slow`: after each receipt comes a pause that is long enough for a seal. */
async function wearOfTrade(bench: Bench, receipts: number, slow: boolean): Promise<TradeWear> {
  const { disk, wear } = counting(unflushed(nodeDisk));
  let at = Date.UTC(2026, 9, 15);
  const parts = await Parts.open({ disk, folder: bench.folder(), now: () => Math.floor(at), tending: false });
  await parts.ledger.tend();
  const shop = new Shop(3);
  const before = { ...wear };
  let records = 0;
  for (let i = 0; i < receipts; i += 1) {
    at += DAY_MS / RECEIPTS_A_DAY;
    const blocks = wear.blocks;
    await parts.issue(shop.request());
    records += wear.blocks - blocks;
    if (slow) await parts.ledger['seal']();
    if (slow || i % BUSY === 0) await parts.ledger.tend();
  }
  await parts.close();
  const perReceipt: Wear = {
    blocks: (wear.blocks - before.blocks) / receipts,
    datasyncs: (wear.datasyncs - before.datasyncs) / receipts,
    nameChanges: (wear.nameChanges - before.nameChanges) / receipts,
  };
  return { receipts, perReceipt, records: (records * BLOCK_BYTES) / receipts };
}

/** The same with an L-PFR: an intent before, and what the processor sends beside. */
export async function remoteWearRow(bench: Bench): Promise<Row> {
  bench.say('what goes to the flash with an L-PFR');
  let at = Date.UTC(2026, 9, 15);
  const now = (): number => Math.floor(at);
  const fake = await FakePfrServer.start({ pin: null, now });
  const { disk, wear } = counting(unflushed(nodeDisk));
  const parts = await Parts.open({ disk, folder: bench.folder(), now, tending: false });
  await parts.settings.set('pfr.sandbox', { mode: 'lpfr', url: fake.url });
  const shop = new Shop(5);
  const receipts = bench.size({ full: 3000, quick: 500 });
  const before = { ...wear };
  const sales = { datasyncs: 0, blocks: 0 };
  for (let i = 0; i < receipts; i += 1) {
    at += DAY_MS / RECEIPTS_A_DAY;
    if (i % BUSY === 0) await parts.ledger.tend();
    const { datasyncs, blocks } = wear;
    await parts.issue(shop.request());
    sales.datasyncs += (wear.datasyncs - datasyncs) / receipts;
    sales.blocks += (wear.blocks - blocks) / receipts;
  }
  await parts.close();
  await fake.stop();
  const kilobytes = ((wear.blocks - before.blocks) / receipts) * (BLOCK_BYTES / 1000);
  return {
    what: 'flash bytes and flushes per receipt with an L-PFR, all in',
    reach: '≤ 14 KB, ≤ 2.01 flushes on the sale path',
    reached: `${judged(`${kilobytes.toFixed(1)} KB`, kilobytes <= 14)}, ${judged(sales.datasyncs.toFixed(2), sales.datasyncs <= 2.01)}`,
    bare: '',
    note: [
      `over ${count(receipts)} receipts at ${count(RECEIPTS_A_DAY)} a day`,
      `intent and receipt ${((sales.blocks * BLOCK_BYTES) / 1000).toFixed(1)} KB`,
      `flushes with the idle work ${((wear.datasyncs - before.datasyncs) / receipts).toFixed(2)}`,
    ].join('; '),
  };
}

/** While room lies ready, as it does after any quiet moment. */
async function flushesOfSale(bench: Bench): Promise<number> {
  const { disk, wear } = counting(unflushed(nodeDisk));
  const parts = await Parts.open({ disk, folder: bench.folder(), tending: false });
  await parts.ledger.tend();
  const shop = new Shop(4);
  const before = wear.datasyncs;
  for (let i = 0; i < SALES; i += 1) await parts.issue(shop.request());
  const flushes = (wear.datasyncs - before) / SALES;
  await parts.close();
  return flushes;
}

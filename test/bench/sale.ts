import { setImmediate } from 'node:timers/promises';
import { nodeDisk } from '../../src/base/nodeDisk.js';
import type { Disk } from '../../src/base/disk.js';
import { secureRandom } from '../../src/base/cryptography.js';
import { unrecordedInvoiceOf } from '../../src/sales/invoicing/issue/recordInvoice.js';
import type { Intent } from '../../src/platform/ledger/intent.js';
import type { IssuedInvoice } from '../../src/platform/ledger/invoice.js';
import { NO_BASELINE } from '../../src/processors/pfr/port.js';
import { BareFile, INTENT_BYTES, RECORD_BYTES } from './bare.js';
import type { Bench } from './bench.js';
import { unflushed, withSlowFlushes } from './disks.js';
import { count, cpuOf, judged, median, ms, quantile, type Row, timed, times } from './figures.js';
import { Deps } from './parts.js';
import { Shop } from './shop.js';

const WARM_UP = 1500;
/** A flush as an SD card takes it, ms. */
const FLASH = 2;
const BATCH = 100;
const CLIENTS = 32;
/** Receipts of a round of all clients, and commits of a round of the bare writer. */
const ROUND = 640;
/** Room that the issuer keeps for a sale through a real processor, bytes. */
const ROOM = 128 * 1024;

/** What a real processor's sale costs beside its answer: both records of it, and many of them at once. */
export async function saleRows(bench: Bench): Promise<Row[]> {
  const signer = await Deps.open({ disk: unflushed(nodeDisk), folder: bench.folder() });
  const sales = new Sales(signer);
  bench.say('intent and result against two bare commits');
  const plain = await measure(bench, sales, nodeDisk, bench.size({ full: 3000, quick: 500 }));
  const few = bench.size({ full: 500, quick: 100 });
  const flash = await withSlowFlushes(nodeDisk, FLASH, (disk) => measure(bench, sales, disk, few));
  bench.say(`receipts of ${CLIENTS} clients against one bare writer`);
  const group = await groupCommit(bench, signer);
  await signer.close();
  return [pairRow(plain, 'two bare syncs', 1.6), pairRow(flash, `with ${FLASH} ms added to each flush`, 1.15), group];
}

/** The records of one sale. */
interface Pair {
  readonly intent: Intent;
  readonly result: Omit<IssuedInvoice, 'uuid'>;
}

/** Sales as a box makes them, signed beforehand. */
class Sales {
  private readonly shop = new Shop(1);

  constructor(private readonly signer: Deps) {}

  async next(): Promise<Pair> {
    const signed = await this.signer.issue(this.shop.request());
    const { environment, mode, draft, signature, clientRequestId, createdAt } = signed;
    const { settings } = this.signer;
    const intent: Intent = {
      requestId: secureRandom(16).toString('hex'),
      environment,
      mode,
      draft,
      taxLabels: settings.now.taxLabels,
      esirNumber: settings.esirNumber,
      counterBaseline: { ...NO_BASELINE, uid: 'BENCH123', time: createdAt },
      clientRequestId,
      fingerprint: signed.fingerprint ?? secureRandom(32).toString('hex'),
      createdAt,
    };
    return { intent, result: unrecordedInvoiceOf(intent, signature) };
  }
}

interface Series {
  readonly pairs: number[];
  readonly bares: number[];
  /** CPU above the bare pair, µs, one figure per batch. */
  readonly cpu: number[];
}

async function measure(bench: Bench, sales: Sales, disk: Disk, rounds: number): Promise<Series> {
  const folder = bench.folder();
  const deps = await Deps.open({ disk, folder });
  const bare = await BareFile.make(disk, folder);
  const series: Series = { pairs: [], bares: [], cpu: [] };
  for (let i = 0; i < Math.min(WARM_UP, rounds); i += 1) await record(deps, await sales.next());
  for (let i = 0; i < rounds; i += 1) {
    const pair = await sales.next();
    series.pairs.push(await timed(() => record(deps, pair)));
    // What the views do after the answer is no part of the bare commits that follow.
    await setImmediate();
    series.bares.push(await timed(() => twoSyncs(bare)));
  }
  for (let i = 0; i < rounds / BATCH; i += 1) {
    const pairs: Pair[] = [];
    for (let made = 0; made < BATCH; made += 1) pairs.push(await sales.next());
    const taken = await cpuOf(pairs, (pair) => record(deps, pair));
    series.cpu.push((taken - (await cpuOf(pairs, () => twoSyncs(bare)))) / BATCH);
  }
  await bare.close();
  await deps.close();
  return series;
}

/** As a sale does it: room for both, the intent, and after the answer the receipt. */
async function record({ ledger }: Deps, { intent, result }: Pair): Promise<void> {
  const room = await ledger.reserve(ROOM);
  if (!room.ok) throw new Error(`no room: ${room.error}`);
  const kept = await ledger.put({ type: 'intent', intent }, room.value);
  const issued = await ledger.issue({ uuid: ledger.newUuid(result.createdAt), ...result });
  room.value.release();
  if (!kept.ok || !issued.ok) throw new Error('not recorded');
}

async function twoSyncs(bare: BareFile): Promise<void> {
  await bare.commit(INTENT_BYTES);
  await bare.commit();
}

function pairRow({ pairs, bares, cpu }: Series, against: string, reach: number): Row {
  const [pair, bare] = [median(pairs), median(bares)];
  return {
    what: `intent and result of a sale through the ledger, median, ${against}`,
    reach: `≤ ${reach} ×`,
    reached: judged(`${times(pair / bare)} (${ms(pair)})`, pair / bare <= reach),
    bare: ms(bare),
    note: [
      `bare writes of ${INTENT_BYTES} and ${RECORD_BYTES} bytes`,
      `${pairs.length} in turn, CPU above bare ${median(cpu).toFixed(0)} µs`,
      `p99 ${ms(quantile(pairs, 0.99))} against ${ms(quantile(bares, 0.99))}`,
    ].join('; '),
  };
}

/** Rounds of all clients and of one bare writer in turn; and of whole sales, which are priced and signed as well. */
async function groupCommit(bench: Bench, signer: Deps): Promise<Row> {
  const folder = bench.folder();
  const deps = await Deps.open({ disk: nodeDisk, folder });
  const bare = await BareFile.make(nodeDisk, folder);
  const [shop, other] = [new Shop(2), new Shop(3)];
  const rates: Record<'bare' | 'receipts' | 'sales', number[]> = { bare: [], receipts: [], sales: [] };
  for (let round = 0; round < bench.size({ full: 15, quick: 5 }); round += 1) {
    const requests = Array.from({ length: ROUND }, () => shop.request());
    const signed: IssuedInvoice[] = [];
    for (let made = 0; made < ROUND; made += 1) signed.push(await signer.issue(other.request()));
    rates.bare.push(await rateOf(1, signed, () => bare.commit()));
    rates.receipts.push(await rateOf(CLIENTS, signed, (invoice) => deps.record(invoice)));
    rates.sales.push(await rateOf(CLIENTS, requests, (request) => deps.issue(request)));
  }
  await bare.close();
  await deps.close();
  const [one, many, whole] = [median(rates.bare), median(rates.receipts), median(rates.sales)];
  return {
    what: `durable receipts per second, ${CLIENTS} clients at once, against one bare writer`,
    reach: '≥ 1.5 ×',
    reached: judged(`${times(many / one)} (${count(many)})`, many / one >= 1.5),
    bare: count(one),
    note: `signed beforehand; with pricing and signing as well ${count(whole)}, ${times(whole / one)}`,
  };
}

/** How many a second, when `writers` share them. */
async function rateOf<T>(writers: number, all: readonly T[], work: (one: T) => Promise<unknown>): Promise<number> {
  const left = [...all];
  const write = async (): Promise<void> => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) await work(next);
  };
  const took = await timed(() => Promise.all(Array.from({ length: writers }, write)));
  return (all.length / took) * 1000;
}

import { join } from 'node:path';
import { nodeDisk } from '../../src/base/nodeDisk.js';
import { buildDraft } from '../../src/sales/invoicing/draft/draft.js';
import { invoiceRequestJson } from '../../src/processors/pfr/wire/request.js';
import { defaultSettings } from '../../src/shop/settings/registry.js';
import { FakePfrProcess } from '../kit/pfr/process.js';
import { BareFile } from './bare.js';
import type { Bench } from './bench.js';
import { Counter } from './counter.js';
import { type Asked, Customer } from './customer.js';
import { judged, median, ms, quantile, type Row, times } from './figures.js';
import { hangRows } from './hanging.js';
import { Shop } from './shop.js';

const SMALL = 1000;
const LARGE = 100_000;
/** Sales in a block; boxes, processor and bare disk take turns by blocks. */
const BLOCK = 20;
/** Blocks of each box that warm it up and are not counted. */
const WARM_UP = 5;
const REACH = { median: 2, p99: 15, flat: 1.2 };

/** What a real processor adds: the L-PFR is the stand-in in a process of its own, on loopback. */
export async function processorRows(bench: Bench): Promise<Row[]> {
  return [...(await overheadRows(bench)), ...(await hangRows(bench))];
}

async function overheadRows(bench: Bench): Promise<Row[]> {
  const counters = [await Counter.open(bench, SMALL), await Counter.open(bench, LARGE)] as const;
  const bare = await BareFile.make(nodeDisk, bench.folder());
  const alone = await FakePfrProcess.start(join(bench.folder(), 'signed'));
  const customer = new Customer();
  const shop = new Shop(1);
  const answers: number[] = [];
  const syncs: number[] = [];
  const blocks = WARM_UP + bench.size({ full: 75, quick: 10 });
  bench.say(`sales through an L-PFR with ${SMALL} and ${LARGE} receipts, and the L-PFR alone`);
  try {
    for (let block = 1; block <= blocks; block += 1) {
      for (const counter of counters) {
        const took = await counter.sell(customer, BLOCK);
        if (block > WARM_UP) counter.took.push(...took);
      }
      const direct = await askAlone(alone, customer, shop);
      if (block > WARM_UP) answers.push(...direct);
      for (let sync = 0; sync < BLOCK; sync += 1) syncs.push(await twoSyncs(bare));
    }
  } finally {
    customer.end();
    await bare.close();
    await alone.kill();
    for (const counter of counters) await counter.close();
  }
  const [small, large] = counters;
  return [overheadRow(small, answers, syncs), overheadRow(large, answers, syncs), flatRow(small, large, answers)];
}

/** What a box would send for such sales, sent to the processor by the customer himself. */
function askAlone({ url }: FakePfrProcess, customer: Customer, shop: Shop): Promise<number[]> {
  const { taxLabels, simplifiedCash, esir } = defaultSettings();
  const asked = Array.from({ length: BLOCK }, (): Asked => {
    const draft = buildDraft(shop.request(), { taxLabels, simplifiedCash, now: Date.now() });
    if (!draft.ok) throw new Error(draft.error.message);
    const body = invoiceRequestJson(draft.value, `${esir.number}/${esir.version}`);
    return { method: 'POST', path: '/api/v3/invoices', key: '', body };
  });
  return customer.ask({ port: Number(new URL(url).port), ca: null, asked });
}

async function twoSyncs(bare: BareFile): Promise<number> {
  const started = performance.now();
  await bare.commit();
  await bare.commit();
  return performance.now() - started;
}

function overheadRow({ history, took }: Counter, answers: readonly number[], syncs: readonly number[]): Row {
  const [answer, two] = [median(answers), median(syncs)];
  const [over, worst] = [median(took) - answer, quantile(took, 0.99) - answer];
  const limit = 2 * two + REACH.median;
  return {
    what: `a sale over the answer of its L-PFR, ${history.size.toLocaleString('en-US')} receipts stored`,
    reach: `median ≤ 2 × two bare syncs + ${REACH.median} ms, p99 ≤ ${REACH.p99} ms`,
    reached: `${judged(ms(over), over <= limit)}, p99 ${judged(ms(worst), worst <= REACH.p99)}`,
    bare: `${ms(two)}, two syncs; limit ${ms(limit)}`,
    note: [
      `${took.length} sales over HTTPS, median ${ms(median(took))}`,
      `the L-PFR asked directly ${ms(answer)}, its p99 ${ms(quantile(answers, 0.99))}`,
      `p99 of the two syncs ${ms(quantile(syncs, 0.99))}`,
    ].join('; '),
  };
}

function flatRow(small: Counter, large: Counter, answers: readonly number[]): Row {
  const [bare, reached] = [small, large].map(({ took }) => median(took) - median(answers)) as [number, number];
  const ratio = reached / bare;
  return {
    what: 'the same, 100,000 receipts stored against 1,000',
    reach: `≤ ${REACH.flat} ×`,
    reached: judged(times(ratio), ratio <= REACH.flat),
    bare: ms(bare),
    note: '',
  };
}

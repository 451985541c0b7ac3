import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeDisk } from '../../src/base/disk-node.js';
import type { UtcMs } from '../../src/base/fiscal.js';
import type { IssuedInvoice } from '../../src/ledger/invoice.js';
import { unflushed } from './disks.js';
import { count } from './figures.js';
import { DAY_MS, kept } from './history.js';
import { Parts } from './parts.js';
import { Shop } from './shop.js';

/** Sold and signed in full; the others are these again, at other times and under numbers of their own. */
const SAMPLES = 2000;
/** Recorded together. */
const BATCH = 200;
const SNAPSHOT_EVERY = 20_000;

/** A data folder with the receipts of a whole year, and a key to it. */
export interface Year {
  readonly size: number;
  readonly folder: string;
  readonly key: string;
  /** The first and the last instant at which something was sold. */
  readonly from: UtcMs;
  readonly to: UtcMs;
}

type Known = Pick<Year, 'key' | 'from' | 'to'>;

/** The year before today with `size` receipts, spread evenly. Only signing is spared: every record is the real one. */
export async function yearOf(size: number, say: (line: string) => void): Promise<Year> {
  const place = await kept(`year-${size}`, async (folder) => {
    const known = await make(join(folder, 'data'), size, say);
    writeFileSync(join(folder, 'known.json'), JSON.stringify(known));
  });
  const known = JSON.parse(readFileSync(join(place, 'known.json'), 'utf8')) as Known;
  return { size, folder: join(place, 'data'), ...known };
}

async function make(folder: string, size: number, say: (line: string) => void): Promise<Known> {
  const to = Date.now();
  const from = to - 365 * DAY_MS;
  const timeOf = (index: number): UtcMs => Math.floor(from + ((to - from) * index) / size);
  let at = from;
  const parts = await Parts.open({ disk: unflushed(nodeDisk), folder, now: () => at, tending: false });
  const created = await parts.keys.create('bench');
  if (!created.ok) throw new Error(created.error);
  const shop = new Shop(size);
  const samples: IssuedInvoice[] = [];
  for (let index = 0; index < SAMPLES; index += 1) {
    at = timeOf(index);
    samples.push(await parts.issue(shop.request()));
  }
  for (let index = SAMPLES; index < size; index += BATCH) {
    const indexes = Array.from({ length: Math.min(BATCH, size - index) }, (_, i) => index + i);
    at = timeOf(index);
    await parts.recordAll(indexes.flatMap((each) => again(samples[each % SAMPLES], each + 1, timeOf(each))));
    if ((index - SAMPLES) % SNAPSHOT_EVERY === 0) {
      say(`making a year of ${count(size)} receipts, ${count(index)} are there`);
      await parts.ledger.tend();
    }
  }
  await parts.ledger.tend();
  await parts.close();
  return { key: created.value.key, from, to };
}

function again(sample: IssuedInvoice | undefined, counter: number, time: UtcMs): IssuedInvoice[] {
  if (sample === undefined) return [];
  const { requestedBy, signedBy } = sample.signature;
  const numbers = { totalCounter: counter, invoiceNumber: `${requestedBy}-${signedBy}-${counter}` };
  const signature = { ...sample.signature, ...numbers, time };
  return [{ ...sample, signature, clientRequestId: null, fingerprint: null, createdAt: time }];
}

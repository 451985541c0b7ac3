import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ENVIRONMENTS } from '../../../src/contract/fiscal.js';
import type { IssuedInvoice } from '../../../src/platform/ledger/invoice.js';
import type { Answers } from '../../kit/answers.js';
import { cases } from '../../kit/cases.js';
import { newFolder } from '../../kit/folder.js';
import { DAY_MS } from '../../kit/ledger.js';
import { setProductionProcessor } from '../../kit/pfr/production.js';
import type { FakePfrServer } from '../../kit/pfr/server.js';
import { read } from '../../kit/client.js';
import type { Random } from '../../kit/random.js';
import { randomHistory } from '../../shop/reports/histories.js';
import { Stage } from '../../scenarios/stage.js';
import { type Place, placesOf } from './forging.js';
import { check } from './script.js';

/** What a box has lived through, and what it said about it. */
export interface Shop {
  /** Its data folder; nothing runs on it. */
  readonly folder: string;
  /** All receipts, in order of issue. */
  readonly receipts: readonly IssuedInvoice[];
  /** Where its records lie, in order. */
  readonly places: readonly Place[];
  /** What the API said of each month and each day in which something was sold, in either environment. */
  readonly summaries: readonly Answers['Summary'][];
}

const MONTHS = 3;
/** The CI lane makes a smaller shop: what is found in it does not depend on how much was sold. */
const STEPS_A_MONTH = cases('STEPS_A_MONTH', { ci: 14, all: 40 });
/** More than a page holds of any environment. */
const ALL = 10_000;

/**
 * Months of a shop: a card that signs, refuses, and is asked for a lost answer; then receipts of every kind in both environments.
 * `whileRunning` is done before the box stops, in the sandbox with the demo processor.
 */
export async function liveShop(random: Random, whileRunning?: (folder: string) => Promise<void>): Promise<Shop> {
  const stage = await Stage.open({});
  let production: FakePfrServer | undefined;
  try {
    await stage.setUp();
    await sellByCard(stage);
    await stage.box.set('pfr.sandbox', { mode: 'demo' });
    production = await setProductionProcessor(stage.box);
    for (let month = 0; month < MONTHS; month += 1) {
      await sellInBoth(stage, random);
      await stage.box.parts.ledger.runIdleWork();
      stage.box.clockOffset += 31 * DAY_MS;
    }
    await whileRunning?.(stage.box.folder);
    const receipts = await receiptsOf(stage);
    const summaries = await summariesOf(stage, receipts);
    await stage.box.set('environment', 'sandbox');
    await stage.box.stop();
    const { folder } = stage.box;
    return { folder, receipts, summaries, places: placesOf(folder) };
  } finally {
    await stage.tearDown();
    await production?.stop();
  }
}

async function sellByCard(stage: Stage): Promise<void> {
  const { uuid } = await stage.sold({}, 'prodaja-1');
  await stage.follow(uuid, 'refund', { buyerId: '10:123456789' });
  await stage.follow(uuid, 'copy');
  stage.pfr.faults.add({ fault: 'refuse', code: '2310' });
  await stage.refused();
  stage.pfr.faults.add({ fault: 'drop', signs: true });
  await stage.sold({}, 'prodaja-2');
}

async function sellInBoth({ box }: Stage, random: Random): Promise<void> {
  for (const environment of ENVIRONMENTS) {
    await box.set('environment', environment);
    const client = await box.client();
    for (const step of randomHistory(random, STEPS_A_MONTH)) {
      if (step.does === 'sell') await client.post('/invoices', step.body);
    }
  }
}

async function receiptsOf({ box }: Stage): Promise<IssuedInvoice[]> {
  const { ledger } = box.parts;
  const lists = ENVIRONMENTS.map((environment) => ledger.invoices({ environment, skip: 0, limit: ALL }));
  return (await Promise.all(lists)).flatMap((newestFirst) => newestFirst.reverse());
}

async function summariesOf({ box }: Stage, receipts: readonly IssuedInvoice[]): Promise<Answers['Summary'][]> {
  const days = receipts.map(({ createdAt }) => new Date(createdAt).toISOString().slice(0, 10));
  const months = [...new Set(days.map((day) => day.slice(0, 7)))].sort();
  const summaries: Answers['Summary'][] = [];
  for (const environment of ENVIRONMENTS) {
    await box.set('environment', environment);
    const client = await box.client();
    for (const month of months) {
      const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate();
      const answer = await client.get(`/reports/summary?from=${month}-01&to=${month}-${last}`);
      summaries.push(read('Summary', 200, answer));
    }
  }
  return summaries;
}

/** A copy of a data folder, to be damaged. */
export function copyOf(folder: string): string {
  const copy = newFolder();
  cpSync(folder, copy, { recursive: true, filter: (path) => !path.endsWith('.sock') });
  return copy;
}

export const segmentFile = (folder: string, number: number): string => join(folder, 'log', `00000${number}.seg`);

/** The faults that are found in a copy of the shop's folder after something was done to it, a line for each. */
export async function faultsAfter({ folder }: Shop, harm: (folder: string) => void): Promise<string> {
  const copy = copyOf(folder);
  harm(copy);
  const { faults } = await check(copy);
  rmSync(copy, { recursive: true });
  return faults.join('\n');
}

/** Changes bytes of a segment. */
export function damage(folder: string, number: number, harm: (bytes: Buffer) => void): void {
  const path = segmentFile(folder, number);
  const bytes = readFileSync(path);
  harm(bytes);
  writeFileSync(path, bytes);
}

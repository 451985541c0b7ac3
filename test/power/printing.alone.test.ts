// proof: kills
// time limit: 300 s
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { silentLog } from '../../src/base/log.js';
import { type Box, openBox } from '../../src/programs/box/open.js';
import type { PrintJob } from '../../src/platform/ledger/job.js';
import { cases } from '../kit/cases.js';
import { BoxProcess, cleanUp, temporaryFolder } from '../kit/process.js';
import { seededRandom } from '../kit/random.js';
import { Station } from '../paper/printing/scenarios/station.js';

/** kill -9 while slips go to a printer: at a random byte of three slips, again and again on one folder. */
const KILLS = cases('KILLS', { ci: 1, all: 20 });
const SALES = 3;
/** Bytes of three slips, or some more: then the kill comes when all is printed. */
const BYTES = 120_000;
const PATIENCE = 60_000;

const random = seededRandom();
const folder = join(temporaryFolder(), 'data');
test.after(cleanUp);

async function until(what: string, holds: () => boolean): Promise<void> {
  const end = performance.now() + PATIENCE;
  while (!holds()) {
    if (performance.now() > end) throw new Error(`in vain: ${what}`);
    await delay(5);
  }
}

/** What the ledger says when no box runs. */
async function looked<T>(look: (box: Box) => T | Promise<T>): Promise<T> {
  const box = await openBox({ folder, log: silentLog, now: Date.now, readOnly: true });
  if (!box.ok) throw new Error(box.error);
  try {
    return await look(box.value);
  } finally {
    await box.value.close();
  }
}

test(`${KILLS} kills at any byte of a slip: no paper is missing unknown to the box, and no second one is unmarked`, async () => {
  const station = await Station.start('kasa', { mmPerSecond: 1500 }, {});
  const { printer } = station;
  try {
    let box = await BoxProcess.start({ folder });
    const setting = JSON.stringify([station.setting]);
    const set = await box.command(['settings', 'set', 'printers', setting]);
    assert.is(set.code, 0, set.stderr);
    const [key = ''] = await box.keys(1);
    const sold: string[] = [];
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const [papers, bytes] = [printer.pieces.length, printer.received + random.int(0, BYTES)];
      for (let sale = 0; sale < SALES; sale += 1) sold.push((await box.issue(key)).uuid);
      await until('a moment to kill it', () => printer.received >= bytes || printer.pieces.length > papers + SALES);
      await box.stop('SIGKILL');
      box = await BoxProcess.start({ folder });
    }
    sold.push((await box.issue(key)).uuid);
    // Jobs are done in their order.
    await until('the last one has ended', () => box.log.includes(`"event":"print.ended","job":${sold.length},`));
    assert.is((await box.stop()).code, 0);

    const [papers, jobs, numbers] = await looked(async ({ ledger }) => {
      const invoices = await Promise.all(sold.map((uuid) => ledger.invoice(uuid)));
      const counters = new Map(invoices.map((one) => [one?.uuid, String(one?.signature.totalCounter)]));
      return [await station.papers(ledger), ledger.main.jobs.all(), counters] as const;
    });
    assert.equal(printer.errors, []);
    assert.is(jobs.length, sold.length, 'each receipt has its one job');
    for (const job of jobs) judge(job, papers.filter((paper) => paper === numbers.get(job.uuid)).length);
    const unknown = jobs.filter(({ state }) => state === 'unknown');
    process.stdout.write(
      `${KILLS} kills, ${sold.length} receipts: ${jobs.length - unknown.length} printed, ${unknown.length} unknown, ` +
        `${papers.filter((paper) => paper === 'scrap').length} torn pieces\n`,
    );
    assert.ok(unknown.length <= KILLS);
    if (KILLS >= 8) assert.ok(unknown.length > 0, 'kills hit slips');
  } finally {
    await station.stop();
  }
});

function judge({ uuid, state, reason }: PrintJob, papers: number): void {
  if (state === 'unknown') {
    assert.is(reason, 'restart');
    assert.ok(papers <= 1, `${uuid} is unknown and has ${papers} papers`);
  } else {
    assert.is(state, 'printed');
    assert.is(papers, 1, `${uuid} is printed and has ${papers} papers`);
  }
}

test.run();

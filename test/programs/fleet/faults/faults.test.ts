// proof: fleet-faults
// time limit: 300 s
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { shareOf } from '../../../kit/cases.js';
import { NO_SERVERS } from '../../../kit/fleet/scene.js';
import { cleanUp } from '../../../kit/process.js';
import { seededRandom } from '../../../kit/random.js';
import { FaultRun, type FaultReport, linesOf } from './faultRun.js';
import type { FleetSize } from './fleet.js';
import { MISCHIEF } from './mischief.js';

const SECONDS = Number(process.env['FAULT_SECONDS'] ?? 35);
const SIZE = { real: 4, small: 50, processes: 1, receipts: 25, pause: 1000, disk: 64 * 1024 * 1024 };
/** In CI each fault has its turn on a small fleet, in as many commits as there are faults. */
const SMALLEST = { ...SIZE, real: 1, small: 5, receipts: 10 };
const FAULTS = MISCHIEF.flatMap((list) => Object.keys(list));
const ONCE = shareOf(FAULTS, FAULTS.length);
const isWhole = ONCE.length === FAULTS.length;

const random = seededRandom();
test.after(cleanUp);

const name = isWhole
  ? `boxes, servers, ingesters and PostgreSQL are killed and cut off for ${SECONDS} s: each record is taken in once, in order`
  : `${ONCE.join(', ')}: each record is taken in once, in order`;

async function ran(size: FleetSize, what: number | readonly string[]): Promise<FaultReport> {
  const report = await FaultRun.run(size, what, 60, random);
  process.stdout.write(`${linesOf(report)}\n`);
  return report;
}

const check = async (): Promise<void> => {
  if (!isWhole) {
    const report = await ran(SMALLEST, ONCE);
    assert.ok(report.receipts > 0, 'there was trade');
    assert.equal([...report.faults.keys()].sort(), [...ONCE].sort());
    return;
  }
  const report = await ran(SIZE, SECONDS);
  assert.ok(report.receipts > 3 * SECONDS, 'there was trade');
  assert.ok(report.faults.size > 8, 'and there were faults');
};
if (NO_SERVERS === undefined) test(name, check);
else {
  console.log(`skipped: ${NO_SERVERS}`);
  test.skip(name, check);
}

test.run();

// proof: fleet-faults
// time limit: 300 s
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { cases } from '../../kit/cases.js';
import { NO_SERVERS } from '../../kit/fleet/scene.js';
import { cleanUp } from '../../kit/process.js';
import { seededRandom } from '../../kit/random.js';
import { FaultRun, linesOf } from './faultRun.js';

const SECONDS = cases('FAULT_SECONDS', { ci: 20, all: 35 });
const SIZE = { real: 4, small: 50, processes: 1, receipts: 25, pause: 1000, disk: 64 * 1024 * 1024 };

const random = seededRandom();
test.after(cleanUp);

const name = `boxes, servers, ingesters and PostgreSQL are killed and cut off for ${SECONDS} s: each record is taken in once, in order`;
const check = async (): Promise<void> => {
  const report = await FaultRun.run(SIZE, SECONDS, 60, random);
  process.stdout.write(`${linesOf(report)}\n`);
  assert.ok(report.receipts > 3 * SECONDS, 'there was trade');
  assert.ok(report.faults.size > 8, 'and there were faults');
};
if (NO_SERVERS === undefined) test(name, check);
else {
  console.log(NO_SERVERS);
  test.skip(name, check);
}

test.run();

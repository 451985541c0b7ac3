// proof: soak
// time limit: 420 s
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { cleanUp } from '../kit/process.js';
import { seededRandom } from '../kit/random.js';
import { leakOf, linesOf, Soak } from './soak.js';

/** MINUTES in the environment sets for how long, for a run of this file alone; `scripts/soak` does it for hours. */
const MINUTES = Number(process.env['MINUTES'] ?? 3);

const random = seededRandom();
test.after(cleanUp);

test(`${MINUTES} minutes of selling with all faults mixed lose nothing, double nothing, and leak nothing`, async () => {
  const report = await Soak.run(MINUTES, random);
  process.stdout.write(`${linesOf(report)}\n`);
  assert.is(leakOf(report), undefined);
  assert.ok(report.answered > 20 * MINUTES, 'there was trade');
  assert.ok(report.logged['clock.jumped'] > 0 && report.logged['request.unauthorized'] > 0, 'and there were faults');
});

test.run();

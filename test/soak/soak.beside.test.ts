// proof: soak
// time limit: 420 s
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { shareOf } from '../kit/cases.js';
import { cleanUp } from '../kit/process.js';
import { seededRandom } from '../kit/random.js';
import { MISCHIEF } from './mischief.js';
import { leakOf, linesOf, Soak, type SoakReport } from './soak.js';

/** MINUTES in the environment sets for how long, for a run of this file alone; `scripts/soak` does it for hours. */
const MINUTES = Number(process.env['MINUTES'] ?? 3);

const random = seededRandom();
test.after(cleanUp);

/** In CI each kind of mischief has its turn, in five commits all; a leak shows only in minutes. */
const NAMES = Object.keys(MISCHIEF);
const ONCE = shareOf(NAMES, 5);

async function sold(what: number | readonly string[]): Promise<SoakReport> {
  const report = await Soak.run(what, random);
  process.stdout.write(`${linesOf(report)}\n`);
  return report;
}

function testMinutes(): void {
  test(`${MINUTES} minutes of selling with all faults mixed lose nothing, double nothing, and leak nothing`, async () => {
    const report = await sold(MINUTES);
    assert.is(leakOf(report), undefined);
    assert.ok(report.answered > 20 * MINUTES, 'there was trade');
    assert.ok(report.logged['clock.jumped'] > 0 && report.logged['request.unauthorized'] > 0, 'and there were faults');
  });
}

/** What the box tells of some of it. */
const TOLD = { clockJumps: 'clock.jumped', wrongKeys: 'request.unauthorized' } as const;

function testOnce(): void {
  test(`selling through ${ONCE.join(', ')} loses nothing and doubles nothing`, async () => {
    const report = await sold(ONCE);
    assert.ok(report.answered > ONCE.length, 'there was trade');
    for (const name of ONCE) assert.is(report.mischief.get(name), 1, name);
    for (const [name, event] of Object.entries(TOLD))
      if (ONCE.includes(name)) assert.ok(report.logged[event] > 0, event);
  });
}

if (ONCE.length === NAMES.length) testMinutes();
else testOnce();

test.run();

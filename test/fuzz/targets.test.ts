// proof: fuzz
// time limit: 600 s
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { cases, shareOf } from '../kit/cases.js';
import { seededRandom } from '../kit/random.js';
import { Fuzzer } from './engine.js';
import { TARGETS } from './targets/index.js';

/** Over all targets; `FUZZ=1000000 npm run fuzz` reads more. */
const INPUTS = cases('INPUTS', { ci: 10_000, all: 20_000 });
/** In CI one for each commit, with its part of the inputs: most of the time goes into what a target is given to begin with. */
const TRIED = shareOf(TARGETS, TARGETS.length);

const { seed } = seededRandom();
const fuzzer = new Fuzzer();
const shares = TARGETS.reduce((sum, { share }) => sum + share, 0);
test.after(() => fuzzer.close());

for (const { name, share } of TRIED) {
  test(`${name}: whatever bytes come, they are read or refused, soon and without a leak`, async () => {
    const { fault } = await fuzzer.run(name, seed, Math.ceil((INPUTS * share) / shares));
    assert.is(fault, undefined, fault);
  });
}

test.run();

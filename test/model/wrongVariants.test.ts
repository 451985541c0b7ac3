// time limit: 500 s
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Random } from '../kit/random.js';
import { seededRandom } from '../kit/random.js';
import { MISTAKES } from './mistakes.js';
import { QUEUE_MISTAKES } from './queueMistakes.js';
import { drawPlan, type Plan } from './plan.js';
import { World } from './world.js';

/** Within so many histories each mistake must be seen. */
const BOUND = 30_000;
const ORDERS = 40;

const random = seededRandom();

/** The first thing that is wrong in worlds drawn by chance, and after how many histories. */
async function violationIn(draw: (random: Random) => Plan): Promise<{ violation: string | undefined; after: number }> {
  for (let after = ORDERS; after <= BOUND; after += ORDERS) {
    const { violation } = await new World(draw(random)).run();
    if (violation !== undefined) return { violation, after };
  }
  return { violation: undefined, after: BOUND };
}

function draw(random: Random, hasQueue = false): Plan {
  return drawPlan(random, ORDERS, ['lpfr', 'vpfr'], hasQueue);
}

for (const mistakes of [MISTAKES, QUEUE_MISTAKES]) {
  for (const [name, make] of Object.entries(mistakes)) {
    test(`it would be seen if ${name}`, async () => {
      const undo = make();
      const hasQueue = mistakes === QUEUE_MISTAKES;
      const { violation, after } = await violationIn((random) => draw(random, hasQueue)).finally(undo);
      process.stdout.write(`${name}: after ${after} histories, ${violation ?? 'nothing was seen'}\n`);
      assert.ok(violation);
    });
  }
}

test('it would be seen if a processor signed later than it is waited for', async () => {
  const late = (random: Random): Plan => {
    const plan = draw(random);
    const events = plan.events.map((event) =>
      event.kind === 'exchange' && event.fault === 'signed late'
        ? ({ ...event, fault: 'signed too late' } as const)
        : event,
    );
    return { ...plan, events };
  };
  const { violation, after } = await violationIn(late);
  process.stdout.write(`a processor that is too late: after ${after} histories, ${violation ?? 'nothing was seen'}\n`);
  assert.ok(violation);
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { seededRandom } from '../kit/random.js';
import type { Mistake } from './mistakes.js';
import { drawPlan, type Plan } from './plan.js';
import { World } from './world.js';

/** Within so many histories each mistake must be seen. */
const BOUND = 60_000;
const ORDERS = 40;

const random = seededRandom();

/** A plan of worlds in which all kinds of processors are used. */
export function drawAny(hasQueue = false): Plan {
  return drawPlan(random, ORDERS, ['lpfr', 'vpfr'], hasQueue);
}

/** Asks that something wrong is seen in worlds drawn by chance. */
export async function mustBeSeen(name: string, draw: () => Plan): Promise<void> {
  let violation: string | undefined;
  let after = 0;
  while (violation === undefined && after < BOUND) {
    after += ORDERS;
    ({ violation } = await new World(draw()).run());
  }
  process.stdout.write(`${name}: after ${after} histories, ${violation ?? 'nothing was seen'}\n`);
  assert.ok(violation);
}

/** A test for each mistake. */
export function testMistakes(mistakes: Readonly<Record<string, Mistake>>, hasQueue = false): void {
  for (const [name, make] of Object.entries(mistakes)) {
    test(`it would be seen if ${name}`, async () => {
      const undo = make();
      await mustBeSeen(name, () => drawAny(hasQueue)).finally(undo);
    });
  }
}

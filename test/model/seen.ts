import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { cases, shareOf } from '../kit/cases.js';
import { Random, seededRandom } from '../kit/random.js';
import type { Mistake } from './mistakes.js';
import { drawPlan, type Plan } from './plan.js';
import { SEEN_WITH } from './seenWith.js';
import { World } from './world.js';

/** Within so many histories each mistake must be seen. The CI lane, where a search would last minutes, says sooner that its seed is stale. */
const BOUND = cases('SEEN_WITHIN', { ci: 6000, all: 60_000 });
const ORDERS = 40;

const random = seededRandom();

/** Draws a plan of a world in which all kinds of processors are used. */
export type Draw = (from: Random) => Plan;

export const drawAny: Draw = (from) => drawPlan(from, ORDERS, ['lpfr', 'vpfr'], false);
export const drawWithQueue: Draw = (from) => drawPlan(from, ORDERS, ['lpfr', 'vpfr'], true);

/**
 * Asks that something wrong is seen: in the world that showed it last time, or else in worlds drawn by chance. The printed seed of
 * the world belongs into {@link SEEN_WITH} where the search took long.
 */
async function mustBeSeen(name: string, draw: Draw): Promise<void> {
  let seed = SEEN_WITH[name];
  let violation = seed === undefined ? undefined : await violationWith(seed, draw);
  let after = 0;
  while (violation === undefined && after < BOUND) {
    after += ORDERS;
    seed = random.int(0, 2 ** 32 - 1);
    violation = await violationWith(seed, draw);
  }
  const where = after === 0 ? 'where it was seen before' : `after ${after} histories`;
  process.stdout.write(`${name}: ${where}, seed ${seed}: ${violation ?? 'nothing was seen'}\n`);
  assert.ok(violation);
}

async function violationWith(seed: number, draw: Draw): Promise<string | undefined> {
  const { violation } = await new World(draw(new Random(seed))).run();
  return violation;
}

/** Something wrong, and the worlds in which it must be seen. */
export interface Wrong {
  readonly name: string;
  readonly make: Mistake;
  readonly draw: Draw;
}

/** Mistakes in the code, each in worlds that are drawn like this. */
export function wrongIn(mistakes: Readonly<Record<string, Mistake>>, draw: Draw): readonly Wrong[] {
  return Object.entries(mistakes).map(([name, make]) => ({ name, make, draw }));
}

/** A test for each; in the CI lane for each of a share. */
export function testMistakes(all: readonly Wrong[]): void {
  for (const { name, make, draw } of shareOf(all)) {
    test(`it would be seen if ${name}`, async () => {
      const undo = make();
      await mustBeSeen(name, draw).finally(undo);
    });
  }
}

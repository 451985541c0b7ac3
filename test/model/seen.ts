import { cases } from '../kit/cases.js';
import { Random, seededRandom } from '../kit/random.js';
import type { Mistake } from './mistakes.js';
import { drawPlan, type Plan } from './plan.js';
import { SEEN_WITH } from './seenWith.js';
import { World } from './world.js';

/** A mistake must be seen within so many histories. In the CI lane, where a search would take minutes, fewer. */
const BOUND = cases('SEEN_WITHIN', { ci: 6000, all: 60_000 });
const ORDERS = 40;

const random = seededRandom();

/** Draws a plan of a world in which all kinds of processors are used. */
export type Draw = (from: Random) => Plan;

export const drawAny: Draw = (from) => drawPlan(from, ORDERS, ['lpfr', 'vpfr'], false);
export const drawWithQueue: Draw = (from) => drawPlan(from, ORDERS, ['lpfr', 'vpfr'], true);

/** A mistake in the code, and the worlds in which it must be seen. */
export interface Wrong<Name extends string> {
  readonly name: Name;
  readonly make: Mistake;
  readonly draw: Draw;
}

/** Mistakes in the code, each in worlds that `draw` draws. */
export function wrongIn<Name extends string>(
  mistakes: Readonly<Record<Name, Mistake>>,
  draw: Draw,
): readonly Wrong<Name>[] {
  return (Object.keys(mistakes) as Name[]).map((name) => ({ name, make: mistakes[name], draw }));
}

/**
 * The first violation that a mistake causes: in the world that showed it last time, or else in random worlds; undefined
 * when none of them shows one. After a search, the printed seed belongs into {@link SEEN_WITH}.
 */
export async function violationBy({ name, make, draw }: Wrong<string>): Promise<string | undefined> {
  const undo = make();
  return firstViolation(name, draw).finally(undo);
}

async function firstViolation(name: string, draw: Draw): Promise<string | undefined> {
  let seed = SEEN_WITH[name];
  let violation = seed === undefined ? undefined : await violationWith(seed, draw);
  let after = 0;
  while (violation === undefined && after < BOUND) {
    after += ORDERS;
    seed = random.int(0, 2 ** 32 - 1);
    violation = await violationWith(seed, draw);
  }
  const where = after === 0 ? 'where it was seen before' : `after ${after} histories`;
  process.stdout.write(`${name}: ${where}, seed ${seed}: ${violation ?? 'no violation'}\n`);
  return violation;
}

async function violationWith(seed: number, draw: Draw): Promise<string | undefined> {
  const { violation } = await new World(draw(new Random(seed))).run();
  return violation;
}

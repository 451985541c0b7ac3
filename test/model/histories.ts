import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { cases } from '../kit/cases.js';
import { seededRandom } from '../kit/random.js';
import { storyOf } from './failing.js';
import { drawPlan } from './plan.js';
import { World } from './world.js';

/** Both test files together; `HISTORIES=1000000 npm run model` runs more. */
const GIVEN = process.env['HISTORIES'];
const WANTED = cases('HISTORIES', { ci: 240, all: 100_000 }) / 2;
/** On a slow machine as many as this time allows, ms, but a fifth of them at least. The CI lane tries always the same number. */
const TIME = GIVEN === undefined ? cases('HISTORIES_MS', { ci: Infinity, all: 60_000 }) : Infinity;
const LEAST = WANTED / 5;
/** In one world. */
const ORDERS = 40;
/** What must have happened in many worlds, or they prove nothing. */
const NEEDED = [
  'invoice.unknown',
  'pfr.settled',
  'pfr.doubt',
  'a person decided signed',
  'a person decided not signed',
  'sale.twice',
  'pfr.not-held',
  'sign: signed late',
  'disk failed',
].concat(['queue.added', 'queue.issued', 'queue.refused', 'queue.removed']);

/** What has happened in all worlds together. */
export interface Histories {
  /** Orders that have come to their end. */
  readonly orders: number;
  /** Receipts that the processors have signed. */
  readonly signed: number;
  /** PFR numbers of what was answered to each client with a key. */
  readonly answers: readonly (readonly string[])[];
}

/**
 * Lets worlds happen until as many orders as are wanted have come to their end, and asks that every one was signed once,
 * recorded, and answered as it was signed. `check` looks at the same from outside.
 */
export function testHistories(
  title: string,
  kinds: readonly ('lpfr' | 'vpfr')[],
  check: (histories: Histories) => void,
): void {
  const random = seededRandom();

  test(`up to ${WANTED} orders at ${title} are each signed once, recorded, and answered as they were signed`, async () => {
    const sums = new Map<string, number>();
    const sum = (what: string): number => sums.get(what) ?? 0;
    const answers: (readonly string[])[] = [];
    const begin = performance.now();
    let longestWait = 0;
    const isTimeUp = (): boolean => sum('histories') >= LEAST && performance.now() - begin > TIME;
    while (sum('histories') < WANTED && !isTimeUp()) {
      const plan = drawPlan(random, ORDERS, kinds);
      const { violation, longestWait: waited, tally, answers: given } = await new World(plan).run();
      // A world begins with the numbers of the one before.
      const world = answers.length;
      answers.push(...given.map((numbers) => numbers.map((number) => `${world}: ${number}`)));
      longestWait = Math.max(longestWait, waited);
      if (violation !== undefined) assert.unreachable(`SEED=${random.seed}: ${await storyOf(plan)}`);
      for (const [what, times] of tally) sums.set(what, sum(what) + times);
    }
    const seconds = (performance.now() - begin) / 1000;
    const counts = ['signed', 'starts', ...NEEDED].map((what) => `${what} ${sum(what)}`);
    const wait = `longest wait after a loss ${(longestWait / 1000).toFixed(1)} s`;
    process.stdout.write(`${sum('histories')} histories in ${seconds.toFixed(0)} s: ${counts.join(', ')}, ${wait}\n`);
    check({ orders: sum('histories'), signed: sum('signed'), answers });
    assert.ok(sum('signed') > sum('histories') / 4, 'most orders are signed');
    // Small runs, such as those of the CI lane, and those on a slow machine may miss what is rare.
    if (sum('histories') >= 40_000)
      assert.equal(
        NEEDED.filter((what) => sum(what) === 0),
        [],
      );
  });
}

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Random, seededRandom } from '../../kit/random.js';
import type { TransportName } from './cables.js';
import { type Case, caseOf, KINDS, kinds, simpler, textOf } from './case.js';
import { bytesOf, World } from './world.js';

/**
 * Cases of each transport. A terminal takes a tenth of a second for what a bus does in a hundredth: what needs no cable of
 * its own kind is looked for where it is found soonest.
 */
const CASES: Readonly<Record<TransportName, number>> = { usb: 2500, tcp: 2400, serial: 60, lp: 60 };

/** `SWEEP=20000` has so many of each; `SWEEP=all` every byte of every kind, which takes hours. */
function wanted(transport: TransportName): number {
  const asked = process.env['SWEEP'];
  return asked === 'all' ? Infinity : Number(asked ?? CASES[transport]);
}

/** How often a failing case is tried in a simpler form. */
const TRIES = 60;

async function violationsOf(one: Case): Promise<readonly string[]> {
  return (await World.run(one)).violations;
}

async function simplest(failing: Case): Promise<Case> {
  let one = failing;
  for (let tries = 0, isSimpler = true; isSimpler && tries < TRIES;) {
    isSimpler = false;
    for (const candidate of simpler(one)) {
      tries += 1;
      if (tries > TRIES || (await violationsOf(candidate)).length === 0) continue;
      one = candidate;
      isSimpler = true;
      break;
    }
  }
  return one;
}

async function* casesOf(transport: TransportName, random: Random, count: number): AsyncGenerator<Case> {
  let given = 0;
  let kind = 0;
  for (const one of kinds(transport, random)) {
    const bytes = await bytesOf(one);
    const offsets = count === Infinity ? Array.from({ length: bytes + 1 }, (_, at) => at) : [random.int(0, bytes)];
    for (const offset of offsets) yield { ...one, offset };
    given += offsets.length;
    kind += 1;
    if (count === Infinity ? kind === KINDS : given >= count) return;
  }
}

/** Breaks jobs on one transport at bytes of chance, in all combinations, and asks that box and paper agree. */
export function testSweep(transport: TransportName): void {
  const random = seededRandom();
  const count = wanted(transport);

  test(`${count} faults at bytes of jobs over ${transport}: what is printed is on paper, and nothing is twice`, async () => {
    const given = process.env['CASE'];
    if (given !== undefined) {
      const { violations, ends } = await World.run(caseOf(given));
      process.stdout.write(`${ends.join('; ')}\n`);
      assert.equal(violations, []);
      return;
    }
    const tally = new Map<string, number>();
    const begun = performance.now();
    let done = 0;
    for await (const one of casesOf(transport, random, count)) {
      const { violations, ends } = await World.run(one);
      done += 1;
      if (violations.length > 0) {
        const least = await simplest(one);
        const story = [
          ...violations,
          `CASE='${textOf(one)}'`,
          `simplest: CASE='${textOf(least)}'`,
          ...(await violationsOf(least)),
        ];
        assert.unreachable(story.join('\n'));
      }
      for (const end of ends) {
        const what = `${one.fault}: ${end.replace(/^\d+ /, '')}`;
        tally.set(what, (tally.get(what) ?? 0) + 1);
      }
    }
    const seconds = ((performance.now() - begun) / 1000).toFixed(0);
    const counts = Array.from(tally, ([what, times]) => `${what} ${times}`).sort();
    process.stdout.write(`${done} cases in ${seconds} s; jobs by fault:\n${counts.join('\n')}\n`);
  });

  test.run();
}

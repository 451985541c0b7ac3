import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { shareOf } from '../../../kit/cases.js';
import { Random, seededRandom } from '../../../kit/random.js';
import type { TransportName } from './cables.js';
import { type Case, caseOf, KINDS, kinds, simpler, textOf } from './case.js';
import { bytesOf, World } from './world.js';

/**
 * Cases of each transport. A terminal takes a tenth of a second for what a bus does in a hundredth: what needs no cable of
 * its own kind is looked for where it is found soonest.
 */
const CASES: Readonly<Record<TransportName, number>> = { usb: 2500, tcp: 2400, serial: 60, lp: 60 };

/** In so many commits in a row the CI lane has every kind once. Terminals, which are slow, take longer. */
const COMMITS: Readonly<Record<TransportName, number>> = { usb: 20, tcp: 20, serial: 168, lp: 168 };

/** Every kind, in a fixed order without equal neighbours: a share of it has some of all. */
function mixed(): readonly (typeof KINDS)[number][] {
  const random = new Random(1);
  const left = [...KINDS];
  return KINDS.flatMap(() => left.splice(random.int(0, left.length - 1), 1));
}

interface Wanted {
  readonly told: typeof KINDS;
  readonly count: number;
}

/** `SWEEP=20000` has so many of each; `SWEEP=all` every byte of every kind, which takes hours. */
function wanted(transport: TransportName): Wanted {
  const asked = process.env['SWEEP'];
  if (asked !== undefined) return { told: KINDS, count: asked === 'all' ? Infinity : Number(asked) };
  const told = shareOf(mixed(), COMMITS[transport]);
  // A share of the kinds: each of them once.
  return { told, count: told.length < KINDS.length ? told.length : CASES[transport] };
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

async function* casesOf(transport: TransportName, random: Random, { told, count }: Wanted): AsyncGenerator<Case> {
  let given = 0;
  let kind = 0;
  for (const one of kinds(transport, random, told)) {
    const bytes = await bytesOf(one);
    const offsets = count === Infinity ? Array.from({ length: bytes + 1 }, (_, at) => at) : [random.int(0, bytes)];
    for (const offset of offsets) yield { ...one, offset };
    given += offsets.length;
    kind += 1;
    if (count === Infinity ? kind === told.length : given >= count) return;
  }
}

/** Breaks jobs on one transport at bytes of chance, in all combinations, and asks that box and paper agree. */
export function testSweep(transport: TransportName): void {
  const random = seededRandom();
  const cases = wanted(transport);

  test(`${cases.count} faults at bytes of jobs over ${transport}: what is printed is on paper, and nothing is twice`, async () => {
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
    for await (const one of casesOf(transport, random, cases)) {
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
    if (cases.count !== Infinity) assert.is(done, cases.count);
    const seconds = ((performance.now() - begun) / 1000).toFixed(0);
    const counts = Array.from(tally, ([what, times]) => `${what} ${times}`).sort();
    process.stdout.write(`${done} cases in ${seconds} s; jobs by fault:\n${counts.join('\n')}\n`);
  });

  test.run();
}

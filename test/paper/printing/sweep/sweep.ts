import { shareOf } from '../../../kit/cases.js';
import { Random, seededRandom } from '../../../kit/random.js';
import type { TransportName } from './cables.js';
import { type Case, caseOf, KINDS, kinds, simpler, textOf } from './case.js';
import { bytesOf, World } from './world.js';

/**
 * Cases of each transport. A terminal needs a tenth of a second for what a bus does in a hundredth, so faults that do not
 * depend on the kind of cable are searched on the fast ones.
 */
const CASES: Readonly<Record<TransportName, number>> = { usb: 2500, tcp: 2400, serial: 60, lp: 60 };

/** Number of consecutive commits in which the CI lane tries every kind once. Terminals are slow and take more. */
const COMMITS: Readonly<Record<TransportName, number>> = { usb: 20, tcp: 20, serial: 168, lp: 168 };

/** Every kind, in a fixed mixed order, so that a share of it has all sorts. */
function mixed(): readonly (typeof KINDS)[number][] {
  const random = new Random(1);
  const remaining = [...KINDS];
  return KINDS.flatMap(() => remaining.splice(random.int(0, remaining.length - 1), 1));
}

interface Selection {
  readonly chosen: typeof KINDS;
  readonly count: number;
}

/** `SWEEP=20000` tries so many cases of each transport; `SWEEP=all` every byte of every kind, which takes hours. */
function selection(transport: TransportName): Selection {
  const given = process.env['SWEEP'];
  if (given !== undefined) return { chosen: KINDS, count: given === 'all' ? Infinity : Number(given) };
  const chosen = shareOf(mixed(), COMMITS[transport]);
  // A share of the kinds: each of them once.
  return { chosen, count: chosen.length < KINDS.length ? chosen.length : CASES[transport] };
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

async function* casesOf(transport: TransportName, random: Random, { chosen, count }: Selection): AsyncGenerator<Case> {
  let given = 0;
  let kind = 0;
  for (const one of kinds(transport, random, chosen)) {
    const bytes = await bytesOf(one);
    const offsets = count === Infinity ? Array.from({ length: bytes + 1 }, (_, at) => at) : [random.int(0, bytes)];
    for (const offset of offsets) yield { ...one, offset };
    given += offsets.length;
    kind += 1;
    if (count === Infinity ? kind === chosen.length : given >= count) return;
  }
}

/** The result of a sweep. */
export interface Swept {
  /** Number of cases that were tried. */
  readonly cases: number;
  /** False when fewer cases than selected were tried. */
  readonly isComplete: boolean;
  /** Number of jobs whose end is known: in each case at least the one with the fault. */
  readonly jobs: number;
  /**
   * Where box and paper disagree in the first failing case, how to repeat it, and its simplest form; empty when they
   * agree in all cases.
   */
  readonly violations: readonly string[];
}

/**
 * Breaks print jobs on one transport at random bytes, with every combination of faults and printers, and compares what
 * the box reports with the paper. `CASE='…'` tries that case alone.
 *
 * @example const { cases, violations } = await sweep('usb');
 */
export async function sweep(transport: TransportName): Promise<Swept> {
  const given = process.env['CASE'];
  if (given !== undefined) {
    const { violations, ends } = await World.run(caseOf(given));
    process.stdout.write(`${ends.join('; ')}\n`);
    return { cases: 1, isComplete: true, jobs: ends.length, violations };
  }
  const selected = selection(transport);
  const tally = new Map<string, number>();
  const start = performance.now();
  let cases = 0;
  let jobs = 0;
  for await (const one of casesOf(transport, seededRandom(), selected)) {
    const { violations, ends } = await World.run(one);
    cases += 1;
    jobs += ends.length;
    if (violations.length > 0) return { cases, isComplete: false, jobs, violations: await storyOf(one, violations) };
    for (const end of ends) {
      const what = `${one.fault}: ${end.replace(/^\d+ /, '')}`;
      tally.set(what, (tally.get(what) ?? 0) + 1);
    }
  }
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  const counts = Array.from(tally, ([what, times]) => `${what} ${times}`).sort();
  process.stdout.write(`${cases} cases in ${seconds} s; jobs by fault:\n${counts.join('\n')}\n`);
  return { cases, isComplete: [cases, Infinity].includes(selected.count), jobs, violations: [] };
}

async function storyOf(failing: Case, violations: readonly string[]): Promise<readonly string[]> {
  const simple = await simplest(failing);
  return [
    ...violations,
    `CASE='${textOf(failing)}'`,
    `simplest: CASE='${textOf(simple)}'`,
    ...(await violationsOf(simple)),
  ];
}

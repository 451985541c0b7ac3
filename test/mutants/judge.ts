import { basename, dirname, join } from 'node:path';
import type { Covered } from './coverage.js';
import type { Mutant } from './mutant.js';
import type { Outcome, StayingProcess } from './stayingProcess.js';
import { runTests } from './tests.js';
import type { Tree } from './tree.js';

/** `late`: tests that twice do not end notice it, too. `uncovered`: no test comes to it. `waiting`: not judged yet. */
export type Verdict = 'caught' | 'late' | 'survived' | 'uncovered' | 'waiting';

export interface Judged {
  readonly verdict: Verdict;
  /** The test files that were run. */
  readonly ran: readonly string[];
}

/** What a mutant is tried with: one at a time. */
export interface Judges {
  readonly tree: Tree;
  readonly staying: Pick<StayingProcess, 'run' | 'end'>;
}

/** What a process may take to load the box. */
const START_S = 2;
const TIMES = 5;
const MORE_S = 5;
const MOST_S = 20;

/**
 * Most seconds that a run may take: a multiple of what it took without a mutant, and some more on a machine with much to do, as long as
 * that does not waste time.
 */
export function limitFor(usual: number): number {
  return Math.max(Math.min(TIMES * usual + MORE_S, MOST_S), 2 * usual);
}

/** Files that cover a mutant, the nearest first, and of these the quickest, as many as fit into seconds. */
function order(mutant: Mutant, coverage: ReadonlyMap<string, Covered>, seconds: number): string[] {
  const mirror = join('test', dirname(mutant.file).slice('src'.length), basename(mutant.file, '.ts'));
  const [, room] = mirror.split('/');
  const near = [`${mirror}.`, `${dirname(mirror)}/`, `test/${room}/`, ''];
  const far = (file: string): number => near.findIndex((start) => file.startsWith(start));
  const covering = [...coverage].filter(([, { mutants }]) => mutants.includes(mutant.id));
  covering.sort(([one, { seconds: first }], [other, { seconds: second }]) => far(one) - far(other) || first - second);
  let left = seconds;
  return covering.flatMap(([file, covered], at) => {
    if (at > 0 && covered.seconds > left) return [];
    left -= covered.seconds;
    return [file];
  });
}

/** Runs the tests that cover a mutant till one notices it; no more of them than fit into `seconds`. */
export async function judge(
  { tree, staying }: Judges,
  mutant: Mutant,
  coverage: ReadonlyMap<string, Covered>,
  seconds: number,
): Promise<Judged> {
  const files = order(mutant, coverage, seconds);
  if (files.length === 0) return { verdict: 'uncovered', ran: [] };
  const ran: string[] = [];
  for (const file of files) {
    const { seconds: usual, isApart, atLoad } = coverage.get(file)!;
    const run = async (id: string | null, now = usual): Promise<Outcome> =>
      isApart || atLoad.includes(mutant.id) ? alone(tree, file, id, now) : staying.run(file, id, limitFor(now));
    ran.push(file);
    const start = performance.now();
    let outcome = await run(mutant.id);
    if (outcome === 'green') continue;
    const failing = (performance.now() - start) / 1000;
    const without = await run(null);
    const now = (performance.now() - start) / 1000 - failing;
    if (outcome === 'late') {
      // Late without the mutant, too: the machine has too much else to do to tell.
      if (without === 'late') return { verdict: 'waiting', ran: [] };
      // It may have been busy for a moment: only what takes many times as long as the same tests take now is late.
      outcome = await run(mutant.id, Math.max(usual, now));
      if (outcome === 'late') return { verdict: 'late', ran };
    } else if (without !== 'green') {
      // The process was spoilt by what ran in it before, or is now.
      staying.end();
      outcome = await run(mutant.id);
      staying.end();
    } else if (failing > usual) {
      // Some wait in a test may have been too short for a machine with much to do.
      outcome = await run(mutant.id);
    }
    if (outcome === 'failed') return { verdict: 'caught', ran };
    if (outcome === 'late') return { verdict: 'waiting', ran: [] };
  }
  return { verdict: 'survived', ran };
}

/** Runs a file in a process of its own: it may not follow others, or the mutant is in what a module does when it is loaded. */
async function alone(tree: Tree, file: string, mutant: string | null, usual: number): Promise<Outcome> {
  const variables = mutant === null ? {} : { __STRYKER_ACTIVE_MUTANT__: mutant };
  const { green, late } = await runTests(tree, [file], 'END\n', limitFor(usual + START_S), variables);
  return late ? 'late' : green ? 'green' : 'failed';
}

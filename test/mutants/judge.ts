import { basename, dirname, join } from 'node:path';
import type { Covered } from './coverage.js';
import type { Mutant } from './mutant.js';
import { runTests } from './tests.js';
import type { Tree } from './tree.js';

/** `late`: tests that do not end notice it, too. `uncovered`: no test comes to it. `waiting`: not judged yet. */
export type Verdict = 'caught' | 'late' | 'survived' | 'uncovered' | 'waiting';

export interface Judged {
  readonly verdict: Verdict;
  /** The test files that were run. */
  readonly ran: readonly string[];
}

const TIMES = 5;
const MORE_S = 10;
const MOST_S = 60;

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
  tree: Tree,
  mutant: Mutant,
  coverage: ReadonlyMap<string, Covered>,
  seconds: number,
): Promise<Judged> {
  const files = order(mutant, coverage, seconds);
  if (files.length === 0) return { verdict: 'uncovered', ran: [] };
  const ran: string[] = [];
  for (const together of tree.runner.byProcess(files)) {
    const usual = together.reduce((sum, file) => sum + coverage.get(file)!.seconds, 0);
    const env = { __STRYKER_ACTIVE_MUTANT__: mutant.id };
    ran.push(...together);
    const { green, late } = await runTests(tree, together, 'END\n', limitFor(usual), env);
    if (late) {
      // Late without the mutant, too: the machine has too much else to do to tell.
      const usually = await runTests(tree, together, 'END\n', limitFor(usual), {});
      return usually.late ? { verdict: 'waiting', ran: [] } : { verdict: 'late', ran };
    }
    if (!green) return { verdict: 'caught', ran };
  }
  return { verdict: 'survived', ran };
}

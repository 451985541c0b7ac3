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
  readonly staying: Pick<StayingProcess, 'run' | 'end' | 'ends'>;
  /** What test files take in a process of their own without a mutant, seconds. */
  readonly alone: Map<string, number>;
}

/** What a process may take to load the box. */
const START_S = 2;
const TIMES = 5;
const MORE_S = 5;
const MAX_S = 20;
/** What a run without a mutant may take that shows how busy the machine is. */
const PATIENT_S = 120;
/** So many mutants are caught in a process before it is asked whether it is still as it was at its start. */
const BATCH = 10;

/**
 * Most seconds that a run may take: a multiple of what it took without a mutant, and some more on a machine with much
 * to do, as long as that does not waste time.
 */
export function limitFor(usual: number): number {
  return Math.max(Math.min(TIMES * usual + MORE_S, MAX_S), 2 * usual);
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

/** Judges mutants one after another, each by the tests that cover it, no more of them than fit into `seconds`. */
export class Judge {
  /** Caught, unless the process was spoilt by what ran in it before. */
  private readonly unsure: { readonly mutant: Mutant; readonly judged: Judged; readonly tell: Tell }[] = [];
  /** How many processes had ended before the one in which these were caught. */
  private ends = 0;

  constructor(
    private readonly judges: Judges,
    private readonly coverage: ReadonlyMap<string, Covered>,
    private readonly seconds: number,
  ) {}

  /** `tell` is called now or later, by {@link finish} at the latest. */
  async take(mutant: Mutant, tell: Tell): Promise<void> {
    const { staying } = this.judges;
    const { isUnsure, ...judged } = await judge(this.judges, mutant, this.coverage, this.seconds, true);
    // What was caught in a process that has ended meanwhile can no longer be checked.
    if (this.unsure.length > 0 && this.ends !== staying.ends) await this.retry();
    if (!isUnsure) {
      tell(judged);
      return;
    }
    this.ends = staying.ends;
    this.unsure.push({ mutant, judged, tell });
    if (this.unsure.length >= BATCH) await this.finish();
  }

  async finish(): Promise<void> {
    const { staying } = this.judges;
    const files = new Set(this.unsure.flatMap(({ judged: { ran } }) => ran.at(-1) ?? []));
    for (const file of files) {
      if ((await staying.run(file, null, PATIENT_S)) === 'green' && this.ends === staying.ends) continue;
      staying.end();
      await this.retry();
      return;
    }
    for (const { judged, tell } of this.unsure.splice(0)) tell(judged);
  }

  /** Judges each again, and checks each at once. */
  private async retry(): Promise<void> {
    for (const { mutant, tell } of this.unsure.splice(0)) {
      const { isUnsure: _checked, ...judged } = await judge(this.judges, mutant, this.coverage, this.seconds, false);
      tell(judged);
    }
  }
}

type Tell = (judged: Judged) => void;

/**
 * Runs the tests that cover a mutant till one notices it. `isLater`: whether the process was spoilt is asked by the
 * caller.
 */
async function judge(
  { tree, staying, alone: takes }: Judges,
  mutant: Mutant,
  coverage: ReadonlyMap<string, Covered>,
  seconds: number,
  isLater: boolean,
): Promise<Judged & { readonly isUnsure: boolean }> {
  const files = order(mutant, coverage, seconds);
  if (files.length === 0) return { verdict: 'uncovered', ran: [], isUnsure: false };
  const ran: string[] = [];
  for (const file of files) {
    const { seconds: usual, isApart, atLoad } = coverage.get(file)!;
    const isAlone = isApart || atLoad.includes(mutant.id);
    const run = async (id: string | null, limit = limitFor(usual)): Promise<Outcome> =>
      isAlone ? alone(tree, file, id, limit + START_S) : staying.run(file, id, limit);
    ran.push(file);
    const { ends } = staying;
    const start = performance.now();
    let outcome = await run(mutant.id);
    if (outcome === 'green') continue;
    const failing = (performance.now() - start) / 1000;
    const isQuick = failing <= (isAlone ? (takes.get(file) ?? 0) : usual);
    const isUnsure = isLater && isQuick && !isAlone && staying.ends === ends;
    // A process of its own is not spoilt.
    if (outcome === 'failed' && isQuick && (isAlone || isUnsure)) return { verdict: 'caught', ran, isUnsure };
    const without = await run(null, PATIENT_S);
    const now = (performance.now() - start) / 1000 - failing;
    if (isAlone && without === 'green') takes.set(file, now);
    if (outcome === 'late') {
      // Late without the mutant, too: the machine is too busy for a verdict.
      if (without === 'late') return { verdict: 'waiting', ran: [], isUnsure: false };
      // It may have been busy for a moment: only what takes many times as long as the same tests take now is late.
      outcome = await run(mutant.id, limitFor(Math.max(usual, now)));
      if (outcome === 'late') return { verdict: 'late', ran, isUnsure: false };
    } else if (without !== 'green') {
      // The process was spoilt by what ran in it before, or is now.
      staying.end();
      outcome = await run(mutant.id);
      staying.end();
    } else if (!isQuick) {
      // Some wait in a test may have been too short for a machine with much to do.
      outcome = await run(mutant.id);
    }
    if (outcome === 'failed') return { verdict: 'caught', ran, isUnsure: false };
    if (outcome === 'late') return { verdict: 'waiting', ran: [], isUnsure: false };
  }
  return { verdict: 'survived', ran, isUnsure: false };
}

/**
 * Runs a file in a process of its own: it may not follow others, or the mutant is in what a module does when it is
 * loaded.
 */
async function alone(tree: Tree, file: string, mutant: string | null, limit: number): Promise<Outcome> {
  const variables = mutant === null ? {} : { __STRYKER_ACTIVE_MUTANT__: mutant };
  const { green, late } = await runTests(tree, [file], 'END\n', limit, variables);
  return late ? 'late' : green ? 'green' : 'failed';
}

import { basename, dirname, join } from 'node:path';
import type { Covered } from './coverage.js';
import type { Mutant } from './mutant.js';
import type { Outcome, StayingProcess } from './stayingProcess.js';
import { runTests } from './tests.js';
import type { Tree } from './tree.js';

/** `late`: noticed, as the tests twice did not end. `uncovered`: no test reaches it. `waiting`: not judged yet. */
export type Verdict = 'caught' | 'late' | 'survived' | 'uncovered' | 'waiting';

export interface Judged {
  readonly verdict: Verdict;
  /** The test files that were run. */
  readonly ran: readonly string[];
}

/** What a judge runs tests with; it tries one mutant at a time. */
export interface Judges {
  readonly tree: Tree;
  readonly staying: Pick<StayingProcess, 'run' | 'end' | 'ends'>;
  /** Seconds that a test file takes in its own process without a mutant, by file. */
  readonly alone: Map<string, number>;
}

/** Seconds a process may take to load the box. */
const START_S = 2;
const TIMES = 5;
const MORE_S = 5;
const MAX_S = 20;
/** Limit of a run without a mutant, which shows how busy the machine is. */
const MAX_WITHOUT_MUTANT_S = 120;
/** After so many caught mutants, a run without a mutant checks that the process still works. */
const BATCH = 10;

/**
 * The limit of a run in seconds: a multiple of its time without a mutant plus a reserve for a busy machine, at most
 * MAX_S, but never less than twice that time.
 */
export function limitFor(usual: number): number {
  return Math.max(Math.min(TIMES * usual + MORE_S, MAX_S), 2 * usual);
}

/** Test files that reach a mutant, nearest first, then fastest, as many as fit into `seconds`. */
function order(mutant: Mutant, coverage: ReadonlyMap<string, Covered>, seconds: number): string[] {
  const mirror = join('test', dirname(mutant.file).slice('src'.length), basename(mutant.file, '.ts'));
  const [, group] = mirror.split('/');
  const near = [`${mirror}.`, `${dirname(mirror)}/`, `test/${group}/`, ''];
  const far = (file: string): number => near.findIndex((start) => file.startsWith(start));
  const covering = [...coverage].filter(([, { mutants }]) => mutants.includes(mutant.id));
  covering.sort(([one, { seconds: first }], [other, { seconds: second }]) => far(one) - far(other) || first - second);
  let remaining = seconds;
  return covering.flatMap(([file, covered], at) => {
    if (at > 0 && covered.seconds > remaining) return [];
    remaining -= covered.seconds;
    return [file];
  });
}

/** Judges mutants one after another, each by the tests that reach it, as many as fit into `seconds`. */
export class Judge {
  /** Caught, unless an earlier run had broken the process. */
  private readonly unsure: { readonly mutant: Mutant; readonly judged: Judged; readonly onJudged: OnJudged }[] = [];
  /** Number of processes that had ended before the one in which these were caught. */
  private ends = 0;

  constructor(
    private readonly judges: Judges,
    private readonly coverage: ReadonlyMap<string, Covered>,
    private readonly seconds: number,
  ) {}

  /** Calls `onJudged` at once or later, at the latest in {@link finish}. */
  async take(mutant: Mutant, onJudged: OnJudged): Promise<void> {
    const { staying } = this.judges;
    const { isUnsure, ...judged } = await judge(this.judges, mutant, this.coverage, this.seconds, true);
    // A verdict from a process that has ended meanwhile can no longer be checked.
    if (this.unsure.length > 0 && this.ends !== staying.ends) await this.retry();
    if (!isUnsure) {
      onJudged(judged);
      return;
    }
    this.ends = staying.ends;
    this.unsure.push({ mutant, judged, onJudged });
    if (this.unsure.length >= BATCH) await this.finish();
  }

  async finish(): Promise<void> {
    const { staying } = this.judges;
    const files = new Set(this.unsure.flatMap(({ judged: { ran } }) => ran.at(-1) ?? []));
    for (const file of files) {
      if ((await staying.run(file, null, MAX_WITHOUT_MUTANT_S)) === 'green' && this.ends === staying.ends) continue;
      staying.end();
      await this.retry();
      return;
    }
    for (const { judged, onJudged } of this.unsure.splice(0)) onJudged(judged);
  }

  /** Judges each again and checks each at once. */
  private async retry(): Promise<void> {
    for (const { mutant, onJudged } of this.unsure.splice(0)) {
      const { isUnsure: _checked, ...judged } = await judge(this.judges, mutant, this.coverage, this.seconds, false);
      onJudged(judged);
    }
  }
}

type OnJudged = (judged: Judged) => void;

/**
 * Runs the tests that reach a mutant until one notices it. `isLater`: the caller checks later whether the process still
 * works.
 */
async function judge(
  { tree, staying, alone: secondsAlone }: Judges,
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
    const isQuick = failing <= (isAlone ? (secondsAlone.get(file) ?? 0) : usual);
    const isUnsure = isLater && isQuick && !isAlone && staying.ends === ends;
    // No earlier run can have broken a new process.
    if (outcome === 'failed' && isQuick && (isAlone || isUnsure)) return { verdict: 'caught', ran, isUnsure };
    const without = await run(null, MAX_WITHOUT_MUTANT_S);
    const now = (performance.now() - start) / 1000 - failing;
    if (isAlone && without === 'green') secondsAlone.set(file, now);
    if (outcome === 'late') {
      // Late without the mutant as well: the machine is too busy for a verdict.
      if (without === 'late') return { verdict: 'waiting', ran: [], isUnsure: false };
      // The machine may have been busy for a moment: compare with how long the same tests take now.
      outcome = await run(mutant.id, limitFor(Math.max(usual, now)));
      if (outcome === 'late') return { verdict: 'late', ran, isUnsure: false };
    } else if (without !== 'green') {
      // This run or an earlier one has broken the process.
      staying.end();
      outcome = await run(mutant.id);
      staying.end();
    } else if (!isQuick) {
      // A time limit in the test may have been too short for a busy machine.
      outcome = await run(mutant.id);
    }
    if (outcome === 'failed') return { verdict: 'caught', ran, isUnsure: false };
    if (outcome === 'late') return { verdict: 'waiting', ran: [], isUnsure: false };
  }
  return { verdict: 'survived', ran, isUnsure: false };
}

/**
 * Runs a file in its own process: it cannot share one, or the mutant is in code that runs while a module is loaded.
 */
async function alone(tree: Tree, file: string, mutant: string | null, limit: number): Promise<Outcome> {
  const variables = mutant === null ? {} : { __STRYKER_ACTIVE_MUTANT__: mutant };
  const { green, late } = await runTests(tree, [file], 'END\n', limit, variables);
  return late ? 'late' : green ? 'green' : 'failed';
}

import { type Bilingual, valueWithin } from '../../base/index.js';
import { type Check, type CheckFinding, warning } from './check.js';

/** Maximum duration of a check, ms. A request for the state of the box waits for the slowest check. */
export const CHECK_TIMEOUT = 3000;

/** By check name: runs that have not ended, and how many times in a row the check got no answer. */
interface Runs {
  readonly running: Set<string>;
  readonly misses: Map<string, number>;
}

/** Each run that waits for a disk blocks one of the four threads of Node. */
const runs = new WeakMap<object, Runs>();

interface BoundedFindings {
  readonly findings: readonly CheckFinding[];
  /** True when the check got no answer for the first time: the box may only have been busy. */
  readonly isFirstMiss: boolean;
}

/**
 * The findings of a check within `ms`, or a finding that it got no answer. A check is not run again before its last run
 * has ended, so a disk that hangs is asked only once.
 */
export async function runWithin<P extends object>(
  { name, run }: Pick<Check<string, P>, 'name' | 'run'>,
  deps: P,
  ms: number,
): Promise<BoundedFindings> {
  const { running, misses } = runs.get(deps) ?? { running: new Set<string>(), misses: new Map<string, number>() };
  runs.set(deps, { running, misses });
  const miss = (): BoundedFindings => {
    const count = (misses.get(name) ?? 0) + 1;
    misses.set(name, count);
    return { findings: [unanswered(name)], isFirstMiss: count === 1 };
  };
  if (running.has(name)) return miss();
  const findings = run(deps);
  if (!(findings instanceof Promise)) return { findings, isFirstMiss: false };
  running.add(name);
  const ended = findings.finally(() => running.delete(name));
  const answer = await valueWithin(ms, ended);
  if (answer === undefined) return miss();
  misses.delete(name);
  return { findings: answer, isFirstMiss: false };
}

function unanswered(name: string): CheckFinding {
  return warning(UNANSWERED.found(name), UNANSWERED.action(), UNANSWERED.proof(CHECK_TIMEOUT));
}

/**
 * Texts for a check that got no answer. They give no reason, because a busy box cannot be distinguished from a failing
 * disk.
 */
export const UNANSWERED = {
  found: (name: string): Bilingual => ({
    sr: `Провера „${name}” није добила одговор на време.`,
    en: `The check "${name}" did not finish in time.`,
  }),
  proof: (ms: number): Bilingual => ({ sr: `без одговора за ${ms} мс`, en: `no answer within ${ms} ms` }),
  action: (): Bilingual => ({
    sr: 'Поновите за минут (kasirbox doctor). Ако остане, погледајте оптерећење (uptime) и грешке диска (journalctl -k).',
    en: 'Check again in a minute (kasirbox doctor). If it persists, check the load (uptime) and disk errors (journalctl -k).',
  }),
} as const;

import { type Bilingual, valueWithin } from '../base/index.js';
import { type Check, type CheckFinding, warning } from './check.js';

/** How long a check may take, ms: whoever asks for the state of the box waits for the slowest. */
export const CHECK_TIMEOUT = 3000;

/** Runs that have not ended, and how often in a row a check got no answer, by what they look at. */
interface Runs {
  readonly running: Set<string>;
  readonly misses: Map<string, number>;
}

/** Each run that waits for a disk holds one of the four threads of Node. */
const runs = new WeakMap<object, Runs>();

export interface BoundedFindings {
  readonly findings: readonly CheckFinding[];
  /** The check got no answer, for the first time: the box may only have been busy. */
  readonly isFirstMiss: boolean;
}

/**
 * What a check finds within `ms`, or that it could not look. One that has not ended is not run again before it has: a disk
 * that hangs is asked once.
 */
export async function runWithin<P extends object>(
  { name, run }: Pick<Check<string, P>, 'name' | 'run'>,
  parts: P,
  ms: number,
): Promise<BoundedFindings> {
  const { running, misses } = runs.get(parts) ?? { running: new Set<string>(), misses: new Map<string, number>() };
  runs.set(parts, { running, misses });
  const miss = (): BoundedFindings => {
    const count = (misses.get(name) ?? 0) + 1;
    misses.set(name, count);
    return { findings: [unanswered(name)], isFirstMiss: count === 1 };
  };
  if (running.has(name)) return miss();
  const findings = run(parts);
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

/** What is said of a check that got no answer: not why, since a busy box looks the same as a disk that fails. */
export const UNANSWERED = {
  found: (name: string): Bilingual => ({
    sr: `Провера „${name}” није добила одговор на време.`,
    en: `The check "${name}" got no answer in time.`,
  }),
  proof: (ms: number): Bilingual => ({ sr: `без одговора за ${ms} мс`, en: `no answer in ${ms} ms` }),
  action: (): Bilingual => ({
    sr: 'Поновите за минут (kasirbox doctor). Ако остане, погледајте оптерећење (uptime) и грешке диска (journalctl -k).',
    en: 'Look again in a minute: kasirbox doctor. If it stays, look at the load (uptime) and for errors of the disk (journalctl -k).',
  }),
} as const;

import { CHECKS } from './checks/index.js';
import { type Places, readPlaces } from './manual.js';
import type { Requirement } from './requirements/requirement.js';
import { NeedsStandIn, type Stage } from './stage/stage.js';
import { Trial } from './trial.js';
import { judge, type Outcome } from './verdict.js';

/** What a run works with. */
export interface Run {
  readonly stage: Stage;
  /** Folder of the report. */
  readonly folder: string;
  /** Folder of the documents in Serbian. */
  readonly manual: string;
  readonly requirements: readonly Requirement[];
  readonly progress?: (outcome: Outcome) => void;
}

/** Decides each requirement, one after the other. A check that cannot go on counts as a finding that is not met. */
export async function runAll({ stage, folder, manual, requirements, progress }: Run): Promise<readonly Outcome[]> {
  const places = readPlaces(manual);
  const outcomes: Outcome[] = [];
  for (const requirement of requirements) {
    const outcome = await decide(stage, folder, requirement, places);
    outcomes.push(outcome);
    progress?.(outcome);
  }
  return outcomes;
}

async function decide(stage: Stage, folder: string, requirement: Requirement, places: Places): Promise<Outcome> {
  const { id, means, elsewhere } = requirement;
  const start = performance.now();
  const trial = new Trial(stage, folder, id);
  const own = places.get(id) ?? [];
  const isRun = await tryCheck(trial, id);
  if (means.includes('documents')) {
    trial.step('Тражи се место захтева у документима');
    trial.holds('место у документима постоји', own.length > 0);
    trial.holds(
      'поглавље на том месту има текст',
      own.some(({ hasText }) => hasText),
    );
  }
  const { steps, answers, papers, findings } = trial;
  const isElsewhere = elsewhere !== undefined && !(elsewhere.kind === 'sandbox' && stage.isSandbox);
  const verdict = isElsewhere ? elsewhere.kind : isRun ? judge(findings) : 'not-run';
  return { requirement, verdict, steps, answers, papers, findings, places: own, ms: performance.now() - start };
}

/** False when the check needs a stand-in that is not there. */
async function tryCheck(trial: Trial, id: string): Promise<boolean> {
  try {
    await CHECKS[id]?.(trial);
    return true;
  } catch (error) {
    if (error instanceof NeedsStandIn) return false;
    const why = error instanceof Error ? error.message : String(error);
    trial.holds(`провера је прекинута: ${why.split('\n').slice(0, 3).join(' ')}`, false);
    return true;
  }
}

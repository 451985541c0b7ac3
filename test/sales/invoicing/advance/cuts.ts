import * as assert from 'uvu/assert';
import { shareOf } from '../../../kit/cases.js';
import { CHANGING, MemoryDisk } from '../../../kit/disk/memory.js';
import { type Moment, momentOf, type State, statesAfterCut } from '../../../kit/disk/powerCut.js';
import { FOLDER } from '../../../kit/ledger.js';
import { seededRandom } from '../../../kit/random.js';
import { Counter } from '../counter.js';

/** States that are tried at each moment of the first run, and of a recovery that is cut. */
const STATES = 5;
const NESTED_STATES = 1;
/** Every so many states the recovery is cut as well. */
const NESTED_EACH = 24;
const SIZES = { segmentBytes: 128 * 1024, prefillBytes: 16 * 1024 };

/**
 * Does what callers have no answer to yet, and checks what is there at the end. It reports what callers know after each
 * answer.
 */
type Work<Answers> = (counter: Counter, known: Answers, answered: (answers: Answers) => void) => Promise<void>;

interface CutPoint<Answers> {
  readonly moment: Moment;
  readonly answers: Answers;
}

/**
 * Cuts the power at every moment of this work at which something is written, and does the rest of the work from each of
 * some states that the disk may then be in, with what callers knew. Some of these recoveries are cut as well.
 */
export async function cutEverywhere<Answers>(work: Work<Answers>, nothing: Answers): Promise<void> {
  const random = seededRandom();
  const points = await workOn(new MemoryDisk(new Map([[FOLDER, 'folder']])), work, nothing);
  assert.ok(points.length > 30);
  let states = 0;
  let nested = 0;
  const tried = shareOf(points);
  for (const { moment, answers } of tried) {
    for (const state of statesAfterCut(moment, random, STATES)) {
      const again = await goOn(state, work, answers);
      // The first of the CI lane's few states, too.
      if ((states += 1) % NESTED_EACH !== 1) continue;
      for (const point of shareOf(again)) {
        for (const next of statesAfterCut(point.moment, random, NESTED_STATES)) {
          nested += 1;
          await goOn(next, work, point.answers);
        }
      }
    }
  }
  process.stdout.write(`${tried.length} of ${points.length} moments, ${states} states, ${nested} of a recovery\n`);
  assert.ok(states > 0 && nested > 0);
  if (tried.length === points.length) assert.ok(nested > 100);
}

/** Goes on from what a power cut left, with what callers know: everything that was answered must be there. */
function goOn<Answers>(state: State, work: Work<Answers>, answers: Answers): Promise<CutPoint<Answers>[]> {
  return workOn(new MemoryDisk(state), work, answers);
}

/** Notes every moment at which the power may go. */
async function workOn<Answers>(disk: MemoryDisk, work: Work<Answers>, before: Answers): Promise<CutPoint<Answers>[]> {
  const points: CutPoint<Answers>[] = [];
  let answers = before;
  const note = (): void => void points.push({ moment: momentOf(disk), answers });
  disk.before = (operation) => {
    if (CHANGING.includes(operation)) note();
  };
  const counter = await Counter.open(disk, { sizes: SIZES });
  await work(counter, before, (known) => {
    answers = known;
  });
  note();
  await counter.ledger.close();
  return points;
}

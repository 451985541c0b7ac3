// proof: crash-states
// time limit: 900 s
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { cases } from '../../kit/cases.js';
import { CrashCheck } from '../../kit/crashing.js';
import type { MemoryDisk } from '../../kit/disk/memory.js';
import { FOLDER } from '../../kit/ledger.js';
import { type Random, seededRandom } from '../../kit/random.js';
import { drawScene, play, type Scene, storyOf } from '../../kit/scene.js';

/** `npm run states` looks at 200,000, `CRASH_STATES=5000000 npm run states` at more of what is possible. */
const GIVEN = process.env['CRASH_STATES'];
const WANTED = cases('CRASH_STATES', { ci: 300, all: 100_000 });
/** On a slow machine as many as this time allows, ms, for each half, but a fifth of them at least. The CI lane tries always the same number. */
const TIME = GIVEN === undefined ? cases('CRASH_STATES_MS', { ci: Infinity, all: 30_000 }) : Infinity;
const LEAST = WANTED / 10;
/** Of these the views are made by SQLite and compared, which takes most of the time. */
const WITH_VIEWS = cases('CRASH_WITH_VIEWS', { ci: 16, all: Math.min(600, WANTED / 50) });
/**
 * Few states lie at many moments of a life, and not all at its end: few at each, and seldom a kill, from which a hundred follow. Of so many
 * states the recovery of one is cut as well, and the views of one are looked at.
 */
const STATES_OF = {
  limit: cases('CRASH_LIMIT', { ci: 2, all: 60 }),
  killEach: cases('CRASH_KILL_EACH', { ci: 12, all: 1 }),
  deepEach: cases('CRASH_DEEP_EACH', { ci: 20, all: 100 }),
};
const VIEWS_EACH = cases('CRASH_VIEWS_EACH', { ci: 1, all: 4 });
const random = seededRandom();

/** Runs workloads and recovers from all cuts, until enough different states were seen. */
async function survives(wanted: number, scene: () => Scene, viewsEach: number): Promise<void> {
  const begin = performance.now();
  const seconds = (): string => ((performance.now() - begin) / 1000).toFixed(0);
  const tell = (states: number): void => void process.stdout.write(`${states} states after ${seconds()} s\n`);
  const options = { random, ...STATES_OF, nestedLimit: 4, viewsEach, progress: tell };
  const check = new CrashCheck(options);
  const isTimeUp = (): boolean => check.states >= Math.min(wanted, LEAST) && performance.now() - begin > TIME;
  while (check.states < wanted && !isTimeUp()) {
    const played = scene();
    const failure = await play(played, check, wanted);
    if (failure === undefined) continue;
    process.stdout.write(`SEED=${random.seed}: ${failure.what}\n`);
    assert.unreachable(await storyOf(played, { ...options, killEach: 1 }));
  }
  const [one = 0, two = 0, three = 0] = check.byCuts;
  process.stdout.write(
    `${check.states} different states in ${seconds()} s: ${one} of one cut, ${two} of two, ${three} of three\n`,
  );
  assert.ok(one > 0);
  // The few states of the CI lane may miss these.
  if (wanted >= 1000) assert.ok(two > 0 && three > 0);
}

/** One operation on the log fails, once. */
function failing(disk: MemoryDisk, chance: Random): void {
  const kind = chance.pick(['datasync', 'datasync', 'write', 'syncDir', 'create'] as const);
  let left = chance.int(0, 60);
  disk.keepOnFailure = chance.oneIn(2);
  disk.fault = (operation, path) => {
    if (operation !== kind || !path.startsWith(`${FOLDER}/log`)) return undefined;
    left -= 1;
    return left === -1 ? 'EIO' : undefined;
  };
}

test('no power cut at any moment loses, alters or invents a record, nor do three in a row', () =>
  survives(WANTED / 2, () => drawScene(random), 0));

test('nor does one after a failed write or flush, whether its bytes reach the disk or not', () =>
  survives(WANTED / 2, () => drawScene(random, failing), 0));

test('after any power cut the views say what a log says that is read anew', () =>
  survives(WITH_VIEWS, () => ({ ...drawScene(random), withViews: true }), VIEWS_EACH));

test.run();

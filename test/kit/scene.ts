import { CrashCheck, type CheckOptions, noteMoments, type Violation } from './crashing.js';
import { MemoryDisk } from './disk/memory.js';
import { type Moment, type State, statesAfterCut } from './disk/powerCut.js';
import { SECTOR } from './disk/inode.js';
import { History } from './history.js';
import { FOLDER, SMALL_SIZES } from './ledger.js';
import { noSql } from './noSql.js';
import { Random } from './random.js';
import { shortest } from './shrink.js';
import { type StepName, Workload } from './workload.js';

/** A workload on a disk, all of which can be had again. */
export interface Scene {
  readonly seed: number;
  readonly steps: readonly StepName[];
  /** Makes the disk fail, if it is to. */
  readonly prepare?: (disk: MemoryDisk, random: Random) => void;
  /** Without it the views hold nothing, which is much faster. */
  readonly withViews?: boolean;
}

/** A scene of the usual steps and some more. */
export function drawScene(random: Random, prepare?: Scene['prepare']): Scene {
  const seed = random.int(0, 2 ** 31);
  const steps = Workload.plan(new Random(seed), 10);
  return prepare === undefined ? { seed, steps } : { seed, steps, prepare };
}

/** The cut that a failing scene ends with. */
interface Failure extends Violation {
  readonly history: History;
}

/** Snapshots so often that a start has few records to read: most of its time goes into these. */
const SIZES = { ...SMALL_SIZES, snapshotRecords: 5 };

/** Does the work and recovers from all its cuts, until there are `enough` states. */
export async function play(scene: Scene, check: CrashCheck, enough?: number): Promise<Failure | undefined> {
  const random = new Random(scene.seed);
  const disk = new MemoryDisk(new Map([[FOLDER, 'folder']]));
  const history = new History();
  scene.prepare?.(disk, random);
  const { points, note } = noteMoments(disk, history);
  await new Workload(disk, history, random, scene.withViews === true ? {} : { sql: noSql, sizes: SIZES }).follow(
    scene.steps,
  );
  note();
  const violation = await check.run(history, points, enough);
  return violation && { ...violation, history };
}

/** A try at a shorter scene is over after so many states, at least; with views each takes a hundred times as long. */
const ENOUGH = 600;
const ENOUGH_WITH_VIEWS = 30;
/** States of the failing moment among which the one with the least lost is looked for. */
const TRIED = 300;

/** The shortest list of steps found that fails, the moment of the cut, and the fewest choices of the device that do it. */
export async function storyOf(scene: Scene, options: CheckOptions): Promise<string> {
  const fresh = (): CrashCheck =>
    new CrashCheck({ ...options, random: new Random(scene.seed), viewsEach: scene.withViews === true ? 1 : 0 });
  const first = fresh();
  await play(scene, first);
  const enough = Math.max(2 * first.states, scene.withViews === true ? ENOUGH_WITH_VIEWS : ENOUGH);
  const again = (steps: Scene['steps']): Promise<Failure | undefined> => play({ ...scene, steps }, fresh(), enough);
  const fails = async (list: Scene['steps']): Promise<boolean> => (await again(list)) !== undefined;
  const steps = (await fails(scene.steps)) ? await shortest(scene.steps, fails) : scene.steps;
  const failure = await again(steps);
  if (failure === undefined) return `seed ${scene.seed}, steps: ${steps.join(' ')}`;
  const { history, point, state: seen, what } = failure;
  const [newest, ...others] = statesAfterCut(point.moment, new Random(scene.seed), TRIED);
  const tried = seen === undefined ? [] : [seen, ...others];
  const choices = tried.map((state) => ({ state, lost: differences(newest, state) }));
  choices.sort((a, b) => a.lost.length - b.lost.length);
  for (const { state, lost } of choices) {
    const reason = await fresh().violationOf(history.upTo(point.progress), state);
    if (reason === undefined) continue;
    const when = `cut before ${point.operation}, when ${waitingOf(point.moment)}`;
    return [reason, `seed ${scene.seed}, steps: ${steps.join(' ')}`, when, ...lost].join('\n');
  }
  return `${what}\nseed ${scene.seed}, steps: ${steps.join(' ')}`;
}

function waitingOf({ pendingNames, files }: Moment): string {
  const sectors = [...files.values()].reduce((sum, { waiting }) => sum + waiting.size, 0);
  return `${sectors} sectors and ${pendingNames.length} changes of names were not flushed`;
}

/** How a state differs from the one in which everything has reached the device, a line each. */
function differences(newest: State | undefined, state: State): string[] {
  const lines: string[] = [];
  for (const [path, bytes] of newest ?? []) {
    const left = state.get(path);
    if (left === undefined) lines.push(`${path} is not there`);
    if (bytes === 'folder' || left === undefined || left === 'folder') continue;
    if (left.length !== bytes.length) lines.push(`${path} is ${left.length} bytes long instead of ${bytes.length}`);
    for (let at = 0; at < left.length; at += SECTOR) {
      const same = left.subarray(at, at + SECTOR).equals(bytes.subarray(at, at + SECTOR).subarray(0, left.length - at));
      if (!same) lines.push(`${path}: the sector at ${at} is not as it was written last`);
    }
  }
  for (const path of state.keys()) if (newest?.has(path) === false) lines.push(`${path} is still there`);
  return lines;
}

import { deepStrictEqual } from 'node:assert';
import { setImmediate } from 'node:timers/promises';
import type { SqlJsStatic } from 'sql.js';
import type { Disk } from '../../src/base/disk.js';
import type { Ledger } from '../../src/platform/ledger/ledger.js';
import { CHANGING, MemoryDisk } from './disk/memory.js';
import { type Moment, momentOf, promisedOnly, type State, statesAfterCut } from './disk/powerCut.js';
import { fingerprint } from './disk/print.js';
import type { History, Progress } from './history.js';
import { FOLDER, openLedger, viewsOf } from './ledger.js';
import { noSql } from './noSql.js';
import type { Random } from './random.js';
import { dirtBehind, moreThanAStart } from './starts.js';

/** A moment at which the power may go, and how far the history had come. */
export interface CrashPoint {
  readonly moment: Moment;
  readonly progress: Progress;
  readonly operation: string;
  /** The disk as it was, of some moments: the process may be killed there, and the power go later. */
  readonly disk: MemoryDisk | undefined;
}

/** Number of moments at which the disk is saved; after a failed flush every moment is, since the disk then differs from what it reports. */
const KEPT_EACH = 4;

/** Notes every moment of a disk from now on: before each operation that changes something, and whenever asked. */
export function noteMoments(
  disk: MemoryDisk,
  history: History,
): { readonly points: CrashPoint[]; readonly note: () => void } {
  const points: CrashPoint[] = [];
  const note = (operation = 'end', path = ''): void => {
    const kept = points.length % KEPT_EACH === 0 || disk.hasFailed ? disk.copy() : undefined;
    points.push({ moment: momentOf(disk), progress: history.progress, operation: `${operation} ${path}`, disk: kept });
  };
  disk.before = (operation, path) => {
    if (CHANGING.includes(operation)) note(operation, path);
  };
  return { points, note };
}

export interface CheckOptions {
  readonly random: Random;
  /** States that are tried at each moment, at most. */
  readonly limit: number;
  /** Of so many states the recovery of one is cut as well, and the recovery after that one. */
  readonly deepEach: number;
  /** States that are tried at each moment of a recovery that is cut. */
  readonly nestedLimit: number;
  /** At one in this many saved moments the process is killed; default: at each. */
  readonly killEach?: number;
  /** In one of this many states the views are compared with those of a rebuild; 0: in none. */
  readonly viewsEach?: number;
  /** Puts something between the ledger and the recovered disk. */
  readonly wrap?: ((disk: Disk) => Disk) | undefined;
  /** Called now and then with the number of states. */
  readonly progress?: (states: number) => void;
}

/** What must not be, and the state that it came of. */
export interface Violation {
  readonly what: string;
  readonly point: CrashPoint;
  /** Undefined when the process was killed at first. */
  readonly state: State | undefined;
}

/** Cuts, one after the other, that a state may be the end of. */
const CUTS = 3;
const STEP = 10_000;
/** Of so many states one is started twice. */
const SECOND_EACH = 4;
/** What is recorded after a recovery. */
const LETTER = {
  type: 'audit',
  entry: { event: 'invoice.email', invoice: 'any', key: 1, to: 'kupac@example.rs' },
} as const;
/** States between two turns of the event loop. */
const TURN = 20;

/** Recovers from the states that power cuts may leave, and says what must not be. */
export class CrashCheck {
  /** Different states that were recovered from. */
  states = 0;
  /** Those of them that came of so many cuts: `[first, second, …]`. */
  readonly byCuts: number[] = Array.from({ length: CUTS }, () => 0);
  private readonly seen = new Set<string>();
  private enough = Infinity;

  constructor(private readonly options: CheckOptions) {}

  /**
   * The first violation. Latest moments first: of equal states the one with the most acknowledged asks for most.
   * Stops early when there are `enough` states.
   */
  async run(history: History, points: readonly CrashPoint[], enough = Infinity): Promise<Violation | undefined> {
    this.enough = enough;
    for (const point of [...points].reverse()) {
      for (const state of statesAfterCut(point.moment, this.options.random, this.options.limit)) {
        if (this.states >= enough) return undefined;
        if (!this.isNew(state, 1)) continue;
        const what = await this.violationOf(history.upTo(point.progress), state);
        if (what !== undefined) return { what: `cut before ${point.operation}: ${what}`, point, state };
      }
      const killed = await this.killed(history.upTo(point.progress), point);
      if (killed !== undefined) return { what: killed, point, state: undefined };
    }
    return undefined;
  }

  /** The process is killed, the next one finds all that was written, and then the power goes at every step of its start. */
  private async killed(history: History, { disk, operation }: CrashPoint): Promise<string | undefined> {
    const { killEach = 1, random } = this.options;
    if (disk === undefined || !random.oneIn(killEach)) return undefined;
    const { points } = noteMoments(disk, history);
    const after = await this.start(history, disk).catch(exception);
    const violation = typeof after === 'string' ? after : await this.cutAgain(history, points, 2).catch(exception);
    return violation === undefined ? undefined : `killed before ${operation}: ${violation}`;
  }

  /** What is wrong with what the ledger makes of one state. */
  async violationOf(history: History, state: State): Promise<string | undefined> {
    const { random, deepEach, viewsEach = 0 } = this.options;
    // A ledger leaves work to the next turn of the event loop, and stays in memory until then.
    if (this.states % TURN === 0) await setImmediate();
    try {
      const { progress } = history;
      const violation = await this.recover(history, state, random.oneIn(deepEach) ? 1 : CUTS);
      if (violation !== undefined || viewsEach === 0 || !random.oneIn(viewsEach)) return violation;
      return await this.differentViews(history.upTo(progress), state);
    } catch (error) {
      return exception(error);
    }
  }

  private isNew(state: State, cuts: number): boolean {
    const print = fingerprint(state);
    if (this.seen.has(print)) return false;
    this.seen.add(print);
    this.states += 1;
    this.byCuts[cuts - 1] = (this.byCuts[cuts - 1] ?? 0) + 1;
    if (this.states % STEP === 0) this.options.progress?.(this.states);
    return true;
  }

  /**
   * A start, and then a cut that takes all that was not promised; of one state in {@link SECOND_EACH}, and of all whose
   * starts are cut as well, a second start, one more record, and such a cut again.
   */
  private async recover(history: History, state: State, cuts: number): Promise<string | undefined> {
    const first = new MemoryDisk(state);
    const deep = cuts < CUTS;
    const points = deep ? [noteMoments(first, history).points] : [];
    const after = await this.start(history, first);
    if (typeof after === 'string') return after;
    if (!deep && !this.options.random.oneIn(SECOND_EACH)) return undefined;
    const second = promisedOnly(first);
    if (deep) points.push(noteMoments(second, history).points);
    const ledger = await this.open(second, noSql);
    const repeated = violationOfStart(ledger) ?? moreThanAStart(after, second.contents());
    if (repeated !== undefined) return `second start: ${repeated}`;
    if (!(await history.put(ledger, LETTER))) return 'a record after recovery was refused';
    const later = history.violation(promisedOnly(second).contents());
    return later === undefined
      ? this.cutAgain(history, points.flat(), cuts + 1)
      : `after recovery and another cut: ${later}`;
  }

  /** The promised contents of the disk after a start, or what is wrong with them. */
  private async start(history: History, disk: MemoryDisk): Promise<State | string> {
    const violation = violationOfStart(await this.open(disk, noSql));
    if (violation !== undefined) return violation;
    const contents = promisedOnly(disk).contents();
    return history.violation(contents) ?? dirtBehind(contents) ?? contents;
  }

  /** The views after recovery must be those of a full rebuild, and find every acknowledged receipt. */
  private async differentViews(history: History, state: State): Promise<string | undefined> {
    const recovered = await this.open(new MemoryDisk(state));
    const views = await viewsOf(recovered);
    const bare = new MemoryDisk(state);
    if (bare.contents().size > 0) bare.forget(`${FOLDER}/views`);
    const rebuilt = await this.open(bare);
    try {
      deepStrictEqual(views, await viewsOf(rebuilt));
      for (const receipt of history.receipts()) deepStrictEqual(await recovered.invoice(receipt.uuid), receipt);
    } catch (error) {
      return `the views are not those of the log: ${String(error)}`;
    } finally {
      await recovered.close();
      await rebuilt.close();
    }
    return undefined;
  }

  private async cutAgain(history: History, points: readonly CrashPoint[], cuts: number): Promise<string | undefined> {
    const { nestedLimit, random } = this.options;
    for (const { moment, progress, operation } of points) {
      for (const state of statesAfterCut(moment, random, nestedLimit)) {
        if (this.states >= this.enough) return undefined;
        if (!this.isNew(state, cuts)) continue;
        const deep = random.oneIn(nestedLimit) ? cuts : CUTS;
        const violation = await this.recover(history.upTo(progress), state, deep);
        if (violation !== undefined) return `recovery cut before ${operation}: ${violation}`;
      }
    }
    return undefined;
  }

  private open(disk: MemoryDisk, sql?: SqlJsStatic): Promise<Ledger> {
    return openLedger(this.options.wrap?.(disk) ?? disk, sql === undefined ? {} : { sql });
  }
}

/** Recovery must not throw, whatever a cut left. */
function exception(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function violationOfStart({ damage, failure }: Ledger): string | undefined {
  if (damage.length > 0) return `a legal state was refused: ${JSON.stringify(damage)}`;
  return failure === undefined ? undefined : `nothing can be written: ${failure}`;
}

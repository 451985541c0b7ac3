import { MemoryDisk } from '../kit/disk/memory.js';
import { momentOf, type State, statesAfterCut } from '../kit/disk/powerCut.js';
import { FOLDER } from '../kit/ledger.js';
import type { Random } from '../kit/random.js';
import { type BoxDeps, SimBox } from './box.js';
import type { Plan, Trouble } from './plan.js';

/** A box whose disk has failed, or that was stopped, is started again after this time, ms. */
const RESTART = 3000;

export type PowerDeps = Omit<BoxDeps, 'disk' | 'step'> & { readonly plan: Plan; readonly chance: Random };

/** The power and the disk below the box: starts it, cuts it off, and keeps what a cut leaves. */
export class Power {
  /** The box that runs, or starts. */
  box: SimBox | undefined;
  starts = 0;
  private disk = new MemoryDisk(new Map([[FOLDER, 'folder']]));
  /** Steps of the box since it was started. */
  private steps = 0;
  private readonly cuts: Extract<Trouble, { kind: 'power cut' }>[];
  private readonly faults: Extract<Trouble, { kind: 'disk' }>[];
  /** How often each operation was done on segments. */
  private readonly done = new Map<string, number>();

  constructor(private readonly deps: PowerDeps) {
    const { events } = deps.plan;
    this.cuts = events.filter((event) => event.kind === 'power cut');
    this.faults = events.filter((event) => event.kind === 'disk');
  }

  /** From now on neither power nor disk fail. */
  calm(): void {
    this.cuts.length = 0;
    this.faults.length = 0;
  }

  start(): void {
    this.starts += 1;
    this.steps = 0;
    const { disk, deps } = this;
    disk.fault = (operation, path) => (path.endsWith('.seg') ? this.faultOf(operation) : undefined);
    deps.tell('the box starts');
    const step = (box: SimBox): void => {
      this.steps += 1;
      const [cut] = this.cuts;
      if (cut === undefined || this.steps < cut.steps || this.box !== box) return;
      this.cuts.shift();
      this.cut(cut.way, cut.down);
    };
    this.box = SimBox.start({ ...deps, disk, step }, () => {
      this.cut(0, RESTART);
    });
  }

  /**
   * The power fails for so many ms: what was promised is there, and of the rest what chance has left; way 0 leaves all.
   */
  cut(way: number, down: number): void {
    this.box?.kill();
    this.box = undefined;
    this.deps.tell('the box dies');
    const states: State[] = [];
    for (const state of statesAfterCut(momentOf(this.disk), this.deps.chance, way + 1)) {
      states.push(state);
      if (states.length > way) break;
    }
    this.disk = new MemoryDisk(states.at(-1));
    this.deps.clock.after(down, () => {
      this.start();
    });
  }

  /** A clean stop, as for an update, and a start. */
  async restart(): Promise<void> {
    const { box } = this;
    if (box?.running === undefined) return;
    this.deps.tell('the box stops');
    await box.stop();
    if (this.box === box) this.cut(0, RESTART);
  }

  private faultOf(operation: string): string | undefined {
    const nth = (this.done.get(operation) ?? 0) + 1;
    this.done.set(operation, nth);
    const fault = this.faults.find((fault) => fault.operation === operation && fault.nth === nth);
    if (fault !== undefined) {
      this.disk.keepOnFailure = fault.keeps;
      this.deps.count('disk failed');
      this.deps.tell(`${operation} fails: ${fault.code}`);
    }
    return fault?.code;
  }
}

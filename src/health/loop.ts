import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Between two samples, ms: in C++, so that they cost next to nothing; a shorter delay is not seen. */
const SAMPLE = 50;
const MINUTE = 60_000;
/** Whole minutes that are remembered beside the one that runs. */
const REMEMBERED = 4;

/** How long the event loop has stood still at worst in the last minutes. Holds no process open. */
export class LoopMeter {
  private readonly histogram = monitorEventLoopDelay({ resolution: SAMPLE });
  /** Of whole minutes, the newest last, ms. */
  private past: number[] = [];
  private turning: NodeJS.Timeout | undefined;

  start(): void {
    this.histogram.enable();
    this.turning = setInterval(() => this.turn(), MINUTE).unref();
  }

  stop(): void {
    clearInterval(this.turning);
    this.histogram.disable();
  }

  /** ms. */
  get worst(): number {
    return Math.max(this.present, ...this.past);
  }

  /** The samples tell the time between two of them, ns. */
  private get present(): number {
    return Math.max(0, this.histogram.max / 1e6 - SAMPLE);
  }

  private turn(): void {
    this.past = [...this.past, this.present].slice(-REMEMBERED);
    this.histogram.reset();
  }
}

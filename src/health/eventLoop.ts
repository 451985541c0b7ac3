import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Between two samples, ms. They are taken in C++ and cost next to nothing; shorter delays are not seen. */
const SAMPLE_INTERVAL = 50;
const MINUTE = 60_000;
/** How many whole minutes are remembered besides the current one. */
const PREVIOUS_MINUTES = 4;

/** Measures how long the event loop was blocked at worst in the last minutes. Keeps no process open. */
export class EventLoopMonitor {
  private readonly histogram = monitorEventLoopDelay({ resolution: SAMPLE_INTERVAL });
  /** The worst delays of whole minutes, the newest last, ms. */
  private previousMinutes: number[] = [];
  private timer: NodeJS.Timeout | undefined;

  start(): void {
    this.histogram.enable();
    this.timer = setInterval(() => this.nextMinute(), MINUTE).unref();
  }

  stop(): void {
    clearInterval(this.timer);
    this.histogram.disable();
  }

  /** The worst delay of the last minutes, ms. */
  get worst(): number {
    return Math.max(this.currentMinute, ...this.previousMinutes);
  }

  /** The histogram holds the time between two samples, ns. */
  private get currentMinute(): number {
    return Math.max(0, this.histogram.max / 1e6 - SAMPLE_INTERVAL);
  }

  private nextMinute(): void {
    this.previousMinutes = [...this.previousMinutes, this.currentMinute].slice(-PREVIOUS_MINUTES);
    this.histogram.reset();
  }
}

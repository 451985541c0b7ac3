import { monitorEventLoopDelay } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';

/** Memory and uptime of the process; memory in bytes. */
export interface ProcessFigures {
  readonly rss: number;
  readonly heapUsed: number;
  /** Limit of V8: beyond it the process ends. */
  readonly heapLimit: number;
  /** Seconds since the start of the process. */
  readonly uptime: number;
}

/** The figures of this process. */
export function processFigures(): ProcessFigures {
  const { rss, heapUsed } = process.memoryUsage();
  return { rss, heapUsed, heapLimit: getHeapStatistics().heap_size_limit, uptime: process.uptime() };
}

/** Time between two samples, ms. C++ takes them at almost no cost; shorter delays are not detected. */
const SAMPLE_INTERVAL = 50;
const MINUTE = 60_000;
/** How many whole minutes are stored besides the current one. */
const PREVIOUS_MINUTES = 4;

/**
 * Measures the longest time that the event loop was blocked in the last minutes. It does not prevent the process from
 * ending.
 */
export class EventLoopMonitor {
  private readonly histogram = monitorEventLoopDelay({ resolution: SAMPLE_INTERVAL });
  /** The longest delay of each whole minute, the newest last, ms. */
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

  /** The longest delay of the last minutes, ms. */
  get worst(): number {
    return Math.max(this.currentMinute, ...this.previousMinutes);
  }

  /** The histogram contains the time between two samples, ns. */
  private get currentMinute(): number {
    return Math.max(0, this.histogram.max / 1e6 - SAMPLE_INTERVAL);
  }

  private nextMinute(): void {
    this.previousMinutes = [...this.previousMinutes, this.currentMinute].slice(-PREVIOUS_MINUTES);
    this.histogram.reset();
  }
}

import { getHeapStatistics } from 'node:v8';

/** What the process takes of the machine, bytes. */
export interface ProcessFigures {
  readonly rss: number;
  readonly heapUsed: number;
  /** V8 takes no more than this: the process ends instead. */
  readonly heapLimit: number;
  /** Seconds since the start of the process. */
  readonly uptime: number;
}

/** The figures of this process. */
export function processFigures(): ProcessFigures {
  const { rss, heapUsed } = process.memoryUsage();
  return { rss, heapUsed, heapLimit: getHeapStatistics().heap_size_limit, uptime: process.uptime() };
}

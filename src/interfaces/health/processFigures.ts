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

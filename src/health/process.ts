import { getHeapStatistics } from 'node:v8';
import type { Check, HealthParts } from './checks.js';
import { TEXTS } from './texts/process.js';
import { good, warning } from './verdicts.js';

/** What the process takes of the machine, bytes. */
export interface ProcessFigures {
  readonly rss: number;
  readonly heapUsed: number;
  /** More than this V8 does not take: the process ends instead. */
  readonly heapLimit: number;
  /** Seconds since the start of the process. */
  readonly uptime: number;
}

/** Of this process. */
export function processFigures(): ProcessFigures {
  const { rss, heapUsed } = process.memoryUsage();
  return { rss, heapUsed, heapLimit: getHeapStatistics().heap_size_limit, uptime: process.uptime() };
}

const MEGABYTE = 1_000_000;
/** A box in use takes up to 150 MB; one that takes twice that much has a leak. */
const RSS_LIMIT = 300 * MEGABYTE;
/** Share of V8's limit beyond which it collects garbage more than it works. */
const HEAP_SHARE = 0.8;
/** A loop that stood so long has let a till wait, ms. */
const DELAY_LIMIT = 1000;

/** Memory, and whether the service answers at once; only where a service runs. */
export function checkProcess({ loopDelay, process }: Pick<HealthParts, 'loopDelay' | 'process'>): Check[] {
  const delay = loopDelay();
  return delay === undefined ? [] : [checkMemory(process()), checkDelay(delay)];
}

function checkMemory({ rss, heapUsed, heapLimit }: ProcessFigures): Check {
  const heapMost = Math.round(heapLimit * HEAP_SHARE);
  const proof = `RSS ${rss}, heap ${heapUsed} bytes; limits ${RSS_LIMIT}, ${heapMost}`;
  const megabytes = Math.round(rss / MEGABYTE);
  if (rss <= RSS_LIMIT && heapUsed <= heapMost) return good('memory', TEXTS.memoryGood(megabytes), proof);
  return warning('memory', TEXTS.memoryHigh(megabytes), TEXTS.restartForMemory(), proof);
}

function checkDelay(delay: number): Check {
  const proof = `worst ${Math.round(delay)} ms of the last minutes; limit ${DELAY_LIMIT} ms`;
  if (delay <= DELAY_LIMIT) return good('loop', TEXTS.loopGood(), proof);
  return warning('loop', TEXTS.loopSlow((delay / 1000).toFixed(1)), TEXTS.lookForLoad(), proof);
}

import { getHeapStatistics } from 'node:v8';
import { type Clock, collectGarbage } from '../../../base/index.js';
import type { RestartReason } from '../../../platform/ledger/index.js';

/** Detects one kind of hang in the box. */
export interface LivenessProbe {
  readonly reason: Extract<RestartReason, 'flush' | 'sale' | 'memory'>;
  /** A short text for the log when it hangs, with the exceeded limit; undefined otherwise. Must never wait. */
  readonly check: () => string | undefined;
}

/** Why the box must be restarted. */
export interface Hang {
  readonly reason: LivenessProbe['reason'];
  readonly found: string;
}

interface HeartbeatOptions {
  /** Time between two beats, ms. */
  readonly interval: number;
  readonly probes: readonly LivenessProbe[];
  /** Notifies the service manager that the box is alive. */
  readonly feed: () => Promise<void>;
  readonly clock: Clock;
}

/**
 * Feeds the watchdog of the service manager until a probe finds a hang, or the signal aborts (undefined). The beat
 * itself proves that the event loop runs.
 */
export async function heartbeat(
  { interval, probes, feed, clock }: HeartbeatOptions,
  signal: AbortSignal,
): Promise<Hang | undefined> {
  do {
    for (const { reason, check } of probes) {
      const found = check();
      if (found !== undefined) return { reason, found };
    }
    // Not awaited: a slow manager must not delay the next beat.
    void feed();
  } while (await clock.sleep(interval, signal));
  return undefined;
}

/** A probe that finds a hang when an activity has lasted longer than its limit; both in ms. */
export function durationProbe(
  reason: LivenessProbe['reason'],
  elapsed: () => number,
  limit: () => number,
): LivenessProbe {
  return {
    reason,
    check: () => (elapsed() > limit() ? `${Math.round(elapsed())} ms; limit ${Math.round(limit())} ms` : undefined),
  };
}

/** The memory of the process, bytes. */
interface MemoryUsage {
  /** The JavaScript heap in use, including garbage that is not collected yet. */
  readonly heap: number;
  /** V8 ends the process when the heap grows beyond this. */
  readonly heapLimit: number;
  /** The resident set: all memory of the process, including its heap. */
  readonly resident: number;
}

const MEGABYTE = 1_000_000;
/** Of V8's limit, three semispaces of 16 MiB are for young objects; V8 gives up when the rest is full. Bytes. */
const YOUNG_GENERATION = 3 * 16 * 1024 * 1024;
/** Share of the space for old objects beyond which V8 does hardly anything but garbage collection. */
const HEAP_SHARE = 0.9;
/** The box needs 150 MB at most, whatever its history; with more than twice as much it leaks. Bytes. */
const MAX_RESIDENT = 320 * MEGABYTE;
/** How many consecutive beats the memory must be above its limit, because a long list is not a leak. */
const HEAP_BEATS = 2;
const RESIDENT_BEATS = 6;

/** Detects a leak: memory that remains above its limit and is not garbage. */
export function memoryProbe(
  usage: () => MemoryUsage = memoryUsage,
  collect: () => void = collectGarbage,
): LivenessProbe {
  const beatsAbove = { heap: 0, resident: 0 };
  return {
    reason: 'memory',
    check: () => {
      const { heap, heapLimit, resident } = usage();
      const oldLimit = HEAP_SHARE * Math.max(0, heapLimit - YOUNG_GENERATION);
      beatsAbove.heap = heap > oldLimit ? beatsAbove.heap + 1 : 0;
      beatsAbove.resident = resident > MAX_RESIDENT ? beatsAbove.resident + 1 : 0;
      if (beatsAbove.heap >= HEAP_BEATS) return `heap ${megabytes(heap)}; limit ${megabytes(oldLimit)}`;
      if (beatsAbove.resident >= RESIDENT_BEATS) return `RSS ${megabytes(resident)}; limit ${megabytes(MAX_RESIDENT)}`;
      // Garbage is collected before the beat that would report a leak, so that only memory in use counts.
      if (beatsAbove.heap === HEAP_BEATS - 1 || beatsAbove.resident === RESIDENT_BEATS - 1) collect();
      return undefined;
    },
  };
}

function memoryUsage(): MemoryUsage {
  const { used_heap_size: heap, heap_size_limit: heapLimit } = getHeapStatistics();
  return { heap, heapLimit, resident: process.memoryUsage.rss() };
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / MEGABYTE)} MB`;
}

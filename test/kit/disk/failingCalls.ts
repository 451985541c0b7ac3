import type { Disk } from '../../../src/base/disk.js';
import type { Fault, MemoryDisk, Operation } from './memory.js';
import { wrapped } from './wrapped.js';

/** Which calls of a disk fail, and how. */
export interface FailingCalls {
  /** Number of the first, from 1. */
  readonly from: number;
  /** So many in a row. */
  readonly count: number;
  readonly code: 'EIO' | 'ENOSPC';
  /** How much of its bytes a write that fails has stored, 0 to 1. */
  readonly part: number;
  /** Only calls of this kind are counted; of every kind when left out. */
  readonly only?: Operation;
}

/** What came of it. */
export interface SeenCalls {
  /** How many were counted. */
  calls: number;
  readonly failed: string[];
}

/** A disk of which some calls fail. */
export function failingCalls(
  below: MemoryDisk,
  given: FailingCalls,
): { readonly disk: Disk; readonly seen: SeenCalls } {
  const { from, count, code, part, only } = given;
  const seen: SeenCalls = { calls: 0, failed: [] };
  const isDue = (call: number): boolean => call >= from && call < from + count;
  const fault: Fault = (operation, path) => {
    if (only !== undefined && operation !== only) return undefined;
    seen.calls += 1;
    if (!isDue(seen.calls)) return undefined;
    seen.failed.push(`${operation} ${path}`);
    return code;
  };
  below.fault = fault;
  const disk = wrapped(below, {
    file: (inner) => ({
      write(position, bytes) {
        const stored = isDue(seen.calls + 1) ? Math.floor(bytes.length * part) : 0;
        if (stored > 0) {
          below.fault = () => undefined;
          inner.write(position, bytes.subarray(0, stored));
          below.fault = fault;
        }
        inner.write(position, bytes);
      },
    }),
  });
  return { disk, seen };
}

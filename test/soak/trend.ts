import { readdirSync } from 'node:fs';
import { residentMegabytes } from '../kit/process.js';

/** What a process held at a moment. */
export interface Sample {
  /** Seconds since the first one. */
  readonly at: number;
  /** Resident memory, MB. */
  readonly memory: number;
  /** Open files, sockets too. */
  readonly files: number;
}

export function sampleOf(pid: number, at: number): Sample {
  return { at, memory: residentMegabytes(pid), files: readdirSync(`/proc/${pid}/fd`).length };
}

/** How a figure goes over the time of its samples: where it lies, and by how much it grows from the first to the last. */
export interface Trend {
  readonly middle: number;
  readonly growth: number;
}

/**
 * The slope is the middle of the slopes between all pairs (Theil and Sen), so that a garbage collection or a burst of
 * clients, however high, does not bend it.
 */
export function trendOf(samples: readonly Sample[], figure: 'memory' | 'files'): Trend {
  const slopes = samples.flatMap((one, index) =>
    samples.slice(index + 1).map((other) => (other[figure] - one[figure]) / (other.at - one.at)),
  );
  const span = (samples.at(-1)?.at ?? 0) - (samples[0]?.at ?? 0);
  return { middle: middleOf(samples.map((sample) => sample[figure])), growth: middleOf(slopes) * span };
}

function middleOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** At most so many samples are kept, evenly spread: the slopes between all pairs grow with their square. */
const KEPT = 500;

/** Takes a sample now and then, ever more seldom the longer it lasts. */
export class Samples {
  private kept: Sample[] = [];
  private every = 1;
  private taken = 0;

  add(sample: Sample): void {
    if (this.taken % this.every === 0) this.kept.push(sample);
    this.taken += 1;
    if (this.kept.length < KEPT) return;
    this.kept = this.kept.filter((_, index) => index % 2 === 0);
    this.every *= 2;
  }

  get all(): readonly Sample[] {
    return this.kept;
  }
}

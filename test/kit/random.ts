import { relative } from 'node:path';

/** Random choices that can be had again: the seed is printed, and SEED in the environment sets it. */
export class Random {
  #state: number;

  constructor(readonly seed: number) {
    this.#state = seed >>> 0;
  }

  /** 0 or more, below 1; the generator mulberry32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** An integer from `min` to `max`, both included. */
  int(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  /** True as often as once in `n` calls. */
  oneIn(n: number): boolean {
    return this.int(1, n) === 1;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.int(0, list.length - 1)]!;
  }

  /** A text of `min` to `max` characters out of `alphabet`. */
  text(alphabet: string, min: number, max: number): string {
    const characters = Array.from(alphabet);
    return Array.from({ length: this.int(min, max) }, () => this.pick(characters)).join('');
  }

  bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.int(0, 255)));
  }
}

/** The generator of a test file; prints how to repeat its run. In the CI lane the commit gives the seed (test/run.mjs), elsewhere chance. */
export function seededRandom(): Random {
  const seed = Number(process.env['SEED'] ?? process.env['TEST_SEED'] ?? Math.floor(Math.random() * 2 ** 32));
  const file = relative(process.cwd(), process.argv[1] ?? '');
  process.stdout.write(`seed ${seed}; to repeat: SEED=${seed} node --import tsx ${file}\n`);
  return new Random(seed);
}

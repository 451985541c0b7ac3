import type { Random } from '../kit/random.js';

/** So many of a list, one at random out of each stretch of it, so that each file gives its share; in their order. */
export function sample<T>(all: readonly T[], count: number, random: Random): T[] {
  if (count >= all.length) return [...all];
  return Array.from({ length: count }, (_, at) => {
    const from = Math.floor((at * all.length) / count);
    const to = Math.floor(((at + 1) * all.length) / count) - 1;
    return all[random.int(from, to)]!;
  });
}

import type { Random } from '../kit/random.js';

/**
 * Chooses `wanted` items of a list, one at random from each of as many equal stretches, so that every file is
 * represented. Their order is random, so that an interrupted run has also tried a sample.
 */
export function sample<T>(all: readonly T[], wanted: number, random: Random): T[] {
  const count = Math.min(wanted, all.length);
  const chosen = Array.from({ length: count }, (_, at) => {
    const from = Math.floor((at * all.length) / count);
    const to = Math.floor(((at + 1) * all.length) / count) - 1;
    return { item: all[random.int(from, to)]!, place: random.next() };
  });
  return chosen.sort((one, other) => one.place - other.place).map(({ item }) => item);
}

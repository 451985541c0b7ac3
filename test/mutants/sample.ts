import type { Random } from '../kit/random.js';

/**
 * So many of a list, one at random out of each stretch of it, so that each file gives its share. In an order by chance, so that
 * the first ones are a sample, too, where a run is ended before all are judged.
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

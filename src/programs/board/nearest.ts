/** The most similar known name, with the fewest different letters; undefined when none is similar. */
export function nearest(given: string, known: readonly string[]): string | undefined {
  const typed = given.toLowerCase().slice(0, 40);
  const ranked = known
    .map((name) => ({ name, distance: distanceOf(typed, name) }))
    .sort((one, other) => one.distance - other.distance);
  const [best] = ranked;
  return best !== undefined && best.distance <= Math.max(1, Math.floor(best.name.length / 3)) ? best.name : undefined;
}

/** Letters to insert, remove or replace (Levenshtein). */
function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  Array.from(one).forEach((letter, index) => {
    const next = [index + 1];
    for (let at = 1; at <= other.length; at += 1) {
      const replaced = (row[at - 1] ?? 0) + (letter === other.charAt(at - 1) ? 0 : 1);
      next.push(Math.min((row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1, replaced));
    }
    row = next;
  });
  return row[other.length] ?? 0;
}

/** How many cases a proof tries in the CI lane, and everywhere else: the nightly lane, a proof run by its name, a single file. */
export interface Counts {
  readonly ci: number;
  readonly all: number;
}

/** In so many commits in a row the CI lane tries every case of a proof, unless the proof says that it takes fewer. */
const COMMITS = 20;

const isCi = (): boolean => process.env['TEST_LANE'] === 'ci';

/**
 * The number of random cases of a proof, such as kills or histories. A variable of the environment with this name sets any number. Their
 * seed comes from {@link seededRandom}, and in CI from the commit.
 */
export function cases(name: string, { ci, all }: Counts): number {
  const given = process.env[name];
  if (given !== undefined) return Number(given);
  return isCi() ? ci : all;
}

/**
 * The cases of a proof that this run tries, out of a list that is the same each time. In the CI lane it is one of `parts` parts, chosen by the
 * commit's place in the history (`TEST_PART`, set by test/run.mjs), so that as many commits in a row try all; elsewhere it is the whole list.
 *
 * @example for (const mistake of shareOf(MISTAKES)) test(`${mistake.name} is noticed`, …);
 */
export function shareOf<T>(all: readonly T[], parts = COMMITS): readonly T[] {
  if (!isCi()) return all;
  // Every so many, not a stretch, as neighbours in a list are mostly alike. A list shorter than the number of parts still gives one.
  const used = Math.min(parts, Math.max(all.length, 1));
  const part = Number(process.env['TEST_PART'] ?? 0) % used;
  return all.filter((_, at) => at % used === part);
}

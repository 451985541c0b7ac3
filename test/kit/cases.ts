/** How many cases a proof tries: `inRun` of all tests, `alone` when it is asked for by its name or file. */
export interface Counts {
  readonly inRun: number;
  readonly alone: number;
}

/**
 * The number of cases of a proof. A run of all tests (the runner says so in WHOLE_RUN) has minutes for each, so it takes fewer, and other
 * ones each time; who asks for a proof by its name waits for more. `name` in the environment sets any number.
 */
export function cases(name: string, { inRun, alone }: Counts): number {
  const given = process.env[name];
  if (given !== undefined) return Number(given);
  return process.env['WHOLE_RUN'] === undefined ? alone : inRun;
}

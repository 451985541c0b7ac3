import { parseArgs } from 'node:util';

const ROOMS = ['platform/ledger', 'sales/invoicing', 'processors/pfr', 'paper/printing', 'outward/backup'];

export const USAGE = `npm run mutants -- [ROOM …] [--sample N] [--seed S] [--seconds S] [--jobs N] [--pass | --part N/M | --again | --list | --install]

Changes the source of rooms in many small ways, and runs the tests of the room (without long proofs) that come to each change.
Says which changes no test notices, and the share of those noticed. Ends with 1 where test/mutants/equivalent.json is out of date.

  --sample N     so many mutants of each room, chosen at random over all its files (100); 0: all
  --seed S       chooses the same again
  --seconds S    most that the tests of one mutant may take, as measured without it (20)
  --jobs N       so many at once (2)
  --pass         no sample: all mutants of each file that has changed since it was tried; what is found is kept in
                 test/mutants/survivors.json, file by file, so that it can be ended and goes on. Ends with 1 where a
                 mutant that was noticed survives now
  --part N/M     as --pass, for every M-th file, changed or not
  --again        only what the last run of a room did not notice, or did not come to; with --pass, the holes that are
                 kept of each file
  --list         says how many mutants each room has, and runs nothing
  --install      only installs what makes the mutants, which the first run does otherwise

Rooms: ${ROOMS.join(', ')}, unless others are named. What was found is kept in .cache/mutants/ROOM.json.
`;
/** Of so many parts of the files of a room one, counted from 1; the only part of one are those that have changed. */
export interface Pass {
  readonly part: number;
  readonly parts: number;
}

/** What a run is to do. */
export interface Asked {
  readonly rooms: readonly string[];
  readonly does: 'run' | 'list' | 'install';
  /** How many mutants of each room; 0: all. */
  readonly sample: number;
  readonly seed: number;
  /** Most that the tests of one mutant may take. */
  readonly seconds: number;
  readonly again: boolean;
  /** All mutants, file by file. */
  readonly pass: Pass | undefined;
  /** How many mutants are tried at once. */
  readonly jobs: number;
}

const OPTIONS = {
  again: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
  install: { type: 'boolean', default: false },
  jobs: { type: 'string', default: '2' },
  list: { type: 'boolean', default: false },
  part: { type: 'string' },
  pass: { type: 'boolean', default: false },
  sample: { type: 'string', default: '100' },
  seconds: { type: 'string', default: '20' },
  seed: { type: 'string' },
} as const;

/** Reads the arguments; `wrong`: an unknown option or room, or a value that is not a number. */
export function readOptions(args: readonly string[], isRoom: (name: string) => boolean): Asked | 'help' | 'wrong' {
  let parsed;
  try {
    parsed = parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS });
  } catch {
    return 'wrong';
  }
  const { values, positionals } = parsed;
  if (values.help) return 'help';
  const { again, install, list } = values;
  const [sample, seconds, jobs, seed] = [
    values.sample,
    values.seconds,
    values.jobs,
    values.seed ?? Math.random() * 2 ** 32,
  ].map((given) => Math.floor(Number(given)));
  if (!isCount(sample) || !isCount(seconds) || !isCount(seed) || !isCount(jobs) || !positionals.every(isRoom))
    return 'wrong';
  const pass = values.part === undefined ? (values.pass ? { part: 1, parts: 1 } : undefined) : readPart(values.part);
  if (pass === 'wrong') return 'wrong';
  const rooms = positionals.length === 0 ? ROOMS : positionals;
  return { rooms, does: install ? 'install' : list ? 'list' : 'run', sample, seconds, seed, again, pass, jobs };
}

function isCount(value: number | undefined): value is number {
  return value !== undefined && Number.isSafeInteger(value) && value >= 0;
}

function readPart(text: string): Pass | 'wrong' {
  const [, part, parts] = (/^(\d{1,3})\/(\d{1,3})$/.exec(text) ?? []).map(Number);
  return part === undefined || parts === undefined || part < 1 || part > parts || parts < 2 ? 'wrong' : { part, parts };
}

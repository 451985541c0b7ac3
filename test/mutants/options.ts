import { parseArgs } from 'node:util';

/** Folders whose mutants are all tried, by passes: an error there loses receipts, money or rights. */
const PASS_FOLDERS = [
  'platform/ledger',
  'sales',
  'processors/pfr',
  'paper/printing',
  'processors/card',
  'shop/access',
  'interfaces/web/session',
];
/** Folders of which a sample is enough. */
const SAMPLE_FOLDERS = [
  'platform/http',
  'interfaces/web/routes',
  'interfaces/web/client/till',
  'outward/delivery',
  'outward/backup',
  'programs/fleet',
  'outward/updates',
];

const listOf = (folders: readonly string[]): string => folders.map((folder) => `    ${folder}\n`).join('');

export const USAGE = `npm run mutants -- [FOLDER …] [--sample N] [--seed S] [--seconds S] [--jobs N]
                   [--pass | --part N/M | --again | --list | --install]

Makes many small changes (mutants) to the source of folders of src. Runs the folder's tests that reach a change, without
the long proofs. Prints the changes that no test notices, and the share of noticed ones. Exits with 1 when
test/mutants/equivalent.json is out of date.

  --sample N     try N mutants of each folder, chosen at random across its files (300); 0: all
  --seed S       choose the same sample again
  --seconds S    time that the tests of one mutant may take, measured without it (20)
  --jobs N       number of mutants tried at once (2)
  --pass         instead of a sample, try all mutants of each file that has changed since its last pass. Results are
                 stored in test/mutants/survivors.json file by file, so an interrupted pass continues. Exits with 1 when
                 a mutant survives that was noticed before
  --part N/M     like --pass, for every M-th file, changed or not
  --again        try only what the last run of a folder did not notice or did not reach; with --pass, the stored
                 survivors of each file
  --list         print the number of mutants in each folder and run nothing
  --install      only install the instrumenter, as the first run does otherwise

Samples are stored in .cache/mutants/FOLDER.json. Without FOLDER, --pass and --part try

${listOf(PASS_FOLDERS)}
and a sample or a list also includes

${listOf(SAMPLE_FOLDERS)}`;

/** One of several parts of a folder's files, counted from 1. A single part (1 of 1) is the files that have changed. */
export interface Pass {
  readonly part: number;
  readonly parts: number;
}

/** The options of a run. */
export interface RunOptions {
  readonly folders: readonly string[];
  readonly action: 'run' | 'list' | 'install';
  /** Number of mutants of each folder; 0: all. */
  readonly sample: number;
  readonly seed: number;
  /** Time that the tests of one mutant may take. */
  readonly maxSeconds: number;
  readonly again: boolean;
  /** Set for a pass: all mutants, file by file. */
  readonly pass: Pass | undefined;
  /** Number of mutants tried at once. */
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
  sample: { type: 'string', default: '300' },
  seconds: { type: 'string', default: '20' },
  seed: { type: 'string' },
} as const;

/** Reads the arguments; `wrong`: an unknown option or folder, or a value that is not a number. */
export function readOptions(
  args: readonly string[],
  isFolder: (name: string) => boolean,
): RunOptions | 'help' | 'wrong' {
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
  if (!isCount(sample) || !isCount(seconds) || !isCount(seed) || !isCount(jobs) || !positionals.every(isFolder))
    return 'wrong';
  const pass = values.part === undefined ? (values.pass ? { part: 1, parts: 1 } : undefined) : readPart(values.part);
  if (pass === 'wrong') return 'wrong';
  const usual = pass === undefined ? [...PASS_FOLDERS, ...SAMPLE_FOLDERS] : PASS_FOLDERS;
  const folders = positionals.length === 0 ? usual : positionals;
  return {
    folders,
    action: install ? 'install' : list ? 'list' : 'run',
    sample,
    maxSeconds: seconds,
    seed,
    again,
    pass,
    jobs,
  };
}

function isCount(value: number | undefined): value is number {
  return value !== undefined && Number.isSafeInteger(value) && value >= 0;
}

function readPart(text: string): Pass | 'wrong' {
  const [, part, parts] = (/^(\d{1,3})\/(\d{1,3})$/.exec(text) ?? []).map(Number);
  return part === undefined || parts === undefined || part < 1 || part > parts || parts < 2 ? 'wrong' : { part, parts };
}

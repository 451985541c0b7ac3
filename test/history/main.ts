import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { makeHistory } from './make.js';

const YEAR_DAYS = 365.25;
const MAX_RECEIPTS = 20_000_000;
const MAX_YEARS = 20;

const USAGE = `npm run history -- --receipts N --data DIR [--years Y] [--seed S] [--keys K]

Makes the data folder of a box that has sold N receipts over the last years: sales, refunds, copies, advances, tests;
with the intents of an L-PFR whose card was changed once, idempotency keys, and a segment of the log for each month.
Its environment is production at the demo processor. For measuring and trying out; nothing in it was ever signed.

  --receipts N  1 to ${MAX_RECEIPTS}
  --data DIR    an empty or new folder
  --years Y     1 to ${MAX_YEARS} (default 10)
  --seed S      sells the same again (default: by chance; it is printed)
  --keys K      API keys to make; they are printed (default 1)
`;

/** A whole number of an option within its bounds; undefined for anything else. */
function within(text: string, min: number, max: number): number | undefined {
  const value = Number(text);
  return /^\d+$/.test(text) && value >= min && value <= max ? value : undefined;
}

async function main(): Promise<number> {
  const text = { type: 'string' } as const;
  const options = {
    receipts: text,
    data: text,
    years: text,
    seed: text,
    keys: text,
    help: { type: 'boolean' },
  } as const;
  const { values } = parseArgs({ options });
  const receipts = within(values.receipts ?? '', 1, MAX_RECEIPTS);
  const years = within(values.years ?? '10', 1, MAX_YEARS);
  const seed = within(values.seed ?? String(Math.floor(Math.random() * 2 ** 32)), 0, 2 ** 32 - 1);
  const keys = within(values.keys ?? '1', 1, 1000);
  const { data: folder } = values;
  const isComplete = receipts !== undefined && years !== undefined && seed !== undefined && keys !== undefined;
  if (values.help === true || !isComplete || folder === undefined) {
    process.stderr.write(USAGE);
    return values.help === true ? 0 : 2;
  }
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    process.stderr.write(`${folder} is not empty\n`);
    return 1;
  }
  mkdirSync(folder, { recursive: true });
  process.stdout.write(`seed ${seed}\n`);
  const started = performance.now();
  const seconds = (): string => `${Math.round((performance.now() - started) / 1000)} s`;
  const progress = (done: number): void => void process.stderr.write(`${done} of ${receipts}, ${seconds()}\n`);
  const known = await makeHistory({ folder, receipts, days: Math.round(years * YEAR_DAYS), seed, keys, progress });
  process.stdout.write(`${receipts} receipts on the days ${known.from} to ${known.to}, in ${seconds()}\n`);
  for (const key of known.keys) process.stdout.write(`API key ${key}\n`);
  return 0;
}

void main().then((code) => {
  process.exitCode = code;
});

import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DAY_MS, type Known, makeHistory } from '../history/make.js';
import { count } from './figures.js';

const ROOT = resolve(import.meta.dirname, '../..');
const CACHE = join(ROOT, '.cache/bench');
/** What decides the bytes of a history. */
const MADE_BY = [
  'src/base',
  'src/sales/invoicing',
  'src/platform/ledger',
  'src/processors/pfr',
  'src/paper/journal',
  'src/platform/pictures',
  'test/bench/history.ts',
  'test/bench/shop.ts',
  'test/history',
];

export { DAY_MS };
/** Of ten years. */
export const LONG_DAYS = 3652;
export const RECEIPTS_A_DAY = 1000;
/** Two requests a second by one key would pass its limit after two minutes; these many never do. */
const KEYS = 400;
/** A data folder with receipts of the last days, and what a client must know of it. */
export interface History extends Known {
  readonly size: number;
  readonly folder: string;
}

/** Taken once: sources that are edited during a run do not take the data away from under it. */
const GENERATION = `${new Date().toISOString().slice(0, 10)}-${fingerprint()}`;

/** A folder filled by `make`, once a day and for one state of the sources. */
async function kept(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  for (const other of existsSync(CACHE) ? readdirSync(CACHE) : []) {
    if (other !== GENERATION) rmSync(join(CACHE, other), { recursive: true });
  }
  const place = join(CACHE, GENERATION, name);
  if (!existsSync(place)) {
    const unfinished = `${place}.tmp`;
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(unfinished, { recursive: true });
    await make(unfinished);
    renameSync(unfinished, place);
  }
  return place;
}

/** The history of `size` receipts over the last `days`; by default 1,000 receipts a day. */
export async function historyOf(
  size: number,
  say: (line: string) => void,
  days = Math.ceil(size / RECEIPTS_A_DAY),
): Promise<History> {
  const place = await kept(`${size}-${days}`, async (folder) => {
    say(`making ${count(size)} receipts over ${count(days)} days`);
    const progress = (done: number): void => say(`${count(done)} of ${count(size)} are there`);
    const known = await makeHistory({
      folder: join(folder, 'data'),
      receipts: size,
      days,
      seed: size,
      keys: KEYS,
      progress,
    });
    writeFileSync(join(folder, 'known.json'), JSON.stringify(known));
  });
  const known = JSON.parse(readFileSync(join(place, 'known.json'), 'utf8')) as Known;
  return { size, folder: join(place, 'data'), ...known };
}

/** A copy that may be written on. */
export function copyOf({ folder }: Pick<History, 'folder'>, to: string): string {
  rmSync(to, { recursive: true, force: true });
  cpSync(folder, to, { recursive: true });
  return to;
}

function fingerprint(): string {
  const hash = createHash('sha256');
  for (const path of MADE_BY.map((made) => join(ROOT, made)).flatMap(sourcesIn)) hash.update(readFileSync(path));
  return hash.digest('hex').slice(0, 12);
}

function sourcesIn(path: string): string[] {
  if (path.endsWith('.ts')) return [path];
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' }).sort();
  return names.filter((name) => name.endsWith('.ts')).map((name) => join(path, name));
}

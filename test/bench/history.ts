import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { nodeDisk } from '../../src/base/disk-node.js';
import type { UtcMs } from '../../src/base/fiscal.js';
import { unflushed } from './disks.js';
import { Parts } from './parts.js';
import { Shop } from './shop.js';

const ROOT = resolve(import.meta.dirname, '../..');
const CACHE = join(ROOT, '.cache/bench');
/** What decides the bytes of a history. */
const MADE_BY = [
  'src/base',
  'src/invoicing',
  'src/ledger',
  'src/pfr',
  'src/receipt',
  'test/bench/history.ts',
  'test/bench/year.ts',
];

export const DAY_MS: UtcMs = 86_400_000;
export const RECEIPTS_A_DAY = 1000;
/** Two requests a second by one key would pass its limit after two minutes; these many never do. */
const KEYS = 400;
/** The last snapshot is this old at every size, so that a start reads the same number of records. */
const TAIL = 500;
const SNAPSHOT_EVERY = 3500;

/** A data folder with receipts of the last days, and what a client must know of it. */
export interface History {
  readonly size: number;
  readonly folder: string;
  readonly keys: readonly string[];
  readonly uuids: readonly string[];
}

/** Taken once: sources that are edited during a run do not take the data away from under it. */
const GENERATION = `${new Date().toISOString().slice(0, 10)}-${fingerprint()}`;

/** A folder filled by `make`, once a day and for one state of the sources. */
export async function kept(name: string, make: (folder: string) => Promise<void>): Promise<string> {
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

/** The history of `size` receipts; made through the real ledger. */
export async function historyOf(size: number, say: (line: string) => void): Promise<History> {
  const place = await kept(String(size), async (folder) => {
    say(`making ${size} receipts`);
    const known = await make(join(folder, 'data'), size);
    writeFileSync(join(folder, 'known.json'), JSON.stringify(known));
  });
  const known = JSON.parse(readFileSync(join(place, 'known.json'), 'utf8')) as Pick<History, 'keys' | 'uuids'>;
  return { size, folder: join(place, 'data'), ...known };
}

/** A copy that may be written on. */
export function copyOf({ folder }: Pick<History, 'folder'>, to: string): string {
  rmSync(to, { recursive: true, force: true });
  cpSync(folder, to, { recursive: true });
  return to;
}

async function make(folder: string, size: number): Promise<Pick<History, 'keys' | 'uuids'>> {
  const end = Date.now();
  let at = end - (size / RECEIPTS_A_DAY) * DAY_MS;
  const parts = await Parts.open({ disk: unflushed(nodeDisk), folder, now: () => Math.floor(at), tending: false });
  const shop = new Shop(size);
  const keys: string[] = [];
  for (let id = 0; id < KEYS; id += 1) {
    const created = await parts.keys.create(`bench ${id}`);
    if (!created.ok) throw new Error(created.error);
    keys.push(created.value.key);
  }
  const uuids: string[] = [];
  while (uuids.length < size) {
    if (size - uuids.length === TAIL) {
      // As after a day of use, so that no key's first use has to be noted while something is measured.
      at = end;
      for (const key of keys) parts.keys.use(key);
      await parts.keys.noteUse(true);
      at = end - (TAIL / RECEIPTS_A_DAY) * DAY_MS;
      await parts.ledger.tend();
    } else if ((size - uuids.length - TAIL) % SNAPSHOT_EVERY === 0) await parts.ledger.tend();
    at += DAY_MS / RECEIPTS_A_DAY;
    const { uuid } = await parts.issue(shop.request());
    uuids.push(uuid);
  }
  await parts.close();
  return { keys, uuids };
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

import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { ROOT, timeLimitSeconds } from './files.mjs';

/** How long each test file took when it last ran here, in seconds by its path. It may be deleted. */
const FILE = resolve(ROOT, '.cache/test-durations.json');

/** What a file takes that has never run here and needs no time limit of its own: few take longer. */
const USUAL_S = 3;
const USUAL_LIMIT_S = 120;

/** The durations known here; none where the file is missing or broken. */
export function readDurations() {
  try {
    return new Map(Object.entries(JSON.parse(readFileSync(FILE, 'utf8'))));
  } catch {
    return new Map();
  }
}

/** Keeps how long a test file took. Two runs that write at the same moment may lose one of them, which does no harm. */
export function keepDuration(file, seconds) {
  const known = [...readDurations().set(file, Number(seconds.toFixed(1)))].sort(([one], [other]) =>
    one < other ? -1 : 1,
  );
  mkdirSync(dirname(FILE), { recursive: true });
  const temporary = `${FILE}.${process.pid}`;
  writeFileSync(temporary, `${JSON.stringify(Object.fromEntries(known), null, 2)}\n`);
  renameSync(temporary, FILE); // another run may read it at this moment
}

/** Seconds that a file will probably take: as last time, or a guess from its time limit. */
export function expectedSeconds(file, durations) {
  const limit = timeLimitSeconds(file);
  return durations.get(file) ?? (limit > USUAL_LIMIT_S ? limit / 4 : USUAL_S);
}

import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { DEFAULT_LIMIT_S, ROOT, timeLimitSeconds } from './files.mjs';

/**
 * How long each test file took in the last whole run, in seconds by its path: wall-clock time in the CI lane. It is part of the project, so
 * that the fast lane chooses well in a new clone, and is written anew by whole runs.
 */
export const DURATIONS = 'test/runner/durations.json';
const FILE = resolve(ROOT, DURATIONS);

/** What a new file takes that needs no time limit of its own: few take longer. */
const USUAL_S = 3;

/** A known duration stays while the new one is near it, so that a run does not change a thousand lines. */
const NEAR_S = 2;
const NEAR_TIMES = 2;

/** The known durations; none where the file is missing or broken. */
export function readDurations() {
  try {
    return new Map(Object.entries(JSON.parse(readFileSync(FILE, 'utf8'))));
  } catch {
    return new Map();
  }
}

/** Writes the durations of a whole run, a map of seconds by path: files that were not run are gone. */
export function writeDurations(measured) {
  const known = readDurations();
  const rows = [...measured]
    .map(([file, seconds]) => [file, settled(Number(seconds.toFixed(1)), known.get(file))])
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const temporary = `${FILE}.${process.pid}`;
  writeFileSync(temporary, `${JSON.stringify(Object.fromEntries(rows), null, 2)}\n`);
  renameSync(temporary, FILE); // another run may read it at this moment
}

function settled(seconds, known) {
  if (known === undefined) return seconds;
  const isNear =
    Math.abs(seconds - known) <= NEAR_S || Math.max(seconds, known) <= NEAR_TIMES * Math.min(seconds, known);
  return isNear ? known : seconds;
}

/** Seconds that a file will probably take: as last time, or a guess from its time limit. */
export function expectedSeconds(file, durations) {
  const limit = timeLimitSeconds(file);
  return durations.get(file) ?? (limit > DEFAULT_LIMIT_S ? limit / 4 : USUAL_S);
}

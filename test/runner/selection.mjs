import { existsSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { expectedSeconds } from './durations.mjs';
import { allTests, isOfShortTests, proofOf, ROOT } from './files.mjs';
import { distancesFrom, usersOfFiles } from './graph.mjs';

/** How near a test stands to a change, the nearest first. */
export const RANKS = ['changed itself', 'mirrors the file', 'same room', 'uses it directly', 'uses it through others'];
const [ITSELF, MIRROR, ROOM, DIRECT, THROUGH] = RANKS.keys();

/** The room of a path: `printing` for src/printing/… and test/printing/…; the first folder elsewhere. */
function roomOf(path) {
  const [first, second = ''] = path.split('/');
  return first === 'src' || first === 'test' ? second.replace(/\..*/, '') : first;
}

/** Whether test/ROOM/FILE*.test.ts is the test of src/ROOM/FILE.ts, or a test stands beside the helper that it tests. */
function mirrors(test, changed) {
  const folder = dirname(changed).replace(/^src(?=\/|$)/, 'test');
  const name = basename(changed).replace(/\..*/, '');
  return dirname(test) === folder && basename(test).startsWith(name);
}

function rankOf(test, changed, distance) {
  if (test === changed) return ITSELF;
  if (mirrors(test, changed)) return MIRROR;
  if (distance === undefined) return undefined;
  if (roomOf(test) === roomOf(changed)) return ROOM;
  return distance === 1 ? DIRECT : THROUGH;
}

/**
 * The tests that belong to a change, the nearest first: `{ file, rank, distance, seconds, proof }`. A test belongs when it
 * has changed, mirrors a changed file, or uses one, if only through others.
 */
export function belongingTests(changed, durations) {
  const users = usersOfFiles();
  const tests = allTests();
  const nearest = new Map();
  for (const path of changed.filter((path) => !path.endsWith('.test.ts') || existsSync(resolve(ROOT, path)))) {
    const distances = distancesFrom(path, users);
    for (const file of tests) {
      const distance = distances.get(file);
      const rank = rankOf(file, path, distance);
      if (rank === undefined) continue;
      const found = { file, rank, distance: distance ?? 0 };
      const known = nearest.get(file);
      if (known === undefined || byNearness(found, known) < 0) nearest.set(file, found);
    }
  }
  return [...nearest.values()]
    .map((test) => ({ ...test, seconds: expectedSeconds(test.file, durations), proof: proofOf(test.file) }))
    .sort((one, other) => byNearness(one, other) || one.seconds - other.seconds);
}

function byNearness(one, other) {
  return one.rank - other.rank || one.distance - other.distance;
}

/**
 * Takes tests, the nearest first, for a budget in seconds of tests, as if they ran one after another. One that no longer
 * fits is passed over, so that a shorter one may still fit. Tests that have changed themselves are always taken. Long
 * proofs are never, but for those of which each file is short.
 */
export function withinBudget(tests, budget) {
  const chosen = [];
  const leftOut = [];
  let left = budget;
  for (const test of tests.filter(({ proof }) => !isLong(proof))) {
    if (test.rank === ITSELF || test.seconds <= left) {
      chosen.push(test);
      left -= test.seconds;
    } else {
      leftOut.push(test);
    }
  }
  const proofs = tests.flatMap(({ proof }) => (isLong(proof) ? [proof] : []));
  return { chosen, leftOut, proofs: [...new Set(proofs)].sort() };
}

function isLong(proof) {
  return proof !== undefined && !isOfShortTests(proof);
}

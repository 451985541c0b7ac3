import { existsSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { expectedSeconds } from './durations.mjs';
import { allTests, isAlone, ROOT } from './files.mjs';
import { distancesFrom, usersOfFiles } from './graph.mjs';

/** How near a test is to a change, nearest first. */
export const RANKS = [
  'changed itself',
  'mirrors the file',
  'shows the screen',
  'same module',
  'uses it directly',
  'uses it through others',
];
const [ITSELF, MIRROR, SCREEN, MODULE, DIRECT, THROUGH] = RANKS.keys();

/**
 * The module of a path: `paper/printing` for src/paper/printing/… and test/paper/printing/…, `kit` for a folder without a
 * group; the first folder elsewhere.
 */
function moduleOf(path) {
  const [first, second = '', third = ''] = path.split('/');
  if (first !== 'src' && first !== 'test') return first;
  return (isGroup(second) ? `${second}/${third}` : second).replace(/\..*/, '');
}

/** True when a folder of `src` is a group of modules: it has no `index.ts`. */
function isGroup(name) {
  const folder = resolve(ROOT, 'src', name);
  return existsSync(folder) && !existsSync(resolve(folder, 'index.ts'));
}

/** True when test/MODULE/FILE*.test.ts is the test of src/MODULE/FILE.ts, or the test of a helper in the same folder. */
function mirrors(test, changed) {
  const folder = dirname(changed).replace(/^src(?=\/|$)/, 'test');
  const name = basename(changed).replace(/\..*/, '');
  return dirname(test) === folder && basename(test).startsWith(name);
}

const PAGES = 'src/interfaces/web/client/';

/** The words of a name, without the ending of a plural: `till.refunds` and `refund.tsx` share one. */
const wordsOf = (name) =>
  name
    .replace(/\.(?:test\.)?tsx?$/, '')
    .split(/[./]|(?<=[a-z])(?=[A-Z])/)
    .map((word) => word.toLowerCase().replace(/s$/, ''));

/**
 * How well the name of a test of pages (test/interfaces/web/till.refunds.test.ts) fits a file of the pages (screens/till/refund.tsx): 2 where it shares
 * the screen and another word, 1 where it shares one, else 0. All screens are loaded by one page, so imports cannot tell.
 */
function screenMatch(test, changed) {
  if (!changed.startsWith(PAGES) || dirname(test) !== 'test/interfaces/web') return 0;
  const [screen, ...others] = wordsOf(basename(test));
  const words = wordsOf(changed.slice(PAGES.length));
  if (!words.includes(screen)) return 0;
  return others.some((word) => words.includes(word)) ? 2 : 1;
}

function rankOf(test, changed, distance) {
  if (test === changed) return ITSELF;
  if (mirrors(test, changed) || screenMatch(test, changed) === 2) return MIRROR;
  if (distance === undefined) return undefined;
  if (screenMatch(test, changed) === 1) return SCREEN;
  if (moduleOf(test) === moduleOf(changed)) return MODULE;
  return distance === 1 ? DIRECT : THROUGH;
}

/**
 * The tests that belong to a change, the nearest first: `{ file, rank, distance, seconds }`. A test belongs when it
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
    .map((test) => ({ ...test, seconds: expectedSeconds(test.file, durations) }))
    .sort((one, other) => byNearness(one, other) || one.seconds - other.seconds);
}

function byNearness(one, other) {
  return one.rank - other.rank || one.distance - other.distance;
}

/**
 * Takes tests, the nearest first, for a budget in seconds of tests, as if they ran one after another. The last one may go beyond it: a near
 * test that takes long says more of a change than a distant one that fits. Tests that have changed themselves are always taken; one that
 * takes more than the whole budget, or needs the machine for itself, is not.
 */
export function withinBudget(tests, budget) {
  const chosen = [];
  const leftOut = [];
  let left = budget;
  for (const test of tests) {
    const fits = left > 0 && test.seconds <= budget && !isAlone(test.file);
    if (test.rank === ITSELF || fits) {
      chosen.push(test);
      left -= test.seconds;
    } else {
      leftOut.push(test);
    }
  }
  return { chosen, leftOut };
}

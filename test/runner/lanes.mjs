import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { commitOf } from './changes.mjs';
import { header, isTest, ROOT } from './files.mjs';

/**
 * The lanes that run every test. `ci` (scripts/test) tries a share of the cases of each long proof, `nightly` (scripts/test --nightly) all of
 * them. A proof that is run by its name tries all cases, too (test/kit/cases.ts).
 */
export const LANES = ['ci', 'nightly'];

/** The lanes of a file: both, or those of `// lane: nightly` in its first lines. None for a name that is not a lane's. */
export function lanesOf(file) {
  const named = /^\/\/ lane: (.*)$/m.exec(header(file))?.[1];
  return named === undefined ? LANES : LANES.filter((lane) => lane === named);
}

/** In how many commits the CI lane runs a file once: `// turns: 2` in its first lines, else in each. Not for what guards money. */
function turnsOf(file) {
  return Number(/^\/\/ turns: ([2-9])$/m.exec(header(file))?.[1] ?? 1);
}

/**
 * The files that a lane runs. In CI a file that takes turns is run by one commit of each block of so many, at another place in the next
 * block, so that its turns do not go along with those of the cases inside; and by a commit that changes it.
 */
export function filesOfLane(lane, files, { place, changed }) {
  return files.filter((file) => {
    if (!lanesOf(file).includes(lane)) return false;
    const turns = lane === 'ci' ? turnsOf(file) : 1;
    const start = createHash('sha256').update(file).digest().readUInt32BE();
    return place % turns === (start + Math.floor(place / turns)) % turns || changed.includes(file);
  });
}

/** What runs tests, whatever the name of its file. */
const RUNS_TESTS = /^\w+\.run\(\);$/m;
const IMPORTS_UVU = /from 'uvu'/;
/** Examples of test files, which the tests of the runner start. */
const EXAMPLES = 'test/house/fixtures/';

/** Files with tests that no lane runs: by a header that names no lane, or by a name that is not that of a test file. */
export function filesWithoutLane() {
  return readdirSync(resolve(ROOT, 'test'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.[cm]?[jt]sx?$/.test(entry.name))
    .map(({ parentPath, name }) => resolve(parentPath, name).slice(ROOT.length + 1))
    .filter((file) => !file.startsWith(EXAMPLES))
    .filter((file) => (isTest(file) ? lanesOf(file).length === 0 : hasTests(file)))
    .sort();
}

/** A helper may run tests for the test files that call it; it does so inside of a function. */
function hasTests(file) {
  const text = readFileSync(resolve(ROOT, file), 'utf8');
  return IMPORTS_UVU.test(text) && RUNS_TESTS.test(text);
}

/**
 * What a lane tells its tests by the environment: its name, and in CI which share of the cases to try. The part follows the commit's place in
 * the history, so that commits in a row try all parts; the seed of random cases is the commit's hash.
 */
export function environmentOf(lane) {
  if (lane !== 'ci') return { TEST_LANE: lane };
  const { TEST_PART, TEST_SEED } = process.env;
  const { hash, place } = commitOf('HEAD') ?? { hash: '', place: 0 };
  const seed = createHash('sha256').update(hash).digest().readUInt32BE();
  return { TEST_LANE: lane, TEST_PART: TEST_PART ?? String(place), TEST_SEED: TEST_SEED ?? String(seed) };
}

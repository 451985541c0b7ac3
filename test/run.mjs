/**
 * Runs the tests: `node test/run.mjs [filter…]`. A filter is a part of a path, or an existing file of any name.
 *
 * Every file is a process of its own, because uvu alone exits 0 when a `before` hook throws or `.run()` is forgotten,
 * and waits for ever on a leaked timer; files of some folders follow each other in one process, as long as they are green and
 * leave nothing running. A file may say `// time limit: 400 s` in its first lines. Those that may take the
 * longest begin first, so that none of them is left over at the end. TEST_JOBS says how many run at once; a file named
 * `*.beside.test.ts` mostly waits, and runs in addition to them from the beginning, two such at once; one named `*.alone.test.ts` runs with
 * nothing beside it but what is named `*.spare.test.ts`: emulated machines, which have all the time there is, begin when only those
 * are left, and take what they leave of the processors.
 *
 * A file of a long proof says `// proof: kills` in its first lines. `--proofs` lists the proofs, `--proof NAME` runs one
 * (`npm run proof -- NAME`); without either they run like all others.
 *
 * In a run of all tests a file that fails (AGAIN) is run once more at the end, alone, and counts as that run ends; both are
 * shown.
 *
 * `--stages` checks types, lint and format of the whole project beside the tests, and `--failed STAGE` counts a stage that failed before
 * them (scripts/test), so that the last line tells it all.
 */
import { availableParallelism } from 'node:os';
import { readDurations } from './runner/durations.mjs';
import { endWithSignals, jobsAtOnce, runPool, runTests, Sum } from './runner/execute.mjs';
import {
  allSources,
  allTests,
  byProcess,
  isAlone,
  isBeside,
  isSpare,
  matching,
  proofs,
  timeLimitSeconds,
} from './runner/files.mjs';
import { wholeProject } from './runner/stages.mjs';
import { compileAll } from './runner/typescript.cjs';

function parseArguments(args) {
  const parsed = { filters: [], failedStages: [], proofs: [], list: false, stages: false };
  for (let i = 0; i < args.length; i++) {
    if (args[i] === '--failed') parsed.failedStages.push(args[++i]);
    else if (args[i] === '--proof') parsed.proofs.push(args[++i]);
    else if (args[i] === '--proofs') parsed.list = true;
    else if (args[i] === '--stages') parsed.stages = true;
    else parsed.filters.push(args[i]);
  }
  return parsed;
}

function listProofs() {
  const durations = readDurations();
  for (const [name, files] of proofs(allTests())) {
    console.log(name);
    for (const file of files) {
      const seconds = durations.get(file);
      console.log(`  ${file}${seconds === undefined ? '' : ` (${seconds} s)`}`);
    }
  }
}

/** The files to run, and what is wrong with the question. */
function chosenFiles({ filters, proofs: names }) {
  const all = allTests();
  const problems = [];
  if (all.length === 0 && filters.length === 0) problems.push('no test files found');
  if (filters.length === 0 && names.length === 0) return { files: all, problems };
  const files = new Set();
  for (const filter of filters) {
    const found = matching(filter, all);
    if (found.length === 0) problems.push(`no test file matches ${filter}`);
    for (const file of found) files.add(file);
  }
  const named = proofs(all);
  for (const name of names) {
    const found = named.get(name) ?? [];
    if (found.length === 0) problems.push(`no proof is named ${name}: node test/run.mjs --proofs lists them`);
    for (const file of found) files.add(file);
  }
  return { files: [...files], problems };
}

function longestFirst(files) {
  return files
    .map((file) => ({ file, limit: timeLimitSeconds(file) }))
    .sort((one, other) => other.limit - one.limit)
    .map(({ file }) => file);
}

async function run(asked) {
  const sum = new Sum();
  const { files, problems } = chosenFiles(asked);
  for (const problem of [...asked.failedStages.map((stage) => `${stage} failed`), ...problems]) sum.addProblem(problem);

  // All at once is cheaper than each by the first test that needs it.
  if (files.length > 1) await compileAll(allSources());

  const isWhole = asked.filters.length === 0 && asked.proofs.length === 0;
  // Proofs then try fewer cases (test/kit/cases.ts).
  if (isWhole) process.env.WHOLE_RUN = '1';
  const again = [];
  const test =
    (tests, isSecond = false) =>
    () =>
      runTests(tests, (result) => {
        const { file, passed, failed, skipped, problem, seconds, output } = result;
        const counts = `${passed} passed, ${failed} failed, ${skipped} skipped`;
        const runsAgain = problem !== null && isWhole && !isSecond;
        const word = runsAgain ? 'AGAIN' : problem === null ? 'ok  ' : 'FAIL';
        console.log(`${word} ${file}: ${counts} (${seconds.toFixed(1)} s)`);
        if (problem !== null) console.log(output);
        if (runsAgain) again.push(file);
        else sum.addTest(result);
      });
  const besides = longestFirst(files.filter(isBeside)).map((file) => test([file]));
  const pool = byProcess(
    longestFirst(files.filter((file) => ![isAlone, isBeside, isSpare].some((is) => is(file)))),
  ).map((tests) => test(tests));
  const stages = asked.stages ? wholeProject(sum) : [];
  await Promise.all([runPool([...stages, ...pool], jobsAtOnce()), runPool(besides, 2)]);
  const spare = runPool(
    longestFirst(files.filter(isSpare)).map((file) => test([file])),
    availableParallelism(),
  );
  await runPool(
    files.filter(isAlone).map((file) => test([file])),
    1,
  );
  await spare;
  // Of a whole run on a busy machine: what failed counts only when it fails once more with nothing beside it.
  if (again.length > 0) console.log(`Once more, alone: ${again.join(' ')}`);
  await runPool(
    again.splice(0).map((file) => test([file], true)),
    1,
  );
  sum.print();
}

endWithSignals();
const asked = parseArguments(process.argv.slice(2));
if (asked.list) listProofs();
else await run(asked);

/**
 * Runs the tests: `node test/run.mjs [filter…]`. A filter is a part of a path, or an existing file of any name.
 *
 * `--lane ci` and `--lane nightly` run all tests of a lane (test/runner/lanes.mjs); scripts/test does. Without a lane, files that are asked
 * for by a filter, and proofs by `--proof NAME` (`npm run proof -- NAME`), try all of their cases. A file of a long proof says `// proof: kills`
 * in its first lines; `--proofs` lists them.
 *
 * Files follow each other in one process, as long as they are green and leave nothing running (several.cjs); `APART` in files.mjs names those
 * that may not, with the reason. uvu alone exits 0 when a `before` hook throws or `.run()` is forgotten, and waits for ever on a leaked timer,
 * so the runner judges each file by its summary and within a time limit: `// time limit: 400 s` in its first lines, 300 s otherwise.
 * TEST_JOBS says how many processes run at once. A file named `*.beside.test.ts` mostly waits and runs in addition to them, two such at once.
 * One named `*.alone.test.ts` runs with nothing beside it but what is named `*.spare.test.ts`: emulated machines, which take what the others
 * leave of the processors.
 *
 * In a lane, a file that fails is run once more at the end, alone. One that then passes is FLAKY: both outputs are shown, and more than two
 * of them fail the run. Tests that are skipped are listed by reason at the end, as the file prints it (`skipped: root`); with TEST_SKIPS=named,
 * as in CI, a lane fails where the reason is none that report.mjs names. The end of a lane lists the slowest files and the time of each stage.
 *
 * `--stages` checks types, lint and format of the whole project beside the tests, and `--failed STAGE` counts a stage that failed before
 * them (scripts/test), so that the last line tells it all. `--prepared S`: preparing and the build took S seconds.
 */
import { availableParallelism } from 'node:os';
import { changedSince } from './runner/changes.mjs';
import { cpuSecondsOfChildren } from './runner/cpu.cjs';
import { expectedSeconds, readDurations, writeDurations } from './runner/durations.mjs';
import { endWithSignals, jobsAtOnce, runPool, runTests } from './runner/execute.mjs';
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
import { environmentOf, filesOfLane, filesWithoutLane, LANES } from './runner/lanes.mjs';
import { PREPARED, Report } from './runner/report.mjs';
import { mutants, wholeProject } from './runner/stages.mjs';
import { compileAll } from './runner/typescript.cjs';

/** More flaky files than these fail a run. */
const MAX_FLAKY = 2;

function parseArguments(args) {
  const parsed = {
    filters: [],
    failedStages: [],
    proofs: [],
    lane: undefined,
    list: false,
    prepared: 0,
    stages: false,
  };
  for (let i = 0; i < args.length; i++) {
    if (args[i] === '--failed') parsed.failedStages.push(args[++i]);
    else if (args[i] === '--proof') parsed.proofs.push(args[++i]);
    else if (args[i] === '--lane') parsed.lane = args[++i];
    else if (args[i] === '--prepared') parsed.prepared = Number(args[++i]);
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
function chosenFiles({ filters, proofs: names, lane }) {
  const all = allTests();
  const problems = [];
  if (lane !== undefined && !LANES.includes(lane)) problems.push(`there is no lane ${lane}: ${LANES.join(', ')}`);
  if (all.length === 0 && filters.length === 0) problems.push('no test files found');
  if (filters.length === 0 && names.length === 0) {
    problems.push(...filesWithoutLane().map((file) => `${file} belongs to no lane: test/runner/lanes.mjs`));
    if (lane === undefined) return { files: all, problems };
    const place = Number(environmentOf(lane).TEST_PART ?? 0);
    return { files: filesOfLane(lane, all, { place, changed: changedSince('HEAD~1') }), problems };
  }
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

/** Lists of files, the longest first, so that none of them is left over at the end; of equal ones that with the longest time limit. */
function longestFirst(lists, secondsOf) {
  const total = (list) => list.reduce((sum, file) => sum + secondsOf(file), 0);
  return lists
    .map((list) => ({ list, seconds: total(list), limit: timeLimitSeconds(list[0]) }))
    .sort((one, other) => other.seconds - one.seconds || other.limit - one.limit)
    .map(({ list }) => list);
}

const apart = (files) => files.map((file) => [file]);

async function run(asked) {
  const isLane = asked.lane !== undefined;
  const report = new Report(isLane && process.env.TEST_SKIPS === 'named');
  const { files, problems } = chosenFiles(asked);
  for (const problem of [...asked.failedStages.map((stage) => `${stage} failed`), ...problems])
    report.addProblem(problem);
  if (asked.prepared > 0) report.addStage(PREPARED, asked.prepared, cpuSecondsOfChildren(process.ppid));
  if (isLane) {
    Object.assign(process.env, environmentOf(asked.lane));
    const { TEST_LANE, TEST_PART, TEST_SEED } = process.env;
    if (TEST_PART !== undefined) {
      console.log(`to repeat these cases: TEST_LANE=${TEST_LANE} TEST_PART=${TEST_PART} TEST_SEED=${TEST_SEED}`);
    }
  }

  // All at once is cheaper than each by the first test that needs it.
  if (files.length > 1) await compileAll(allSources());

  const durations = readDurations();
  const secondsOf = (file) => expectedSeconds(file, durations);
  const failed = [];
  const test = (tests) => () =>
    runTests(tests, (result) => {
      const runsAgain = result.problem !== null && isLane;
      console.log(report.lineOf(result, runsAgain ? 'AGAIN' : undefined));
      if (runsAgain) failed.push(result);
      else report.addTest(result);
    });
  const once = async () => {
    const besides = longestFirst(apart(files.filter(isBeside)), secondsOf);
    const usual = files.filter((file) => ![isAlone, isBeside, isSpare].some((is) => is(file)));
    const pool = longestFirst(byProcess(usual, secondsOf, jobsAtOnce()), secondsOf);
    const stages = asked.stages ? wholeProject(report, asked.lane) : [];
    await Promise.all([runPool([...stages, ...pool.map(test)], jobsAtOnce()), runPool(besides.map(test), 2)]);
    const spares = longestFirst(apart(files.filter(isSpare)), secondsOf);
    const spare = runPool(spares.map(test), availableParallelism());
    await runPool(apart(files.filter(isAlone)).map(test), 1);
    await spare;
  };
  await report.stage('Tests', once);
  if (failed.length > 0) await report.stage('Failed tests once more', () => tryOnceMore(failed, report));
  // Last, as a mutant may take much of the machine; not where only some tests are asked for.
  if (asked.stages && asked.lane === 'nightly' && asked.filters.length === 0) await mutants(report)();
  if (isLane) {
    if (asked.lane === 'ci') writeDurations(report.secondsByFile);
    report.printTimes();
  }
  report.printSkips();
  report.print();
}

/** Tells a flaky file from one that fails: by a second run, with nothing beside it. */
async function tryOnceMore(failed, report) {
  let flaky = 0;
  for (const first of failed) {
    await runTests([first.file], (second) => {
      report.addTest(second);
      if (second.problem !== null) {
        console.log(report.lineOf(second));
        return;
      }
      flaky += 1;
      report.addFlaky(first.file);
      console.log(`FLAKY ${first.file}: it failed, and passed when it was run once more, alone.`);
      console.log(`The output of the first run:\n${first.output}\nThe output of the second run:\n${second.output}`);
    });
  }
  if (flaky > MAX_FLAKY) report.addProblem(`${flaky} files are flaky, more than ${MAX_FLAKY}`);
}

endWithSignals();
const asked = parseArguments(process.argv.slice(2));
if (asked.list) listProofs();
else await run(asked);

/**
 * The fast lane, `npm run quick`: types, lint and format of what has changed, and the tests that belong to it.
 *
 * Changed is what differs from the merge base with main (`--base REV`: from another commit), with what is not committed.
 * Types are those of the whole program, since a change may break them elsewhere; the compiler remembers what it knows in
 * .cache/. The tests nearest to the change are taken until `--budget S` (45) seconds of them are chosen, as measured when
 * they last ran here; what is left out is named. `--list` only says what would run.
 *
 * `--all` checks the whole project without the long proofs. Nothing here replaces scripts/test.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { baseOf, changedSince } from './runner/changes.mjs';
import { expectedSeconds, readDurations } from './runner/durations.mjs';
import { endWithSignals, jobsAtOnce, runPool, runTests, Sum } from './runner/execute.mjs';
import { allTests, byProcess, isAlone, proofOf, proofs, ROOT } from './runner/files.mjs';
import { belongingTests, RANKS, withinBudget } from './runner/selection.mjs';
import { format, lint, types } from './runner/stages.mjs';

const NAMED_AT_MOST = 12;
const LINTED = /\.(?:tsx?|mjs|cjs|js)$/;
const TYPED = /^(?:src|test)\/.*\.tsx?$|^tsconfig\.json$|^package-lock\.json$/;

const sum = new Sum();

/** The stages and tests that run beside each other, and the tests that run alone after them. */
async function run(stages, tests) {
  const durations = readDurations();
  const bySeconds = [...tests].sort(
    (one, other) => expectedSeconds(other, durations) - expectedSeconds(one, durations),
  );
  const start = performance.now();
  let failed = 0;
  const test = (files) => () =>
    runTests(files, (result) => {
      sum.addTest(result);
      if (result.problem === null) return;
      failed += 1;
      console.log(`FAIL ${result.file}: ${result.problem}\n${result.output}`);
    });
  const beside = byProcess(bySeconds.filter((file) => !isAlone(file)));
  await runPool([...stages, ...beside.map(test)], jobsAtOnce());
  await runPool(byProcess(bySeconds.filter(isAlone)).map(test), 1);
  if (tests.length > 0) {
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.log(
      `${failed === 0 ? 'ok  ' : 'FAIL'} Tests: ${tests.length} files, ${failed} of them failed (${seconds} s)`,
    );
  }
}

const total = (tests) => Math.round(tests.reduce((seconds, test) => seconds + test.seconds, 0));
const files = (count) => (count === 1 ? '1 file' : `${count} files`);

function explain({ chosen, leftOut, proofs: left }, budget) {
  console.log(`Tests that belong to it: ${files(chosen.length)}, about ${total(chosen)} s one after another`);
  for (const [rank, name] of RANKS.entries()) {
    const count = chosen.filter((test) => test.rank === rank).length;
    if (count > 0) console.log(`  ${name}: ${count}`);
  }
  if (leftOut.length > 0) {
    console.log(
      `Left out, beyond ${budget} s: ${files(leftOut.length)}, about ${total(leftOut)} s (--budget ${budget * 4})`,
    );
    for (const { file } of leftOut.slice(0, NAMED_AT_MOST)) console.log(`  ${file}`);
    if (leftOut.length > NAMED_AT_MOST) console.log(`  and ${leftOut.length - NAMED_AT_MOST} more: --list names them`);
  }
  if (left.length > 0) console.log(`Long proofs left out: ${left.join(', ')} (npm run proof -- NAME)`);
}

function list({ chosen, leftOut }) {
  for (const { file, rank, seconds } of chosen) console.log(`run   ${file} (${RANKS[rank]}, ${seconds} s)`);
  for (const { file, rank, seconds } of leftOut) console.log(`leave ${file} (${RANKS[rank]}, ${seconds} s)`);
}

async function quick({ base: asked, budget, list: onlyList }) {
  const base = baseOf(asked);
  if (base === undefined) {
    sum.addProblem(asked === undefined ? 'this is not a git repository' : `git knows no commit ${asked}`);
    return;
  }
  const changed = changedSince(base.commit);
  const here = changed.filter((path) => existsSync(resolve(ROOT, path)));
  console.log(`Changed since ${base.name}: ${files(changed.length)}`);
  if (changed.length === 0) return;
  const selection = withinBudget(belongingTests(changed, readDurations()), budget);
  explain(selection, budget);
  if (onlyList) {
    list(selection);
    return;
  }
  const linted = here.filter((path) => LINTED.test(path));
  const stages = [];
  if (changed.some((path) => TYPED.test(path))) stages.push(types(sum));
  if (linted.length > 0) stages.push(lint(sum, ['--no-warn-ignored', ...linted], files(linted.length)));
  if (here.length > 0) stages.push(format(sum, here, files(here.length)));
  await run(
    stages,
    selection.chosen.map(({ file }) => file),
  );
}

async function everything({ list: onlyList }) {
  const all = allTests();
  const tests = all.filter((file) => proofOf(file) === undefined);
  const names = [...proofs(all).keys()];
  console.log(`All tests but the long proofs: ${files(tests.length)}`);
  console.log(`Long proofs left out: ${names.join(', ')} (npm run proof -- NAME)`);
  if (onlyList) return;
  const whole = 'the whole project';
  await run([types(sum), lint(sum, ['.'], whole), format(sum, ['.'], whole)], tests);
}

const { values } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    base: { type: 'string' },
    budget: { type: 'string', default: '45' },
    list: { type: 'boolean', default: false },
  },
});
endWithSignals();
const asked = { ...values, budget: Number(values.budget) };
if (!(asked.budget >= 0)) sum.addProblem(`--budget ${values.budget} is not a number of seconds`);
else if (asked.all) await everything(asked);
else await quick(asked);
sum.print();

/**
 * Runs the tests: `node test/run.mjs [filter…]`. A filter is a part of a path, or an existing file of any name.
 *
 * Every file is a process of its own, because uvu alone exits 0 when a `before` hook throws or `.run()` is forgotten,
 * and waits for ever on a leaked timer. A file may say `// time limit: 400 s` in its first lines. Those that may take the
 * longest begin first, so that none of them is left over at the end. TEST_JOBS says how many run at once; a file named
 * `*.beside.test.ts` mostly waits, and runs in addition to them from the beginning; one named `*.alone.test.ts` runs with
 * nothing beside it.
 *
 * `--failed STAGE` counts a stage that failed before the tests (scripts/test), so that the last line tells it all.
 */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const ROOT = resolve(import.meta.dirname, '..');
const DEFAULT_LIMIT_S = 120;
/** How long a file's leftovers (esbuild's service among them) may outlive it before they count as a leak. */
const LEFTOVER_GRACE_MS = 5000;
const HEADER_LINES = 5;

const running = new Set();

function parseArguments(args) {
  const filters = [];
  const failedStages = [];
  for (let i = 0; i < args.length; i++) {
    if (args[i] === '--failed') failedStages.push(args[++i]);
    else filters.push(args[i]);
  }
  return { filters, failedStages };
}

function allTests() {
  return readdirSync(import.meta.dirname, { recursive: true })
    .map((name) => `test/${name}`)
    .filter((path) => path.endsWith('.test.ts'))
    .sort();
}

/** The files that a filter means, as paths relative to the root. */
function matching(filter, all) {
  const path = relative(ROOT, resolve(filter));
  return path.endsWith('.ts') && existsSync(filter) ? [path] : all.filter((test) => test.includes(filter));
}

function timeLimitSeconds(file) {
  const header = readFileSync(resolve(ROOT, file), 'utf8').split('\n', HEADER_LINES).join('\n');
  return Number(/^\/\/ time limit: (\d+) s$/m.exec(header)?.[1] ?? DEFAULT_LIMIT_S);
}

/** Ends a process and all that it started; a group that is gone already is fine. */
function killGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

/** Runs one file to its end. `stopped` says why it had to be killed, null when it ended by itself. */
function execute(file) {
  return new Promise((done) => {
    const environment = { ...process.env, FORCE_COLOR: '0' };
    delete environment.NO_COLOR; // Node warns into the output when both are set
    const child = spawn(process.execPath, ['--import', 'tsx', resolve(ROOT, file)], {
      cwd: ROOT,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true, // a group of its own, so that its children can be killed with it
    });
    running.add(child.pid);
    let output = '';
    let stopped = null;
    const stop = (reason) => {
      stopped = reason;
      killGroup(child.pid);
    };
    const limit = timeLimitSeconds(file);
    let timer = setTimeout(() => stop(`still running after its time limit of ${limit} s`), limit * 1000);
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    }
    child.on('exit', () => {
      clearTimeout(timer);
      if (stopped === null) timer = setTimeout(() => stop('left a running process behind'), LEFTOVER_GRACE_MS);
    });
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      killGroup(child.pid);
      running.delete(child.pid);
      done({ output: stripVTControlCharacters(output), stopped, ended: signal ?? `exit code ${code}` });
    });
  });
}

/** Reads uvu's summary, the last one if a test printed another. Its total leaves skipped tests out. */
function readSummary(output) {
  const numbers = [...output.matchAll(/^ {2}Total: +(\d+)\n {2}Passed: +(\d+)\n {2}Skipped: +(\d+)$/gm)].at(-1);
  return numbers === undefined ? null : { total: +numbers[1], passed: +numbers[2], skipped: +numbers[3] };
}

/** Turns what a file left behind into counts; whatever is not plainly green has at least one failure. */
function judge({ output, stopped, ended }) {
  const { total, passed, skipped } = readSummary(output) ?? { total: 0, passed: 0, skipped: 0 };
  let problem = null;
  if (stopped !== null) problem = stopped;
  else if (readSummary(output) === null) problem = `no summary, ${ended} (is .run() missing?)`;
  else if (total + skipped === 0) problem = 'no test in it';
  else if (passed < total) problem = `${total - passed} of ${total} failed`;
  else if (ended !== 'exit code 0') problem = `all passed, yet ${ended}`;
  return { passed, skipped, failed: Math.max(total - passed, problem === null ? 0 : 1), problem };
}

async function runFile(file, sum) {
  const start = performance.now();
  const outcome = await execute(file);
  const { passed, failed, skipped, problem } = judge(outcome);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const counts = `${passed} passed, ${failed} failed, ${skipped} skipped`;
  console.log(`${problem === null ? 'ok  ' : 'FAIL'} ${file}: ${counts} (${seconds} s)`);
  if (problem !== null) {
    console.log(outcome.output.trimEnd());
    sum.problems.push(`${file}: ${problem}`);
  }
  sum.passed += passed;
  sum.failed += failed;
  sum.skipped += skipped;
}

/** Runs files, `jobs` at a time, each as soon as there is room. */
async function runAll(files, jobs, sum) {
  const queue = [...files];
  const worker = async () => {
    for (let file = queue.shift(); file !== undefined; file = queue.shift()) await runFile(file, sum);
  };
  await Promise.all(Array.from({ length: jobs }, worker));
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    for (const pid of running) killGroup(pid);
    process.exit(1);
  });
}

const { filters, failedStages } = parseArguments(process.argv.slice(2));
const all = allTests();
const files = filters.length === 0 ? all : [...new Set(filters.flatMap((filter) => matching(filter, all)))];
const sum = { passed: 0, failed: 0, skipped: 0, problems: failedStages.map((stage) => `${stage} failed`) };
for (const filter of filters) {
  if (matching(filter, all).length === 0) sum.problems.push(`no test file matches ${filter}`);
}
if (files.length === 0 && filters.length === 0) sum.problems.push('no test files found');
sum.failed = sum.problems.length;

const isAlone = (file) => file.includes('.alone.');
const isBeside = (file) => file.includes('.beside.');
const longestFirst = files
  .filter((file) => !isAlone(file) && !isBeside(file))
  .map((file) => ({ file, limit: timeLimitSeconds(file) }))
  .sort((one, other) => other.limit - one.limit);
const besides = files.filter(isBeside);
await Promise.all([
  runAll(
    longestFirst.map(({ file }) => file),
    Math.max(1, Number(process.env.TEST_JOBS) || 2),
    sum,
  ),
  runAll(besides, besides.length, sum),
]);
await runAll(files.filter(isAlone), 1, sum);

for (const problem of sum.problems) console.log(`FAIL ${problem}`);
console.log(`${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`);
process.exitCode = sum.failed > 0 ? 1 : 0;

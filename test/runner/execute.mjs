import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { availableParallelism, setPriority } from 'node:os';
import { resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { isSpare, ROOT, timeLimitSeconds } from './files.mjs';

/** How long a file's leftovers (esbuild's service among them) may outlive it before they count as a leak. */
const LEFTOVER_GRACE_MS = 5000;

/** How long a process may take from its totals to its end: what is left then never ends by itself. */
const END_GRACE_S = 30;

/** uvu's totals, when nothing was printed since. */
const TOTALS_AT_END = /\n {2}Total: +\d+\n {2}Passed: +\d+\n {2}Skipped: +\d+\n {2}Duration: .*\n+$/;
const TOTALS_CHARACTERS = 400;

/** Makes Node run TypeScript, also what a test starts like itself, and runs test files in one process. */
const SEVERAL = ['--require', resolve(ROOT, 'test/runner/register.cjs'), resolve(ROOT, 'test/runner/several.cjs')];

const running = new Set();

/** Ends a process and all that it started; a group that is gone already is fine. */
function killGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

/** Ctrl-C ends what runs, with all that it started. */
export function endWithSignals() {
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => {
      for (const pid of running) killGroup(pid);
      process.exit(1);
    });
  }
}

/** The lowest priority that there is. */
const LOWEST = 19;

/** Gives a process, and all that it will start, only what the others leave of the processors. */
function yieldToOthers(pid) {
  setPriority(pid, LOWEST);
  try {
    // Where the kernel shares out the processors by session first, sched(7).
    writeFileSync(`/proc/${pid}/autogroup`, String(LOWEST));
  } catch {
    // It does not.
  }
}

/**
 * Runs Node with arguments to its end, at most `limit` seconds. `stopped` says why it had to be killed, null when it
 * ended by itself. `listen` is told what comes out of it, with a function that gives it so many seconds from now. `yields`: it takes
 * what the others leave. `variables` come to those of the environment.
 */
export function runNode(args, limit, listen = () => undefined, { yields = false, variables = {} } = {}) {
  return new Promise((done) => {
    const environment = { ...process.env, FORCE_COLOR: '0', ...variables };
    delete environment.NO_COLOR; // Node warns into the output when both are set
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true, // a group of its own, so that its children can be killed with it
    });
    running.add(child.pid);
    if (yields) yieldToOthers(child.pid);
    const start = performance.now();
    let output = '';
    let stopped = null;
    const stop = (reason) => {
      stopped = reason;
      killGroup(child.pid);
    };
    let timer;
    const allow = (seconds) => {
      limit = seconds;
      clearTimeout(timer);
      timer = setTimeout(() => stop(`still running after its time limit of ${seconds} s`), seconds * 1000);
    };
    allow(limit);
    // Something is still open then, or Node spins while it takes down what is: neither needs the whole limit to be known.
    let end = null;
    const expectEnd = () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const awaited = end !== null;
      clearTimeout(end);
      end = null;
      if (TOTALS_AT_END.test(stripVTControlCharacters(output.slice(-TOTALS_CHARACTERS)))) {
        const grace = Math.min(END_GRACE_S, limit);
        clearTimeout(timer);
        end = setTimeout(() => stop(`printed its totals and did not end in ${grace} s`), grace * 1000);
      } else if (awaited) allow(limit);
    };
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
        listen(text, allow);
        expectEnd();
      });
    }
    child.on('exit', () => {
      clearTimeout(timer);
      clearTimeout(end);
      if (stopped === null) timer = setTimeout(() => stop('left a running process behind'), LEFTOVER_GRACE_MS);
    });
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      killGroup(child.pid);
      running.delete(child.pid);
      const seconds = (performance.now() - start) / 1000;
      done({ output: stripVTControlCharacters(output), stopped, ended: signal ?? `exit code ${code}`, seconds });
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

/** Takes the lines about CPU time (several.cjs) out of an output; gives their sum, in seconds. */
function withoutCpu(output) {
  let cpu = 0;
  const rest = output.replace(/^# cpu (\d+\.\d+) s\n/gm, (_, seconds) => {
    cpu += Number(seconds);
    return '';
  });
  return { output: rest, cpu };
}

/**
 * Runs test files one after another in one process, and tells of each when it has ended: counts, seconds, output, and what is
 * wrong with it (null when it is green). After one that is not green the others begin in a new process.
 */
export async function runTests(files, tell) {
  for (let left = files; left.length > 0;) left = await runUntilOneFails(left, tell);
}

/** Gives the files that have not begun. */
async function runUntilOneFails([...left], tell) {
  const end = `end ${randomUUID()}\n`;
  let unread = '';
  let begin = performance.now();
  const ended = (outcome) => {
    const file = left.shift();
    const seconds = (performance.now() - begin) / 1000;
    begin = performance.now();
    const { output, cpu } = withoutCpu(outcome.output);
    const judged = judge({ ...outcome, output });
    tell({ file, ...judged, seconds, cpu, output: output.trimEnd() });
  };
  const listen = (text, allow) => {
    const [...outputs] = (unread + text).split(end);
    unread = outputs.pop();
    for (const output of outputs) {
      ended({ output: stripVTControlCharacters(output), stopped: null, ended: 'exit code 0' });
      allow(timeLimitSeconds(left[0]));
    }
  };
  const yields = isSpare(left[0]);
  const outcome = await runNode([...SEVERAL, end, ...left], timeLimitSeconds(left[0]), listen, { yields });
  // The last one, or one that nothing may follow, ends as its process does.
  ended({ ...outcome, output: stripVTControlCharacters(unread) });
  return left;
}

/** Does pieces of work, `jobs` at a time, in their order. */
export async function runPool(work, jobs) {
  const queue = [...work];
  const worker = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await next();
  };
  await Promise.all(Array.from({ length: jobs }, worker));
}

/** How many run at once: TEST_JOBS, or one more than there are cores, since every test waits now and then. */
export function jobsAtOnce() {
  return Math.max(1, Number(process.env.TEST_JOBS) || availableParallelism() + 1);
}

import { cpuSecondsOfChildren, cpuSecondsOfProcess } from './cpu.cjs';

const SLOWEST = 10;

/** What a machine that may install all that tests need can lack, as reasons of tests that are skipped. */
const MAY_LACK = [/nightly lane/, /\broot\b/, /loop device/, /another architecture/];
/** The image has a lane of its own: scripts/test --image. */
const OF_IMAGE = 'test/image/';

/** What a file has printed as `skipped: …`. */
const reasonOfSkips = (output) => /skipped: (.+)/.exec(output)?.[1] ?? 'a reason that the file does not print';
/** What scripts/test does before it starts the tests. */
export const PREPARED = 'Preparing and build';
/** What a run has found and measured so far. A problem is a line for the end of the report. */
export class Report {
  passed = 0;
  failed = 0;
  skipped = 0;
  problems = [];
  flaky = [];
  /** Seconds by file, of those that passed. */
  secondsByFile = new Map();
  #files = [];
  /** How many tests of which files were skipped, by the reason that the file has printed. */
  #skips = new Map();
  #stages = [];
  #begin = performance.now();
  #mustNameSkips;

  /** `mustNameSkips`: a file that skips tests for another reason than those of MAY_LACK fails. */
  constructor(mustNameSkips = false) {
    this.#mustNameSkips = mustNameSkips;
  }

  addProblem(problem) {
    this.problems.push(problem);
    this.failed += 1;
  }

  addTest({ file, passed, failed, skipped, problem, seconds, cpu, output }) {
    this.passed += passed;
    this.failed += failed;
    this.skipped += skipped;
    if (skipped > 0) this.#addSkip(file, skipped, reasonOfSkips(output));
    this.#files.push({ file, seconds, cpu });
    if (problem === null) this.secondsByFile.set(file, seconds);
    else this.problems.push(`${file}: ${problem}`);
  }

  #addSkip(file, skipped, reason) {
    this.#skips.set(reason, [...(this.#skips.get(reason) ?? []), `${skipped} of ${file}`]);
    const mayLack = file.startsWith(OF_IMAGE) || MAY_LACK.some((known) => known.test(reason));
    if (!this.#mustNameSkips || mayLack) return;
    this.addProblem(`${file}: ${skipped} skipped, which this machine should run: ${reason}`);
  }

  addFlaky(file) {
    this.flaky.push(file);
  }

  /** The line of a file that has ended, with what it printed where it is not green. */
  lineOf({ file, passed, failed, skipped, problem, seconds, cpu, output }, word = problem === null ? 'ok  ' : 'FAIL') {
    const line = `${word} ${file}: ${passed} passed, ${failed} failed, ${skipped} skipped (${seconds.toFixed(1)} s, CPU ${cpu.toFixed(1)} s)`;
    return problem === null ? line : `${line}\n${output}`;
  }

  /** `cpu` is undefined where it is counted with the tests: types, lint and format run beside them. */
  addStage(name, seconds, cpu) {
    this.#stages.push({ name, seconds, cpu });
  }

  /** Runs a stage, and notes its time and that of the processes that it waited for. */
  async stage(name, work) {
    const begin = performance.now();
    const cpu = cpuSecondsOfChildren();
    await work();
    this.addStage(name, (performance.now() - begin) / 1000, cpuSecondsOfChildren() - cpu);
  }

  /** Prints where the time went: the slowest files, and each stage. */
  printTimes() {
    const row = (seconds, cpu, name) =>
      `${seconds.toFixed(1).padStart(8)} s ${cpu === undefined ? 'with tests  ' : `${cpu.toFixed(1).padStart(8)} s  `}${name}`;
    console.log(`\n${'wall'.padStart(10)} ${'CPU'.padStart(10)}  the ${SLOWEST} slowest files`);
    const slowest = this.#files.sort((one, other) => other.seconds - one.seconds).slice(0, SLOWEST);
    for (const { file, seconds, cpu } of slowest) console.log(row(seconds, cpu, file));
    console.log(`\n${'wall'.padStart(10)} ${'CPU'.padStart(10)}  stages`);
    for (const { name, seconds, cpu } of this.#stages) console.log(row(seconds, cpu, name));
    const prepared = this.#stages.find(({ name }) => name === PREPARED);
    const cpu = cpuSecondsOfProcess() + cpuSecondsOfChildren() + (prepared?.cpu ?? 0);
    console.log(`${row((performance.now() - this.#begin) / 1000 + (prepared?.seconds ?? 0), cpu, 'all of it')}\n`);
  }

  /** Prints what was not tried, and why. */
  printSkips() {
    for (const [reason, files] of this.#skips) console.log(`skipped, for want of ${reason}: ${files.join(', ')}`);
  }

  /** Prints the problems and the line that people and machines look for, and sets the exit code. */
  print() {
    for (const file of this.flaky) console.log(`FLAKY ${file}`);
    for (const problem of this.problems) console.log(`FAIL ${problem}`);
    console.log(`${this.passed} passed, ${this.failed} failed, ${this.skipped} skipped`);
    process.exitCode = this.failed > 0 ? 1 : 0;
  }
}

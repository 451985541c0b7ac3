// proof: project
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Turns } from '../kit/turns.js';

/** Each starts the runner. */
const turns = new Turns(2);

const RUNNER = resolve(import.meta.dirname, '../run.mjs');
const FIXTURES = resolve(import.meta.dirname, 'fixtures');

interface Run {
  readonly code: number | null;
  readonly lines: string[];
  readonly last: string;
}

/** Runs the runner on fixtures by name; `args` stand before them. */
function run(fixtures: string[], args: string[] = [], environment: NodeJS.ProcessEnv = {}): Run {
  const files = fixtures.map((name) => `${FIXTURES}/${name}.ts`);
  const env = { ...process.env, ...environment };
  const { status, stdout } = spawnSync(process.execPath, [RUNNER, ...args, ...files], {
    encoding: 'utf8',
    env,
    timeout: 60_000,
  });
  const lines = stdout.trimEnd().split('\n');
  return { code: status, lines, last: lines.at(-1) ?? '' };
}

function says(lines: string[], text: string): boolean {
  return lines.some((line) => line.includes(text));
}

turns.test('a green file passes, and its skipped test is counted', () => {
  const { code, lines, last } = run(['green']);
  assert.is(code, 0);
  assert.is(last, '2 passed, 0 failed, 1 skipped');
  assert.match(
    lines[0] ?? '',
    /^ok {3}test\/house\/fixtures\/green\.ts: 2 passed, 0 failed, 1 skipped \(\d+\.\d s, CPU \d+\.\d s\)$/,
  );
});

turns.test('a failing test fails the run and its output is shown', () => {
  const { code, lines, last } = run(['failing']);
  assert.is(code, 1);
  assert.is(last, '1 passed, 2 failed, 0 skipped');
  assert.ok(says(lines, 'Expected values to be strictly equal'));
  assert.ok(says(lines, 'the text that was there'));
});

const HOLES = [
  { fixture: 'forgotten-run', why: 'is .run() missing?', last: '0 passed, 1 failed, 0 skipped' },
  { fixture: 'empty', why: 'no test in it', last: '0 passed, 1 failed, 0 skipped' },
  { fixture: 'throwing-before', why: '2 of 2 failed', last: '0 passed, 2 failed, 0 skipped' },
  { fixture: 'throwing-after-each', why: '2 of 2 failed', last: '0 passed, 2 failed, 0 skipped' },
  { fixture: 'dying', why: 'all passed, yet exit code 3', last: '1 passed, 1 failed, 0 skipped' },
  { fixture: 'exiting-early', why: 'no summary, exit code 1', last: '0 passed, 1 failed, 0 skipped' },
  { fixture: 'hanging', why: 'time limit of 1 s', last: '0 passed, 1 failed, 0 skipped' },
  { fixture: 'lingering', why: 'printed its totals and did not end in 3 s', last: '1 passed, 1 failed, 0 skipped' },
  { fixture: 'leaving-child', why: 'left a running process behind', last: '1 passed, 1 failed, 0 skipped' },
];

for (const { fixture, why, last } of HOLES) {
  turns.test(`a file that is ${fixture} fails the run`, () => {
    const result = run([fixture]);
    assert.is(result.code, 1);
    assert.ok(says(result.lines, why), result.lines.join('\n'));
    assert.is(result.last, last);
  });
}

/** A process that has ended may still have a number, but no command line. */
function isRunning(pid: number): boolean {
  const commandLine = `/proc/${pid}/cmdline`;
  return existsSync(commandLine) && readFileSync(commandLine).length > 0;
}

turns.test('the time limit ends the children of a file too', () => {
  const { lines } = run(['hanging-child']);
  const child = Number(/^child (\d+)$/m.exec(lines.join('\n'))?.[1]);
  assert.ok(child > 0);
  assert.not.ok(isRunning(child));
});

turns.test('a filter that matches no file fails the run, also beside one that does', () => {
  assert.is(run([], ['no such test']).last, '0 passed, 1 failed, 0 skipped');
  const beside = run(['green'], ['no such test']);
  assert.is(beside.code, 1);
  assert.is(beside.last, '2 passed, 1 failed, 1 skipped');
});

turns.test('a stage that failed before the tests is counted', () => {
  const { code, lines, last } = run(['green'], ['--failed', 'Type check']);
  assert.is(code, 1);
  assert.is(last, '2 passed, 1 failed, 1 skipped');
  assert.ok(says(lines, 'FAIL Type check failed'));
});

turns.test('a senseless number of jobs still runs every file', () => {
  assert.is(run(['green'], [], { TEST_JOBS: 'many' }).last, '2 passed, 0 failed, 1 skipped');
});

turns.test('files run two at a time, but nothing runs beside one that asks to be alone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kasirbox-run-'));
  const book = join(folder, 'book');
  // a and b wait for each other, so a runner that starts c among them cannot let c be the last to come.
  const result = run(['meeting-c.alone', 'meeting-a', 'meeting-b'], [], { TEST_JOBS: '2', MEETING_BOOK: book });
  const entries = readFileSync(book, 'utf8').trimEnd().split('\n');
  rmSync(folder, { recursive: true });
  assert.is(result.last, '3 passed, 0 failed, 0 skipped', result.lines.join('\n'));
  assert.equal(entries.slice(-2), ['c comes', 'c goes']);
});

turns.test('a file that runs beside others takes no place from them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kasirbox-run-'));
  // With one place a and b could not wait for each other.
  const result = run(['meeting-a', 'meeting-b.beside'], [], { TEST_JOBS: '1', MEETING_BOOK: join(folder, 'book') });
  rmSync(folder, { recursive: true });
  assert.is(result.last, '2 passed, 0 failed, 0 skipped', result.lines.join('\n'));
});

turns.test('a file that takes what is left of the processors runs beside one that asks to be alone, too', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kasirbox-run-'));
  // Each waits for the other.
  const book = join(folder, 'book');
  const result = run(['meeting-d.alone', 'meeting-e.spare'], [], { TEST_JOBS: '1', MEETING_BOOK: book });
  rmSync(folder, { recursive: true });
  assert.is(result.last, '3 passed, 0 failed, 0 skipped', result.lines.join('\n'));
});

turns.test('of files that have not been measured, those with a long time limit begin first', () => {
  const { lines } = run(['green', 'patient'], [], { TEST_JOBS: '1' });
  assert.match(lines[0] ?? '', /patient/);
  assert.match(lines[1] ?? '', /green/);
});

test.run();

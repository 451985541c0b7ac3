// turns: 4
// proof: project
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Project } from './project.js';

/** The lanes on small projects of their own: what a run reports, and what fails it. */
const GREEN = "import { test } from 'uvu';\ntest('passes', () => undefined);\ntest.run();\n";
/** Fails in its first run, and passes in the second. */
const FLAKY = `
import { existsSync, writeFileSync } from 'node:fs';
import { test } from 'uvu';
test('passes the second time', () => {
  if (existsSync(NOTE)) return console.log('the second time');
  writeFileSync(NOTE, '');
  throw new Error('the first time');
});
test.run();
`;

interface Run {
  readonly code: number | null;
  readonly lines: readonly string[];
  readonly last: string;
}

/** Runs a lane on test files by their names. `variables`: what is added to the environment. */
function run(
  files: Readonly<Record<string, string>>,
  lane: readonly string[] = ['--lane', 'ci'],
  variables: Readonly<Record<string, string>> = {},
): Run {
  const project = new Project();
  try {
    for (const name of ['esbuild', 'uvu']) project.lend(name);
    for (const [name, text] of Object.entries(files)) {
      project.write(`test/${name}`, text.replaceAll('NOTE', JSON.stringify(join(project.root, `${name}.note`))));
    }
    const { status, stdout, stderr } = spawnSync(process.execPath, ['test/run.mjs', ...lane], {
      cwd: project.root,
      // This test may run in a lane itself.
      env: {
        ...process.env,
        TEST_LANE: undefined,
        TEST_PART: undefined,
        TEST_SEED: undefined,
        TEST_SKIPS: undefined,
        ...variables,
      },
      encoding: 'utf8',
      timeout: 60_000,
    });
    const lines = (stdout + stderr).trimEnd().split('\n');
    return { code: status, lines, last: stdout.trimEnd().split('\n').at(-1) ?? '' };
  } finally {
    project.remove();
  }
}

const has = ({ lines }: Run, pattern: RegExp): boolean => lines.some((line) => pattern.test(line));

test('a file that fails and then passes is reported as flaky, with both outputs, and does not fail the run', () => {
  const result = run({ 'a.test.ts': FLAKY, 'b.test.ts': GREEN });
  assert.is(result.last, '2 passed, 0 failed, 0 skipped', result.lines.join('\n'));
  assert.is(result.code, 0);
  for (const pattern of [/^FLAKY test\/a\.test\.ts$/, /the first time/, /the second time/]) {
    assert.ok(has(result, pattern), `${pattern.source}\n${result.lines.join('\n')}`);
  }
});

test('more than two flaky files fail the run', () => {
  const result = run({ 'a.test.ts': FLAKY, 'b.test.ts': FLAKY, 'c.test.ts': FLAKY });
  assert.is(result.last, '3 passed, 1 failed, 0 skipped', result.lines.join('\n'));
  assert.ok(has(result, /^FAIL 3 files are flaky, more than 2$/));
});

test('a file that fails twice fails the run once', () => {
  const result = run({ 'a.test.ts': GREEN.replace('() => undefined', "() => { throw new Error('why'); }") });
  assert.is(result.last, '0 passed, 1 failed, 0 skipped', result.lines.join('\n'));
  assert.not.ok(has(result, /^FLAKY/));
});

test('a file runs in the lanes that it names, in both without a name, and an unknown lane fails the run', () => {
  const files = { 'a.test.ts': GREEN, 'night.test.ts': `// lane: nightly\n${GREEN}` };
  assert.is(run(files).last, '1 passed, 0 failed, 0 skipped');
  assert.is(run(files, ['--lane', 'nightly']).last, '2 passed, 0 failed, 0 skipped');
  for (const [name, text] of [
    ['lost.test.ts', `// lane: evening\n${GREEN}`],
    ['lost.tests.ts', GREEN],
    ['deep/lost.spec.mjs', GREEN],
  ] as const) {
    const result = run({ 'a.test.ts': GREEN, [name]: text });
    assert.is(result.code, 1, name);
    assert.ok(has(result, new RegExp(`^FAIL test/${name.replaceAll('.', '\\.')} belongs to no lane`)), name);
  }
  assert.is(run({ 'a.test.ts': GREEN }, ['--lane', 'evening']).code, 1);
});

test('what is skipped is listed by its reason; where the reasons are named, any other fails the run', () => {
  const skipping = (why: string): string =>
    `${GREEN.replace('test.run();', '')}${why === '' ? '' : `console.log('skipped: ${why}');\n`}test.skip();\ntest.run();\n`;
  const files = { 'a.test.ts': skipping('root'), 'b.test.ts': skipping('curl'), 'c.test.ts': skipping('') };
  const told = run(files);
  assert.is(told.last, '3 passed, 0 failed, 3 skipped', told.lines.join('\n'));
  assert.ok(has(told, /^skipped, for want of root: 1 of test\/a\.test\.ts$/), told.lines.join('\n'));
  const named = run(files, ['--lane', 'ci'], { TEST_SKIPS: 'named' });
  assert.is(named.last, '3 passed, 2 failed, 3 skipped', named.lines.join('\n'));
  assert.ok(has(named, /^FAIL test\/b\.test\.ts: 1 skipped, which this machine should run: curl$/));
  assert.not.ok(has(named, /^FAIL test\/a\.test\.ts/));
});

test('a file that takes turns runs in one of two commits, and every night', () => {
  const files = { 'a.test.ts': GREEN, 'turns.test.ts': `// turns: 2\n${GREEN}` };
  const passed = (part: string): string => run(files, ['--lane', 'ci'], { TEST_PART: part }).last;
  const both = [passed('10'), passed('11')].sort();
  assert.equal(both, ['1 passed, 0 failed, 0 skipped', '2 passed, 0 failed, 0 skipped']);
  assert.is(run(files, ['--lane', 'nightly']).last, '2 passed, 0 failed, 0 skipped');
});

test('a lane ends with the slowest files and the time of its stages', () => {
  const result = run({ 'a.test.ts': GREEN, 'b.test.ts': GREEN }, ['--lane', 'ci', '--prepared', '12']);
  for (const pattern of [
    /the 10 slowest files$/,
    /^ +\d+\.\d s +\d+\.\d s {2}test\/b\.test\.ts$/,
    /^ +12\.0 s +\d+\.\d s {2}Preparing and build$/,
    /^ +\d+\.\d s +\d+\.\d s {2}Tests$/,
    /^ +\d+\.\d s +\d+\.\d s {2}all of it$/,
  ]) {
    assert.ok(has(result, pattern), `${pattern.source}\n${result.lines.join('\n')}`);
  }
});

test('the CI lane tells its tests which cases to try, and how to repeat them', () => {
  const says = GREEN.replace('() => undefined', '() => { throw new Error(`${LANE} ${PART} ${SEED}`); }')
    .replace('LANE', 'process.env.TEST_LANE')
    .replace('PART', 'process.env.TEST_PART')
    .replace('SEED', 'process.env.TEST_SEED');
  const result = run({ 'a.test.ts': says }, ['--lane', 'ci'], { TEST_PART: '7', TEST_SEED: '123' });
  assert.ok(has(result, /ci 7 123/), result.lines.join('\n'));
  assert.ok(has(result, /^to repeat these cases: TEST_LANE=ci TEST_PART=7 TEST_SEED=123$/));
  const all = run({ 'a.test.ts': says }, ['--lane', 'nightly']);
  assert.ok(has(all, /nightly undefined undefined/), all.lines.join('\n'));
});

test.run();

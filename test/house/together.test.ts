// turns: 4
// proof: project
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Project } from './project.js';

/** Test files follow each other in one process: what one does must not be laid to another. */
const GREEN = "test('passes', () => undefined);\ntest.run();\n";

interface Run {
  readonly lines: readonly string[];
  readonly last: string;
  /** The processes that ran the files, in the order in which they began; a file may begin twice. */
  readonly processes: readonly string[];
}

/** Runs scenarios, which report their process, in the order of their names. */
function run(scenarios: Readonly<Record<string, string>>): Run {
  const project = new Project();
  for (const name of ['esbuild', 'uvu']) project.lend(name);
  const note = "require('node:fs').appendFileSync('processes', process.pid + '\\n');";
  for (const [name, text] of Object.entries(scenarios)) {
    project.write(`test/scenarios/${name}.test.ts`, `import { test } from 'uvu';\n${note}\n${text}`);
  }
  const { stdout } = spawnSync(process.execPath, ['test/run.mjs', 'scenarios/'], {
    cwd: project.root,
    // With more jobs than files each would have a process of its own.
    env: { ...process.env, TEST_JOBS: '1' },
    encoding: 'utf8',
  });
  const processes = readFileSync(join(project.root, 'processes'), 'utf8').trimEnd().split('\n');
  project.remove();
  const lines = stdout.trimEnd().split('\n');
  return { lines, last: lines.at(-1) ?? '', processes };
}

const judgements = ({ lines }: Run): string[] =>
  lines.flatMap((line) => {
    const [, verdict, name] = /^(ok {2}|FAIL) test\/scenarios\/(\w+)\.test\.ts: \d+ passed, /.exec(line) ?? [];
    return verdict === undefined || name === undefined ? [] : [`${name} ${verdict.trim()}`];
  });

test('green files run in one process, and each is counted', () => {
  const skipping = `test.skip('is left out', () => undefined);\n${GREEN}`;
  const result = run({ a: GREEN, b: skipping, c: GREEN });
  assert.equal(judgements(result), ['a ok', 'b ok', 'c ok'], result.lines.join('\n'));
  assert.is(result.last, '3 passed, 0 failed, 1 skipped');
  assert.is(new Set(result.processes).size, 1);
});

const BROKEN = {
  failing: { text: "test('fails', () => { throw new Error('why'); });\ntest.run();\n", says: '1 of 1 failed' },
  forgotten: { text: "test('passes', () => undefined);\n", says: 'is .run() missing?' },
  waiting: { text: "test('waits', () => new Promise(() => undefined));\ntest.run();\n", says: 'no summary' },
  leaking: { text: `// time limit: 1 s\nsetInterval(() => undefined, 1000);\n${GREEN}`, says: 'did not end in 1 s' },
  throwing: {
    text: `setTimeout(() => { throw new Error('late'); }, 50);\n${GREEN}`,
    says: 'all passed, yet exit code',
  },
  exiting: {
    text: `setTimeout(() => process.exit(0), 50);\nsetTimeout(() => undefined, 60_000);\n`,
    says: 'no summary',
  },
  leaving: {
    text: `require('node:child_process').spawn('sleep', ['60'], { stdio: 'inherit' }).unref();\n${GREEN}`,
    says: 'left a running process behind',
  },
} as const;

for (const [name, { text, says }] of Object.entries(BROKEN)) {
  test(`a file that is ${name} fails, and those before and behind it do not`, () => {
    const result = run({ a: GREEN, broken: text, c: GREEN });
    const { lines } = result;
    assert.equal(judgements(result).sort(), ['a ok', 'broken FAIL', 'c ok'], lines.join('\n'));
    assert.ok(
      lines.some((line) => line.includes('broken') && line.includes(says)),
      lines.join('\n'),
    );
    assert.match(result.last, /^\d passed, 1 failed, 0 skipped$/);
  });
}

test.run();

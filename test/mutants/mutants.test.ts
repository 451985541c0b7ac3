// turns: 4
// time limit: 300 s
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Project } from '../house/project.js';
import { Turns } from '../kit/turns.js';
import { isInstalled } from './instrumenter.js';
import type { Report } from './report.js';
import type { Survivors } from './survivors.js';

/** Each test creates mutants and runs tests on them. */
const turns = new Turns(3);
const MAIN = join(import.meta.dirname, 'main.ts');
const TSX = createRequire(import.meta.url).resolve('tsx');
/** scripts/test installs the instrumenter. */
const check = (name: string, body: () => void): boolean => turns.test(name, isInstalled() ? body : undefined);

const PRICE = `export function isDear(price: number): boolean {
  return price > 100;
}
export function half(price: number): number {
  return price / 2;
}
export function double(price: number): number {
  return price + price;
}
export function third(price: number): number {
  return price / 3;
}
export function quarter(price: number): number {
  return price / 4;
}
`;
const CHILD = "import { isDear } from './price.js';\nprocess.stdout.write(String(isDear(1) === false));\n";
/** A program that is killed after its thread was ended. */
const KILLED = `import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { double, third } from './price.js';
if (isMainThread) {
  const thread = new Worker(__filename, { execArgv: ['--require', './test/runner/register.cjs'] });
  thread.once('message', (answer) => {
    if (answer !== 2 || double(1) !== 2) process.exit(1);
    void thread.terminate().then(() => process.kill(process.pid, 'SIGKILL'));
  });
} else {
  parentPort!.postMessage(third(6));
  setInterval(() => undefined, 1000);
}
`;
/** A module with a thread that outlives the test that started it. */
const LASTING = `import { once } from 'node:events';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { quarter } from './price.js';
let thread: Worker | undefined;
export async function quarterInThread(price: number): Promise<number> {
  thread ??= new Worker(__filename, { execArgv: ['--require', './test/runner/register.cjs'] }).once('exit', () => {
    thread = undefined;
  });
  thread.ref();
  thread.postMessage(price);
  const [answer] = (await once(thread, 'message')) as [number];
  thread.unref();
  return answer;
}
if (!isMainThread) parentPort!.on('message', (price: number) => parentPort!.postMessage(quarter(price)));
`;
const TESTS = `import { execFileSync, spawnSync } from 'node:child_process';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { quarterInThread } from '../../src/shop/lasting.js';
import { isDear } from '../../src/shop/price.js';

test('a high price is dear', () => assert.is(isDear(200), true));
test('a child process agrees', () => {
  const args = ['--require', './test/runner/register.cjs', 'src/shop/child.ts'];
  assert.is(execFileSync(process.execPath, args, { encoding: 'utf8' }), 'true');
});
test('a child process and its thread run the code before it is killed', () => {
  const args = ['--require', './test/runner/register.cjs', 'src/shop/killed.ts'];
  assert.is(spawnSync(process.execPath, args).signal, 'SIGKILL');
});
test('a thread that outlives the test agrees', async () => assert.is(await quarterInThread(8), 2));
test.run();
`;
const EQUIVALENT = {
  file: 'src/shop/price.ts',
  was: 'return price > 100;',
  becomes: 'return price >= 100;',
  reason: 'for the test',
};

interface Run {
  readonly output: string;
  readonly code: number | null;
  readonly report: Report | undefined;
}

/** A project with four source files and one test file, which does not reach every function. */
function shop(equivalents: readonly object[], tests: string): Project {
  const project = new Project();
  for (const name of ['esbuild', 'uvu']) project.lend(name);
  project.write('src/shop/price.ts', PRICE);
  project.write('src/shop/child.ts', CHILD);
  project.write('src/shop/killed.ts', KILLED);
  project.write('src/shop/lasting.ts', LASTING);
  project.write('test/shop/price.test.ts', tests);
  project.write('test/mutants/equivalent.json', JSON.stringify(equivalents));
  return project;
}

function start(project: Project, args: readonly string[]): Pick<Run, 'output' | 'code'> {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--import', TSX, MAIN, 'shop', ...args], {
    cwd: project.root,
    encoding: 'utf8',
  });
  return { output: stdout + stderr, code: status };
}

function tried(args: readonly string[], equivalents: readonly object[], tests: string): Run {
  const project = shop(equivalents, tests);
  const { output, code } = start(project, args);
  const path = join(project.root, '.cache/mutants/shop.json');
  const report = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Report) : undefined;
  project.remove();
  return { output, code, report };
}

function run(args: readonly string[], equivalents: readonly object[] = []): Run & { readonly report: Report } {
  const { report, ...others } = tried(args, equivalents, TESTS);
  assert.not.match(others.output, /omitted, because it fails/);
  assert.ok(report !== undefined, others.output);
  return { report, ...others };
}

function verdict({ results }: Report, becomes: string): string | undefined {
  return results.find(({ mutant }) => mutant.becomes === becomes)?.judged.verdict;
}

check(
  'caught, surviving and uncovered mutants are distinguished, also in a child process or a thread that is killed',
  () => {
    const { output, code, report } = run(['--sample', '0']);
    assert.is(verdict(report, 'return price <= 100;'), 'caught', output);
    assert.is(verdict(report, 'return price >= 100;'), 'survived', output);
    assert.is(verdict(report, 'return price * 2;'), 'uncovered', output);
    assert.is(verdict(report, 'process.stdout.write(String(isDear(1) === true));'), 'caught', output);
    assert.is(verdict(report, 'return price - price;'), 'caught', output);
    assert.is(verdict(report, 'return price * 3;'), 'caught', output);
    assert.is(verdict(report, 'return price * 4;'), 'caught', output);
    const line = 'src/shop/price.ts:2 survived (EqualityOperator)\n  - return price > 100;\n  + return price >= 100;\n';
    assert.ok(output.includes(`${line}  ran: test/shop/price.test.ts\n`), output);
    assert.is(code, 0);
  },
);

check('an equivalent mutant does not count; an entry that matches no mutant, or a noticed one, is reported', () => {
  const unmatched = { ...EQUIVALENT, becomes: 'return price > 99;' };
  const noticed = { ...EQUIVALENT, becomes: 'return price <= 100;' };
  const { output, code, report } = run(['--sample', '0'], [EQUIVALENT, unmatched, noticed]);
  assert.is(verdict(report, EQUIVALENT.becomes), 'survived');
  assert.not.match(output, /price\.ts:2 survived/);
  assert.match(
    output,
    /^equivalent\.json has an entry without a mutant: src\/shop\/price\.ts: .* → return price > 99;$/m,
  );
  assert.match(output, /^equivalent\.json has an entry of a noticed mutant: .* → return price <= 100;$/m);
  assert.is(code, 1);
});

check(
  'a pass stores results by file, tries changed files or stored holes, and reports what is no longer noticed',
  () => {
    const project = shop([], TESTS);
    const first = start(project, ['--pass']);
    assert.is(first.code, 0, first.output);
    const read = (): Survivors =>
      JSON.parse(readFileSync(join(project.root, 'test/mutants/survivors.json'), 'utf8')) as Survivors;
    const found = read()['src/shop/price.ts'];
    assert.ok(found !== undefined, first.output);
    const { holes, noticed, mutants } = found;
    const hole = { line: 2, was: 'return price > 100;', becomes: 'return price >= 100;', kind: 'EqualityOperator' };
    assert.equal(
      holes.find(({ line }) => line === 2),
      hole,
      first.output,
    );
    assert.match(first.output, /^src\/shop\/price\.ts: \d+ of \d+ noticed$/m);
    assert.is(noticed + holes.length, mutants);
    assert.match(start(project, ['--pass']).output, /^shop: 0 of 4 files$/m);
    project.write('test/shop/price.test.ts', TESTS.replace('isDear(200), true', 'isDear(200) && !isDear(100), true'));
    const again = start(project, ['--pass', '--again']);
    assert.is(again.code, 0, again.output);
    const { holes: left = [], noticed: more } = read()['src/shop/price.ts'] ?? {};
    assert.equal(
      holes.filter(({ becomes }) => !left.some((other) => other.becomes === becomes)),
      [hole],
      again.output,
    );
    assert.is(more, noticed + 1);
    project.write(
      'test/shop/price.test.ts',
      TESTS.replace('isDear(200), true', 'typeof isDear(200), "boolean"').replace(
        "'true'",
        "'true' === '' ? '' : 'true'",
      ),
    );
    const second = start(project, ['--part', '4/4']);
    assert.is(second.code, 1, second.output);
    assert.match(second.output, /no longer noticed: src\/shop\/price\.ts:2\n {2}- return price > 100;/);
    project.remove();
  },
);

check('a signal during the first run of a test ends the run and every process it started', () => {
  const endless = "process.kill(process.ppid, 'SIGTERM');\nsetInterval(() => undefined, 1000);\n";
  const { output, code, report } = tried([], [], endless);
  assert.is(code, 1, output);
  assert.is(report, undefined);
});

test.run();

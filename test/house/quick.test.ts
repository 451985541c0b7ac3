// proof: project
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Turns } from '../kit/turns.js';
import { Project } from './project.js';

/** The fast lane on a small project with a history of its own; its compiler, lint and formatter only say that they ran. */
const project = new Project();
test.after(() => project.remove());
/** Each starts programs, and makes the history anew. */
const turns = new Turns(3);

interface Ended {
  readonly code: number | null;
  readonly lines: string[];
  readonly last: string;
}

function ended({ status, stdout }: { readonly status: number | null; readonly stdout: string }): Ended {
  const lines = stdout.trimEnd().split('\n');
  return { code: status, lines, last: lines.at(-1) ?? '' };
}

function node(...args: string[]): Ended {
  return ended(spawnSync(process.execPath, args, { cwd: project.root, encoding: 'utf8', timeout: 60_000 }));
}

const quick = (...args: string[]): Ended => node('test/quick.mjs', ...args);

function git(...args: string[]): void {
  const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.rs', '-c', 'commit.gpgsign=false'];
  const { status, stderr } = spawnSync('git', [...identity, ...args], { cwd: project.root, encoding: 'utf8' });
  assert.is(status, 0, stderr);
}

/** A green test that imports these, with a header. */
function green(imports: readonly string[], header = ''): string {
  const lines = imports.map((path) => `import '${path}';`);
  return [header, ...lines, "import { test } from 'uvu';", "test('passes', () => undefined);", 'test.run();\n'].join(
    '\n',
  );
}

const TOOLS = ['typescript7/bin/tsc', 'eslint/bin/eslint.js', 'oxlint/bin/oxlint', 'prettier/bin/prettier.cjs'];
const SAY = "require('node:fs').appendFileSync('stages', process.argv.slice(1).join(' ') + '\\n');\n";

/** The tests that would run, in their order, by the names of their files. */
const chosen = ({ lines }: Ended): string[] =>
  lines.flatMap((line) => /^run +test\/(\S+)\.test\.ts/.exec(line)?.[1] ?? []);
const leftOut = ({ lines }: Ended): string[] =>
  lines.flatMap((line) => /^leave +test\/(\S+)\.test\.ts/.exec(line)?.[1] ?? []);

function setDurations(durations: Readonly<Record<string, number>>): void {
  const named = Object.entries(durations).map(([name, seconds]) => [`test/${name}.test.ts`, seconds]);
  project.write('test/runner/durations.json', JSON.stringify(Object.fromEntries(named)));
}

/** Undoes what a test has changed. */
function restore(): void {
  git('checkout', '--quiet', '--force', 'main');
  git('clean', '--quiet', '-d', '--force');
  setDurations({});
}

test.before(() => {
  for (const tool of TOOLS) project.write(`node_modules/${tool}`, SAY);
  for (const name of ['esbuild', 'uvu']) project.lend(name);
  project.write('.gitignore', 'node_modules/\n.cache/\nstages\n');
  project.write('src/base/money.ts', 'export const para = 1;\n');
  project.write('src/base/text.ts', "import './money.js';\n");
  project.write('src/sales/till/sale.ts', "import '../../base/money.js';\n");
  project.write('src/programs/main.ts', "import '../sales/till/sale.js';\n");
  project.write('src/base/index.ts', "export { para } from './money.js';\nexport { text } from './text.js';\n");
  project.write('src/sales/till/total.ts', "import { para } from '../../base/index.js';\n");
  project.write(
    'src/interfaces/web/client/main.tsx',
    "import './screens/till/pay.js';\nimport './screens/reports/day.js';\n",
  );
  project.write('src/interfaces/web/client/screens/till/pay.tsx', 'export const pay = 1;\n');
  project.write('src/interfaces/web/client/screens/reports/day.tsx', 'export const day = 1;\n');
  project.write('test/sales/till/total.test.ts', green(['../../../src/sales/till/total.js']));
  project.write('test/kit/browser.ts', "import { chromium } from 'playwright-core';\nexport { chromium };\n");
  for (const name of ['reports', 'till.pay', 'till.refunds', 'users']) {
    project.write(
      `test/interfaces/web/${name}.test.ts`,
      `${green([])}// ../../kit/browser.ts\nexport const KIT = '../../kit/browser.ts';\n`,
    );
  }
  project.write('test/base/money.test.ts', green(['../../src/base/money.js']));
  project.write('test/base/moneyRounding.test.ts', green(['../../src/base/money.js']));
  project.write('test/base/text.test.ts', green(['../../src/base/text.js']));
  project.write('test/base/amount.test.ts', green(['../../src/base/money.js']));
  project.write('test/base/other.test.ts', green([]));
  project.write('test/sales/till/refund.test.ts', green(['../../../src/base/money.js']));
  project.write('test/sales/till/sale.test.ts', green(['../../../src/sales/till/sale.js']));
  project.write('test/sales/till/kills.test.ts', green(['../../../src/sales/till/sale.js'], '// proof: kills'));
  project.write('test/sales/till/types.test.ts', `import type { x } from '../../../src/base/money.js';\n${green([])}`);
  project.write('test/house/help.test.ts', `${green([])}// starts dist/kasirbox.cjs\n`);
  project.write('test/house/documents.test.ts', `${green([])}export const FOLDER = 'docs';\n`);
  project.write('docs/operate.md', 'Operate.\n');
  git('init', '--quiet', '--initial-branch', 'main');
  git('add', '.');
  git('commit', '--quiet', '--message', 'Begin');
});

test.after.each(restore);

turns.test('tests are taken by their nearness: mirror, same module, direct use, use through others', () => {
  project.write('src/base/money.ts', 'export const para = 2;\n');
  assert.equal(chosen(quick('--list')), [
    'base/money',
    'base/moneyRounding',
    'base/amount',
    'base/text',
    'sales/till/refund',
    'sales/till/kills',
    'sales/till/sale',
    'sales/till/total',
    'house/help',
  ]);
});

turns.test('a test that uses only types of a file, or nothing of it, does not belong to it', () => {
  project.write('src/base/money.ts', 'export const para = 2;\n');
  const tests = chosen(quick('--list'));
  for (const name of ['sales/till/types', 'base/other']) assert.not.ok(tests.includes(name), name);
});

turns.test('a test that starts the bundle belongs to whatever the program uses', () => {
  project.write('src/sales/till/sale.ts', 'export {};\n');
  assert.equal(chosen(quick('--list')), ['sales/till/sale', 'sales/till/kills', 'house/help']);
});

turns.test('a test that names a folder belongs to the documents in it', () => {
  project.write('docs/operate.md', 'Operate it.\n');
  assert.equal(chosen(quick('--list')), ['house/documents']);
});

turns.test('a file that imports one name of a module does not use its other files', () => {
  project.write('src/base/money.ts', 'export const para = 2;\n');
  assert.ok(chosen(quick('--list')).includes('sales/till/total'));
  restore();
  project.write('src/base/text.ts', 'export const text = 2;\n');
  assert.equal(chosen(quick('--list')), ['base/text']);
});

turns.test(
  'a file of the pages belongs to the tests in a browser: first to those named like it, then to those of its screen',
  () => {
    project.write('src/interfaces/web/client/screens/till/pay.tsx', 'export const pay = 2;\n');
    assert.equal(chosen(quick('--list')), [
      'interfaces/web/till.pay',
      'interfaces/web/till.refunds',
      'interfaces/web/reports',
      'interfaces/web/users',
    ]);
  },
);

turns.test(
  'the budget is spent on the nearest tests: the last one may exceed it, and none is skipped for a cheaper one',
  () => {
    project.write('src/base/money.ts', 'export const para = 2;\n');
    setDurations({
      'base/amount': 31,
      'base/money': 10,
      'base/moneyRounding': 9,
      'base/text': 30,
      'sales/till/refund': 20,
      'sales/till/sale': 5,
      'sales/till/total': 5,
    });
    const result = quick('--list', '--budget', '30');
    assert.equal(chosen(result), ['base/moneyRounding', 'base/money', 'base/text']);
    assert.equal(leftOut(result).slice(0, 3), ['base/amount', 'sales/till/refund', 'sales/till/kills']);
    assert.ok(
      result.lines.some((line) => /^Left out, beyond 30 s: \d files, about \d+ s \(--budget 120\)$/.test(line)),
      result.lines.join('\n'),
    );
  },
);

turns.test('a test that has changed itself is taken whatever it costs', () => {
  project.write('test/sales/till/refund.test.ts', green([]));
  setDurations({ 'sales/till/refund': 300 });
  assert.equal(chosen(quick('--list', '--budget', '1')), ['sales/till/refund']);
});

turns.test('a long proof is taken as any other test, and tries as few cases as in CI', () => {
  const says = 'test.after(() => { throw new Error(`lane ${process.env.TEST_LANE}`); });';
  project.write('src/sales/till/sale.ts', 'export {};\n');
  const kills = green(['../../../src/sales/till/sale.js'], '// proof: kills');
  project.write('test/sales/till/kills.test.ts', kills.replace('test.run()', `${says}\ntest.run()`));
  const { lines } = quick();
  assert.ok(
    lines.some((line) => line.includes('lane ci')),
    lines.join('\n'),
  );
});

turns.test('changes count from the merge base with main, committed or not, also files that git does not know', () => {
  git('checkout', '--quiet', '-b', 'wip');
  project.write('src/base/text.ts', 'export {};\n');
  git('commit', '--quiet', '--all', '--message', 'Change');
  project.write('test/base/new.test.ts', green([]));
  const result = quick('--list');
  assert.is(result.lines[0], 'Changed since the merge base with main: 2 files');
  assert.equal(chosen(result), ['base/new', 'base/text']);
  assert.equal(chosen(quick('--list', '--base', 'HEAD')), ['base/new']);
});

turns.test('a commit that git does not know, or a budget that is no number, fails', () => {
  assert.is(quick('--base', 'nowhere').last, '0 passed, 1 failed, 0 skipped');
  const { code, last } = quick('--budget', 'much');
  assert.is(last, '0 passed, 1 failed, 0 skipped');
  assert.is(code, 1);
});

turns.test('where nothing has changed nothing runs, and all is well', () => {
  const { code, last } = quick();
  assert.is(last, '0 passed, 0 failed, 0 skipped');
  assert.is(code, 0);
});

turns.test('types are of the whole program; lint, format and tests are of what has changed', () => {
  project.write('src/sales/till/sale.ts', 'export {};\n');
  const { code, lines, last } = quick();
  assert.is(last, '3 passed, 0 failed, 0 skipped', lines.join('\n'));
  assert.is(code, 0);
  const named = [
    'Types: the box and its tests',
    'Types: the pages',
    'Lint: 1 file, rules of the house',
    'Lint: 1 file',
  ];
  for (const stage of [...named, 'Format: 1 file', 'Tests: 3 files']) {
    assert.ok(
      lines.some((line) => line.startsWith(`ok   ${stage}`)),
      stage,
    );
  }
  const stages = readFileSync(join(project.root, 'stages'), 'utf8');
  assert.match(stages, /tsc --noEmit -p tsconfig\.json --incremental .*\n/);
  assert.match(stages, /tsc --noEmit -p src\/interfaces\/web\/client\/tsconfig\.json --incremental .*\n/);
  assert.match(stages, /eslint\.js .*src\/sales\/till\/sale\.ts\n/);
  assert.match(stages, /oxlint src\/sales\/till\/sale\.ts\n/);
  assert.match(stages, /prettier\.cjs --check .*src\/sales\/till\/sale\.ts\n/);
});

turns.test('a change of documents alone needs no types and no lint', () => {
  project.write('docs/operate.md', 'Operate it.\n');
  const { lines } = quick();
  assert.not.ok(
    lines.some((line) => /Types|Lint/.test(line)),
    lines.join('\n'),
  );
  assert.ok(lines.some((line) => line.startsWith('ok   Format: 1 file')));
});

turns.test('a failed stage and a failed test are counted, and what they say is shown', () => {
  project.write('src/sales/till/sale.ts', 'export {};\n');
  project.write(
    'test/sales/till/sale.test.ts',
    green([]).replace('() => undefined', "() => { throw new Error('no sale'); }"),
  );
  project.write('node_modules/eslint/bin/eslint.js', "console.log('a rule is broken'); process.exitCode = 1;\n");
  const { code, lines, last } = quick();
  project.write('node_modules/eslint/bin/eslint.js', SAY);
  assert.is(last, '2 passed, 2 failed, 0 skipped');
  assert.is(code, 1);
  for (const text of ['FAIL Lint failed', 'a rule is broken', 'no sale']) {
    assert.ok(
      lines.some((line) => line.includes(text)),
      text,
    );
  }
});

turns.test(
  'a run of the CI lane writes how long each test took, and the fast lane does not take that for a change',
  () => {
    const { lines } = node('test/run.mjs', '--lane', 'ci');
    const known = JSON.parse(readFileSync(join(project.root, 'test/runner/durations.json'), 'utf8')) as object;
    assert.is(Object.keys(known).length, lines.filter((line) => line.startsWith('ok   test/')).length);
    assert.type(Object.values(known)[0], 'number');
    assert.is(quick('--list').lines[0], 'Changed since the merge base with main: 0 files');
  },
);

turns.test('proofs are listed by name, run by name, and run with all others', () => {
  assert.equal(node('test/run.mjs', '--proofs').lines, ['kills', '  test/sales/till/kills.test.ts']);
  const one = node('test/run.mjs', '--proof', 'kills');
  assert.is(one.last, '1 passed, 0 failed, 0 skipped');
  assert.match(one.lines[0] ?? '', /^ok {3}test\/sales\/till\/kills\.test\.ts/);
  assert.is(node('test/run.mjs').last, '16 passed, 0 failed, 0 skipped');
  assert.is(node('test/run.mjs', '--proof', 'flips').last, '0 passed, 1 failed, 0 skipped');
});

test.run();

// proof: approval
// time limit: 1500 s
// The tax authority's procedure for an ESIR, on the box as it is built. In CI a few requirements, by the API, on a page and with a
// sample; everywhere else all that software can show.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { shareOf } from '../kit/cases.js';
import { cleanUp, temporaryFolder } from '../kit/process.js';
import { RUN_TYPESCRIPT } from '../kit/typescript.js';
import { hasBrowser } from '../kit/web/browser.js';
import { REQUIREMENTS } from './requirements/index.js';
import { writeDocuments } from './report/documents.js';
import { reportPage } from './report/html.js';
import { table } from './report/terminal.js';
import { runAll } from './run.js';
import { FIVE_LINES } from './samples/further.js';
import { makeSample } from './samples/set.js';
import { Stage } from './stage/stage.js';
import { isShortfall, type Outcome } from './verdict.js';

const MANUAL = resolve(import.meta.dirname, '../../docs/sr');

/** Those of every commit: without a processor nothing is issued, the paper, a page, and a sample with its code. */
const FEW = ['P08', 'P27', 'O08', 'O19', 'S14'];
const isCi = shareOf([1, 2]).length === 1;

const stage = new Stage(undefined);
const folder = temporaryFolder();

test.after(async () => {
  await stage.close();
  cleanUp();
});

function decide(ids: readonly string[]): Promise<readonly Outcome[]> {
  const requirements = REQUIREMENTS.filter(({ id }) => ids.includes(id));
  return runAll({ stage, folder, manual: MANUAL, requirements });
}

function openOf(outcomes: readonly Outcome[]): string[] {
  return outcomes
    .filter(isShortfall)
    .flatMap(({ requirement: { id }, findings }) =>
      findings.filter(({ isMet }) => !isMet).map(({ text }) => `${id}: ${text}`),
    );
}

if (!hasBrowser) {
  test.skip('requirements are met');
} else {
  test(`${isCi ? 'some requirements' : 'all requirements'} that software can show are met, and reported`, async () => {
    const ids = isCi ? FEW : REQUIREMENTS.map(({ id }) => id);
    const outcomes = await decide(ids);
    assert.is(outcomes.length, ids.length);
    assert.equal(openOf(outcomes), []);
    const samples = [await makeSample(stage, FIVE_LINES, folder)];
    const documents = await writeDocuments(stage, folder);
    const page = reportPage({
      outcomes,
      samples,
      documents,
      product: 'kasirbox',
      isSandbox: false,
      date: '29.11.2026.',
    });
    assert.match(page, /<h3>O19 <span class="passed">испуњено<\/span><\/h3>/);
    assert.match(page, /Рефундација захтева референтни број/);
    const files = Array.from(page.matchAll(/(?:href|src)="([^"#]+)"/g), ([, file = '']) => decodeURI(file));
    assert.ok(files.length > 5);
    for (const file of files) assert.ok(existsSync(join(folder, file)), file);
    assert.match(table(outcomes), new RegExp(`испуњено +\\d+\\n[^]*укупно +${ids.length}`));
  });
}

test('a receipt whose text has other totals, and another number, is found', async () => {
  const { faults } = await stage.lpfr();
  const journal = 'Укупан износ: 2.814,75\r\nПФР број рачуна: AAAAAAAA-AAAAAAAA-1\r\n';
  faults.add({ fault: 'alter', fields: { journal }, standing: true });
  const open = openOf(await decide(['R11', 'O11'])).join('\n');
  faults.clear();
  assert.match(open, /R11: облик дд\.мм\.гггг\. и сат од 0 до 23/);
  assert.match(open, /O11: ред „Платна картица: 200,00”/);
});

/** Runs `npm run approval -- ARGS` without access to the sandbox. */
function approval(...args: readonly string[]): Promise<{ readonly code: number | null; readonly output: string }> {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('KASIRBOX_SANDBOX_')));
  const program = [...RUN_TYPESCRIPT, join(import.meta.dirname, 'main.ts'), ...args];
  const child = spawn(process.execPath, program, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  return new Promise((done) => {
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    }
    child.on('close', (code) => done({ code, output }));
  });
}

test('reports missing access to the sandbox, and exits with 2 for an unknown argument', async () => {
  const out = join(folder, 'izvestaj');
  const sandbox = await approval('--sandbox', '--out', out);
  assert.is(sandbox.code, 2);
  assert.match(sandbox.output, /no access to the sandbox: KASIRBOX_SANDBOX_LPFR_URL is not set/);
  assert.not(existsSync(out));
  assert.is((await approval('X01')).code, 2);
});

test.run();

// proof: contract
// time limit: 600 s
// The contract of API v1, on the box as it is built.
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { BoxProcess, bundle, cleanUp, temporaryFolder } from '../kit/process.js';
import { checks } from './checks/index.js';
import { hasPrograms } from './kit/programs.js';
import { sentence, sentenceIds } from './sentences/index.js';
import type { How } from './sentences/sentence.js';
import { RUN_TYPESCRIPT } from '../kit/typescript.js';

const ROOT = resolve(import.meta.dirname, '../..');

interface Report {
  readonly summary: string;
  readonly sentences: readonly { readonly id: string; readonly how: string; readonly state: string }[];
}

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `npm run contract -- ARGS` without npm. */
function contract(...args: readonly string[]): Promise<Outcome> {
  const program = [...RUN_TYPESCRIPT, join(import.meta.dirname, 'main.ts'), ...args];
  return new Promise((done) => {
    execFile(process.execPath, program, { cwd: ROOT }, (error, stdout, stderr) => {
      done({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
    });
  });
}

test.after(cleanUp);

test('every sentence that can be checked without a real processor is checked, and holds', async () => {
  const box = await BoxProcess.start();
  const file = join(temporaryFolder(), 'report.json');
  const program = `'${process.execPath}' '${bundle()}'`;
  const where = ['--url', `https://127.0.0.1:${box.port}`, '--ca', box.caFile, '--json', file];
  const { code, stdout, stderr } = await contract(...where, '--operator', program, '--data', box.folder);
  await box.stop();
  assert.is(code, 0, stdout + stderr);
  const { sentences, summary } = JSON.parse(readFileSync(file, 'utf8')) as Report;
  const means = ['http', 'demo', 'operator', 'mail', ...(hasPrograms(process.env['PATH'] ?? '') ? ['programs'] : [])];
  const open = sentences.filter(({ how, state }) => means.includes(how) && state !== 'holds');
  assert.equal(open, []);
  assert.ok(stdout.endsWith(`${summary}\n`));
  assert.match(
    summary,
    /^\d+ of \d+ sentences checked \(\d+\.\d %\), 0 failed, not checked: \d+ need a processor, \d+ are held/,
  );
});

/** What a check of a sentence may need besides calls, at most. */
const MEANS: Readonly<Record<How, readonly How[]>> = {
  http: ['http'],
  demo: ['http', 'demo'],
  mail: ['http', 'mail'],
  programs: ['http', 'programs'],
  operator: ['http', 'demo', 'mail', 'operator'],
  processor: [],
  outside: [],
  free: [],
};

test('every sentence is checked by the kit with the means that it names, or cannot be', () => {
  for (const id of sentenceIds) {
    const { how } = sentence(id);
    const fitting = checks.filter(
      ({ proves }) => proves.includes(id) && proves.every((other) => MEANS[how].includes(sentence(other).how)),
    );
    assert.is(fitting.length > 0, MEANS[how].length > 0, `${id} (${how})`);
  }
});

test('what cannot be seen from outside is held by a test that is there', () => {
  for (const id of sentenceIds) {
    const { how, heldBy } = sentence(id);
    assert.is(heldBy !== undefined, how === 'outside', id);
    if (heldBy !== undefined) assert.ok(existsSync(join(ROOT, heldBy)), `${id}: ${heldBy}`);
  }
});

test('--list prints the catalogue, --help the options; what is wrong in the command line ends with 2', async () => {
  const list = await contract('--list');
  assert.is(list.code, 0);
  assert.is(list.stdout.trimEnd().split('\n').length, sentenceIds.length);
  assert.match((await contract('--help')).stdout, /--really-issue-fiscal-receipts/);
  for (const args of [
    [],
    ['--url', 'http://localhost:1', '--key', 'x'],
    ['--url', 'https://localhost:1'],
    ['--nonsense'],
  ]) {
    const { code, stderr } = await contract(...args);
    assert.is(code, 2, stderr);
    assert.match(stderr, /^contract: /);
  }
});

test('an installation that does not answer ends with 2', async () => {
  const { code, stderr } = await contract('--url', 'https://127.0.0.1:9', '--key', `kasir_${'0'.repeat(48)}`);
  assert.is(code, 2);
  assert.match(stderr, /ECONNREFUSED/);
});

test.run();

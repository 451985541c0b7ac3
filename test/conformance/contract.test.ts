// proof: contract
// time limit: 600 s
// The contract of API v1, on the box as it is built. Where the tools are installed the calls go through Prism, a validating proxy by
// others, which holds each against the description; the box and the kit still see each other's bytes. In CI they go
// straight to the box, and commands of the operator run in this process: Prism and they take as long again.
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { missing } from '../interfaces/api/generators/tools.js';
import { cases, shareOf } from '../kit/cases.js';
import { kasirbox } from '../kit/command.js';
import { BoxProcess, bundle, cleanUp, KEPT_CODE, temporaryFolder } from '../kit/process.js';
import { checks } from './checks/index.js';
import { BASE, Client } from './kit/client.js';
import { OneKey } from './kit/keys.js';
import type { OperatorProgram } from './kit/operator.js';
import { hasPrograms } from './kit/programs.js';
import { countedIn, EXCEPTIONS, reasonsFor } from './prism/exceptions.js';
import { ValidatingProxy } from './prism/validatingProxy.js';
import { jsonReport } from './report.js';
import { run } from './run.js';
import { sentence, sentenceIds } from './sentences/index.js';
import type { How } from './sentences/sentence.js';
import { RUN_TYPESCRIPT } from '../kit/typescript.js';

const ROOT = resolve(import.meta.dirname, '../..');

interface Report {
  readonly summary: string;
  readonly sentences: readonly { readonly id: string; readonly how: string; readonly state: string }[];
}

interface Told {
  readonly report: Report;
  readonly failures: readonly string[];
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

/** `PRISM=1` has it in CI, too. */
const hasPrism = missing === undefined && cases('PRISM', { ci: 0, all: 1 }) > 0;

let box: BoxProcess;
/** Undefined: it is not there. */
let proxy: ValidatingProxy | undefined;

test.before(async () => {
  box = await BoxProcess.start();
  if (hasPrism) proxy = await ValidatingProxy.before(box);
});
test.after(async () => {
  proxy?.stop();
  await box.stop();
  cleanUp();
});

function prismTest(name: string, work: (proxy: ValidatingProxy) => Promise<void> | void): void {
  if (!hasPrism) {
    console.log(`skipped: ${missing ?? 'the nightly lane, or PRISM=1'}`);
    test.skip(name);
    return;
  }
  test(name, async () => {
    if (proxy === undefined) throw new Error('Prism was not started');
    await work(proxy);
  });
}

/** The kit as a program, with the built program as the operator's. */
async function runAsProgram(url: string): Promise<Told> {
  const file = join(temporaryFolder(), 'report.json');
  const program = [process.execPath, ...KEPT_CODE, bundle()].map((word) => `'${word}'`).join(' ');
  const where = ['--url', url, '--ca', box.caFile, '--json', file];
  const { code, stdout, stderr } = await contract(...where, '--operator', program, '--data', box.folder);
  assert.is(code, 0, stdout + stderr);
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  assert.ok(stdout.endsWith(`${report.summary}\n`));
  return { report, failures: [] };
}

/** The same from the sources in this process, where the 140 commands of the operator take a fifth of the time. */
async function runHere(url: string): Promise<Told> {
  const program: OperatorProgram = async (args) => {
    const { code, stdout, stderr } = await kasirbox(args);
    return { code, output: stdout, complaint: stderr.trim() };
  };
  const failures: string[] = [];
  const findings = await run(
    {
      ...{ url, ca: readFileSync(box.caFile, 'utf8'), operator: { program, folder: box.folder } },
      ...{ key: undefined, mailTo: undefined, json: undefined, only: [], contractOnly: false, reallyFiscal: false },
    },
    { failure: (line) => failures.push(line), progress: () => undefined },
  );
  return { report: jsonReport(findings, url) as Report, failures };
}

test('every sentence that can be checked without a real processor is checked, and holds', async () => {
  const url = proxy?.url ?? `https://127.0.0.1:${box.port}`;
  const { report, failures } = await (cases('CONTRACT_PROGRAM', { ci: 0, all: 1 }) > 0 ? runAsProgram : runHere)(url);
  assert.equal(failures, []);
  const { sentences, summary } = report;
  const means = ['http', 'demo', 'operator', 'mail', ...(hasPrograms(process.env['PATH'] ?? '') ? ['programs'] : [])];
  const open = sentences.filter(({ how, state }) => means.includes(how) && state !== 'holds');
  assert.equal(open, []);
  assert.match(
    summary,
    /^\d+ of \d+ sentences checked \(\d+\.\d %\), 0 failed, not checked: \d+ need a processor, \d+ are held/,
  );
});

prismTest(
  'Prism finds nothing in answers that the description does not say, nor in requests that were taken',
  (proxy) => {
    assert.ok(proxy.count > 3000, `only ${proxy.count} calls`);
    const used = new Set<string>();
    const found = proxy.suspects.flatMap((suspect) =>
      countedIn(suspect).flatMap((violation) => {
        const reasons = reasonsFor(suspect.call, violation);
        for (const reason of reasons) used.add(reason);
        const { method, path, body } = suspect.call;
        const told = `${violation.location.join('.')}: ${violation.message}`;
        return reasons.length > 0
          ? []
          : [`${method} ${path} ${suspect.answer.status} ${told} ${body.toString().slice(0, 400)}`];
      }),
    );
    assert.equal(found, []);
    assert.equal([...used].sort(), Object.keys(EXCEPTIONS).sort());
    assert.equal(proxy.notCarried, ['POST /api/v1/invoices 400'], 'the compressed body');
  },
);

prismTest('Prism finds faults in body, headers and status of an answer, and in a request', async (proxy) => {
  const [key = ''] = await box.keys(1);
  const client = new Client(proxy.url, new OneKey(key, () => undefined), readFileSync(box.caFile, 'utf8'));
  const found = async (spoil: ValidatingProxy['spoil'], path: string): Promise<string[]> => {
    proxy.suspects.length = 0;
    proxy.spoil = spoil;
    await client.fetch('GET', BASE + path, { key });
    proxy.spoil = (answer) => answer;
    return proxy.suspects.flatMap(({ violations }) => violations.map(({ location }) => location.join('.')));
  };
  const body = Buffer.from('{"taxLabels":[{"label":1}]}');
  const withHeader =
    (name: string, value: string): ValidatingProxy['spoil'] =>
    (answer) => ({ ...answer, headers: { ...answer.headers, [name]: value } });
  const shorter = withHeader('content-length', String(body.length));
  const inBody = await found((answer) => ({ ...shorter(answer), body }), '/tax-labels');
  assert.ok(inBody.includes('response.body.taxLabels.0.label'));
  assert.equal(await found(withHeader('x-ratelimit-limit', 'many'), '/me'), ['response.header.x-ratelimit-limit']);
  assert.equal(await found((answer) => ({ ...answer, status: 201 }), '/me'), ['response']);
  assert.equal(await found((answer) => answer, '/invoices?page=0'), ['request.query.page']);
  assert.equal(await found((answer) => answer, '/me'), []);
  client.close();
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

test('each sentence that cannot be observed from outside has a test', () => {
  for (const id of sentenceIds) {
    const { how, heldBy } = sentence(id);
    assert.is(heldBy !== undefined, how === 'outside', id);
    if (heldBy !== undefined) assert.ok(existsSync(join(ROOT, heldBy)), `${id}: ${heldBy}`);
  }
});

/** What is wrong in a command line. */
const WRONG: readonly (readonly string[])[] = [
  [],
  ['--url', 'http://localhost:1', '--key', 'x'],
  ['--url', 'https://localhost:1'],
  ['--nonsense'],
];

test('--list prints the catalogue, --help the options; a wrong command line exits with 2', async () => {
  const list = await contract('--list');
  assert.is(list.code, 0);
  assert.is(list.stdout.trimEnd().split('\n').length, sentenceIds.length);
  assert.match((await contract('--help')).stdout, /--really-issue-fiscal-receipts/);
  for (const args of shareOf(WRONG)) {
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

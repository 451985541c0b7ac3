import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { VERSION } from '../../../src/base/version.js';
import type { CheckResult } from '../../../src/interfaces/health/check.js';
import { kasirbox } from '../../kit/command.js';
import { bundle, cleanUp, temporaryFolder } from '../../kit/process.js';
import { ServiceHere, stopServices } from '../../kit/serviceHere.js';

const LINE = /^[a-z]+ +(ok|warning|failure) +\S/;
const ENGLISH = { LC_ALL: 'C.UTF-8' };
test.after(stopServices);
test.after(cleanUp);

/** Checks that depend on the machine on which the test runs. */
const OF_THE_MACHINE = /^(clock|power|temperature|memory|loop) /;

function checksOf(stdout: string): string[] {
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => {
      assert.match(line, LINE);
      return line.replace(/^(\w+) +(\w+) .*$/, '$1 $2');
    })
    .filter((check) => !OF_THE_MACHINE.test(check));
}

test('without a service doctor checks the folder, and makes it when it does not exist', async () => {
  const data = ['--data', join(temporaryFolder(), 'not/there/yet')];
  const { code, stdout, stderr } = await kasirbox(['doctor', ...data], { env: ENGLISH });
  assert.is(code, 1, stderr);
  assert.equal(checksOf(stdout), [
    'service failure',
    'company warning',
    'keys warning',
    'ledger ok',
    'disk ok',
    'pfr ok',
    'labels ok',
    'snapshot ok',
  ]);
  assert.match(stdout, /^keys .*Create an API key \(kasirbox keys create/m, 'what to do');
});

test('doctor asks the running service, and says what to do in Serbian on a Serbian terminal', async () => {
  const box = await ServiceHere.start();
  await box.keys(1);
  const { code, stdout } = await box.command(['doctor'], { env: ENGLISH });
  assert.is(code, 0);
  assert.equal(checksOf(stdout), [
    'company warning',
    'service ok',
    'ledger ok',
    'disk ok',
    'flash ok',
    'pfr ok',
    'labels ok',
    'keys ok',
    'certificate ok',
    'snapshot ok',
  ]);
  assert.match((await box.command(['doctor'], { env: { LC_ALL: 'sr_RS.UTF-8' } })).stdout, /^ledger +у реду +[А-Я]/m);
  await box.stop();
});

test('doctor ends with exit code 1 while no receipt can be issued, and the service reports the same', async () => {
  const box = await ServiceHere.start();
  const [key = ''] = await box.keys(1);
  const unreachable = '{"mode":"lpfr","url":"http://127.0.0.1:9"}';
  const set = await box.command(['settings', 'set', 'pfr.sandbox', unreachable]);
  assert.is(set.code, 0, set.stderr);
  const { code, stdout } = await box.command(['doctor'], { env: ENGLISH });
  assert.is(code, 1);
  assert.match(stdout, /^pfr +failure .*Check that the processor's program is running/, 'the first line');
  const json = await box.command(['doctor', '--json'], { env: ENGLISH });
  assert.is(json.code, 1);
  const [first, ...others] = JSON.parse(json.stdout) as CheckResult[];
  assert.equal(
    [first?.name, first?.state, first?.proof?.en],
    ['pfr', 'failure', 'lpfr; http://127.0.0.1:9; ECONNREFUSED'],
  );
  assert.match(first?.action?.sr ?? '', /^Проверите да ли програм процесора ради/);
  assert.ok(others.some(({ name }) => name === 'service'));
  assert.match((await box.send('GET', '/status', key)).text, /"ready":false/);
  await box.stop();
});

test('doctor says first that production has no processor, before what else stops a sale, and ends with exit code 1', async () => {
  const data = ['--data', join(temporaryFolder(), 'data')];
  assert.is((await kasirbox(['settings', 'set', 'environment', 'production', ...data])).code, 0);
  const { code, stdout } = await kasirbox(['doctor', ...data], { env: ENGLISH });
  assert.is(code, 1);
  assert.match(stdout, /^fiscal +failure +No fiscal processor \(PFR\) is set.*kasirbox settings set pfr\.production/);
});

test('doctor reminds of a version that the approval was not confirmed for, until somebody confirms the number on receipts', async () => {
  const box = await ServiceHere.start();
  const early = await box.command(['esir', 'accept', `0/${VERSION}`], { env: ENGLISH });
  assert.equal([early.code, early.stderr], [1, NO_APPROVAL]);
  const number = `742/${VERSION}`;
  assert.is((await box.command(['settings', 'set', 'esir', '{"number":"742","version":"1.3"}'])).code, 0);
  const found = async (): Promise<string | undefined> =>
    /^approval .*$/m.exec((await box.command(['doctor'], { env: ENGLISH })).stdout)?.[0];
  const reminder = await found();
  assert.match(reminder ?? '', /^approval +warning .* was confirmed for version 1\.3\./);
  assert.ok(reminder?.includes(`run: kasirbox esir accept ${number}.`), reminder);
  const other = await box.command(['esir', 'accept', '742/1.3'], { env: ENGLISH });
  const refusal = `kasirbox: Receipts carry the ESIR number ${number}. See: kasirbox doctor\n`;
  assert.equal([other.code, other.stderr], [1, refusal]);
  assert.is(await found(), reminder);
  const accepted = await box.command(['esir', 'accept', number], { env: ENGLISH });
  assert.equal([accepted.code, accepted.stdout], [0, `Confirmed: ${number}\n`]);
  assert.match((await found()) ?? '', /^approval +ok /);
  await box.stop();
});

const NO_APPROVAL = 'kasirbox: No approval is entered. Enter its number: kasirbox settings set esir -\n';

test('a reader that leaves early, as `head` does, causes no error', async () => {
  const folder = join(temporaryFolder(), 'data');
  const args = ['doctor', '--data', folder];
  const child = spawn(process.execPath, [bundle(), ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.destroy();
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const [code] = (await once(child, 'close')) as [number | null];
  assert.equal([code, errors], [1, '']);
});

test.run();

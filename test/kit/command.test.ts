import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { kasirbox } from './command.js';
import { newFolder } from './folder.js';

const data = ['--data', newFolder()];
const COMPANY = {
  name: 'ПЕКАРА ЗОРА',
  tin: '101670560',
  location: '1000001-ПЕКАРА ЗОРА',
  address: 'ГЛАВНА 1',
  district: 'Нови Сад',
};

test('commands that run at once have each their own words, output and language', async () => {
  const languages = ['sr_RS.UTF-8', 'C', 'sr_RS.UTF-8', 'C'];
  const ended = await Promise.all(
    languages.map((language) => kasirbox(['keys', 'list', '--loud', ...data], { env: { LC_ALL: language } })),
  );
  assert.equal(
    ended.map(({ stderr }) => /[а-я]/.test(stderr)),
    [true, false, true, false],
  );
  assert.equal(
    ended.map(({ code, stdout }) => [code, stdout]),
    languages.map(() => [2, '']),
  );
});

test('what is given stands on standard input, and nothing is there when nothing is given', async () => {
  const set = ['settings', 'set', 'company', '-', ...data];
  assert.is((await kasirbox(set, { input: JSON.stringify(COMPANY) })).code, 0);
  assert.equal(JSON.parse((await kasirbox(['settings', 'show', 'company', ...data])).stdout), COMPANY);
  assert.match((await kasirbox(set)).stderr, /no value was given/);
});

/** The mode bits that this process gives no file; asking for them is setting them. */
function maskNow(): number {
  const mask = process.umask(0o022);
  process.umask(mask);
  return mask;
}

test('outside of a command all is as before, also what a command has set for itself', async () => {
  const { stdout, stderr, stdin } = process;
  const mask = maskNow();
  const listeners = process.listenerCount('SIGTERM');
  await kasirbox(['fleet', 'list', '--server', '/none']);
  assert.is((await kasirbox(['serve', '--data', import.meta.filename])).code, 1);
  assert.ok(stdout === process.stdout && stderr === process.stderr && stdin === process.stdin);
  assert.is(maskNow(), mask);
  assert.is(process.listenerCount('SIGTERM'), listeners);
  process.env['KASIRBOX_TEST'] = 'yes';
  assert.is(process.env['KASIRBOX_TEST'], 'yes');
  delete process.env['KASIRBOX_TEST'];
  assert.not.ok('KASIRBOX_TEST' in process.env);
});

test('an error of the system is reported in one line, as a process reports it', async () => {
  const { code, stdout, stderr } = await kasirbox(['keys', 'list', '--data', import.meta.filename], {
    env: { LC_ALL: 'C' },
  });
  assert.equal([code, stdout], [1, '']);
  assert.match(stderr, /^kasirbox: .*command\.test\.ts: that is a file, .*\n$/);
});

test.run();

import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { BoxProcess, cleanUp, kasirbox, SALE, temporaryFolder } from '../kit/process.js';

const KEY = /^kasir_[0-9a-f]{48}\n$/;
test.after(cleanUp);

test('a key is made, used, listed and revoked in a running service, each at once', async () => {
  const box = await BoxProcess.start();
  const made = await box.command(['keys', 'create', '--label', 'Каса 1']);
  assert.is(made.code, 0);
  assert.match(made.stdout, KEY, 'standard output is the key alone');
  assert.match(made.stderr, /Key 1 \(Каса 1\)\. It is shown this once/);
  const key = made.stdout.trim();
  await box.issue(key);

  const listed = await box.command(['keys', 'list']);
  assert.is(listed.code, 0);
  assert.match(listed.stdout, /^1\tkasir_[0-9a-f]{6}\tactive\tcreated [\d :-]{19}\tused [\d :-]{19}\tКаса 1\n$/);
  assert.not.ok(listed.stdout.includes(key));

  const revoked = await box.command(['keys', 'revoke', '1']);
  assert.is(revoked.code, 0);
  assert.is((await box.send('POST', '/invoices', key, SALE)).status, 401);
  assert.match((await box.command(['keys', 'list'])).stdout, /\trevoked \d{4}-/);
  assert.is((await box.stop()).code, 0);
});

test('keys are made, listed and revoked on a folder that does not exist yet, without a service', async () => {
  const folder = join(temporaryFolder(), 'not/there/yet');
  const data = ['--data', folder];
  const first = await kasirbox(['keys', 'create', '--label', 'a', ...data]);
  assert.is(first.code, 0);
  const second = await kasirbox(['keys', 'create', '--label', 'b', ...data]);
  assert.is((await kasirbox(['keys', 'revoke', '1', ...data])).code, 0);
  assert.match(
    (await kasirbox(['keys', 'list', ...data])).stdout,
    /^1\t.*\trevoked .*\ta\n2\t.*\tactive\t.*\tused never\tb\n$/,
  );

  const box = await BoxProcess.start({ folder });
  assert.is((await box.send('GET', '/me', first.stdout.trim())).status, 401);
  assert.is((await box.send('GET', '/me', second.stdout.trim())).status, 200);
  assert.is((await box.stop()).code, 0);
});

test('a list without keys says how to make one, apart from the list', async () => {
  const { code, stdout, stderr } = await kasirbox(['keys', 'list', '--data', join(temporaryFolder(), 'new')]);
  assert.is(code, 0);
  assert.is(stdout, '');
  assert.match(stderr, /keys create --label NAME/);
});

test('a key without a printable label is refused, and so is a key that is not there', async () => {
  const folder = join(temporaryFolder(), 'data');
  const data = ['--data', folder];
  assert.is((await kasirbox(['keys', 'create', ...data])).code, 2);
  for (const label of ['', '  ', 'x'.repeat(81), 'a\u0007b']) {
    const { code, stdout, stderr } = await kasirbox(['keys', 'create', '--label', label, ...data]);
    assert.is(code, 1);
    assert.is(stdout, '');
    assert.match(stderr, /^kasirbox: The label must be 1 to 80 printable characters\.\n$/);
  }
  assert.match((await kasirbox(['keys', 'revoke', '7', ...data])).stderr, /There is no key 7/);
  assert.match((await kasirbox(['keys', 'revoke', 'kasir_ab', ...data])).stderr, /not the number of a key/);
  assert.is((await kasirbox(['keys', 'revoke', '7', ...data])).code, 1);
  assert.is((await kasirbox(['keys', 'list', ...data])).stdout, '');
});

test.run();

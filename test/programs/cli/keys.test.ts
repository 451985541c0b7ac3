// time limit: 300 s
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { kasirbox } from '../../kit/command.js';
import { cleanUp, SALE, temporaryFolder } from '../../kit/process.js';
import { ServiceHere, stopServices } from '../../kit/serviceHere.js';

const KEY = /^kasir_[0-9a-f]{48}\n$/;
test.after(stopServices);
test.after(cleanUp);

test('a key is made, used, listed and revoked in a running service, each at once', async () => {
  const box = await ServiceHere.start();
  const made = await box.command(['keys', 'create', '--label', 'Каса 1']);
  assert.is(made.code, 0);
  assert.match(made.stdout, KEY, 'standard output is the key alone');
  assert.match(made.stderr, /Key 1 \(Каса 1\)\. It is shown only now/);
  const key = made.stdout.trim();
  await box.issue(key);

  const listed = await box.command(['keys', 'list']);
  assert.is(listed.code, 0);
  assert.equal(rowsOf(listed.stdout), [
    '1  Каса 1',
    '  key           kasir_xxxxxx…  created TIME',
    '  state         active',
    '  last use      TIME from 127.0.0.1',
    '  last 24 h     receipts 1, 0 of them refunds',
  ]);
  assert.not.ok(listed.stdout.includes(key));

  const revoked = await box.command(['keys', 'revoke', '1']);
  assert.equal([revoked.code, revoked.stdout], [0, 'Key 1 (Каса 1) is revoked; its connections are closed.\n']);
  const again = await box.command(['keys', 'revoke', '1']);
  assert.equal(
    [again.code, again.stdout.replace(/\d{4}-.*\d/, 'TIME')],
    [0, 'Key 1 (Каса 1) was already revoked, on TIME.\n'],
  );
  const accepted = await box.command(['keys', 'accept', '1']);
  assert.is(accepted.code, 1);
  assert.match(accepted.stderr, /Key 1 \(Каса 1\) was revoked on \d{4}-.*; there is nothing to accept\./);
  assert.is((await box.send('POST', '/invoices', key, SALE)).status, 401);
  assert.match((await box.command(['keys', 'list'])).stdout, /^ {2}state {9}revoked \d{4}-/m);
  await box.stop();
});

/** A list without what differs from run to run. */
function rowsOf(text: string): string[] {
  return text
    .trimEnd()
    .split('\n')
    .map((row) => row.replace(/kasir_[0-9a-f]{6}/, 'kasir_xxxxxx').replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/, 'TIME'));
}

test('a list says what each key was used for, in the language of the terminal, and for programs', async () => {
  const box = await ServiceHere.start();
  const label = 'ж'.repeat(80);
  const key = (await box.command(['keys', 'create', '--label', label])).stdout.trim();
  const sold = (await box.issue(key)) as { readonly uuid: string };
  const refund = await box.send('POST', `/invoices/${sold.uuid}/refund`, key, { buyerId: '10:100000049' });
  assert.is(refund.status, 201);
  const before = process.env['LC_ALL'];
  process.env['LC_ALL'] = 'sr_RS.UTF-8';
  const listed = rowsOf((await box.command(['keys', 'list'])).stdout);
  if (before === undefined) delete process.env['LC_ALL'];
  else process.env['LC_ALL'] = before;
  assert.is(listed[0], `1  ${label}`);
  assert.is(listed[3], '  коришћен      TIME са 127.0.0.1');
  assert.match(listed[4] ?? '', /^ {2}за 24 сата {4}рачуна 2, од тога рефундација 1 \([\d.]+,\d\d РСД\)$/);
  for (const row of listed) assert.ok(row.length <= 100, row);

  const [read] = JSON.parse((await box.command(['keys', 'list', '--json'])).stdout) as readonly Record<
    string,
    unknown
  >[];
  assert.equal([read?.['addresses'], read?.['newAddresses']], [['127.0.0.1'], []]);
  const { receipts, isUnusual } = read?.['lastDay'] as { readonly receipts: number; readonly isUnusual: boolean };
  assert.equal([receipts, isUnusual], [2, false]);
  assert.not.ok(JSON.stringify(read).includes(key.slice(12)));
  assert.not.ok('hash' in (read ?? {}));

  assert.is(
    (await box.command(['keys', 'accept', '1'])).stdout,
    `Key 1 (${label}): its addresses and refunds so far are accepted; doctor no longer warns about it.\n`,
  );
  assert.match((await box.command(['keys', 'accept', '7'])).stderr, /There is no key 7/);
  await box.stop();
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
    /^1 {2}a\n.*\n {2}state {9}revoked .*\n[^]*^2 {2}b\n.*\n {2}state {9}active\n {2}last use {6}never used\n/m,
  );

  const box = await ServiceHere.start({ folder });
  assert.is((await box.send('GET', '/me', first.stdout.trim())).status, 401);
  assert.is((await box.send('GET', '/me', second.stdout.trim())).status, 200);
  await box.stop();
});

test('where there are no keys, list says on standard error how to make one', async () => {
  const { code, stdout, stderr } = await kasirbox(['keys', 'list', '--data', join(temporaryFolder(), 'new')]);
  assert.is(code, 0);
  assert.is(stdout, '');
  assert.match(stderr, /keys create --label NAME/);
});

test('a key without a printable label is refused, and an unknown key cannot be revoked', async () => {
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

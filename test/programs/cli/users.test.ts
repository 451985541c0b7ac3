import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { kasirbox } from '../../kit/command.js';
import { cleanUp, temporaryFolder } from '../../kit/process.js';
import { ServiceHere, stopServices } from '../../kit/serviceHere.js';

test.after(stopServices);
test.after(cleanUp);

function fileWith(text: string): string {
  const file = join(temporaryFolder(), 'secret');
  writeFileSync(file, text);
  return file;
}

test('the claim code is shown as long as nobody owns the box, the same each time', async () => {
  const box = await ServiceHere.start();
  const shown = await box.command(['users', 'code']);
  assert.is(shown.code, 0);
  assert.match(shown.stdout, /^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}\n$/);
  assert.is((await box.command(['users', 'code'])).stdout, shown.stdout);

  const owner = await box.command([
    ...['users', 'create', 'Ана', '--role', 'owner', '--password-file', fileWith('dugačka lozinka\nsecond row\n')],
  ]);
  assert.is(owner.code, 0, owner.stderr);
  assert.match(owner.stdout, /^([0-9A-HJKMNP-TV-Z]{4}-){4}[0-9A-HJKMNP-TV-Z]{4}\n$/, 'the recovery code alone');
  assert.match(owner.stderr, /New user \d+ \(Ана\), role: owner/);
  const owned = await box.command(['users', 'code']);
  assert.equal([owned.code, owned.stdout], [1, '']);
  assert.match(owned.stderr, /This box already has an owner/);
  await box.stop();
});

test('users are made, listed, given another secret and removed without a service, by name or number', async () => {
  const folder = join(temporaryFolder(), 'not/there/yet');
  const data = ['--data', folder];
  const create = (name: string, role: string, secret: string) =>
    kasirbox(['users', 'create', name, '--role', role, '--password-file', fileWith(secret), ...data]);
  assert.match((await kasirbox(['users', 'list', ...data])).stderr, /no users/);
  assert.is((await create('Ана', 'owner', 'dugačka lozinka')).code, 0);
  const cashier = await create('Ђорђе', 'cashier', '2468');
  assert.equal([cashier.code, cashier.stdout], [0, ''], cashier.stderr);

  const json = (await kasirbox(['users', 'list', '--json', ...data])).stdout;
  const rows = JSON.parse(json) as readonly Record<string, unknown>[];
  assert.equal(
    rows.map(({ name, role }) => [name, role]),
    [
      ['Ана', 'owner'],
      ['Ђорђе', 'cashier'],
    ],
  );
  assert.equal(Object.keys(rows[0] ?? {}), ['id', 'name', 'role', 'createdAt'], 'nothing of a secret');
  assert.match((await kasirbox(['users', 'list', ...data])).stdout, /^\d+ {2}Ђорђе\n {2}role {10}cashier$/m);

  // A refusal of the box, on a Serbian terminal.
  const serbian = { env: { LC_ALL: 'sr_RS.UTF-8' } };
  const twice = ['users', 'create', 'ana', '--role', 'owner', '--password-file', fileWith('dugačka lozinka'), ...data];
  assert.match((await kasirbox(twice, serbian)).stderr, /Корисник „Ана” већ постоји\./);
  assert.match((await kasirbox(['users', 'remove', 'Мика', ...data], serbian)).stderr, /Нема корисника „Мика”/);

  const pin = (named: string, secret: string) =>
    kasirbox(['users', 'password', named, '--password-file', fileWith(secret), ...data]);
  assert.match((await pin('ђорђе', '13579')).stdout, /Ђорђе has a new PIN/);
  assert.match((await pin(String(rows[0]?.['id']), 'druga lozinka')).stdout, /Ана has a new password/);
  assert.match((await pin('ђорђе', 'no digits')).stderr, /The PIN must be 4 to 8 digits/);

  assert.match((await kasirbox(['users', 'remove', 'Ана', ...data])).stderr, /only owner/);
  assert.match((await kasirbox(['users', 'remove', 'Ђорђе', ...data])).stdout, /\(Ђорђе\) is removed/);
  const gone = await kasirbox(['users', 'remove', 'Ђорђе', ...data]);
  assert.equal([gone.code, gone.stderr], [1, 'kasirbox: There is no user "Ђорђе". See: kasirbox users list\n']);
});

test('a secret comes from a file or standard input, and what cannot be taken is said', async () => {
  const data = ['--data', join(temporaryFolder(), 'data')];
  const short = await kasirbox([
    'users',
    'create',
    'Ана',
    '--role',
    'owner',
    '--password-file',
    fileWith('abc'),
    ...data,
  ]);
  assert.equal([short.code, short.stdout], [1, '']);
  assert.match(short.stderr, /The password must be 8 to 128 characters/);
  const none = await kasirbox(['users', 'create', 'Ана', '--role', 'owner', ...data]);
  assert.is(none.code, 1);
  assert.match(none.stderr, /the password of a user is missing on standard input/);
  const absent = await kasirbox(['users', 'create', 'Ана', '--role', 'owner', '--password-file', '/none', ...data]);
  assert.match(absent.stderr, /\/none does not exist/);
});

test.run();

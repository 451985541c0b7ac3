import { english } from '../../../src/base/index.js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { KeyRing } from '../../../src/shop/access/keys.js';
import { Users } from '../../../src/shop/access/users.js';
import { silentLog } from '../../../src/base/log.js';
import { MemoryDisk } from '../../kit/disk/memory.js';
import { NOON, openLedger } from '../../kit/ledger.js';
import { inEnglish } from '../../kit/inEnglish.js';

const PASSWORD = 'duga lozinka';

async function open(disk = new MemoryDisk()) {
  const ledger = await openLedger(disk);
  const users = new Users(ledger, () => NOON, silentLog);
  const make = async (name: string, role: 'owner' | 'technician' | 'cashier', secret = PASSWORD) => {
    const created = await users.create(name, role, secret);
    if (!created.ok) throw new Error(english(created.error.message));
    return created.value;
  };
  return { disk, ledger, users, make };
}

async function signsIn(users: Users, name: string, secret: string): Promise<boolean> {
  const found = await users.authenticate(name, secret);
  return found.ok && found.value !== undefined;
}

test('users outlive a restart, sign in by name in any case, and share their numbers with keys', async () => {
  const first = await open();
  const { user } = await first.make('Ђорђе Ђокић', 'owner');
  const key = await new KeyRing(first.ledger, () => NOON, silentLog).create('каса');
  assert.ok(key.ok && key.value.id !== user.id, 'what one number has done is told apart');
  await first.ledger.close();

  const { users } = await open(first.disk);
  assert.ok(users.isClaimed);
  assert.ok(await signsIn(users, ' ђорђе ђокић ', PASSWORD));
  assert.not.ok(await signsIn(users, 'Ђорђе Ђокић', 'duga lozinka '));
  assert.not.ok(await signsIn(users, 'Нико', PASSWORD));
});

test('a name is found in either alphabet and without marks, and nobody is made who could not be told apart', async () => {
  const { users, make } = await open();
  await make('Ђорђе Ђокић', 'owner');
  for (const name of ['Ђорђе Ђокић', 'Đorđe Đokić', 'DJORDJE DJOKIC', ' đorđe đokić ']) {
    assert.ok(await signsIn(users, name, PASSWORD), name);
    const refused = await users.create(name, 'cashier', '1234');
    assert.is(inEnglish(refused.ok ? 'made' : refused.error.message), 'A user "Ђорђе Ђокић" already exists.');
  }
  assert.not.ok(await signsIn(users, 'Djordje', PASSWORD));
});

test('people who were made with names alike sign in as their names are written, and with no other spelling', async () => {
  const { ledger, users, make } = await open();
  const { user } = await make('Ана', 'owner');
  const others = await new Users(ledger, () => NOON, silentLog).create('Весна', 'owner', 'druga lozinka');
  if (!others.ok) throw new Error(english(others.error.message));
  await ledger.put({ type: 'user', user: { ...others.value.user, name: 'Ana' } });
  assert.is(users.findByName('ана')?.id, user.id);
  assert.ok(await signsIn(users, 'ANA', 'druga lozinka'));
  assert.not.ok(await signsIn(users, 'ANA', PASSWORD));
  assert.is(users.findByName('Aná'), undefined);
});

test('names and secrets that cannot be taken are told apart', async () => {
  const { users, make } = await open();
  await make('Ана', 'owner');
  for (const [name, role, secret, kind] of [
    ['', 'owner', PASSWORD, 'name'],
    ['x'.repeat(51), 'owner', PASSWORD, 'name'],
    ['a\u0007b', 'owner', PASSWORD, 'name'],
    ['ана', 'cashier', '1234', 'taken'],
    ['api', 'cashier', '1234', 'taken'],
    ['АПИ', 'cashier', '1234', 'taken'],
    ['Сара', 'owner', '1234567', 'secret'],
    ['Сара', 'technician', 'x'.repeat(129), 'secret'],
    ['dugačko ime', 'owner', 'Dugačko IME', 'secret'],
    ['dugačko ime', 'owner', 'дугачко име', 'secret'],
    ['Сара', 'cashier', '123', 'secret'],
    ['Сара', 'cashier', '123456789', 'secret'],
    ['Сара', 'cashier', '12a4', 'secret'],
    ['Сара', 'cashier', 'a1234', 'secret'],
    ['Сара', 'cashier', '1234a', 'secret'],
    ['   ', 'owner', PASSWORD, 'name'],
  ] as const) {
    const refused = await users.create(name, role, secret);
    assert.is(refused.ok ? 'made' : refused.error.kind, kind, `${name} ${secret}`);
  }
  assert.is(users.list().length, 1);
  for (const [name, role, secret] of [
    [`  ${'x'.repeat(50)} `, 'owner', '12345678'],
    ['Сара', 'technician', 'x'.repeat(128)],
    ['Вера', 'cashier', '1234'],
    ['Мика', 'cashier', '12345678'],
  ] as const)
    assert.is((await make(name, role, secret)).user.name, name.trim());
  const [, longest] = users.list();
  assert.equal(
    { ...longest, secret: '', recovery: '' },
    { id: 2, name: 'x'.repeat(50), role: 'owner', secret: '', recovery: '', createdAt: NOON, removedAt: null },
  );
});

test('a box has at most a hundred users, without those that were removed', async () => {
  const { ledger, users, make } = await open();
  const { user } = await make('Ана', 'owner');
  for (let id = 2; id <= 101; id += 1)
    await ledger.put({
      type: 'user',
      user: { ...user, id, name: `Корисник ${id}`, removedAt: id === 2 ? NOON : null },
    });
  assert.is(users.list().length, 100);
  const refused = await users.create('Сара', 'cashier', '1234');
  assert.is(refused.ok ? 'made' : refused.error.kind, 'full');
  assert.ok((await users.remove(3)).ok);
  assert.is((await make('Сара', 'cashier', '1234')).user.id, 102);
});

test('for who has left, for nobody, and while too many sign in nothing is done', async () => {
  const { ledger, users, make } = await open();
  const { user, recoveryCode } = await make('Ана', 'owner');
  const { user: technician } = await make('Мика', 'technician');
  const before = ledger.end.sequence;
  const changed: number[] = [];
  users.onChanged = (id) => changed.push(id);
  const kinds = async (changes: readonly Promise<{ ok: boolean; error?: { kind: string } }>[]): Promise<unknown[]> =>
    (await Promise.all(changes)).map((outcome) => outcome.error?.kind ?? 'done');
  const left = AbortSignal.abort();
  assert.equal(
    await kinds([
      users.create('Сава', 'cashier', '1234', left),
      users.setSecret(user.id, 'druga lozinka', left),
      users.renewRecoveryCode(user.id, left),
      users.remove(technician.id, left),
    ]),
    ['gone', 'gone', 'gone', 'gone'],
  );
  assert.equal(
    await kinds([
      users.setSecret(99, PASSWORD),
      users.renewRecoveryCode(99),
      users.renewRecoveryCode(technician.id),
      users.remove(99),
      users.setSecret(technician.id, '1234567'),
      users.recover(recoveryCode ?? '', '1234567'),
    ]),
    ['absent', 'absent', 'absent', 'absent', 'secret', 'secret'],
  );
  const guesses = Array.from({ length: 8 }, () => users.authenticate('Нико', 'x'));
  assert.equal(await users.authenticate('Ана', PASSWORD), { ok: false, error: 'busy' });
  assert.equal(
    await kinds([
      users.create('Сава', 'cashier', '1234'),
      users.setSecret(user.id, 'druga lozinka'),
      users.recover(recoveryCode ?? '', 'druga lozinka'),
    ]),
    ['busy', 'busy', 'busy'],
  );
  await Promise.all(guesses);
  assert.equal([ledger.end.sequence, changed], [before, []]);
  assert.equal(users.find(user.id), user);
});

test('an owner gets another recovery code, and only that one is right, for this owner', async () => {
  const { users, make } = await open();
  const [ana, vera, mika] = [await make('Ана', 'owner'), await make('Вера', 'owner'), await make('Мика', 'technician')];
  const changed: number[] = [];
  users.onChanged = (id) => changed.push(id);
  const code = ana.recoveryCode ?? '';
  assert.ok(users.hasRecoveryCode(ana.user.id, code.toLowerCase()));
  for (const { user } of [vera, mika]) assert.not.ok(users.hasRecoveryCode(user.id, code));
  assert.not.ok(users.hasRecoveryCode(99, code));
  const renewed = await users.renewRecoveryCode(ana.user.id);
  assert.ok(renewed.ok);
  const next = renewed.value.recoveryCode;
  assert.match(next, /^[0-9A-HJKMNP-TV-Z]{20}$/);
  assert.equal(renewed.value.user, users.find(ana.user.id));
  assert.not.ok(users.hasRecoveryCode(ana.user.id, code));
  assert.ok(users.hasRecoveryCode(ana.user.id, next));
  assert.equal(changed, [], 'sessions go on');
  const recovered = await users.recover(next, 'druga lozinka');
  assert.ok(recovered.ok && recovered.value !== undefined);
  assert.is(recovered.value.user.id, ana.user.id);
  assert.ok(users.hasRecoveryCode(ana.user.id, recovered.value.recoveryCode ?? ''));
  assert.equal(changed, [ana.user.id]);
  assert.ok(await signsIn(users, 'Вера', PASSWORD));
});

test('a secret counts to its 128th character, and who is changed while it is checked does not sign in', async () => {
  const { users, make } = await open();
  const secret = 'x'.repeat(128);
  const { user } = await make('Ана', 'owner', secret);
  await make('Вера', 'owner');
  assert.ok(await signsIn(users, 'Ана', `${secret}y`), 'no more of a long text is hashed');
  assert.not.ok(await signsIn(users, 'Ана', secret.slice(1)));
  const signing = users.authenticate('Ана', secret);
  const changing = users.setSecret(user.id, 'druga lozinka');
  assert.equal(await signing, { ok: true, value: user });
  assert.ok((await changing).ok);
  assert.is(users.isStill(user), false, 'asked once more when the session begins');
  const late = users.authenticate('Ана', 'druga lozinka');
  assert.ok((await users.remove(user.id)).ok);
  assert.equal(await late, { ok: true, value: undefined });
});

test('a secret is replaced, whoever held the old one is told, and only hashes are kept', async () => {
  const { ledger, users, make } = await open();
  const changed: number[] = [];
  users.onChanged = (id) => changed.push(id);
  const { user, recoveryCode } = await make('Ана', 'owner');
  assert.ok((await users.setSecret(user.id, 'druga lozinka')).ok);
  assert.equal(changed, [user.id]);
  assert.not.ok(await signsIn(users, 'Ана', PASSWORD));
  assert.ok(await signsIn(users, 'Ана', 'druga lozinka'));
  const stored = JSON.stringify(ledger.main.users.users());
  for (const secret of [PASSWORD, 'druga lozinka', recoveryCode ?? 'none']) assert.not.ok(stored.includes(secret));
  assert.is((await users.setSecret(99, PASSWORD)).ok, false);
});

test('the last owner stays; who is removed signs in no more, and the name is free', async () => {
  const { users, make } = await open();
  const [{ user: first }, { user: cashier }] = [await make('Ана', 'owner'), await make('Ђорђе', 'cashier', '1234')];
  const refused = await users.remove(first.id);
  assert.is(refused.ok ? 'gone' : refused.error.kind, 'last-owner');
  assert.ok((await users.remove(cashier.id)).ok);
  assert.not.ok(await signsIn(users, 'Ђорђе', '1234'));
  const again = await make('Ђорђе', 'cashier', '4321');
  assert.is.not(again.user.id, cashier.id);
  await make('Сара', 'owner');
  assert.ok((await users.remove(first.id)).ok);
});

test('of two owners who remove each other at once one stays', async () => {
  const { users, make } = await open();
  const owners = [await make('Ана', 'owner'), await make('Вера', 'owner')];
  const removed = await Promise.all(owners.map(({ user }) => users.remove(user.id)));
  assert.equal(
    removed.map((one) => (one.ok ? 'removed' : one.error.kind)),
    ['removed', 'last-owner'],
  );
  assert.ok(users.isClaimed, 'the claim code opens nothing');
});

test('only owners have a recovery code; it works once, however it is typed', async () => {
  const { users, make } = await open();
  const { recoveryCode } = await make('Ана', 'owner');
  assert.is((await make('Мика', 'technician')).recoveryCode, null);
  assert.match(recoveryCode ?? '', /^[0-9A-HJKMNP-TV-Z]{20}$/);
  const typed = (recoveryCode ?? '').toLowerCase().replace(/0/g, 'o').replace(/1/g, 'l');
  const recovered = await users.recover(typed, 'druga lozinka');
  assert.ok(recovered.ok && recovered.value !== undefined);
  assert.ok(await signsIn(users, 'Ана', 'druga lozinka'));
  assert.equal(inEnglish(await users.recover(recoveryCode ?? '', 'treća lozinka')), { ok: true, value: undefined });
});

test('of many who come at once with the claim code one owns the box, and later nobody else does', async () => {
  const { users } = await open();
  const made = await Promise.all(['Ана', 'Вера', 'Сава'].map((name) => users.createFirst(name, PASSWORD)));
  assert.equal(
    made.map((outcome) => (outcome.ok ? 'made' : outcome.error.kind)),
    ['made', 'claimed', 'claimed'],
  );
  const later = await users.createFirst('Мара', PASSWORD);
  assert.is(later.ok ? 'made' : later.error.kind, 'claimed');
  assert.is(users.list().length, 1);
});

test('on a disk that takes nothing no user is made, changed, recovered or removed, and nobody is told that one was', async () => {
  const { disk, users, make } = await open();
  const { user, recoveryCode } = await make('Ана', 'owner');
  const other = (await make('Вера', 'technician')).user;
  const changed: number[] = [];
  users.onChanged = (id) => changed.push(id);
  disk.fault = (operation) => (operation === 'write' || operation === 'create' ? 'EIO' : undefined);
  const outcomes = [
    await users.create('Сава', 'cashier', '1234'),
    await users.setSecret(user.id, 'друга лозинка'),
    await users.recover(recoveryCode ?? '', 'друга лозинка'),
    await users.remove(other.id),
    await users.renewRecoveryCode(user.id),
  ];
  assert.equal(
    outcomes.map((outcome) => (outcome.ok ? 'done' : outcome.error.kind)),
    Array<string>(5).fill('storage'),
  );
  assert.equal(changed, []);
  assert.ok(await signsIn(users, 'Ана', PASSWORD));
  assert.not.ok(await signsIn(users, 'Ана', 'друга лозинка'));
  assert.equal(
    users.list().map(({ name }) => name),
    ['Ана', 'Вера'],
  );
});

test.run();

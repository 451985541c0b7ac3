import { english } from '../../../src/base/index.js';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type AdminDeps,
  ALL_PERMISSIONS,
  type Permission,
  PERMISSIONS,
} from '../../../src/interfaces/admin/operation.js';
import { isOperation, OPERATIONS } from '../../../src/interfaces/admin/operations.js';
import { perform, performUnchecked } from '../../../src/interfaces/admin/perform.js';
import { adminDepsOf } from '../../../src/programs/box/admin.js';
import { TestBox } from '../../kit/box.js';
import { inEnglish } from '../../kit/inEnglish.js';

const test = suite<{ box: TestBox }>('operations');

const NAMES = Object.keys(OPERATIONS).filter(isOperation);

test.before(async (context) => {
  context.box = await TestBox.start();
});

test.after(async ({ box }) => {
  await box.stop();
});

test('a caller is refused what was not granted, and nothing is done', async ({ box }) => {
  const deps = adminDepsOf(box.parts);
  const before = box.parts.keys.list();
  const granted = new Set<Permission>(PERMISSIONS.filter((permission) => permission !== 'keys'));
  const question = { label: 'of nobody' };
  for (const reply of [
    await perform(deps, granted, 'keys.create', question),
    await performUnchecked(deps, granted, 'keys.create', question),
  ]) {
    assert.equal(inEnglish(reply), {
      ok: false,
      error: 'You are not allowed to do this: it needs the permission "keys".',
    });
  }
  assert.equal(box.parts.keys.list(), before);
});

test('a caller does what was granted', async ({ box }) => {
  const deps = adminDepsOf(box.parts);
  const granted = new Set<Permission>(['keys']);
  const made = await performUnchecked(deps, granted, 'keys.create', { label: 'of the owner' });
  assert.ok(made.ok);
  const listed = await perform(deps, granted, 'keys.list', {});
  assert.ok(listed.ok && listed.value.some(({ label }) => label === 'of the owner'));
  assert.is((await perform(deps, granted, 'settings.show', {})).ok, false);
});

test('without permissions no operation runs', async () => {
  // An operation that ran would fail at once, since it has no parts.
  const nothing = {} as AdminDeps;
  for (const name of NAMES) {
    const reply = await perform(nothing, new Set<Permission>(), name, {});
    assert.match(
      String(inEnglish(reply.ok ? 'done' : reply.error)),
      `permission "${OPERATIONS[name].permission}"`,
      name,
    );
  }
});

test('each permission is needed by an operation, and the operator has all of them', () => {
  const needed = new Set<Permission | undefined>(NAMES.map((name) => OPERATIONS[name].permission));
  const ofSetting = (name: string) => OPERATIONS['settings.set'].alsoNeeds?.({ name, value: null });
  assert.equal([ofSetting('mail'), ofSetting('cardReader'), ofSetting('toString')], ['turnover', undefined, undefined]);
  needed.add(ofSetting('cardPin'));
  assert.equal([...needed].sort(), [...PERMISSIONS].sort());
  assert.equal(ALL_PERMISSIONS, needed);
});

test('an unknown operation and a malformed question are distinguished', async ({ box }) => {
  const deps = adminDepsOf(box.parts);
  const error = async (name: unknown, ask: unknown): Promise<string> => {
    const reply = await performUnchecked(deps, ALL_PERMISSIONS, name, ask);
    return reply.ok ? 'done' : english(reply.error);
  };
  const unknown = 'The running service does not support this command; are the versions the same?';
  for (const name of ['format.disk', '__proto__', 'toString', '', 7, undefined])
    assert.is(await error(name, {}), unknown);
  assert.is(await error('keys.create', {}), 'The request "keys.create" is invalid at "label".');
  assert.is(await error('keys.create', null), 'The request "keys.create" is invalid at "".');
  const rows = [
    { line: 1, fields: {} },
    { line: '2', fields: {} },
  ];
  assert.is(await error('items.check', { rows }), 'The request "items.check" is invalid at "rows[1].line".');
});

test.run();

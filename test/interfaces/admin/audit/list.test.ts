import { english } from '../../../../src/base/index.js';
import { randomBytes } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { AuditPage } from '../../../../src/interfaces/admin/audit.js';
import { performUnchecked } from '../../../../src/interfaces/admin/perform.js';
import { ALL_PERMISSIONS, PERMISSIONS } from '../../../../src/interfaces/admin/operation.js';
import { localTime } from '../../../../src/base/time.js';
import { adminDepsOf } from '../../../../src/programs/box/admin.js';
import type { AuditEntry } from '../../../../src/platform/ledger/changeTypes.js';
import { TestBox } from '../../../kit/box.js';
import { HandClock } from '../../../kit/handClock.js';
import { serveWithoutSocket } from '../../../kit/serve.js';
import { inEnglish } from '../../../kit/inEnglish.js';

let box: TestBox;
let clock: HandClock;

test.before.each(async () => {
  clock = new HandClock();
  box = await TestBox.start({ serve: serveWithoutSocket, wallClock: () => clock.now() });
});
test.after.each(() => box.stop());

async function note(entry: AuditEntry): Promise<void> {
  assert.ok((await box.parts.ledger.put({ type: 'audit', entry })).ok);
}

function change(name: string, subject: string | null, more: Partial<AuditEntry> = {}): Promise<void> {
  return note({
    event: 'operation',
    operation: 'settings.set',
    user: 1,
    isDone: true,
    name,
    subject,
    ...more,
  } as AuditEntry);
}

async function list(ask: object = {}): Promise<AuditPage> {
  const reply = await performUnchecked(adminDepsOf(box.parts), ALL_PERMISSIONS, 'audit.list', ask);
  if (!reply.ok) throw new Error(english(reply.error));
  return reply.value as AuditPage;
}

const subjects = async (ask: object): Promise<unknown[]> => (await list(ask)).rows.map(({ subject }) => subject);

test('nothing was changed yet', async () => {
  assert.equal(await list(), { rows: [], next: null });
});

test('newest first: changes by persons, and sent mails', async () => {
  const key = await box.newKey('Каса 1');
  const created = await box.parts.users.create('Ана', 'owner', 'duga lozinka 1');
  assert.ok(created.ok);
  const { id } = created.value.user;
  await change('Ана', 'mail');
  const time = localTime(clock.now());
  clock.pass(60_000);
  await change('Мика', null, { operation: 'service.restart', isDone: false });
  for (const one of [key.id, id, 99])
    await note({ event: 'invoice.email', invoice: 'u', key: one, to: 'k@example.rs' });
  await change('Ана', String(id), { operation: 'users.password' });
  const { rows, next } = await list();
  assert.is(next, null);
  const later = localTime(clock.now());
  const mailed = { time: later, what: 'invoice.email', subject: 'k@example.rs', isDone: true };
  assert.equal(
    rows.map(({ id: _place, ...row }) => row),
    [
      { time: later, what: 'users.password', subject: 'Ана', who: 'Ана', isKey: false, isDone: true },
      { ...mailed, who: null, isKey: true },
      { ...mailed, who: 'Ана', isKey: false },
      { ...mailed, who: 'Каса 1', isKey: true },
      { time: later, what: 'service.restart', subject: null, who: 'Мика', isKey: false, isDone: false },
      { time, what: 'settings.set', subject: 'mail', who: 'Ана', isKey: false, isDone: true },
    ],
  );
  assert.is(new Set(rows.map(({ id: place }) => place)).size, rows.length);
});

test('by the day of Belgrade, by a part of the name in either alphabet, and by both', async () => {
  await change('Ђорђе', 'a');
  clock.pass(14 * 3_600_000); // 23 o'clock in Belgrade
  await change('Вера', 'b');
  clock.pass(2 * 3_600_000);
  await change('Ђорђе', 'c');
  assert.equal(await subjects({ day: '2027-01-15' }), ['b', 'a']);
  assert.equal(await subjects({ day: '2027-01-16' }), ['c']);
  assert.equal(await subjects({ day: '2027-01-17' }), []);
  assert.equal(await subjects({ person: ' djordj ' }), ['c', 'a']);
  assert.equal(await subjects({ person: 'Đorđe', day: '2027-01-15' }), ['a']);
  assert.equal(await subjects({ person: 'Ана' }), []);
});

test('page by page: each once, whatever is added meanwhile', async () => {
  for (let at = 0; at < 60; at += 1) await change(at % 2 === 0 ? 'Ана' : 'Мика', String(at));
  const seen: unknown[] = [];
  let next: string | null | undefined;
  const sizes: number[] = [];
  while (next !== null) {
    const page = await list({ person: 'Ана', ...(next !== undefined && { before: next }) });
    seen.push(...page.rows.map(({ subject }) => Number(subject)));
    sizes.push(page.rows.length);
    next = page.next;
    await change('Ана', '1000');
  }
  assert.equal(
    seen,
    Array.from({ length: 30 }, (_, at) => 58 - 2 * at),
  );
  assert.is(sizes[0], 25);
});

test('an answer ends after some megabytes without entries, and the next one continues', async () => {
  await change('Ана', 'old');
  for (let at = 0; at < 45; at += 1) {
    const value = randomBytes(150_000).toString('base64');
    assert.ok((await box.parts.ledger.put({ type: 'setting', name: 'x', value })).ok);
  }
  const first = await list();
  assert.equal(first.rows, []);
  assert.ok(first.next !== null);
  let next: string | null = first.next;
  const found: unknown[] = [];
  for (let pages = 0; next !== null && pages < 20; pages += 1) {
    const page: AuditPage = await list({ before: next });
    found.push(...page.rows.map(({ subject }) => subject));
    next = page.next;
  }
  assert.equal(found, ['old']);
});

test('who does not wait any more gets nothing read, and wrong questions are refused in words', async () => {
  await change('Ана', 'a');
  const deps = adminDepsOf(box.parts);
  const gone = await performUnchecked(deps, ALL_PERMISSIONS, 'audit.list', {}, () => undefined, AbortSignal.abort());
  assert.equal(inEnglish(gone), { ok: true, value: { rows: [], next: null } });
  for (const [ask, error] of [
    [{ day: '2027-02-30' }, 'A day must exist and be written as YYYY-MM-DD, such as 2026-11-29.'],
    [{ before: '1' }, 'This is not a place in the list. Reload the page.'],
    [{ before: '1-2-3' }, 'This is not a place in the list. Reload the page.'],
  ] as const) {
    assert.equal(inEnglish(await performUnchecked(deps, ALL_PERMISSIONS, 'audit.list', ask)), { ok: false, error });
  }
});

test('only who may see the users may see it', async () => {
  const others = new Set(PERMISSIONS.filter((one) => one !== 'users'));
  const reply = await performUnchecked(adminDepsOf(box.parts), others, 'audit.list', {});
  assert.is(reply.ok, false);
});

test.run();

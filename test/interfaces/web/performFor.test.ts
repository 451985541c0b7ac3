import { getEventListeners } from 'node:events';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ok, type Result } from '../../../src/base/result.js';
import type { AdminDeps } from '../../../src/interfaces/admin/index.js';
import { performFor } from '../../../src/interfaces/web/performFor.js';
import type { Changes } from '../../../src/interfaces/web/webDeps.js';
import type { Session } from '../../../src/interfaces/web/session/sessions.js';
import { settled } from '../../kit/handClock.js';
import { inEnglish } from '../../kit/inEnglish.js';

interface Started {
  readonly done: { reply?: Result<unknown, unknown> };
  readonly ended: AbortController;
  readonly answered: AbortController;
  /** What was recorded of changes. */
  readonly recorded: unknown[];
  /** How many listeners the signal of the session has. */
  readonly listening: () => number;
  readonly finish: (reply: Result<unknown, unknown>) => void;
}

/** Begins an operation that ends only when `finish` is called; its signal reports when the caller has disconnected. */
function begin(
  name: 'keys.create' | 'keys.list',
  change: { isSpent?: boolean; isOver?: boolean; isLeft?: boolean } = {},
): Started {
  const [ended, answered] = [new AbortController(), new AbortController()];
  if (change.isOver === true) ended.abort();
  if (change.isLeft === true) answered.abort();
  let finish: Started['finish'] = () => undefined;
  const waiting = (signal?: AbortSignal): Promise<Result<unknown, unknown>> =>
    new Promise((resolve) => {
      finish = resolve;
      const leave = (): void => resolve({ ok: false, error: 'left' });
      if (signal?.aborted === true) leave();
      signal?.addEventListener('abort', leave);
    });
  const admin = {
    keys: { create: (_label: string, signal: AbortSignal) => waiting(signal), judged: () => [] },
    settings: { now: { environment: 'sandbox' } },
  } as unknown as AdminDeps;
  const recorded: unknown[] = [];
  const changes = {
    isSpent: () => change.isSpent === true,
    record: async ({ id }: { id: number }, ...what: unknown[]) => void recorded.push([id, ...what]),
  } as unknown as Changes;
  const user = { id: 7, name: 'Ана', role: 'owner' } as const;
  const session = { user, ended: ended.signal } as Session;
  const ask = name === 'keys.create' ? { label: 'каса' } : {};
  const done: Started['done'] = {};
  void performFor(session, { admin, changes }, name, ask as { label: string }, undefined, answered.signal).then(
    (reply) => (done.reply = reply),
  );
  return {
    done,
    ended,
    answered,
    recorded,
    listening: () => getEventListeners(ended.signal, 'abort').length,
    finish: (reply) => finish(reply),
  };
}

const created = { subject: 'каса', isDone: true };

test('an operation ends when its session does or nobody waits for it, then or before; and a change is recorded as what it came to', async () => {
  for (const [how, change, leave] of [
    ['its session ends', {}, ({ ended }: Started) => ended.abort()],
    ['its request is aborted', {}, ({ answered }: Started) => answered.abort()],
    ['its request was aborted before', { isLeft: true }, () => undefined],
  ] as const) {
    const started = begin('keys.create', change);
    leave(started);
    await settled();
    assert.equal(started.done.reply, { ok: false, error: 'left' }, how);
    assert.equal(started.recorded, [[7, 'keys.create', { ...created, isDone: false }]], how);
    assert.is(started.listening(), 0, how);
  }
});

test('an operation that records a person gets the user of the session, not a name that the page sends', async () => {
  const removals: unknown[] = [];
  const remove = async (key: string, note: object): Promise<Result<never, 'absent'>> => {
    removals.push([key, note]);
    return { ok: false, error: 'absent' };
  };
  const admin = { invoicing: { queue: { remove } }, person: 'Мира' } as unknown as AdminDeps;
  const recorded: unknown[] = [];
  const changes = {
    isSpent: () => false,
    record: async ({ name }: { name: string }, ...what: unknown[]) => void recorded.push([name, ...what]),
  } as unknown as Changes;
  const user = { id: 7, name: 'Ана', role: 'owner' } as const;
  const session = { user, ended: new AbortController().signal } as Session;
  const ask = { id: 'key-of-sale', reason: 'Роба је враћена.', by: 'Вук' };
  assert.is((await performFor(session, { admin, changes }, 'queue.remove', ask)).ok, false);
  assert.equal(removals, [['key-of-sale', { by: 'Ана', reason: 'Роба је враћена.' }]]);
  assert.equal(recorded, [['Ана', 'queue.remove', { subject: 'key-of-sale', isDone: false }]]);
});

test('while neither ends it goes on, and leaves nothing on the signal of its session afterwards', async () => {
  const started = begin('keys.create');
  await settled();
  assert.is(started.done.reply, undefined);
  assert.is(started.listening(), 1);
  started.finish(ok('done'));
  await settled();
  assert.equal(started.done.reply, ok('done'));
  assert.equal(started.recorded, [[7, 'keys.create', created]]);
  assert.is(started.listening(), 0);
});

test('after its session nothing is done, and for who has written too much no change, and neither is recorded', async () => {
  for (const [name, change, error] of [
    ['keys.list', { isOver: true }, /no longer signed in/],
    ['keys.create', { isOver: true }, /no longer signed in/],
    ['keys.create', { isSpent: true }, /flashBudget/],
  ] as const) {
    const started = begin(name, change);
    await settled();
    const { reply } = started.done;
    assert.match(String(inEnglish(reply?.ok === false ? reply.error : '')), error);
    assert.equal(started.recorded, []);
    assert.is(started.listening(), 0);
  }
  const read = begin('keys.list', { isSpent: true });
  await settled();
  assert.equal([read.done.reply, read.recorded], [ok([]), []]);
});

test('what was read is withheld when its session ends meanwhile, but a change that was made is told', async () => {
  const read = begin('keys.list');
  read.ended.abort();
  await settled();
  assert.is(read.done.reply?.ok, false);
  const change = begin('keys.create');
  change.finish(ok('done'));
  change.ended.abort();
  await settled();
  assert.equal(change.done.reply, ok('done'));
});

test.run();

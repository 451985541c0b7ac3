import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Session, Sessions } from '../../../../src/interfaces/web/session/sessions.js';
import type { UserRole } from '../../../../src/platform/ledger/shopRecords.js';
import { NOON } from '../../../kit/ledger.js';

const HOUR = 3_600_000;

/** Sessions by a clock that the test sets, and the numbers of those that have ended early. */
function opened() {
  const clock = { now: 5 };
  const ended: number[] = [];
  const sessions = new Sessions({ now: () => NOON, monotonic: () => clock.now, cashierLifetime: () => HOUR });
  sessions.onEnded = ({ id }) => void ended.push(id);
  const begin = (id: number, role: UserRole = 'cashier') => {
    const user = { id, name: `${role} ${id}`, role, secret: 's', recovery: null, createdAt: 0, removedAt: null };
    return sessions.begin({ user, tablet: 3, address: '192.0.2.1' });
  };
  return { clock, ended, sessions, begin };
}

test('a session is found by its token alone, for 12 hours, that of a cashier as long as the setting says', () => {
  for (const [role, lifetime] of [
    ['owner', 12 * HOUR],
    ['technician', 12 * HOUR],
    ['cashier', HOUR],
  ] as const) {
    const { clock, sessions, begin, ended } = opened();
    const { token, session } = begin(7, role);
    const { csrf, ended: signal, ...others } = session;
    assert.equal(others, {
      ...{ id: 1, user: { id: 7, name: `${role} 7`, role }, tablet: 3, address: '192.0.2.1' },
      ...{ beganAt: NOON, endsAt: 5 + lifetime },
    });
    assert.match(csrf, /^[\w-]{43}$/);
    assert.match(token, /^[\w-]{43}$/);
    const other = begin(8);
    assert.is(other.session.id, 2);
    assert.is(new Set([csrf, token, other.session.csrf, other.token]).size, 4);
    assert.is(sessions.find(token), session);
    for (const wrong of ['', 'x', csrf, token.slice(1)]) assert.is(sessions.find(wrong), undefined);
    clock.now = 5 + lifetime - 1;
    assert.is(sessions.find(token), session);
    assert.is(sessions.list()[0], session);
    clock.now += 1;
    assert.is(sessions.find(token), undefined);
    assert.not.ok(sessions.list().includes(session));
    assert.is(signal.aborted, true);
    assert.ok(ended.includes(1));
  }
});

test('any number of requests of one session may listen for its end without a warning', async () => {
  const warnings: Error[] = [];
  const hear = (warning: Error): void => void warnings.push(warning);
  process.on('warning', hear);
  const { session } = opened().begin(1);
  for (let count = 0; count < 100; count += 1) session.ended.addEventListener('abort', () => undefined);
  await new Promise(setImmediate);
  process.off('warning', hear);
  assert.equal(warnings, []);
});

test('only the meant sessions end, at once, and their requests and listeners hear of it', () => {
  const { sessions, begin, ended } = opened();
  const [one, two, three] = [begin(1), begin(2), begin(1)];
  const isOf = ({ user }: Session): boolean => user.id === 1;
  assert.is(sessions.end(isOf), 2);
  assert.equal(ended, [1, 3]);
  assert.equal(
    [one, two, three].map(({ session }) => session.ended.aborted),
    [true, false, true],
  );
  assert.equal(sessions.list(), [two.session]);
  assert.is(sessions.find(one.token), undefined);
  assert.is(sessions.end(isOf), 0);
});

test('the eleventh session of a user ends the oldest of these, and the 201st of all the oldest that is not of an owner', () => {
  const own = opened();
  own.begin(1, 'owner');
  for (let count = 0; count < 10; count += 1) own.begin(2);
  assert.equal(own.ended, []);
  own.begin(2);
  assert.equal(own.ended, [2]);

  const { ended, begin } = opened();
  begin(1, 'owner');
  begin(2, 'technician');
  for (let id = 3; id <= 200; id += 1) begin(id);
  assert.equal(ended, []);
  begin(201);
  assert.equal(ended, [2]);

  const owners = opened();
  for (let id = 1; id <= 201; id += 1) owners.begin(id, 'owner');
  assert.equal(owners.ended, [1]);
});

test.run();

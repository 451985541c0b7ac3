import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Attempts } from '../../../src/interfaces/web/session/attempts.js';
import { Sessions } from '../../../src/interfaces/web/session/sessions.js';

const HOUR = 3_600_000;
const ANA = 1;

/** How many of the guesses of an hour are looked at: two a second from one address; one each ten seconds from another. */
function anHour(
  neighbour: (attempts: Attempts) => unknown,
  honest: (attempts: Attempts) => number | undefined,
): number {
  let now = 0;
  const attempts = new Attempts(() => now);
  let heard = 0;
  for (; now < HOUR; now += 500) {
    neighbour(attempts);
    if (now % 10_000 === 0 && honest(attempts) !== undefined) heard += 1;
  }
  return heard;
}

test('a neighbour who guesses without end from one address keeps no other stranger from signing in', () => {
  const heard = anHour(
    (attempts) => attempts.take('stranger', '192.0.2.1', ANA),
    (attempts) => attempts.take('stranger', '192.0.2.2', ANA),
  );
  assert.is(heard, 360);
});

test('nor from claiming the box, or its recovery, not even from a hundred addresses', () => {
  let guesses = 0;
  const heard = anHour(
    (attempts) => attempts.takeCode('stranger', `192.0.2.${(guesses += 1) % 100}`),
    (attempts) => attempts.takeCode('stranger', '198.51.100.1'),
  );
  assert.is(heard, 360);
});

test('many addresses together guess at one user no faster than so many a second', () => {
  let now = 0;
  const attempts = new Attempts(() => now);
  let looked = 0;
  for (; now < HOUR; now += 100) {
    if (attempts.take('stranger', `192.0.2.${(now / 100) % 250}`, ANA) !== undefined) looked += 1;
  }
  assert.ok(looked <= 15 + 0.3 * 3600 + 1, `${looked} guesses`);
});

test('of PINs that come at once five are looked at, and one that nobody looked at does not count', () => {
  const attempts = new Attempts(() => 0);
  const looked = Array.from({ length: 16 }, () => attempts.tryPin(ANA)).filter((wait) => wait === 0);
  assert.is(looked.length, 5);
  const other = new Attempts(() => 0);
  for (let n = 0; n < 40; n += 1) {
    assert.is(other.tryPin(ANA), 0);
    other.giveBackPin(ANA);
  }
});

test('who signs in again and again ends his own sessions, and an owner is the last to go', () => {
  const sessions = new Sessions({ now: () => 0, monotonic: () => 0, cashierLifetime: () => HOUR });
  const begin = (id: number, role: 'owner' | 'cashier'): string => {
    const user = { id, name: `${role} ${id}`, role, secret: '', recovery: null, createdAt: 0, removedAt: null };
    return sessions.begin({ user, tablet: null, address: '192.0.2.1' }).token;
  };
  const owner = begin(ANA, 'owner');
  for (let n = 0; n < 215; n += 1) begin(2, 'cashier');
  assert.is(sessions.list().length, 11);
  for (let id = 3; id < 203; id += 1) begin(id, 'cashier');
  assert.is(sessions.list().length, 200);
  assert.ok(sessions.find(owner) !== undefined);
});

test.run();

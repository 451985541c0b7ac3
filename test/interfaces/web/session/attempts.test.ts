import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Attempts } from '../../../../src/interfaces/web/session/attempts.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
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

/** The waits of guesses at one moment, up to the first that is refused. */
function waits(guess: (count: number) => number | undefined): number[] {
  const found: number[] = [];
  for (let wait = guess(0); wait !== undefined; wait = guess(found.length)) found.push(Math.round(wait));
  return found;
}

/** So many guesses without a wait, then those with these waits. */
const free = (count: number, ...later: number[]): number[] => [...Array<number>(count).fill(0), ...later];

const fromOne = (): string => '192.0.2.1';
const fromMany = (count: number): string => `192.0.2.${count}`;

test('so many guesses are looked at once, some more wait up to three seconds, and the next is refused', () => {
  for (const [kind, addressOf, userOf, expected] of [
    ['stranger', fromOne, String, free(5)],
    ['known', fromOne, String, free(10)],
    ['local', fromOne, String, free(20, 1000, 2000, 3000)],
    ['stranger', fromMany, String, free(20, 2000)],
    ['known', fromMany, String, free(40, 500, 1000, 1500, 2000, 2500, 3000)],
    ['stranger', fromMany, () => 'Ана', free(15)],
    ['known', fromMany, () => 7, free(30, 1667)],
    ['local', fromMany, () => 7, free(20, 1000, 2000, 3000)],
  ] as const) {
    const attempts = new Attempts(() => 0);
    const found = waits((count) => attempts.take(kind, addressOf(count), userOf(count)));
    assert.equal(found, expected, `${kind} ${addressOf === fromOne ? 'one' : 'many'} ${userOf(1)}`);
  }
  const codes = (kind: 'stranger' | 'known', addressOf: (count: number) => string): number => {
    const attempts = new Attempts(() => 0);
    return waits((count) => attempts.takeCode(kind, addressOf(count))).length;
  };
  assert.equal([codes('stranger', fromOne), codes('known', fromOne), codes('stranger', fromMany)], [5, 10, 250]);
});

test('a guess that is given back, or refused for its user, takes nothing from its address', () => {
  const attempts = new Attempts(() => 0);
  for (let count = 0; count < 15; count += 1) attempts.take('stranger', fromMany(count % 3), 'Ана');
  assert.is(attempts.take('stranger', '198.51.100.1', 'Ана'), undefined);
  assert.equal(
    waits((count) => attempts.take('stranger', '198.51.100.1', `${count}`)),
    free(5),
  );
  const other = new Attempts(() => 0);
  for (let count = 0; count < 40; count += 1) {
    assert.is(other.take('stranger', fromOne(), 'Ана'), 0);
    other.giveBack('stranger', fromOne(), 'Ана');
    assert.is(other.takeCode('stranger', fromOne()), 0);
    other.giveBackCode('stranger', fromOne());
  }
});

test('the fifth wrong PIN makes its cashier wait a minute, each further one twice as long, up to an hour', () => {
  let now = 0;
  const attempts = new Attempts(() => now);
  for (let count = 0; count < 4; count += 1) assert.is(attempts.tryPin(1), 0);
  for (const minutes of [1, 2, 4, 8, 16, 32, 60, 60]) {
    assert.is(attempts.tryPin(1), 0, `${minutes} minutes`);
    assert.is(attempts.tryPin(1), minutes * MINUTE);
    assert.is(attempts.tryPin(2), 0, 'another cashier');
    attempts.rightPin(2);
    now += minutes * MINUTE - 1;
    assert.is(attempts.tryPin(1), 1);
    now += 1;
  }
  attempts.rightPin(1);
  for (let count = 0; count < 5; count += 1) assert.is(attempts.tryPin(1), 0, 'as new');
  attempts.giveBackPin(1);
  assert.is(attempts.tryPin(1), 0, 'the fifth once more');
  assert.is(attempts.tryPin(1), MINUTE);
  for (let count = 0; count < 40; count += 1) {
    assert.is(attempts.tryPin(3), 0, 'nobody looked at it');
    attempts.giveBackPin(3);
  }
  const tries = Array.from({ length: 6 }, () => attempts.tryPin(3));
  assert.equal(tries, [0, 0, 0, 0, 0, MINUTE]);
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  afterPinEvent,
  hasAllTries,
  knownPin,
  mayTry,
  NO_PIN,
  type PinState,
} from '../../../../src/processors/card/pin/pinRules.js';

const ACCEPTED: PinState = { kind: 'accepted', card: 'A', pin: '1234' };
const BLOCKED: PinState = { kind: 'blocked', card: 'A' };
const STATES = [NO_PIN, ACCEPTED, BLOCKED];

test('only a right answer keeps a PIN, whatever was before', () => {
  for (const state of STATES) {
    const after = (answer: 'right' | 'wrong' | 'blocked' | 'unclear') =>
      afterPinEvent(state, { kind: 'answered', card: 'A', pin: '5678', answer });
    assert.equal(after('right'), { kind: 'accepted', card: 'A', pin: '5678' });
    assert.equal(after('wrong'), NO_PIN);
    assert.equal(after('unclear'), NO_PIN);
    assert.equal(after('blocked'), BLOCKED);
  }
});

test('a card that leaves takes its PIN along', () => {
  for (const state of STATES) assert.equal(afterPinEvent(state, { kind: 'gone' }), NO_PIN);
});

test('a count of tries keeps what is known of this card, and of this card alone', () => {
  const after = (state: PinState, card: string, triesLeft: number | null) =>
    afterPinEvent(state, { kind: 'tries', card, triesLeft });
  for (const triesLeft of [1, 5, null]) {
    assert.equal(
      STATES.map((state) => after(state, 'A', triesLeft)),
      STATES,
    );
    assert.equal(
      STATES.map((state) => after(state, 'B', triesLeft)),
      [NO_PIN, NO_PIN, NO_PIN],
    );
  }
  assert.equal(
    STATES.map((state) => after(state, 'A', 0)),
    [BLOCKED, BLOCKED, BLOCKED],
  );
});

test('a PIN is known for the card that has accepted it alone', () => {
  assert.is(knownPin(ACCEPTED, 'A'), '1234');
  assert.is(knownPin(ACCEPTED, 'B'), undefined);
  assert.is(knownPin(NO_PIN, 'A'), undefined);
  assert.is(knownPin(BLOCKED, 'A'), undefined);
});

test('with few tries left, or an unknown number, a person confirms that very number', () => {
  assert.equal(
    [5, 4, 3].map((left) => mayTry(left, undefined)),
    ['yes', 'yes', 'yes'],
  );
  for (const left of [2, 1]) {
    assert.is(mayTry(left, undefined), 'confirm');
    assert.is(mayTry(left, left + 1), 'confirm');
    assert.is(mayTry(left, 'unknown'), 'confirm');
    assert.is(mayTry(left, left), 'yes');
  }
  assert.is(mayTry(null, undefined), 'confirm');
  assert.is(mayTry(null, 5), 'confirm');
  assert.is(mayTry(null, 'unknown'), 'yes');
  for (const confirmed of [undefined, 0, 'unknown'] as const) assert.is(mayTry(0, confirmed), 'blocked');
});

test('a PIN that was kept is tried only while no try was lost', () => {
  for (const [left, limit] of [
    [5, 5],
    [5, null],
    [3, 3],
  ] as const) {
    assert.ok(hasAllTries({ left, limit }), `${left} of ${limit}`);
  }
  for (const [left, limit] of [
    ...([
      [4, 5],
      [1, 5],
      [0, 5],
    ] as const),
    ...([
      [4, null],
      [6, null],
      [2, 2],
    ] as const),
    ...([
      [null, 5],
      [null, null],
      [5, 3],
    ] as const),
  ]) {
    assert.not.ok(hasAllTries({ left, limit }), `${left} of ${limit}`);
  }
});

test.run();

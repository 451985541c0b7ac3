import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { INTENT_STATES } from '../../../src/platform/ledger/intent.js';
import { QUEUE_STATES } from '../../../src/platform/ledger/queuedOrder.js';

test('an intent is open until a receipt or an abort ends it, for good', () => {
  const rows = Object.entries(INTENT_STATES).map(([state, { isOpen, next }]) => [state, isOpen, [...next]]);
  assert.equal(rows, [
    ['asking', true, ['doubt', 'notHeld', 'signed', 'aborted']],
    ['doubt', true, ['asking', 'notHeld', 'signed', 'aborted']],
    ['notHeld', true, ['asking', 'doubt', 'signed', 'aborted']],
    ['signed', false, []],
    ['aborted', false, []],
  ]);
});

test('an order of the queue goes from state to state as this says, and three of them are stored', () => {
  const rows = Object.entries(QUEUE_STATES).map(([state, { isStored, next }]) => [state, isStored, [...next]]);
  assert.equal(rows, [
    ['queued', true, ['issuing', 'refused', 'removed']],
    ['issuing', false, ['queued', 'refused', 'issued']],
    ['refused', true, ['queued', 'issued', 'removed']],
    ['removed', true, ['queued', 'issued']],
    ['issued', false, []],
  ]);
});

test('each state says what it means', () => {
  for (const { meaning } of [...Object.values(INTENT_STATES), ...Object.values(QUEUE_STATES)]) {
    assert.match(meaning, /^[a-z].{15,}[^.]$/);
  }
});

test.run();

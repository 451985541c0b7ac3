import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { AT_ONCE, KEPT_BACK, Strangers } from '../../src/api/strangers.js';
import type { LogFields } from '../../src/base/log.js';

/** A counter on a clock that the test turns, and what it has told the log. */
function counting() {
  const clock = { ms: 1_000_000 };
  const told: unknown[] = [];
  const log = (event: string, fields: LogFields = {}): void => {
    assert.is(event, 'request.unauthorized');
    told.push(fields['count']);
  };
  return { clock, told, strangers: new Strangers(() => clock.ms, log) };
}

test('the first stranger is told at once, further ones of the same second together', () => {
  const { clock, told, strangers } = counting();
  for (let call = 0; call < 1000; call += 1) strangers.note();
  assert.equal(told, [1]);
  clock.ms += 999;
  strangers.note();
  assert.equal(told, [1]);
  clock.ms += 1;
  strangers.note();
  assert.equal(told, [1, 1001]);
});

test('the last strangers of a burst are told with any later request, and then no more', () => {
  const { clock, told, strangers } = counting();
  for (let call = 0; call < 5; call += 1) strangers.note();
  strangers.tell();
  assert.equal(told, [1]);
  clock.ms += 60_000;
  strangers.tell();
  strangers.tell();
  assert.equal(told, [1, 4]);
});

test('a few strangers in a second are answered at once, all others are kept waiting', () => {
  const { clock, strangers } = counting();
  const waits = (calls: number): number[] => Array.from({ length: calls }, () => strangers.note());
  assert.equal([...new Set(waits(AT_ONCE))], [0]);
  assert.equal([...new Set(waits(500))], [KEPT_BACK]);
  clock.ms += 1000;
  assert.equal(waits(1), [0]);
});

test.run();

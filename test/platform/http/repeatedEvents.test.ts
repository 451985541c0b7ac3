import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { LogFields } from '../../../src/base/log.js';
import { RepeatedEvents } from '../../../src/platform/http/repeatedEvents.js';
import { HandClock } from '../../kit/handClock.js';

function scene() {
  const clock = new HandClock();
  const logged: LogFields[] = [];
  const events = new RepeatedEvents(clock.monotonic, (event, fields = {}) => {
    assert.is(event, 'request.rate_limited');
    logged.push(fields);
  });
  return { clock, logged, count: (key = 1) => events.count('request.rate_limited', { key }), events };
}

test('the first is logged at once, further ones of the same second together', () => {
  const { clock, logged, count } = scene();
  for (let call = 0; call < 35_000; call += 1) count();
  assert.equal(logged, [{ key: 1, count: 1 }]);
  clock.pass(999);
  count();
  assert.is(logged.length, 1);
  clock.pass(1);
  count();
  assert.equal(logged.slice(1), [{ key: 1, count: 35_001 }]);
});

test('the last of a burst are logged with any later look, and only once', () => {
  const { clock, logged, count, events } = scene();
  for (let call = 0; call < 5; call += 1) count();
  events.logPending();
  assert.is(logged.length, 1);
  clock.pass(60_000);
  events.logPending();
  events.logPending();
  assert.equal(logged.slice(1), [{ key: 1, count: 4 }]);
});

test('other fields are another kind, and kinds beyond what is remembered have no line', () => {
  const { clock, logged, count, events } = scene();
  for (let key = 1; key <= 5000; key += 1) count(key);
  assert.is(logged.length, 1024);
  clock.pass(1000);
  events.logPending();
  count(9999);
  assert.equal(logged.at(-1), { key: 9999, count: 1 });
});

test.run();

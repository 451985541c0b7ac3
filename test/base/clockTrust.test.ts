import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { assessClock, CLOCK_TOLERANCE, isBehind, isPossible } from '../../src/base/clockTrust.js';

type ClockEvidence = Parameters<typeof assessClock>[1];

const DAY = 86_400_000;
const BUILD = Date.UTC(2026, 10, 20);
const LAST = BUILD + 100 * DAY;
const bounds = { buildTime: BUILD, lastRecord: LAST };

const NETWORK: ClockEvidence = { isSynchronized: true, isFromRtc: false };
const RTC: ClockEvidence = { isSynchronized: false, isFromRtc: true };
const NOTHING: ClockEvidence = { isSynchronized: false, isFromRtc: false };

test('a clock is trusted by what vouches for it, and is a guess without', () => {
  assert.is(assessClock(LAST, NETWORK, bounds), 'network');
  assert.is(assessClock(LAST, { ...NETWORK, isFromRtc: true }, bounds), 'network');
  assert.is(assessClock(LAST, RTC, bounds), 'rtc');
  assert.is(assessClock(LAST, NOTHING, bounds), 'guess');
});

test('nothing vouches for a clock before the build', () => {
  for (const evidence of [NETWORK, RTC, NOTHING]) {
    assert.is(assessClock(0, evidence, bounds), 'guess');
    assert.is(assessClock(BUILD - 1, evidence, { ...bounds, lastRecord: 0 }), 'guess');
  }
  assert.is(assessClock(BUILD, RTC, { ...bounds, lastRecord: 0 }), 'rtc');
});

test('a battery-backed clock is not trusted when it is behind the last record, or in 2099; a time server is', () => {
  assert.is(assessClock(LAST - CLOCK_TOLERANCE, RTC, bounds), 'rtc');
  assert.is(assessClock(LAST - CLOCK_TOLERANCE - 1, RTC, bounds), 'guess');
  assert.is(assessClock(LAST - CLOCK_TOLERANCE - 1, NETWORK, bounds), 'network');
  assert.is(assessClock(Date.UTC(2099, 0), RTC, bounds), 'guess');
  assert.is(assessClock(Date.UTC(2099, 0), NETWORK, bounds), 'network');
});

test('a record that was written in 2099 does not make a right clock look wrong', () => {
  assert.is(assessClock(LAST, RTC, { ...bounds, lastRecord: Date.UTC(2099, 0) }), 'rtc');
  assert.not(isBehind(LAST, { ...bounds, lastRecord: Date.UTC(2099, 0) }));
  assert.ok(isBehind(BUILD - 1, { ...bounds, lastRecord: 0 }));
});

test('without a known build every time from 1970 on is possible', () => {
  assert.ok(isPossible(0, 0));
  assert.ok(isPossible(Date.UTC(2099, 0), 0));
  assert.not(isPossible(Date.UTC(2099, 0), BUILD));
});

test.run();

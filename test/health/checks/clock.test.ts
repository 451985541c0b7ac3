import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CLOCK_TRUSTS } from '../../../src/base/clockTrust.js';
import type { RtcState } from '../../../src/health/board/rtc.js';
import type { CheckFinding } from '../../../src/health/check.js';
import { clockCheck } from '../../../src/health/checks/clock.js';
import { NOON } from '../../kit/ledger.js';

function look(
  trust: (typeof CLOCK_TRUSTS)[number],
  now = NOON,
  lastTimeAtStart = NOON,
  rtc: RtcState = 'none',
): CheckFinding {
  const [check] = clockCheck.run({ clockTrust: () => trust, now: () => now, ledger: { lastTimeAtStart }, rtc });
  assert.ok(check);
  return check;
}

test('the check says what vouches for the clock, and the time that it shows', () => {
  assert.equal(
    CLOCK_TRUSTS.map((trust) => `${look(trust).state} ${look(trust).found.en}`),
    [
      'ok The clock was set by a time server: 2026-11-21 12:00:00.',
      'ok The clock was set from the battery-backed one: 2026-11-21 12:00:00.',
      'warning Nothing vouches for the clock (it shows 2026-11-21 12:00:00); no sale depends on it.',
    ],
  );
});

test('what is not well says what to do, in both languages', () => {
  for (const check of [look('guess'), look('guess', 0)]) {
    assert.is(check.state, 'warning');
    assert.match(check.found.sr, /^[А-ЯЂЈЉЊЋЏ].*\.$/);
    assert.match(check.action?.sr ?? '', /интернет/);
    assert.match(check.action?.en ?? '', /Internet.*timedatectl set-time/);
  }
});

test('a battery-backed clock that lost the time is told, and its battery is to be changed where nothing else sets the time', () => {
  const lost = (trust: (typeof CLOCK_TRUSTS)[number], now = NOON) => look(trust, now, NOON, 'lost');
  assert.equal([lost('network').state, lost('network').action], ['ok', null]);
  assert.match(lost('network').found.sr, /Батерија сата није сачувала време док је уређај био искључен\.$/);
  for (const check of [lost('guess'), lost('guess', 0)]) {
    assert.match(check.action?.sr ?? '', /интернет.*сервисер треба да замени батерију сата\.$/);
    assert.match(check.action?.en ?? '', /timedatectl set-time.*replace the battery/);
  }
  for (const rtc of ['none', 'kept'] as const) {
    assert.equal(look('network', NOON, NOON, rtc).found, look('network').found);
    assert.not.match(look('guess', NOON, NOON, rtc).action?.en ?? '', /battery/);
  }
  assert.match(lost('network').proof ?? '', /^network; battery-backed clock lost the time at the start; /);
});

test('a clock behind the last record is called so, unless a time server has set it', () => {
  assert.match(look('guess', 0).found.sr, /^Сат уређаја касни \(показује 01\.01\.1970\. 1:00:00\)\.$/);
  assert.is(look('network', 0).state, 'ok');
});

test('the proof names the newest record that the start found, or says that its time is unknown', () => {
  assert.match(
    look('guess').proof ?? '',
    /^guess; battery-backed clock not there; shows 2026-11-21 12:00:00; .* last record at the start 2026-11-21 12:00:00$/,
  );
  assert.match(look('guess', NOON, 0).proof ?? '', / last record at the start unknown$/);
});

test.run();

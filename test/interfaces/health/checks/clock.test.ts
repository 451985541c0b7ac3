import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { CertainTime, ClockTrust } from '../../../../src/base/clockTrust.js';
import type { RtcState } from '../../../../src/interfaces/health/board/rtc.js';
import type { CheckFinding } from '../../../../src/interfaces/health/check.js';
import { clockCheck } from '../../../../src/interfaces/health/checks/clock.js';
import { NOON } from '../../../kit/ledger.js';

const DAY = 86_400_000;

function look(
  trust: ClockTrust,
  now = NOON,
  lastTimeAtStart = NOON,
  rtc: RtcState = 'none',
  certain: CertainTime = { at: NOON, by: 'build' },
): CheckFinding {
  const [check] = clockCheck.run({
    ...{ clockTrust: () => trust, now: () => now, certainTime: () => certain, ledger: { lastTimeAtStart }, rtc },
  });
  assert.ok(check);
  return check;
}

test('the check shows the source of the clock, and the time', () => {
  assert.equal(
    (['network', 'rtc', 'guess'] as const).map((trust) => `${look(trust).state} ${look(trust).found.en}`),
    [
      'ok The clock was set by a time server: 2026-11-21 12:00:00.',
      'ok The clock was set from the battery-backed clock: 2026-11-21 12:00:00.',
      'warning Nothing confirms that the clock is right (it shows 2026-11-21 12:00:00); sales do not depend on it.',
    ],
  );
});

test('a fault has an action, in both languages', () => {
  for (const check of [look('guess'), look('guess', 0)]) {
    assert.is(check.state, 'warning');
    assert.match(check.found.sr, /^[А-ЯЂЈЉЊЋЏ].*\.$/);
    assert.match(check.action?.sr ?? '', /интернет/);
    assert.match(check.action?.en ?? '', /internet.*timedatectl set-time/);
  }
});

test('a battery-backed clock that lost the time is told, and its battery is to be changed where nothing else sets the time', () => {
  const lost = (trust: ClockTrust, now = NOON) => look(trust, now, NOON, 'lost');
  assert.equal([lost('network').state, lost('network').action], ['ok', null]);
  assert.match(lost('network').found.sr, /Батерија сата није сачувала време док је уређај био искључен\.$/);
  for (const check of [lost('guess'), lost('guess', 0)]) {
    assert.match(
      check.action?.sr ?? '',
      /интернет.*сервисер треба да замени батерију сата \(timedatectl set-time\)\.$/,
    );
    assert.match(check.action?.en ?? '', /replace the clock battery \(timedatectl set-time\)/);
  }
  for (const rtc of ['none', 'kept'] as const) {
    assert.equal(look('network', NOON, NOON, rtc).found, look('network').found);
    assert.not.match(look('guess', NOON, NOON, rtc).action?.en ?? '', /battery/);
  }
  assert.match(lost('network').proof?.en ?? '', /^network; battery-backed clock had no time at start; /);
});

test('a clock behind a time that has certainly come is called so, unless a time server has set it', () => {
  const behind = look('guess', 0, NOON, 'none', { at: NOON, by: 'processor' });
  assert.is(
    behind.found.sr,
    'Сат уређаја касни: показује 01.01.1970. 1:00:00, а последњи рачун који је процесор потписао је од 21.11.2026. 12:00:00; важи касније време.',
  );
  assert.match(
    behind.found.en,
    /^The clock is behind: .* the last receipt .* is from 2026-11-21 12:00:00\. The later time is used\.$/,
  );
  assert.is(look('network', 0).state, 'ok');
});

test('of two times that are more than a year apart the check says which is believed, and why', () => {
  for (const trust of ['guess', 'rtc'] as const) {
    const ahead = look(trust, NOON + 400 * DAY, NOON, 'kept', { at: NOON, by: 'processor' });
    assert.is(ahead.state, 'warning');
    assert.match(
      ahead.found.en,
      /^The clock shows 2027-12-26 12:00:00, but the last receipt .* 2026-11-21 12:00:00\. Nothing confirms a difference of more than a year, .* at the earlier time\.$/,
    );
    assert.match(
      ahead.found.sr,
      /^Сат уређаја показује 26\.12\.2027\. 12:00:00, а последњи рачун .* почиње од ранијег времена\.$/,
    );
  }
  assert.is(look('network', NOON + 400 * DAY).state, 'ok');
});

test('a clock that was corrected is not called wrong because of records with the time from before', () => {
  const { state, found } = look('guess', NOON, NOON + 400 * DAY);
  assert.is(state, 'warning', 'nothing vouches for it yet');
  assert.is(
    found.en,
    'The clock shows 2026-11-21 12:00:00, but the latest record is from 2027-12-26 12:00:00. The present time is used, because nothing confirmed the time of the record.',
  );
});

test('the proof names the newest record that the start found, or says that its time is unknown', () => {
  assert.match(
    look('guess').proof?.en ?? '',
    /^guess; battery-backed clock missing; shows 2026-11-21 12:00:00; .* last record at the start 2026-11-21 12:00:00$/,
  );
  assert.match(look('guess', NOON, 0).proof?.en ?? '', / last record at the start unknown$/);
});

test.run();

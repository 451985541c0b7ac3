import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type CheckResult, resultsOf } from '../../../../src/interfaces/health/check.js';
import { restartsCheck, safeModeCheck } from '../../../../src/interfaces/health/checks/restarts.js';
import { type BoxEvent, type ResetCause, type RestartReason } from '../../../../src/platform/ledger/boxEvent.js';
import type { Ledger } from '../../../../src/platform/ledger/ledger.js';
import { NOON } from '../../../kit/ledger.js';
import { withoutCommands } from '../../../kit/serbian.js';

const DAY = 24 * 3_600_000;

function look(events: readonly BoxEvent[], now = NOON + 1000): CheckResult[] {
  const ledger = { main: { events } } as unknown as Ledger;
  const parts = { ledger, now: () => now };
  const checks = [safeModeCheck, restartsCheck].flatMap((check) => resultsOf(check.name, check.run(parts)));
  for (const { found, action } of checks) {
    for (const words of action === null ? [found] : [found, action]) {
      assert.match(withoutCommands(words.sr), /^[А-ЯЂЈЉЊЋЏ][^A-Za-z]*\.$/, words.sr);
      assert.match(words.en, /^[A-Z].*\S$/);
    }
  }
  return checks;
}

const restart = (reason: RestartReason, at = NOON): BoxEvent => ({ at, kind: 'restart', reason });

test('a box that always stopped on request has no finding', () => {
  assert.equal(look([]), []);
  assert.equal(look([{ at: NOON, kind: 'alarm', check: 'pfr', isOn: true }]), []);
});

const TOLD: readonly (readonly [RestartReason, RegExp, RegExp, RegExp])[] = [
  ['loop', /сервис се заглавио\.$/, /the service hung\.$/, /journalctl/],
  ['flush', /диск није одговарао\.$/, /the disk did not respond\.$/, /make a backup and replace the card/],
  ['sale', /издавање рачуна се заглавило\.$/, /issuing a receipt hung\.$/, /kasirbox pfr status/],
  ['memory', /понестало је меморије\.$/, /memory ran out\.$/, /journalctl/],
  ['crash', /сервис је пао\.$/, /the service crashed\.$/, /journalctl/],
  ['killed', /сервис је насилно прекинут\.$/, /the service was killed\.$/, /journalctl -k/],
];

for (const [reason, sr, en, action] of TOLD) {
  test(`a restart by "${reason}" is a warning for a day, with what to do, and is then shown as the last restart`, () => {
    const [check, ...others] = look([restart('crash', NOON - 5), restart(reason)]);
    assert.equal(others, []);
    assert.equal([check?.name, check?.state], ['restarts', 'warning']);
    assert.match(check?.found.sr ?? '', /^Рад је последњи пут прекинут и настављен 21\.11\.2026\. 12:00:00: /);
    assert.match(check?.found.sr ?? '', sr);
    assert.match(check?.found.en ?? '', en);
    assert.match(check?.action?.en ?? '', action);
    // A clock that was behind has since been set: the restart seems to lie in the future.
    for (const now of [NOON + DAY, NOON - DAY]) assert.equal(look([restart(reason)], now)[0]?.action, null);
  });
}

test('a power cut is shown, but is no warning: many shops switch off at the mains', () => {
  const [check] = look([restart('power')]);
  assert.equal([check?.state, check?.action], ['ok', null]);
  assert.match(check?.found.sr ?? '', /нестало је струје\.$/);
});

const RESET: Readonly<Record<ResetCause, readonly [RegExp, RegExp, RegExp]>> = {
  watchdog: [/уређај се заглавио и сам се поново покренуо\.$/, /the box hung and restarted itself\.$/, /power supply/],
  kernel: [/оперативни систем је пао\.$/, /the operating system crashed\.$/, /systemd\/pstore/],
  unknown: [
    /поново покренуо иако струје није нестало\.$/,
    /the box restarted although the power did not fail\.$/,
    /power supply/,
  ],
};

for (const [resetBy, [sr, en, action]] of Object.entries(RESET)) {
  test(`a machine that was reset by "${resetBy}" with its power on is a warning, unlike a power cut`, () => {
    const [check] = look([{ ...restart('power'), resetBy } as BoxEvent]);
    assert.is(check?.state, 'warning');
    assert.match(check?.found.sr ?? '', sr);
    assert.match(check?.found.en ?? '', en);
    assert.match(check?.action?.en ?? '', action);
  });
}

test('a value that only a later release knows is read as what this one knows, and stops no check', () => {
  const later = { ...restart('power'), resetBy: 'brownout' } as unknown as BoxEvent;
  assert.match(look([later])[0]?.found.sr ?? '', /нестало је струје\.$/);
  const [check] = look([restart('meltdown' as RestartReason)]);
  assert.is(check?.state, 'warning');
  assert.match(check?.found.sr ?? '', /узрок познаје само новије издање програма\.$/);
});

test('safe mode is shown before the restarts that led to it, until it is left', () => {
  const on: BoxEvent = { at: NOON, kind: 'safe-mode', on: true, reason: '3 crashes in 10 minutes' };
  const checks = look([restart('crash'), on]);
  assert.equal(
    checks.map(({ name, state }) => [name, state]),
    [
      ['safe-mode', 'warning'],
      ['restarts', 'warning'],
    ],
  );
  assert.match(
    checks[0]?.found.en ?? '',
    /\(3 crashes in 10 minutes\), so since 2026-11-21 12:00:00 it has been in safe mode/,
  );
  assert.match(checks[0]?.action?.en ?? '', /kasirbox safe-mode leave\./);
  const left = look([restart('crash'), on, { ...on, on: false }]);
  assert.equal(
    left.map(({ name }) => name),
    ['restarts'],
  );
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  dayNumber,
  dayText,
  instantOf,
  isLocalDate,
  isLocalTime,
  isoWithOffset,
  localDay,
  localTime,
  receiptTime,
  receiptTimeOfLocal,
} from '../../src/base/time.js';
import { seededRandom } from '../kit/random.js';

const random = seededRandom();
const SECOND = 1000;
const oracle = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Belgrade',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** The last Sunday of a month at 01:00 UTC, when European clocks change (Directive 2000/84/EC). */
function clockChange(year: number, month: number): number {
  const last = new Date(Date.UTC(year, month, 0, 1));
  return last.getTime() - last.getUTCDay() * 24 * 3_600_000;
}

/** Minutes that the Belgrade clock is ahead of UTC. */
function offsetAt(at: number): number {
  return Math.round((Date.parse(`${localTime(at).replace(' ', 'T')}Z`) - at) / 60_000);
}

test('both clock changes of every year fall on the second', () => {
  for (let year = 2000; year <= 2040; year++) {
    const [spring, autumn] = [clockChange(year, 3), clockChange(year, 10)];
    assert.equal([spring - 1, spring].map(offsetAt), [60, 120], `spring ${year}`);
    assert.equal([autumn - 1, autumn].map(offsetAt), [120, 60], `autumn ${year}`);
    assert.is(localTime(spring - SECOND).slice(11), '01:59:59');
    assert.is(localTime(spring).slice(11), '03:00:00');
    assert.is(localTime(autumn - SECOND).slice(11), '02:59:59');
    assert.is(localTime(autumn).slice(11), '02:00:00');
  }
});

test('a random instant reads as Intl reads it', () => {
  for (let i = 0; i < 20_000; i++) {
    const at = random.int(0, Date.UTC(2090, 0, 1) / SECOND) * SECOND + random.int(0, 999);
    assert.is(localTime(at), oracle.format(at), String(at));
    assert.is(Date.parse(isoWithOffset(at)), at - (at % SECOND), String(at));
    assert.is(localDay(at), dayNumber(oracle.format(at).slice(0, 10)), String(at));
  }
});

test('instants around the clock changes read as Intl reads them, in any order', () => {
  for (let i = 0; i < 5000; i++) {
    const at = clockChange(random.int(1985, 2037), random.pick([3, 10])) + random.int(-7200, 7200) * SECOND;
    assert.is(localTime(at), oracle.format(at), String(at));
  }
});

test('the day in Belgrade begins before the day in UTC', () => {
  assert.is(localDay(Date.UTC(2026, 11, 31, 22, 59, 59)), 20261231);
  assert.is(localDay(Date.UTC(2026, 11, 31, 23)), 20270101);
  assert.is(localDay(Date.UTC(2026, 5, 30, 22)), 20260701);
});

test('an instant is written with its Belgrade offset', () => {
  assert.is(isoWithOffset(Date.UTC(2026, 10, 21, 9)), '2026-11-21T10:00:00+01:00');
  assert.is(isoWithOffset(Date.UTC(2026, 6, 1, 23, 59, 59, 999)), '2026-07-02T01:59:59+02:00');
});

test('a receipt prints the hour without a leading zero', () => {
  assert.is(receiptTime(Date.UTC(2026, 10, 21, 7, 5, 9)), '21.11.2026. 8:05:09');
  assert.is(receiptTimeOfLocal('2022-12-31 15:51:57'), '31.12.2022. 15:51:57');
  assert.is(receiptTimeOfLocal('2025-01-02 00:09:46'), '02.01.2025. 0:09:46');
});

test('only real calendar days are dates', () => {
  for (const date of ['2024-02-29', '2000-02-29', '2026-12-31', '0001-01-01', '9999-12-31'])
    assert.ok(isLocalDate(date), date);
  const bad = ['2023-02-29', '1900-02-29', '2026-04-31', '2026-13-01', '2026-00-10', '2026-01-00', '2026-1-01'];
  bad.push('2026-01-01 ', '2026-01-01T00:00', '26-01-01', '+02026-01-01', '२०२६-01-01', '', '2026-01-01\n');
  for (const date of bad) assert.not.ok(isLocalDate(date), date);
});

test('a day converts from number to text and back', () => {
  for (const date of ['2026-11-21', '2026-01-02', '0001-12-31']) assert.is(dayText(dayNumber(date)), date);
});

test('only real clock times in the exact form are times', () => {
  for (const time of ['2026-11-21 00:00:00', '2024-02-29 23:59:59']) assert.ok(isLocalTime(time), time);
  const bad = ['2026-11-21 24:00:00', '2026-11-21 12:60:00', '2026-11-21 12:00:60', '2026-11-21T12:00:00'];
  bad.push(
    '2026-11-31 12:00:00',
    '2026-11-21 12:00',
    '2026-11-21 2:00:00',
    ' 2026-11-21 12:00:00',
    '2026-11-21 12:00:00\n',
  );
  for (const time of bad) assert.not.ok(isLocalTime(time), time);
});

test('the look-up stays right after more hours than it caches', () => {
  const start = clockChange(2026, 3) - 1;
  for (let hour = 0; hour < 10_000; hour++) offsetAt(start + hour * 3_600_000);
  assert.is(offsetAt(start), 60);
  assert.is(offsetAt(start + 1), 120);
});

test('every clock time is the first instant that shows it', () => {
  for (let i = 0; i < 20_000; i++) {
    const near = random.oneIn(2)
      ? clockChange(random.int(1985, 2037), random.pick([3, 10]))
      : random.int(0, 3e9) * SECOND;
    const at = near + random.int(-7200, 7200) * SECOND;
    const isSecondHour = localTime(at - 3600 * SECOND) === localTime(at);
    assert.is(instantOf(localTime(at)), isSecondHour ? at - 3600 * SECOND : at, String(at));
  }
});

test('a clock time that is jumped over counts by the offset before the jump', () => {
  for (let year = 1985; year <= 2037; year++) {
    const spring = clockChange(year, 3);
    const skipped = localTime(spring).replace(' 03:00:00', ' 02:59:59');
    assert.is(instantOf(skipped), spring + 3599 * SECOND, skipped);
    assert.is(instantOf(localTime(spring).replace(' 03', ' 02')), spring);
  }
});

test.run();

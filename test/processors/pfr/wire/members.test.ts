import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { localTime } from '../../../../src/base/time.js';
import { readPfrTime } from '../../../../src/processors/pfr/wire/members.js';
import { seededRandom } from '../../../kit/random.js';

const random = seededRandom();
const INSTANT = Date.UTC(2026, 10, 21, 9, 5, 7);

test('every form of a time is the same instant', () => {
  const forms: [string, number][] = [
    ['2026-11-21T10:05:07+01:00', 0],
    ['2026-11-21T10:05:07.504+01:00', 504],
    ['2026-11-21T10:05:07.504282+01:00', 504],
    ['2026-11-21T10:05:07.4551405+01:00', 455],
    ['2026-11-21T09:05:07Z', 0],
    ['2026-11-21T09:05:07.5z', 500],
    ['2026-11-21T10:05:07', 0],
    ['2026-11-21T10:05:07.999999', 999],
    ['2026-11-21 10:05:07', 0],
    ['2026-11-21T22:05:07+13:00', 0],
    ['2026-11-21T03:35:07-05:30', 0],
  ];
  for (const [text, ms] of forms) assert.is(readPfrTime(text), INSTANT + ms, text);
});

test('a time without a zone is a Belgrade clock, in summer and winter', () => {
  assert.is(readPfrTime('2026-07-01T12:00:00'), Date.UTC(2026, 6, 1, 10));
  assert.is(readPfrTime('2026-01-01T00:30:00'), Date.UTC(2025, 11, 31, 23, 30));
  assert.is(readPfrTime('2026-10-25T02:30:00.250'), Date.UTC(2026, 9, 25, 0, 30, 0, 250));
});

test('what is no day, no time or no offset is none', () => {
  const bad = [
    '',
    'Z',
    '2026-02-29T10:00:00Z',
    '2026-13-01T10:00:00Z',
    '2026-11-21T24:00:00Z',
    '2026-11-21T10:60:00Z',
    '2026-11-21T10:00:60Z',
    '2026-11-21T10:00Z',
    '2026-11-21',
    '2026-11-21T10:00:00.+01:00',
    '2026-11-21T10:00:00+0100',
    '2026-11-21T10:00:00+15:00',
    '2026-11-21T10:00:00+01:60',
    '2026-11-21T10:00:00.1234567890Z',
    ' 2026-11-21T10:00:00Z',
    '2026-11-21T10:00:00Z\n',
    '2026-11-21T10:00:00Z+01:00',
    '/Date(1511257507000)/',
  ];
  for (const text of bad) assert.is(readPfrTime(text), undefined, text);
});

test('a time outside of the years 2000 to 2199 is none', () => {
  for (const year of ['0000', '0001', '1883', '1999', '2200', '9999']) {
    for (const zone of ['', 'Z', '+14:00', '-14:00']) {
      assert.is(readPfrTime(`${year}-06-30T12:00:00${zone}`), undefined, year + zone);
    }
  }
  assert.is(readPfrTime('2000-01-01T00:00:00Z'), Date.UTC(2000, 0, 1));
  assert.is(readPfrTime('2000-01-01T00:59:59.999+01:00'), undefined);
  assert.is(readPfrTime('2199-12-31T23:59:59.999Z'), Date.UTC(2200, 0, 1) - 1);
  assert.is(readPfrTime('2199-12-31T23:59:59.999-00:01'), undefined);
});

test('a random instant is read from each of its forms', () => {
  for (let i = 0; i < 5000; i++) {
    const at = random.int(Date.UTC(2000, 0, 1) / 1000, Date.UTC(2199, 11, 31) / 1000) * 1000 + random.int(0, 999);
    const offset = random.int(-14 * 60, 14 * 60);
    const two = (value: number): string => String(value).padStart(2, '0');
    const zone = `${offset < 0 ? '-' : '+'}${two(Math.floor(Math.abs(offset) / 60))}:${two(Math.abs(offset) % 60)}`;
    const shifted = new Date(at + offset * 60_000).toISOString().slice(0, -1);
    assert.is(readPfrTime(shifted + zone), at, shifted + zone);
    assert.is(readPfrTime(`${shifted}${random.int(0, 9999)}${zone}`), at);
    assert.is(readPfrTime(new Date(at).toISOString()), at);
    const local = localTime(at);
    assert.is(localTime(readPfrTime(local) ?? NaN), local);
  }
});

test.run();

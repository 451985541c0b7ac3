import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { PowerUpDetector } from '../../../src/paper/printing/session.js';

const MINUTE = 60_000;

test('a printer that was not seen for five minutes has powered up; one that is seen in between has not', () => {
  const detector = new PowerUpDetector(0);
  assert.is(detector.answered(5 * MINUTE - 1), false);
  assert.is(detector.answered(10 * MINUTE - 2), false);
  assert.is(detector.answered(15 * MINUTE - 2), true);
  assert.is(detector.answered(15 * MINUTE), false);
});

test('a printer that may have been off until now has powered up when it is first seen', () => {
  const detector = new PowerUpDetector(-Infinity);
  assert.is(detector.answered(0), true);
  assert.is(detector.answered(0), false);
});

test('a printer that was at work was on', () => {
  const detector = new PowerUpDetector(0);
  detector.seen(60 * MINUTE);
  assert.is(detector.answered(64 * MINUTE), false);
});

test('a printer that comes and goes all day has powered up once an hour at most', () => {
  const detector = new PowerUpDetector(-Infinity);
  let reported = 0;
  for (let minute = 0; minute < 24 * 60; minute += 6) reported += Number(detector.answered(minute * MINUTE));
  assert.is(reported, 24);
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Presence } from '../../src/printing/presence.js';

const MINUTE = 60_000;

test('a printer that was not seen for five minutes has powered up, one that is seen now and then has not', () => {
  const presence = new Presence(0);
  assert.is(presence.see(5 * MINUTE - 1), false);
  assert.is(presence.see(10 * MINUTE - 2), false);
  assert.is(presence.see(15 * MINUTE - 2), true);
  assert.is(presence.see(15 * MINUTE), false);
});

test('one that may have been off until now has powered up when it is first seen', () => {
  const presence = new Presence(-Infinity);
  assert.is(presence.see(0), true);
  assert.is(presence.see(0), false);
});

test('one that was at work was on', () => {
  const presence = new Presence(0);
  presence.note(60 * MINUTE);
  assert.is(presence.see(64 * MINUTE), false);
});

test('one that comes and goes all day has powered up once an hour at most', () => {
  const presence = new Presence(-Infinity);
  let told = 0;
  for (let minute = 0; minute < 24 * 60; minute += 6) told += Number(presence.see(minute * MINUTE));
  assert.is(told, 24);
});

test.run();

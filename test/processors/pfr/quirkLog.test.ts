import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { jsonLog } from '../../../src/base/log.js';
import { QuirkLog } from '../../../src/processors/pfr/quirkLog.js';
import { HandClock } from '../../kit/handClock.js';

const DAY_MS = 24 * 60 * 60 * 1000;

function quirkLog() {
  const clock = new HandClock();
  const lines: string[] = [];
  const log = jsonLog((line) => lines.push(line), clock.now);
  return { clock, lines, quirks: new QuirkLog({ clock, log, environment: 'sandbox' }) };
}

test('a quirk of a processor is logged once a day by the monotonic clock, however often it comes', () => {
  const { clock, lines, quirks } = quirkLog();
  for (let receipt = 0; receipt < 10; receipt += 1) quirks.note('FAKE7PFR', ['blocks', 'extraLabel']);
  assert.is(lines.length, 2);
  assert.match(lines[0] ?? '', /"event":"pfr\.quirk".*"environment":"sandbox".*"uid":"FAKE7PFR".*"quirk":"blocks"/);
  clock.wallError = 3 * DAY_MS;
  clock.pass(DAY_MS - 1);
  quirks.note('FAKE7PFR', ['blocks']);
  assert.is(lines.length, 2);
  clock.pass(1);
  quirks.note('FAKE7PFR', ['blocks']);
  quirks.note('FAKE7PFR', ['blocks']);
  assert.is(lines.length, 3);
});

test('another processor and another quirk are logged for themselves; each is named once', () => {
  const { lines, quirks } = quirkLog();
  assert.equal(quirks.names, []);
  quirks.note('FAKE7PFR', ['blocks']);
  quirks.note('OTHER777', ['blocks']);
  quirks.note('OTHER777', ['journalMissing']);
  quirks.note('OTHER777', []);
  assert.is(lines.length, 3);
  assert.equal(quirks.names, ['blocks', 'journalMissing']);
});

test('what is remembered is bounded, whatever names processors give themselves', () => {
  const { lines, quirks } = quirkLog();
  for (let card = 0; card < 1000; card += 1) quirks.note(`CARD${String(card).padStart(4, '0')}`, ['blocks']);
  assert.is(lines.length, 1000);
  quirks.note('CARD0999', ['blocks']);
  assert.is(lines.length, 1000, 'the latest are remembered');
  quirks.note('CARD0000', ['blocks']);
  assert.is(lines.length, 1001, 'the oldest were forgotten');
});

test('what was logged again counts as new: others are forgotten before it', () => {
  const { clock, lines, quirks } = quirkLog();
  for (let card = 0; card < 200; card += 1) quirks.note(`CARD${card}`, ['blocks']);
  clock.pass(24 * 60 * 60 * 1000);
  for (const uid of ['CARD0', 'OTHER777', 'CARD0']) quirks.note(uid, ['blocks']);
  assert.is(lines.length, 202);
});

test.run();

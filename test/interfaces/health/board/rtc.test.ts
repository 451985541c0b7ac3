import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { rtcsOf, rtcStateOf, type RtcState } from '../../../../src/interfaces/health/board/rtc.js';
import { NOON } from '../../../kit/ledger.js';
import { Machine } from '../../../kit/machine.js';

const DAY = 86_400_000;
const BOUNDS = { buildTime: NOON - DAY, lastRecord: NOON };

function stateOf(machine: Machine): RtcState {
  return rtcStateOf(rtcsOf(machine.root), BOUNDS);
}

test('a board without a battery-backed clock has none', () => {
  assert.equal(rtcsOf(new Machine().root), []);
  assert.is(stateOf(new Machine()), 'none');
});

test('one whose time can be right has kept it; one before the build, behind the ledger, or without a time has lost it', () => {
  assert.is(stateOf(new Machine().rtc('1', NOON + 1000)), 'kept');
  assert.is(stateOf(new Machine().rtc('1', 0)), 'lost');
  assert.is(stateOf(new Machine().rtc('1', NOON - DAY / 2)), 'lost');
  assert.is(stateOf(new Machine().rtc('0')), 'lost');
  assert.is(stateOf(new Machine().rtc('0', NOON).write('sys/class/rtc/rtc0/since_epoch', 'x\n')), 'lost');
});

test('of two clocks one that keeps the time is enough, and each is listed', () => {
  const machine = new Machine().rtc('0', 0);
  machine.write('sys/class/rtc/rtc1/since_epoch', `${NOON / 1000}\n`).write('sys/class/rtc/rtc1/hctosys', '1\n');
  assert.is(stateOf(machine), 'kept');
  assert.equal(rtcsOf(machine.root), [
    { name: 'rtc-ds1307 1-0068', isSource: false, seconds: 0 },
    { name: 'rtc1', isSource: true, seconds: NOON / 1000 },
  ]);
});

test.run();

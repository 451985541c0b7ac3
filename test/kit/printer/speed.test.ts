import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { HandClock, settled } from '../handClock.js';
import { listening, onPaper, processId, send } from './samples.js';

test('at a real speed a line takes the time of its paper, and answers wait for it', async () => {
  const clock = new HandClock();
  const { printer, answers } = listening({ clock, mmPerSecond: 150, bufferBytes: 45 });
  send(printer, Buffer.concat([Buffer.from('a\n'.repeat(40)), processId('0009')]));
  const msPerLine = (30 / 203) * 25.4 * (1000 / 150);
  clock.pass(0.001);
  for (let lines = 1; lines <= 40; lines += 1) {
    assert.is(onPaper(printer).length, lines);
    assert.equal(answers, []);
    assert.is(printer.isIdle, false);
    clock.pass(msPerLine - 0.002);
    await settled();
    assert.is(onPaper(printer).length, lines);
    clock.pass(0.002);
    await settled();
  }
  assert.equal(answers, ['37223030303900']);
  assert.is(printer.isIdle, true);
});

test('a printer that is woken late makes up for it', async () => {
  const clock = new HandClock();
  const { printer } = listening({ clock, mmPerSecond: 150 });
  printer.take(Buffer.from('a\n'.repeat(40)));
  clock.pass(30.5 * (30 / 203) * 25.4 * (1000 / 150));
  await settled();
  assert.is(onPaper(printer).length, 31);
});

test('after a rest a line takes its time again', async () => {
  const clock = new HandClock();
  const { printer } = listening({ clock, mmPerSecond: 150 });
  printer.take(Buffer.from('a\n'));
  clock.pass(60_000);
  await settled();
  printer.take(Buffer.from('b\nc\n'));
  assert.equal(onPaper(printer), ['a', 'b']);
});

test('power off while the paper moves ends it, and what comes after power on is printed', async () => {
  const clock = new HandClock();
  const { printer } = listening({ clock, mmPerSecond: 150 });
  printer.take(Buffer.from('a\nb\n'));
  printer.power(false);
  printer.power(true);
  clock.pass(1000);
  await settled();
  printer.take(Buffer.from('c\n'));
  assert.equal(onPaper(printer), ['a', 'c']);
});

test.run();

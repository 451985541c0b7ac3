import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { LogFields } from '../../src/base/log.js';
import { ClockWatch } from '../../src/health/clockWatch.js';
import type { BoxEvent } from '../../src/ledger/event.js';
import { HandClock, settled } from '../kit/handClock.js';
import { Machine } from '../kit/machine.js';

const SECOND = 1000;
const DAY = 86_400_000;

/** A watch on a clock that is moved by hand, and whose wall can be set. */
class Subject {
  readonly clock = new HandClock();
  readonly machine = new Machine();
  readonly events: BoxEvent[] = [];
  readonly lines: string[] = [];
  wallError = 0;
  private watched: ClockWatch | undefined;

  get watch(): ClockWatch {
    const now = (): number => this.clock.now() + this.wallError;
    this.watched ??= new ClockWatch({
      clock: { now, monotonic: this.clock.monotonic, sleep: this.clock.sleep },
      log: (event, fields: LogFields = {}) => this.lines.push(`${event} ${String(fields['trust'])}`),
      root: this.machine.root,
      buildTime: now() - DAY,
      lastRecord: now() - SECOND,
      record: async (event) => this.events.push(event),
    });
    return this.watched;
  }

  /** Resolves when the watch has asked what it asks, looked, and sleeps. */
  async rested(): Promise<void> {
    while (this.clock.sleeping === 0) await settled();
  }
}

test('the first look is at files alone, and tells network, rtc and guess apart', () => {
  assert.is(new Subject().watch.trust, 'guess');
  const [network, rtc, flat] = [new Subject(), new Subject(), new Subject()];
  network.machine.synchronize().rtc('1');
  rtc.machine.rtc('1');
  flat.machine.rtc('0');
  assert.is(network.watch.trust, 'network');
  assert.is(rtc.watch.trust, 'rtc');
  assert.is(flat.watch.trust, 'guess', 'its battery is flat: the kernel could not use it');
});

test('a time server that comes later is noticed within ten seconds, and told once', async () => {
  const subject = new Subject();
  subject.watch.start();
  await subject.rested();
  subject.machine.synchronize();
  subject.clock.pass(9 * SECOND);
  assert.is(subject.watch.trust, 'guess');
  subject.clock.pass(1 * SECOND);
  await subject.rested();
  assert.is(subject.watch.trust, 'network');
  await subject.watch.stop();
  assert.equal(subject.lines, ['clock.trust guess', 'clock.trust network']);
});

test('a clock that chrony keeps leaves no file: systemd is asked what the kernel says', async () => {
  for (const [script, trust] of [
    ['test "$*" = "show --property=NTPSynchronized --value" && echo yes', 'network'],
    ['echo no', 'guess'],
    ['echo yes; exit 1', 'guess'],
  ] as const) {
    const subject = new Subject();
    subject.machine.answers(script);
    subject.watch.start();
    await subject.rested();
    assert.is(subject.watch.trust, trust, script);
    await subject.watch.stop();
  }
});

test('a stop does not wait for a systemd that hangs', async () => {
  const subject = new Subject();
  subject.machine.answers('exec sleep 60');
  subject.watch.start();
  await settled();
  await subject.watch.stop();
});

test('what a time server has set stays set, and a clock before the build is a guess whoever has set it', async () => {
  const subject = new Subject();
  subject.machine.synchronize();
  assert.is(subject.watch.trust, 'network');
  subject.machine.restart();
  await subject.watch.look();
  assert.is(subject.watch.trust, 'network');
  subject.wallError = -2 * DAY;
  await subject.watch.look();
  assert.is(subject.watch.trust, 'guess');
});

test('a jump against the time that has passed is recorded with both times; slewing is none', async () => {
  const subject = new Subject();
  subject.machine.rtc('1');
  const start = subject.clock.now();
  await subject.watch.look();
  subject.clock.pass(10 * SECOND);
  subject.wallError = -DAY / 2;
  await subject.watch.look();
  subject.clock.pass(10 * SECOND);
  subject.wallError += 4 * SECOND;
  await subject.watch.look();
  subject.clock.pass(10 * SECOND);
  subject.wallError = 0;
  await subject.watch.look();
  const [back, forth] = [start + 10 * SECOND, start + 30 * SECOND];
  assert.equal(subject.events, [
    { at: back - DAY / 2, kind: 'clock', from: back, to: back - DAY / 2, trust: 'guess' },
    { at: forth, kind: 'clock', from: forth - DAY / 2 + 4 * SECOND, to: forth, trust: 'rtc' },
  ]);
  assert.equal(subject.lines, ['clock.trust guess', 'clock.jumped guess', 'clock.trust rtc', 'clock.jumped rtc']);
});

test.run();

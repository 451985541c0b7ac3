import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { LogFields } from '../../../src/base/log.js';
import { ClockMonitor } from '../../../src/interfaces/health/clockMonitor.js';
import type { BoxEvent } from '../../../src/platform/ledger/boxEvent.js';
import { HandClock, settled } from '../../kit/handClock.js';
import { Machine } from '../../kit/machine.js';

const SECOND = 1000;
const DAY = 86_400_000;

/** A monitor of a clock that the test moves, and whose wall time it can set. */
class Subject {
  readonly clock = new HandClock();
  readonly machine = new Machine();
  readonly events: BoxEvent[] = [];
  readonly logged: string[] = [];
  wallError = 0;
  private made: ClockMonitor | undefined;

  get monitor(): ClockMonitor {
    const now = (): number => this.clock.now() + this.wallError;
    this.made ??= new ClockMonitor({
      clock: { now, monotonic: this.clock.monotonic, sleep: this.clock.sleep },
      log: (event, fields: LogFields = {}) => this.logged.push(`${event} ${String(fields['trust'])}`),
      root: this.machine.root,
      buildTime: now() - DAY,
      lastRecord: now() - SECOND,
      events: () => this.events,
      record: async (event) => this.events.push(event),
    });
    return this.made;
  }

  /** Resolves when the monitor has asked systemd, polled, and sleeps. */
  async asleep(): Promise<void> {
    while (this.clock.sleeping === 0) await settled();
  }
}

test('the first poll reads only files, and tells network, rtc and guess apart', () => {
  assert.is(new Subject().monitor.trust, 'guess');
  const [network, rtc, empty] = [new Subject(), new Subject(), new Subject()];
  network.machine.synchronize().rtc('1');
  rtc.machine.rtc('1');
  empty.machine.rtc('0');
  assert.is(network.monitor.trust, 'network');
  assert.is(rtc.monitor.trust, 'rtc');
  assert.is(empty.monitor.trust, 'guess', 'its battery is empty: the kernel could not use it');
});

test('what the battery-backed clock showed is known from the start on', async () => {
  const [none, kept, lost] = [new Subject(), new Subject(), new Subject()];
  kept.machine.rtc('1', kept.clock.now());
  lost.machine.rtc('1', 0);
  assert.equal([none.monitor.rtc, kept.monitor.rtc, lost.monitor.rtc], ['none', 'kept', 'lost']);
  lost.machine.rtc('1', lost.clock.now()).synchronize();
  await lost.monitor.poll();
  assert.equal([lost.monitor.rtc, lost.monitor.trust], ['lost', 'network'], 'the kernel has set it since');
});

test('a time server that answers later is noticed within ten seconds, and logged once', async () => {
  const subject = new Subject();
  subject.monitor.start();
  await subject.asleep();
  subject.machine.synchronize();
  subject.clock.pass(9 * SECOND);
  assert.is(subject.monitor.trust, 'guess');
  subject.clock.pass(1 * SECOND);
  await subject.asleep();
  assert.is(subject.monitor.trust, 'network');
  await subject.monitor.stop();
  assert.equal(subject.logged, ['clock.trust guess', 'clock.trust network']);
});

test('chrony leaves no file: systemd is asked what the kernel says', async () => {
  for (const [script, trust] of [
    ['test "$*" = "show --property=NTPSynchronized --value" && echo yes', 'network'],
    ['echo no', 'guess'],
    ['echo yes; exit 1', 'guess'],
  ] as const) {
    const subject = new Subject();
    subject.machine.answers(script);
    subject.monitor.start();
    await subject.asleep();
    assert.is(subject.monitor.trust, trust, script);
    await subject.monitor.stop();
  }
});

test('systemd, each question to which starts a process, is asked once in ten minutes, and no more once it has said yes', async () => {
  const subject = new Subject();
  const asked = join(subject.machine.root, 'asked');
  const count = (): number => readFileSync(asked, 'utf8').length;
  subject.machine.answers(`printf x >> '${asked}'; test -e '${asked}.yes' && echo yes`);
  subject.monitor.start();
  await subject.asleep();
  const counts: number[] = [];
  for (let minutes = 1; minutes <= 40; minutes += 1) {
    if (minutes === 25) subject.machine.write('asked.yes', '');
    for (let polls = 0; polls < 6; polls += 1) {
      subject.clock.pass(10 * SECOND);
      await subject.asleep();
    }
    if (minutes % 10 === 9) counts.push(count());
  }
  assert.equal(counts, [1, 2, 3, 4]);
  assert.is(subject.monitor.trust, 'network');
  subject.clock.pass(20 * 60 * SECOND);
  await subject.asleep();
  assert.is(count(), 4);
  await subject.monitor.stop();
});

test('a stop does not wait for a systemd that hangs', async () => {
  const subject = new Subject();
  subject.machine.answers('exec sleep 60');
  subject.monitor.start();
  await settled();
  await subject.monitor.stop();
});

test('a clock that a time server has set stays trusted, and a clock before the build is a guess whoever has set it', async () => {
  const subject = new Subject();
  subject.machine.synchronize();
  assert.is(subject.monitor.trust, 'network');
  subject.machine.restart();
  await subject.monitor.poll();
  assert.is(subject.monitor.trust, 'network');
  subject.wallError = -2 * DAY;
  await subject.monitor.poll();
  assert.is(subject.monitor.trust, 'guess');
});

test('a jump against the monotonic clock is recorded with both times; slewing is no jump', async () => {
  const subject = new Subject();
  subject.machine.rtc('1');
  const start = subject.clock.now();
  await subject.monitor.poll();
  subject.clock.pass(10 * SECOND);
  subject.wallError = -DAY / 2;
  await subject.monitor.poll();
  subject.clock.pass(10 * SECOND);
  subject.wallError += 4 * SECOND;
  await subject.monitor.poll();
  subject.clock.pass(10 * SECOND);
  subject.wallError = 0;
  await subject.monitor.poll();
  const [back, forth] = [start + 10 * SECOND, start + 30 * SECOND];
  assert.equal(subject.events, [
    { at: back - DAY / 2, kind: 'clock', from: back, to: back - DAY / 2, trust: 'guess' },
    { at: forth, kind: 'clock', from: forth - DAY / 2 + 4 * SECOND, to: forth, trust: 'rtc' },
  ]);
  assert.equal(subject.logged, ['clock.trust guess', 'clock.jumped guess', 'clock.trust rtc', 'clock.jumped rtc']);
});

test('the time that is certain is that of a time server, of a receipt that a processor signed, or of the build, never that of a wrong clock', async () => {
  const subject = new Subject();
  const { monitor, clock } = subject;
  const build = clock.now() - DAY;
  assert.equal(monitor.certain, { at: build, by: 'build' });
  subject.wallError = 900 * DAY;
  await monitor.poll();
  assert.equal(monitor.certain, { at: build, by: 'build' });
  monitor.noteSigned(clock.now() - SECOND);
  monitor.noteSigned(build);
  assert.equal(monitor.certain, { at: clock.now() - SECOND, by: 'processor' });
  subject.machine.synchronize();
  subject.wallError = 0;
  await monitor.poll();
  assert.equal(monitor.certain, { at: clock.now(), by: 'network' });
});

test.run();

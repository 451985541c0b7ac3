import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { collectGarbage } from '../../../../src/base/memory.js';
import {
  durationProbe,
  type Hang,
  heartbeat,
  type LivenessProbe,
  memoryProbe,
} from '../../../../src/interfaces/health/watchdog/heartbeat.js';
import { HandClock, settled } from '../../../kit/handClock.js';

type MemoryUsage = ReturnType<NonNullable<Parameters<typeof memoryProbe>[0]>>;

/** A heartbeat every second that counts how often it feeds the watchdog. */
class Subject {
  readonly clock = new HandClock();
  readonly stop = new AbortController();
  feeds = 0;
  end: Hang | 'stopped' | undefined;

  constructor(probes: readonly LivenessProbe[], feeding: () => Promise<void> = () => Promise.resolve()) {
    const feed = (): Promise<void> => {
      this.feeds += 1;
      return feeding();
    };
    void heartbeat({ interval: 1000, probes, feed, clock: this.clock }, this.stop.signal).then((hang) => {
      this.end = hang ?? 'stopped';
    });
  }

  async pass(seconds: number): Promise<void> {
    for (let second = 0; second < seconds; second += 1) {
      this.clock.pass(1000);
      await settled();
    }
  }
}

test('the watchdog is fed at once and at each beat until the stop, and no beat waits for a feed', async () => {
  const subject = new Subject([], () => new Promise(() => undefined));
  await subject.pass(3);
  assert.is(subject.feeds, 4);
  subject.stop.abort();
  await settled();
  assert.is(subject.end, 'stopped');
  await subject.pass(2);
  assert.is(subject.feeds, 4);
});

test('the watchdog is not fed any more once something lasts longer than its limit; what and how long is told', async () => {
  let lasts = 0;
  const subject = new Subject([
    durationProbe(
      'sale',
      () => 0,
      () => 30_000,
    ),
    durationProbe(
      'flush',
      () => lasts,
      () => 30_000,
    ),
  ]);
  lasts = 30_000;
  await subject.pass(2);
  assert.is(subject.end, undefined);
  assert.is(subject.feeds, 3);
  lasts = 30_001;
  await subject.pass(2);
  assert.equal(subject.end, { reason: 'flush', found: '30001 ms; limit 30000 ms' });
  assert.is(subject.feeds, 3);
});

test('what hangs at the first beat is never fed', async () => {
  const subject = new Subject([
    durationProbe(
      'sale',
      () => 2,
      () => 1,
    ),
  ]);
  await settled();
  assert.equal([subject.feeds, subject.end], [0, { reason: 'sale', found: '2 ms; limit 1 ms' }]);
});

const MIB = 1024 * 1024;
const WELL: MemoryUsage = { heap: 30 * MIB, heapLimit: 304 * MIB, resident: 120_000_000 };

/** What is found at each beat, in order. */
function beats(...usages: readonly Partial<MemoryUsage>[]): (string | undefined)[] {
  const rest = [...usages];
  const { check } = memoryProbe(
    () => ({ ...WELL, ...rest.shift() }),
    () => undefined,
  );
  return usages.map(() => check());
}

test('a heap above nine tenths of what its old objects may take is a leak at the second beat in a row', () => {
  // V8 counts 48 MiB for young objects to the limit, and gives up when the other 256 are full.
  const [full, below] = [{ heap: 231 * MIB }, { heap: 230 * MIB }];
  assert.equal(beats(below, below, below), [undefined, undefined, undefined]);
  assert.equal(beats(full, below, full), [undefined, undefined, undefined]);
  assert.equal(beats(full, full), [undefined, 'heap 242 MB; limit 242 MB']);
});

test('more than 320 MB in memory is a leak at the sixth beat in a row', () => {
  const [high, low] = [{ resident: 320_500_000 }, { resident: 320_000_000 }];
  const five = [high, high, high, high, high];
  assert.equal(beats(...five, low, ...five).filter(Boolean), []);
  assert.equal(beats(...five, high).filter(Boolean), ['RSS 321 MB; limit 320 MB']);
});

test('garbage is no leak: it is collected before the beat that would find one', () => {
  for (const [high, times] of [
    [{ heap: 240 * MIB }, 1],
    [{ resident: 330_000_000 }, 5],
  ] as const) {
    let [held, collected]: [MemoryUsage, number] = [{ ...WELL, ...high }, 0];
    const { check } = memoryProbe(
      () => held,
      () => {
        collected += 1;
        held = WELL;
      },
    );
    for (let i = 1; i <= times; i += 1) {
      assert.is(collected, 0);
      assert.is(check(), undefined);
    }
    assert.is(collected, 1);
    assert.is(check(), undefined);
    assert.is(check(), undefined);
    assert.is(collected, 1);
  }
});

test('all garbage is collected', () => {
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  const held: { lists: number[][] } = { lists: Array.from({ length: 100 }, () => Array<number>(50_000).fill(0.5)) };
  assert.ok(process.memoryUsage().heapUsed > before + 30 * MIB);
  held.lists = [];
  collectGarbage();
  assert.ok(process.memoryUsage().heapUsed < before + 5 * MIB);
});

test('no leak is found in this process', () => {
  assert.is(memoryProbe().check(), undefined);
});

test.run();

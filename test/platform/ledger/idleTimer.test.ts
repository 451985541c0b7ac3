import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { IdleTimer, type Urgency } from '../../../src/platform/ledger/idleTimer.js';
import { instead } from '../../kit/instead.js';

interface Timer {
  readonly ms: unknown;
  readonly fire: () => void;
  isLive: boolean;
  readonly unref: () => Timer;
}

/** The timer of a ledger, and the timers of Node that it sets, which the test lets go off. */
interface Timed {
  readonly idle: IdleTimer;
  urgency: Urgency;
  readonly live: () => unknown[];
  readonly fire: (ms: number) => void;
  readonly done: string[];
}

function onTimers(work: (timed: Timed) => void): void {
  const timers: Timer[] = [];
  const set = instead(globalThis, 'setTimeout', (_self, _original, [run, ms]) => {
    const timer: Timer = { ms, isLive: true, unref: () => timer, fire: run as () => void };
    timers.push(timer);
    return timer;
  });
  const clear = instead(globalThis, 'clearTimeout', (_self, _original, [timer]) => {
    if (timer !== undefined) (timer as Timer).isLive = false;
  });
  const live = (): unknown[] => timers.filter(({ isLive }) => isLive).map(({ ms }) => ms);
  const fire = (ms: number): void => {
    const timer = timers.find((one) => one.isLive && one.ms === ms);
    assert.ok(timer, `nothing is due in ${ms} ms`);
    timer.isLive = false;
    timer.fire();
  };
  const done: string[] = [];
  const note = (what: string) => () => {
    done.push(what);
    return Promise.resolve();
  };
  const idle = new IdleTimer({ urgency: () => timed.urgency, run: note('run'), writeSeal: note('seal') });
  const timed: Timed = { idle, urgency: 'idle', live, fire, done };
  try {
    work(timed);
  } finally {
    clear();
    set();
  }
}

test('each record puts idle work and the seal off', () =>
  onTimers(({ idle, live, fire, done }) => {
    idle.schedule();
    idle.schedule();
    assert.equal(live(), [30_000, 250]);
    fire(250);
    fire(30_000);
    assert.equal(done, ['run', 'seal']);
    assert.equal(live(), []);
  }));

test('steady load does not put off what is overdue', () =>
  onTimers((timed) => {
    const { idle, live, fire, done } = timed;
    timed.urgency = 'overdue';
    idle.schedule();
    const before = live().length;
    let isSetAnew = false;
    const undo = instead(globalThis, 'clearTimeout', (_self, original, [timer]) => {
      isSetAnew ||= (timer as Timer | undefined)?.ms === 250;
      return original(timer);
    });
    for (let record = 0; record < 5; record += 1) idle.schedule();
    undo();
    assert.equal([live().length, isSetAnew], [before, false]);
    fire(250);
    assert.equal(done, ['run']);
    idle.schedule();
    assert.ok(live().includes(250), 'and is done again when it is overdue again');
  }));

test('what cannot wait is done at once, and nothing where there is nothing to do but the seal', () =>
  onTimers((timed) => {
    const { idle, live } = timed;
    timed.urgency = 'now';
    idle.schedule();
    assert.equal(live(), [30_000, 0]);
    timed.urgency = 'nothing';
    idle.stop();
    assert.equal(live(), []);
    idle.schedule();
    assert.equal(live(), [30_000]);
    idle.stop();
    assert.equal(live(), []);
  }));

test.run();

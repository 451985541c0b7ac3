import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { FairTurns, Mutex } from '../../src/base/mutex.js';
import { HandClock, settled } from '../kit/handClock.js';
import { seededRandom } from '../kit/random.js';

/** Work longer than this, ms, is waiting for I/O and no longer blocks other work of its caller. */
const TURN_HOLD = 100;

const random = seededRandom();

async function entered(mutex: Mutex) {
  const release = await mutex.acquire(0);
  if (release === undefined) throw new Error('the mutex is taken');
  return release;
}

/** Work that ends on request and reports whether it was cancelled. */
function held() {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const signals: AbortSignal[] = [];
  const work = (signal: AbortSignal): Promise<void> => {
    signals.push(signal);
    return ended;
  };
  return { work, end: () => end(), begun: () => signals.length, isStopped: () => signals.at(-1)?.aborted };
}

test('a free mutex is acquired at once, and is free again when it is released', async () => {
  const mutex = new Mutex(new HandClock());
  assert.is(mutex.isBusy, false);
  const release = await entered(mutex);
  assert.is(mutex.isBusy, true);
  release();
  assert.is(mutex.isBusy, false);
});

test('those who wait get it in the order of their calls, one at a time', async () => {
  const clock = new HandClock();
  const mutex = new Mutex(clock);
  const order: number[] = [];
  const release = await entered(mutex);
  const comers = [1, 2, 3].map(async (who) => {
    const own = await mutex.acquire(1000);
    order.push(who);
    await settled();
    assert.is(order.at(-1), who, 'nobody else came in between');
    own?.();
  });
  await settled();
  assert.equal(order, []);
  release();
  await Promise.all(comers);
  assert.equal(order, [1, 2, 3]);
  assert.is(mutex.isBusy, false);
  assert.is(clock.sleeping, 0);
});

test('a caller that arrives while the mutex is passed on waits behind the others', async () => {
  const mutex = new Mutex(new HandClock());
  const order: string[] = [];
  const release = await entered(mutex);
  const come = async (who: string): Promise<void> => {
    const own = await mutex.acquire(1000);
    order.push(who);
    await settled();
    assert.is(order.at(-1), who, 'nobody else came in between');
    own?.();
  };
  const waiting = come('waiting');
  release();
  await Promise.all([come('late'), waiting]);
  assert.equal(order, ['waiting', 'late']);
});

test('a caller that has reached its time limit gets nothing, and the others keep their places', async () => {
  const clock = new HandClock();
  const mutex = new Mutex(clock);
  const release = await entered(mutex);
  const [first, impatient, last] = [mutex.acquire(3000), mutex.acquire(1000), mutex.acquire(3000)];
  clock.pass(999);
  await settled();
  clock.pass(1);
  assert.is(await impatient, undefined);
  release();
  (await first)?.();
  (await last)?.();
  assert.is(mutex.isBusy, false);
  assert.is(clock.sleeping, 0);
});

test('a single waiter that gives up at its limit leaves nothing behind', async () => {
  const clock = new HandClock();
  const mutex = new Mutex(clock);
  const release = await entered(mutex);
  const impatient = mutex.acquire(1000);
  clock.pass(1000);
  assert.is(await impatient, undefined);
  assert.is(mutex.isBusy, true);
  release();
  assert.is(mutex.isBusy, false);
  (await entered(mutex))();
});

test('an aborted caller ends at once, and the others keep their places', async () => {
  const clock = new HandClock();
  const mutex = new Mutex(clock);
  const stop = new AbortController();
  const release = await entered(mutex);
  const [stopped, patient] = [mutex.acquire(60_000, { signal: stop.signal }), mutex.acquire(60_000)];
  stop.abort();
  assert.is(await stopped, undefined);
  assert.is(await mutex.acquire(60_000, { signal: stop.signal }), undefined, 'nor does one wait that was told before');
  release();
  (await patient)?.();
  assert.is(mutex.isBusy, false);
  assert.is(clock.sleeping, 0);
});

for (const isWokenFirst of [true, false]) {
  test(`a waiter that is woken and times out in the same moment gets its turn, ${isWokenFirst ? 'woken' : 'timed out'} first`, async () => {
    const clock = new HandClock();
    const mutex = new Mutex(clock);
    const release = await entered(mutex);
    const comer = mutex.acquire(1000);
    if (isWokenFirst) release();
    clock.pass(1000);
    if (!isWokenFirst) release();
    const own = await comer;
    assert.type(own, 'function');
    assert.is(mutex.isBusy, true);
    own?.();
    assert.is(mutex.isBusy, false);
  });
}

test('a second release does not let two in', async () => {
  const mutex = new Mutex(new HandClock());
  const release = await entered(mutex);
  const [second, third] = [mutex.acquire(1000), mutex.acquire(1000)];
  release();
  release();
  const own = await second;
  release();
  let isIn = false;
  void third.then(() => (isIn = true));
  await settled();
  assert.is(isIn, false);
  own?.();
  (await third)?.();
  own?.();
  assert.is(mutex.isBusy, false);
});

test('background work runs while the mutex is free, and delays no caller', async () => {
  const mutex = new Mutex(new HandClock());
  const look = held();
  const done = mutex.runWhenFree(look.work);
  assert.is(look.begun(), 1);
  assert.is(mutex.isBusy, false);
  look.end();
  await done;
  assert.is(look.isStopped(), false);
});

test('background work is skipped while the mutex is in use or awaited; running work is awaited', async () => {
  const mutex = new Mutex(new HandClock());
  const look = held();
  const release = await entered(mutex);
  await mutex.runWhenFree(look.work);
  release();
  assert.is(look.begun(), 0);
  const done = mutex.runWhenFree(look.work);
  let isJoined = false;
  const joined = mutex.runWhenFree(look.work).then(() => (isJoined = true));
  await settled();
  assert.equal([look.begun(), isJoined], [1, false]);
  look.end();
  await Promise.all([done, joined]);
  assert.is(look.begun(), 1);
  await mutex.runWhenFree(look.work);
  assert.is(look.begun(), 2);
});

test('a caller that acquires the mutex aborts background work, waits for its end, and is not overtaken meanwhile', async () => {
  const mutex = new Mutex(new HandClock());
  const look = held();
  const done = mutex.runWhenFree(look.work);
  const order: string[] = [];
  const [first, second] = ['first', 'second'].map(async (who) => {
    const own = await mutex.acquire(1000);
    order.push(who);
    own?.();
  });
  assert.is(look.isStopped(), true);
  await settled();
  assert.equal(order, []);
  look.end();
  await Promise.all([done, first, second]);
  assert.equal(order, ['first', 'second']);
});

test('an error in background work reaches its starter only', async () => {
  const mutex = new Mutex(new HandClock());
  let fail = (_error: Error): void => undefined;
  const done = mutex.runWhenFree(() => new Promise((_resolve, reject) => (fail = reject)));
  const comer = mutex.acquire(1000);
  fail(new Error('out of order'));
  await done.then(
    () => assert.unreachable(),
    (error: unknown) => assert.match(String(error), 'out of order'),
  );
  (await comer)?.();
  assert.is(mutex.isBusy, false);
  const look = held();
  look.end();
  await mutex.runWhenFree(look.work);
  assert.is(look.begun(), 1);
});

test('with many callers one at a time holds the mutex, the order is preserved, and none waits for ever', async () => {
  const clock = new HandClock();
  const mutex = new Mutex(clock);
  let inside = 0;
  let open = 0;
  const order: number[] = [];
  const come = async (who: number): Promise<void> => {
    open++;
    const release = await mutex.acquire(random.int(0, 20));
    if (release !== undefined) {
      assert.is(++inside, 1);
      order.push(who);
      await clock.sleep(random.int(0, 5));
      inside--;
      release();
      if (random.oneIn(3)) release();
    }
    open--;
  };
  const look = async (signal: AbortSignal): Promise<void> => {
    assert.is(inside++, 0);
    await clock.sleep(random.int(0, 5), signal);
    inside--;
  };
  const all: Promise<void>[] = [];
  for (let who = 0; who < 500; who++) {
    all.push(random.oneIn(4) ? mutex.runWhenFree(look) : come(who));
    clock.pass(random.int(0, 4));
    if (random.oneIn(2)) await settled();
  }
  // The last woken waiter goes to sleep again only now.
  await settled();
  while (clock.sleeping > 0) {
    clock.pass(1);
    await settled();
  }
  await Promise.all(all);
  assert.is(open, 0);
  assert.is(mutex.isBusy, false);
  assert.equal(
    order,
    [...order].sort((one, other) => one - other),
  );
  assert.ok(order.length > 50);
});

/** Work that ends on request, and the order in which it began. */
class Works {
  readonly clock = new HandClock();
  readonly turns = new FairTurns(this.clock);
  readonly begun: string[] = [];
  private readonly ends = new Map<string, () => void>();

  start(caller: string, name: string): Promise<string> {
    return this.turns.during(caller, () => {
      this.begun.push(name);
      return new Promise((resolve) => this.ends.set(name, () => resolve(name)));
    });
  }

  async end(name: string): Promise<void> {
    this.ends.get(name)?.();
    for (let turn = 0; turn < 5; turn += 1) await settled();
  }
}

test('of thirty works of one caller one is begun, and another caller waits for none of the others', async () => {
  const works = new Works();
  const all = Array.from({ length: 30 }, (_, at) => works.start('ten', `ten ${at}`));
  await works.end('');
  const other = works.start('one', 'one');
  await works.end('');
  assert.equal(works.begun, ['ten 0', 'one']);
  await works.end('one');
  assert.is(await other, 'one');
  for (let at = 0; at < all.length; at += 1) await works.end(`ten ${at}`);
  assert.is((await Promise.all(all)).length, 30);
  assert.equal(
    works.begun.slice(2),
    Array.from({ length: 29 }, (_, at) => `ten ${at + 1}`),
  );
});

test('callers with several waiting works alternate', async () => {
  const works = new Works();
  const names = ['a 0', 'a 1', 'a 2', 'b 0', 'b 1', 'c 0'];
  for (const name of names) void works.start(name.slice(0, 1), name);
  for (let round = 0; round < 3; round += 1) {
    await works.end('');
    works.clock.pass(TURN_HOLD);
  }
  assert.equal(works.begun, ['a 0', 'b 0', 'c 0', 'a 1', 'b 1', 'a 2']);
});

test('work that waits for another caller delays its own caller for a short time only', async () => {
  const works = new Works();
  void works.start('till', 'hangs');
  const next = works.start('till', 'next');
  await works.end('');
  works.clock.pass(TURN_HOLD - 1);
  await works.end('');
  assert.equal(works.begun, ['hangs']);
  works.clock.pass(1);
  await works.end('');
  assert.equal(works.begun, ['hangs', 'next']);
  await works.end('next');
  assert.is(await next, 'next');
});

test('work that fails gives its turn on', async () => {
  const works = new Works();
  const failing = works.turns.during('till', () => Promise.reject(new Error('broken')));
  const next = works.start('till', 'next');
  try {
    await failing;
    assert.unreachable();
  } catch (error) {
    assert.is((error as Error).message, 'broken');
  }
  await works.end('');
  await works.end('next');
  assert.is(await next, 'next');
});

test.run();

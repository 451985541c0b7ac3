import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Lane } from '../../src/pfr/lane.js';
import { HandClock, settled } from '../kit/handClock.js';
import { seededRandom } from '../kit/random.js';

const random = seededRandom();

async function entered(lane: Lane) {
  const leave = await lane.enter(0);
  if (leave === undefined) throw new Error('the lane is taken');
  return leave;
}

/** Work that ends when it is told to, and says whether it was to be given up. */
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

test('a free lane is entered at once, and is free again when it is left', async () => {
  const lane = new Lane(new HandClock());
  assert.is(lane.isBusy, false);
  const leave = await entered(lane);
  assert.is(lane.isBusy, true);
  leave();
  assert.is(lane.isBusy, false);
});

test('those who wait come in the order of asking, one at a time', async () => {
  const clock = new HandClock();
  const lane = new Lane(clock);
  const order: number[] = [];
  const leave = await entered(lane);
  const comers = [1, 2, 3].map(async (who) => {
    const own = await lane.enter(1000);
    order.push(who);
    await settled();
    assert.is(order.at(-1), who, 'nobody else came in between');
    own?.();
  });
  await settled();
  assert.equal(order, []);
  leave();
  await Promise.all(comers);
  assert.equal(order, [1, 2, 3]);
  assert.is(lane.isBusy, false);
  assert.is(clock.sleeping, 0);
});

test('who comes when the lane is handed on does not slip in before those who wait', async () => {
  const lane = new Lane(new HandClock());
  const order: string[] = [];
  const leave = await entered(lane);
  const come = async (who: string): Promise<void> => {
    const own = await lane.enter(1000);
    order.push(who);
    await settled();
    assert.is(order.at(-1), who, 'nobody else came in between');
    own?.();
  };
  const waiting = come('waiting');
  leave();
  await Promise.all([come('late'), waiting]);
  assert.equal(order, ['waiting', 'late']);
});

test('who has waited long enough goes without a turn, and the others keep theirs', async () => {
  const clock = new HandClock();
  const lane = new Lane(clock);
  const leave = await entered(lane);
  const [first, impatient, last] = [lane.enter(3000), lane.enter(1000), lane.enter(3000)];
  clock.pass(999);
  await settled();
  clock.pass(1);
  assert.is(await impatient, undefined);
  leave();
  (await first)?.();
  (await last)?.();
  assert.is(lane.isBusy, false);
  assert.is(clock.sleeping, 0);
});

test('who alone has waited long enough leaves nothing behind', async () => {
  const clock = new HandClock();
  const lane = new Lane(clock);
  const leave = await entered(lane);
  const impatient = lane.enter(1000);
  clock.pass(1000);
  assert.is(await impatient, undefined);
  assert.is(lane.isBusy, true);
  leave();
  assert.is(lane.isBusy, false);
  (await entered(lane))();
});

test('who is told to give up goes at once without a turn, and the others keep theirs', async () => {
  const clock = new HandClock();
  const lane = new Lane(clock);
  const stop = new AbortController();
  const leave = await entered(lane);
  const [stopped, patient] = [lane.enter(60_000, stop.signal), lane.enter(60_000)];
  stop.abort();
  assert.is(await stopped, undefined);
  assert.is(await lane.enter(60_000, stop.signal), undefined, 'nor does one wait that was told before');
  leave();
  (await patient)?.();
  assert.is(lane.isBusy, false);
  assert.is(clock.sleeping, 0);
});

for (const isLeftFirst of [true, false]) {
  test(`let in and timed out in the same moment is let in, ${isLeftFirst ? 'let in' : 'timed out'} first`, async () => {
    const clock = new HandClock();
    const lane = new Lane(clock);
    const leave = await entered(lane);
    const comer = lane.enter(1000);
    if (isLeftFirst) leave();
    clock.pass(1000);
    if (!isLeftFirst) leave();
    const own = await comer;
    assert.type(own, 'function');
    assert.is(lane.isBusy, true);
    own?.();
    assert.is(lane.isBusy, false);
  });
}

test('leaving twice does not open the lane to two', async () => {
  const lane = new Lane(new HandClock());
  const leave = await entered(lane);
  const [second, third] = [lane.enter(1000), lane.enter(1000)];
  leave();
  leave();
  const own = await second;
  leave();
  let isIn = false;
  void third.then(() => (isIn = true));
  await settled();
  assert.is(isIn, false);
  own?.();
  (await third)?.();
  own?.();
  assert.is(lane.isBusy, false);
});

test('what can be put off is done when nobody is here, and is no reason to wait in line', async () => {
  const lane = new Lane(new HandClock());
  const look = held();
  const done = lane.beside(look.work);
  assert.is(look.begun(), 1);
  assert.is(lane.isBusy, false);
  look.end();
  await done;
  assert.is(look.isStopped(), false);
});

test('what can be put off is put off while somebody is here or waits, or while it is being done', async () => {
  const lane = new Lane(new HandClock());
  const look = held();
  const leave = await entered(lane);
  await lane.beside(look.work);
  leave();
  assert.is(look.begun(), 0);
  const done = lane.beside(look.work);
  await lane.beside(look.work);
  assert.is(look.begun(), 1);
  look.end();
  await done;
  await lane.beside(look.work);
  assert.is(look.begun(), 2);
});

test('who comes has it given up, waits for its end, and is not overtaken meanwhile', async () => {
  const lane = new Lane(new HandClock());
  const look = held();
  const done = lane.beside(look.work);
  const order: string[] = [];
  const [first, second] = ['first', 'second'].map(async (who) => {
    const own = await lane.enter(1000);
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

test('what fails beside fails for whoever had it done, and for nobody else', async () => {
  const lane = new Lane(new HandClock());
  let fail = (_error: Error): void => undefined;
  const done = lane.beside(() => new Promise((_resolve, reject) => (fail = reject)));
  const comer = lane.enter(1000);
  fail(new Error('out of order'));
  await done.then(
    () => assert.unreachable(),
    (error: unknown) => assert.match(String(error), 'out of order'),
  );
  (await comer)?.();
  assert.is(lane.isBusy, false);
  const look = held();
  look.end();
  await lane.beside(look.work);
  assert.is(look.begun(), 1);
});

test('whatever many comers do, one is in at a time, the order is kept, and nobody waits for ever', async () => {
  const clock = new HandClock();
  const lane = new Lane(clock);
  let inside = 0;
  let open = 0;
  const order: number[] = [];
  const come = async (who: number): Promise<void> => {
    open++;
    const leave = await lane.enter(random.int(0, 20));
    if (leave !== undefined) {
      assert.is(++inside, 1);
      order.push(who);
      await clock.sleep(random.int(0, 5));
      inside--;
      leave();
      if (random.oneIn(3)) leave();
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
    all.push(random.oneIn(4) ? lane.beside(look) : come(who));
    clock.pass(random.int(0, 4));
    if (random.oneIn(2)) await settled();
  }
  while (clock.sleeping > 0) {
    clock.pass(1);
    await settled();
  }
  await Promise.all(all);
  assert.is(open, 0);
  assert.is(lane.isBusy, false);
  assert.equal(
    order,
    [...order].sort((one, other) => one - other),
  );
  assert.ok(order.length > 50);
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { LongPoll } from '../../../src/interfaces/api/longPoll.js';
import { HandClock, settled } from '../../kit/handClock.js';
import { heldBySignal } from '../../kit/leftHeld.js';

/** A caller that waits for new events, and can leave. */
class Waiting {
  answer: boolean | undefined;
  private readonly leaving = new AbortController();

  constructor(poll: LongPoll, key: number) {
    void poll.hasGrown(key, 60_000, this.leaving.signal).then((hasGrown) => (this.answer = hasGrown));
  }

  async leave(): Promise<void> {
    this.leaving.abort();
    await settled();
  }
}

/** A log in which nothing happens. */
function quiet(stopping = new AbortController().signal, clock = new HandClock()): LongPoll {
  const next = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
  const ledger = { events: { arrivals: { next } } } as unknown as ConstructorParameters<typeof LongPoll>[0]['ledger'];
  return new LongPoll({ ledger, clock, stopping });
}

/** How many more of a key may wait: those that are not answered at once. Afterwards none of them waits. */
async function places(poll: LongPoll, key: number, most = 6): Promise<number> {
  const asked = Array.from({ length: most }, () => new Waiting(poll, key));
  await settled();
  const free = asked.filter(({ answer }) => answer === undefined);
  for (const one of free) await one.leave();
  return free.length;
}

test('four of one key wait at a time, and each gives its place back, in whatever order they leave', async () => {
  for (const order of [
    [0, 1, 2, 3],
    [3, 2, 1, 0],
    [1, 3, 0, 2],
  ]) {
    const poll = quiet();
    const four = order.map(() => new Waiting(poll, 1));
    await settled();
    assert.is(await places(poll, 1), 0);
    for (const [left, at] of order.entries()) {
      await four[at]?.leave();
      assert.is(await places(poll, 1), left + 1, `${order.join()}: ${left + 1} have left`);
    }
    assert.is(await places(poll, 2), 4, 'another key has its own');
  }
});

test('the places of all keys together come back too', async () => {
  const poll = quiet();
  const all = Array.from({ length: 32 }, (_, at) => new Waiting(poll, Math.floor(at / 4)));
  await settled();
  assert.is(await places(poll, 99), 0, 'none is left for another key');
  for (const one of all) await one.leave();
  assert.is(await places(poll, 99), 4);
});

test('a wait that is over leaves nothing on the signal of the service, however it ended', async () => {
  const clock = new HandClock();
  const { signal } = new AbortController();
  const poll = quiet(signal, clock);
  const left = new Waiting(poll, 1);
  const late = new Waiting(poll, 2);
  await settled();
  assert.ok(heldBySignal(signal) > 0);
  await left.leave();
  clock.pass(60_000);
  await settled();
  assert.equal([left.answer, late.answer], [false, false]);
  assert.is(heldBySignal(signal), 0);
  assert.is(clock.sleeping, 0);
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Release } from '../../../src/base/mutex.js';
import { type SlotLimits, ResponseSlots } from '../../../src/platform/http/responseSlots.js';
import { HandClock, settled } from '../../kit/handClock.js';

const LIMITS: SlotLimits = { perKey: 1, inAll: 2, waiting: 2, longest: 1000 };

/** A request for a slot. */
class Request {
  /** Undefined while it waits. */
  outcome: Release | 'full' | 'late' | 'gone' | undefined;
  private readonly gone = new AbortController();
  private readonly ended: Promise<void>;

  constructor(slots: ResponseSlots, key: number) {
    this.ended = slots.take(key, this.gone.signal).then((slot) => {
      this.outcome = slot.ok ? slot.value : slot.error;
    });
  }

  get hasSlot(): boolean {
    return typeof this.outcome === 'function';
  }

  release(): void {
    if (typeof this.outcome === 'function') this.outcome();
  }

  leave(): Promise<void> {
    this.gone.abort();
    return this.ended;
  }
}

function scene(): {
  readonly slots: ResponseSlots;
  readonly clock: HandClock;
  readonly ask: (key: number) => Promise<Request>;
} {
  const clock = new HandClock();
  const slots = new ResponseSlots(LIMITS, clock);
  return {
    slots,
    clock,
    async ask(key) {
      const request = new Request(slots, key);
      await settled();
      return request;
    },
  };
}

test('a second request of a key waits, and has its slot when the first is answered', async () => {
  const { ask } = scene();
  const [first, second, other] = [await ask(1), await ask(1), await ask(2)];
  assert.equal([first.hasSlot, second.outcome, other.hasSlot], [true, undefined, true]);
  first.release();
  await settled();
  assert.ok(second.hasSlot);
});

test('a slot that is released twice is released once', async () => {
  const { ask } = scene();
  const first = await ask(1);
  first.release();
  const [second, third] = [await ask(1), await ask(1)];
  first.release();
  await settled();
  assert.equal([second.hasSlot, third.outcome], [true, undefined]);
});

test('of all keys only so many have a slot; a waiting key that has one does not hold up the next', async () => {
  const { ask } = scene();
  const [one, two, again, three] = [await ask(1), await ask(2), await ask(1), await ask(3)];
  assert.equal([again.outcome, three.outcome], [undefined, undefined]);
  two.release();
  await settled();
  assert.equal([again.outcome, three.hasSlot], [undefined, true], 'key 1 still has its slot');
  one.release();
  await settled();
  assert.ok(again.hasSlot);
});

test('too many of a key are refused at once, and take no place of another key', async () => {
  const { ask } = scene();
  await ask(1);
  await ask(1);
  const third = await ask(1);
  assert.is(third.outcome, undefined);
  assert.is((await ask(1)).outcome, 'full');
  assert.ok((await ask(2)).hasSlot);
});

test('whoever waits too long is refused, and its place is free', async () => {
  const { ask, clock } = scene();
  const first = await ask(1);
  const [second, third] = [await ask(1), await ask(1)];
  clock.pass(LIMITS.longest);
  await settled();
  assert.equal([second.outcome, third.outcome], ['late', 'late']);
  const fourth = await ask(1);
  first.release();
  await settled();
  assert.ok(fourth.hasSlot);
  assert.is(clock.sleeping, 0);
});

test('a caller that goes gives up its place, also in the moment in which it gets its slot', async () => {
  const { ask } = scene();
  const first = await ask(1);
  const [second, third] = [await ask(1), await ask(1)];
  await second.leave();
  assert.is(second.outcome, 'gone');
  const fourth = await ask(1);
  first.release();
  await third.leave();
  await settled();
  assert.is(third.outcome, 'gone');
  assert.ok(fourth.hasSlot, 'the slot was passed on');
});

test('a key that was costly waits for longer, and no other key with it', async () => {
  const { ask, clock, slots } = scene();
  const first = await ask(1);
  slots.occupy(1, 500);
  first.release();
  const [second, other] = [await ask(1), await ask(2)];
  assert.equal([second.outcome, other.hasSlot], [undefined, true]);
  clock.pass(500);
  await settled();
  assert.ok(second.hasSlot);
});

test('a request that leaves while it waits takes its own place along, and nobody else loses theirs', async () => {
  const { ask } = scene();
  const first = await ask(1);
  const [second, third] = [await ask(1), await ask(1)];
  await third.leave();
  assert.equal([second.outcome, third.outcome], [undefined, 'gone']);
  const fourth = await ask(1);
  assert.is(fourth.outcome, undefined, 'the place of the one that left is free');
  first.release();
  await settled();
  assert.equal([second.hasSlot, fourth.outcome], [true, undefined]);
  second.release();
  await settled();
  assert.ok(fourth.hasSlot);
});

test.run();

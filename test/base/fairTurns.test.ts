import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { FairTurns, TURN_HOLD } from '../../src/base/fairTurns.js';
import { HandClock, settled } from '../kit/handClock.js';

/** Work that ends when it is told to, and the order in which it has begun. */
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

test('callers of whom several works wait take turns', async () => {
  const works = new Works();
  const names = ['a 0', 'a 1', 'a 2', 'b 0', 'b 1', 'c 0'];
  for (const name of names) void works.start(name.slice(0, 1), name);
  for (let round = 0; round < 3; round += 1) {
    await works.end('');
    works.clock.pass(TURN_HOLD);
  }
  assert.equal(works.begun, ['a 0', 'b 0', 'c 0', 'a 1', 'b 1', 'a 2']);
});

test('work that waits for somebody else holds up no other of its caller for long', async () => {
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

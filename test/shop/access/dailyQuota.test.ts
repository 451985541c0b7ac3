import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { DailyUse, DailyQuota, MAX_NEW_ITEMS, readNotedFlash } from '../../../src/shop/access/dailyQuota.js';
import { MemoryDisk } from '../../kit/disk/memory.js';
import { DAY_MS, FOLDER, NOON } from '../../kit/ledger.js';

const MEGABYTE = 1_000_000;

/** The budget of a box after a start, of 20 MB for each key, and a clock that the test sets. */
async function started(disk = new MemoryDisk(new Map([[FOLDER, 'folder']]))) {
  const clock = { now: NOON };
  const noted = await readNotedFlash(disk, FOLDER);
  const logged: string[] = [];
  const log = (event: string): void => void logged.push(event);
  const parts = { disk, folder: FOLDER, now: () => clock.now, log, limit: () => 20 * MEGABYTE, noted };
  return { disk, clock, logged, budget: new DailyQuota(parts) };
}

test('what a key has written counts for a day, also of a clock that was wrong and is set back', async () => {
  const { clock, budget } = await started();
  const account = budget.account(1);
  account.charge(20 * MEGABYTE);
  assert.is(account.isSpent(), true);
  assert.is(budget.account(2).isSpent(), false, 'each key has its own');
  assert.is(budget.account(1), account, 'the ledger sums up by account');
  for (const day of [1, 400, 0]) {
    clock.now = NOON + day * DAY_MS;
    assert.is(account.isSpent(), false, `day ${day}`);
    account.charge(20 * MEGABYTE);
    assert.is(account.isSpent(), true);
  }
});

test('a key may add so many items a day, and those that were not added do not count', async () => {
  const { clock, budget } = await started();
  for (let item = 0; item < MAX_NEW_ITEMS; item += 1) assert.ok(budget.takeItem(1));
  assert.is(budget.takeItem(1), false);
  assert.is(budget.takeItem(2), true);
  budget.returnItem(1);
  assert.is(budget.takeItem(1), true);
  assert.is(budget.takeItem(1), false);
  clock.now += DAY_MS;
  assert.is(budget.takeItem(1), true, 'the next day');
});

test('a restart forgets nothing of the day, and a crash no more than a step', async () => {
  const first = await started();
  first.budget.account(1).charge(19 * MEGABYTE);
  for (let item = 0; item < 60; item += 1) first.budget.takeItem(1);
  await first.budget.close();
  const second = await started(first.disk);
  assert.equal(second.budget.today(), [{ key: 1, written: 19 * MEGABYTE, limit: 20 * MEGABYTE }]);
  second.budget.account(1).charge(MEGABYTE);
  assert.is(second.budget.account(1).isSpent(), true);
  assert.is(itemsLeft(second.budget), MAX_NEW_ITEMS - 60);

  const { disk, budget } = await started();
  budget.account(1).charge(MEGABYTE);
  for (let item = 0; item < 60; item += 1) budget.takeItem(1);
  // The notes are written by promises alone; then there is a crash.
  await new Promise(setImmediate);
  const crashed = await started(disk.copy());
  const [use] = crashed.budget.today();
  assert.ok(use !== undefined && use.written >= MEGABYTE && use.written <= 9 * MEGABYTE);
  const left = itemsLeft(crashed.budget);
  assert.ok(left <= MAX_NEW_ITEMS - 60 && left >= MAX_NEW_ITEMS - 110, String(left));
});

function itemsLeft(budget: DailyQuota): number {
  let left = 0;
  while (budget.takeItem(1)) left += 1;
  return left;
}

test('an item that was counted before midnight and not added after it gives no more than the day has', async () => {
  const { clock, budget } = await started();
  assert.ok(budget.takeItem(1));
  clock.now += DAY_MS;
  budget.returnItem(1);
  assert.is(itemsLeft(budget), MAX_NEW_ITEMS);
});

test('the note is written again before what was used reaches it by half a step, and when it is settled', () => {
  const use = new DailyUse(10, { 2: 5 });
  const noted: unknown[] = [];
  for (const amount of [1, 5, 1, 0]) noted.push([use.add(1, amount), use.noted()[1]]);
  assert.equal(noted, [
    [true, 11],
    [false, 11],
    [true, 17],
    [false, 17],
  ]);
  assert.equal([use.noteExact(), use.noteExact()], [true, false]);
  assert.equal(use.noted(), { 1: 7, 2: 5 });
});

test('of a note only numbers of today count; one that cannot be read counts nothing, but a bug is not hidden', async () => {
  const path = join(FOLDER, 'flash.json');
  const today = async (text: string): Promise<unknown> => {
    const { budget } = await started(
      new MemoryDisk(
        new Map<string, Buffer | 'folder'>([
          [FOLDER, 'folder'],
          [path, Buffer.from(text)],
        ]),
      ),
    );
    return [budget.today().map(({ key, written }) => [key, written]), itemsLeft(budget)];
  };
  const day = 20261121;
  const nothing = [[], MAX_NEW_ITEMS];
  assert.equal(await today(JSON.stringify({ day, keys: { 1: 'x', 2: 5 }, items: { 1: 3 } })), [
    [[2, 5]],
    MAX_NEW_ITEMS - 3,
  ]);
  assert.equal(await today(JSON.stringify({ day, keys: { 2: 5 } })), [[[2, 5]], MAX_NEW_ITEMS], 'of a release before');
  assert.equal(await today(JSON.stringify({ day: day - 1, keys: { 2: 5 }, items: {} })), nothing);
  for (const text of ['', '{', 'null', '[]', JSON.stringify({ day, keys: 1 })])
    assert.equal(await today(text), nothing);

  const disk = new MemoryDisk(new Map([[FOLDER, 'folder']]));
  disk.fault = () => 'EIO';
  assert.is((await readNotedFlash(disk, FOLDER)).day, 0);
  disk.fault = () => {
    throw new Error('a bug');
  };
  assert.is(await readNotedFlash(disk, FOLDER).catch(String), 'Error: a bug');
});

test('a disk that takes no note is logged, and the key goes on', async () => {
  const { disk, budget, logged } = await started();
  disk.fault = (operation) => (operation === 'create' ? 'EIO' : undefined);
  budget.account(1).charge(MEGABYTE);
  await budget.close();
  assert.is(budget.account(1).isSpent(), false);
  assert.equal(logged, ['flash.unnoted', 'flash.unnoted']);
  disk.fault = () => {
    throw new Error('a bug');
  };
  budget.account(2).charge(MEGABYTE);
  await budget.close();
  assert.is(logged.length, 2, 'a bug is no failing disk');
});

test.run();

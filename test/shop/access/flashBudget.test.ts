import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { FlashBudget, MAX_NEW_ITEMS, readNotedFlash } from '../../../src/shop/access/flashBudget.js';
import { silentLog } from '../../../src/base/log.js';
import { MemoryDisk } from '../../kit/disk/memory.js';
import { DAY_MS, FOLDER, NOON } from '../../kit/ledger.js';

const MEGABYTE = 1_000_000;

/** The budget of a box after a start, of 20 MB for each key, and a clock that the test sets. */
async function started(disk = new MemoryDisk(new Map([[FOLDER, 'folder']]))) {
  const clock = { now: NOON };
  const noted = await readNotedFlash(disk, FOLDER);
  const parts = { disk, folder: FOLDER, now: () => clock.now, log: silentLog, limit: () => 20 * MEGABYTE, noted };
  return { disk, clock, budget: new FlashBudget(parts) };
}

test('what a key has written counts for a day, also of a clock that was wrong and is set back', async () => {
  const { clock, budget } = await started();
  const account = budget.account(1);
  account.charge(20 * MEGABYTE);
  assert.is(account.isSpent(), true);
  assert.is(budget.account(2).isSpent(), false, 'each key has its own');
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
});

test.run();

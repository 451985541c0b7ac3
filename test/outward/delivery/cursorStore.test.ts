import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { silentLog } from '../../../src/base/log.js';
import { CursorStore } from '../../../src/outward/delivery/cursorStore.js';
import { MemoryDisk } from '../../kit/disk/memory.js';
import { HandClock } from '../../kit/handClock.js';
import { NOON, openLedger } from '../../kit/ledger.js';

test('once messages are switched on, what is wrong still is told, and what was over is not', async () => {
  const ledger = await openLedger(new MemoryDisk());
  const alarm = (check: string, at: number, isOn: boolean) =>
    ledger.put({ type: 'event', event: { kind: 'alarm', at, check, isOn } });
  await alarm('paper', NOON, true);
  await alarm('paper', NOON + 1, false);
  await alarm('pfr', NOON + 2, false);
  await alarm('pfr', NOON + 3, true);
  const store = new CursorStore({ ledger, clock: new HandClock(), log: silentLog });
  await store.follow({ receipts: false, alarms: true });
  assert.equal(store.current, { sequence: null, alarms: { paper: { at: NOON + 1, isOn: false } } });
  await ledger.close();
});

test('messages to the owner and webhooks keep their places beside each other, in one record', async () => {
  const ledger = await openLedger(new MemoryDisk());
  const clock = new HandClock();
  const store = new CursorStore({ ledger, clock, log: silentLog });
  await store.followHooks(['shop', 'constructor'], 'A');
  await store.follow({ receipts: true, alarms: false });
  store.markReceipt(7);
  store.markHook('shop', 'B', 'taken');
  store.markHook('removed', 'C', 'taken');
  await store.followHooks(['shop', 'books'], 'D');
  const hooks = { shop: 'B', books: 'D' };
  assert.equal(ledger.main.notifyCursor, { sequence: 7, alarms: null, hooks });
  assert.equal(
    [store.hook('removed'), store.hook('constructor'), store.hook('toString')],
    [undefined, undefined, undefined],
  );
  await store.follow({ receipts: false, alarms: false });
  assert.equal(ledger.main.notifyCursor, { sequence: null, alarms: null, hooks });
  await store.followHooks([], 'E');
  assert.equal(ledger.main.notifyCursor, { sequence: null, alarms: null });
  await ledger.close();
});

test('a webhook that was removed and comes back under its name begins now, and what it is told meanwhile is not kept', async () => {
  const ledger = await openLedger(new MemoryDisk());
  const store = new CursorStore({ ledger, clock: new HandClock(), log: silentLog });
  await store.followHooks(['shop', 'books'], 'A');
  store.markHook('shop', 'B', 'taken');
  await store.followHooks(['books'], 'C');
  store.markHook('shop', 'D', 'taken');
  assert.is(store.hook('shop'), undefined);
  await store.followHooks(['books', 'shop'], 'E');
  assert.equal(ledger.main.notifyCursor.hooks, { books: 'A', shop: 'E' });
  await ledger.close();
});

test('a change during a save is saved by the next one', async () => {
  const ledger = await openLedger(new MemoryDisk());
  const clock = new HandClock();
  const store = new CursorStore({ ledger, clock, log: silentLog });
  await store.followHooks(['shop'], 'A');
  store.markHook('shop', 'B', 'taken');
  const saved = store.save();
  store.markHook('shop', 'C', 'taken');
  await saved;
  clock.pass(59_000);
  await store.saveIfDue();
  assert.equal(ledger.main.notifyCursor.hooks, { shop: 'B' });
  clock.pass(1_000);
  await store.saveIfDue();
  assert.equal(ledger.main.notifyCursor.hooks, { shop: 'C' });
  await ledger.close();
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { silentLog } from '../../src/base/log.js';
import { CursorStore } from '../../src/delivery/cursorStore.js';
import { MemoryDisk } from '../kit/disk/memory.js';
import { HandClock } from '../kit/handClock.js';
import { NOON, openLedger } from '../kit/ledger.js';

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

test.run();

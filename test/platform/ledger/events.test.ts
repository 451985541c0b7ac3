import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { BoxEvent } from '../../../src/platform/ledger/boxEvent.js';
import type { Ledger } from '../../../src/platform/ledger/ledger.js';
import { Events, EVENTS_SCHEMA } from '../../../src/platform/ledger/views/events.js';
import { loadSql, View } from '../../../src/platform/ledger/views/sql.js';
import { MemoryDisk } from '../../kit/disk/memory.js';
import { FOLDER, NOON, openLedger } from '../../kit/ledger.js';

/** Number of events stored here, unless more of them are the last of their subject; the log has all of them. */
const KEPT_EVENTS = 100;

const SIZES = { segmentBytes: 1 << 20, prefillBytes: 1 << 18, snapshotRecords: 1 };

function emptyDisk(): MemoryDisk {
  return new MemoryDisk(new Map([[FOLDER, 'folder']]));
}

async function put(ledger: Ledger, ...events: readonly BoxEvent[]): Promise<void> {
  for (const event of events) assert.ok((await ledger.put({ type: 'event', event })).ok);
}

const restart = (at: number): BoxEvent => ({ at, kind: 'restart', reason: 'killed' });

function doubt(requestId: string): BoxEvent {
  const order = { environment: 'sandbox', invoiceType: 'Normal', transactionType: 'Sale', total: 100 } as const;
  return { at: NOON, kind: 'in-doubt', requestId, ...order, clientRequestId: null, referentNumber: null };
}

test('events are listed oldest first, also after a start with and without saved views', async () => {
  const disk = emptyDisk();
  const ledger = await openLedger(disk, { sizes: SIZES });
  const saved: readonly BoxEvent[] = [
    { at: NOON, kind: 'safe-mode', on: true, reason: 'three crashes' },
    { at: NOON - 5, kind: 'clock', from: NOON, to: NOON - 5, trust: 'network' },
    { at: NOON, kind: 'alarm', check: 'pfr', isOn: true },
  ];
  await put(ledger, ...saved);
  await ledger.runIdleWork();
  await put(ledger, restart(NOON + 1));
  await ledger.close();
  for (const views of ['saved', 'none']) {
    if (views === 'none') disk.forget(`${FOLDER}/views`);
    const again = await openLedger(disk, { sizes: SIZES });
    assert.equal(again.main.events, [...saved, restart(NOON + 1)], views);
    await again.close();
  }
});

test('the newest hundred are remembered, and of each subject the last, however old', async () => {
  const ledger = await openLedger(emptyDisk(), { sizes: { ...SIZES, snapshotRecords: 5000 } });
  const standing: readonly BoxEvent[] = [
    { at: NOON, kind: 'safe-mode', on: true, reason: 'three crashes' },
    { at: NOON, kind: 'alarm', check: 'disk', isOn: true },
    { at: NOON, kind: 'alarm', check: 'pfr', isOn: false },
  ];
  await put(ledger, { at: NOON, kind: 'alarm', check: 'pfr', isOn: true }, ...standing);
  const restarts = Array.from({ length: KEPT_EVENTS + 10 }, (_, number) => restart(NOON + number));
  await put(ledger, ...restarts);
  const { events } = ledger.main;
  assert.is(events.length, KEPT_EVENTS);
  assert.equal(events, [...standing, ...restarts.slice(-(KEPT_EVENTS - standing.length))]);
  await ledger.close();
});

test('settled losses, open doubts and alarms are remembered, however many of them there are', async () => {
  const view = View.open(await loadSql(), EVENTS_SCHEMA);
  const decided = { by: 'Ана Анић', stretches: [], setAside: [], receipts: 0, keys: [] };
  const lost = { at: NOON, kind: 'records-lost', ...decided } as const;
  const alarm: BoxEvent = { at: NOON, kind: 'alarm', check: 'disk', isOn: true };
  const doubts = Array.from({ length: KEPT_EVENTS + 5 }, (_, number) => doubt(String(number)));
  const events = new Events(view);
  for (const event of [lost, lost, alarm, ...doubts, restart(NOON), restart(NOON + 1)]) events.put(event);
  assert.equal(events.all, [lost, lost, alarm, ...doubts, restart(NOON + 1)]);
  view.close();
});

test.run();

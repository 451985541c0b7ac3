import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { jsonLog, silentLog } from '../../../../src/base/log.js';
import { failed } from '../../../../src/base/result.js';
import { SafeMode } from '../../../../src/interfaces/health/watchdog/safeMode.js';
import type { Ledger } from '../../../../src/platform/ledger/ledger.js';
import { MemoryDisk } from '../../../kit/disk/memory.js';
import { HandClock, settled } from '../../../kit/handClock.js';
import { FOLDER, openLedger } from '../../../kit/ledger.js';

const HOUR = 3_600_000;

interface Made {
  readonly safeMode: SafeMode;
  readonly ledger: Ledger;
  readonly clock: HandClock;
  readonly lines: string[];
}

async function open(disk = new MemoryDisk(new Map([[FOLDER, 'folder']]))): Promise<Made> {
  const clock = new HandClock();
  const lines: string[] = [];
  const ledger = await openLedger(disk, { now: clock.now });
  const log = jsonLog((line) => lines.push(line), clock.now);
  return { safeMode: new SafeMode({ ledger, clock, log }), ledger, clock, lines };
}

test('three crashes lead into safe mode, two do not, and the ledger has when and why', async () => {
  const { safeMode, ledger, clock, lines } = await open();
  await safeMode.enterAfter(2);
  assert.is(safeMode.isOn, false);
  await safeMode.enterAfter(3);
  await safeMode.enterAfter(4);
  assert.is(safeMode.isOn, true);
  const event = { at: clock.now(), kind: 'safe-mode', on: true, reason: '3 crashes in 10 minutes' } as const;
  assert.equal(safeMode.since, event);
  assert.equal(ledger.main.events, [event]);
  assert.is(lines.length, 1);
  await ledger.close();
});

test('safe mode survives a restart, and is left when one run has lasted for an hour', async () => {
  const disk = new MemoryDisk(new Map([[FOLDER, 'folder']]));
  const first = await open(disk);
  await first.safeMode.enterAfter(3);
  const stop = new AbortController();
  const waited = first.safeMode.leaveWhenQuiet(stop.signal);
  first.clock.pass(HOUR - 1);
  stop.abort();
  await waited;
  await first.ledger.close();

  const { safeMode, ledger, clock } = await open(disk);
  let started = 0;
  safeMode.onLeave(() => (started += 1));
  void safeMode.leaveWhenQuiet(new AbortController().signal);
  clock.pass(HOUR - 1);
  await settled();
  assert.equal([safeMode.isOn, started], [true, 0]);
  clock.pass(1);
  await settled();
  assert.equal([safeMode.isOn, started], [false, 1]);
  assert.is(safeMode.since, undefined);
  await ledger.close();
});

test('safe mode is left by command, once, and what was not started is started then', async () => {
  const { safeMode, ledger } = await open();
  let started = 0;
  safeMode.onLeave(() => (started += 1));
  assert.equal(await safeMode.leave('command'), { ok: true, value: false });
  await safeMode.enterAfter(3);
  assert.equal(await safeMode.leave('command'), { ok: true, value: true });
  assert.equal(await safeMode.leave('command'), { ok: true, value: false });
  assert.is(started, 1);
  await ledger.close();
});

test('safe mode that could not be left, as the disk was full, is left an hour later', async () => {
  const { ledger, clock } = await open();
  let isFull = false;
  const put: Ledger['put'] = (change) => (isFull ? Promise.resolve(failed('full')) : ledger.put(change));
  const full = {
    put,
    get main() {
      return ledger.main;
    },
  };
  const safeMode = new SafeMode({ ledger: full, clock, log: silentLog });
  await safeMode.enterAfter(3);
  let started = 0;
  safeMode.onLeave(() => (started += 1));
  const left = safeMode.leaveWhenQuiet(new AbortController().signal);
  isFull = true;
  clock.pass(HOUR);
  await settled();
  assert.equal([safeMode.isOn, started], [true, 0], 'a restart would find it on');
  isFull = false;
  clock.pass(HOUR);
  await left;
  assert.equal([safeMode.isOn, started], [false, 1]);
  assert.is(clock.sleeping, 0);
  await ledger.close();
});

test('safe mode does not change when the disk does not take the record', async () => {
  const disk = new MemoryDisk(new Map([[FOLDER, 'folder']]));
  const { safeMode, ledger, lines } = await open(disk);
  disk.fault = (operation) => (operation === 'datasync' || operation === 'create' ? 'EIO' : undefined);
  await safeMode.enterAfter(3);
  assert.is(safeMode.isOn, false);
  assert.equal(lines, []);
  await ledger.close();
});

test.run();

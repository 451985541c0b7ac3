import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Settling } from '../../src/invoicing/settling.js';
import type { Intent } from '../../src/ledger/intent.js';
import { Lane } from '../../src/pfr/lane.js';
import { type FindOutcome, NO_WITNESS } from '../../src/pfr/port.js';
import { Settings } from '../../src/settings/settings.js';
import { silentLog } from '../../src/base/log.js';
import { MemoryDisk } from '../kit/disk/memory.js';
import { HandClock, settled } from '../kit/handClock.js';
import { openLedger } from '../kit/ledger.js';
import { standIn } from '../kit/standIn.js';
import { demoSubject } from '../pfr/subjects.js';
import { draft, LABELS, line } from '../receipt/drafts.js';
import { NO_PAPER } from '../kit/paper.js';

const WITNESS = { uid: 'FAKE7PFR', lastNumber: '', time: null };

const INTENT: Intent = {
  ...{ requestId: 'a'.repeat(32), environment: 'sandbox', mode: 'lpfr', taxLabels: LABELS, esirNumber: '123/1.0' },
  draft: draft('Normal', 'Sale', [line('Хлеб', 'Ђ', 100)]),
  ...{ witness: NO_WITNESS, clientRequestId: null, fingerprint: 'f'.repeat(64), createdAt: 0 },
};

/** A receipt that is open from an earlier start, and a processor that answers look-ups with `find`. */
async function opened(find: () => Promise<FindOutcome>) {
  const clock = new HandClock();
  const ledger = await openLedger(new MemoryDisk());
  await ledger.put({ type: 'intent', intent: { ...INTENT, witness: WITNESS } });
  const lane = new Lane(clock);
  const pfr = standIn(demoSubject().pfr, { mode: 'lpfr', lane, signingLimit: 1000, find });
  const logged: string[] = [];
  const settings = new Settings(ledger, '1.0', silentLog);
  const log = (event: string): void => void logged.push(event);
  const settling = new Settling({ ledger, settings, paper: NO_PAPER, pfrOf: () => pfr, clock, log });
  /** Lets time pass, and everything be done that comes of it. */
  const pass = async (ms: number): Promise<void> => {
    clock.pass(ms);
    for (let turn = 0; turn < 20; turn += 1) await settled();
  };
  return { ledger, lane, logged, settling, pass, clock };
}

test('a look-up that throws is logged, leaves the lane, and is tried again after ever longer pauses', async () => {
  const ends: (() => FindOutcome)[] = [
    () => {
      throw new Error('record 7 is damaged');
    },
    () => {
      throw new Error('record 7 is damaged');
    },
    () => ({ kind: 'absent', now: WITNESS }),
  ];
  let looks = 0;
  const find = async (): Promise<FindOutcome> => ends[looks++]?.() ?? { kind: 'foreign' };
  const { ledger, lane, logged, settling, pass, clock } = await opened(find);
  settling.start();

  for (const [pause, tried] of [
    [1000, 1],
    [1999, 1],
    [1, 2],
  ] as const) {
    await pass(pause);
    assert.is(looks, tried);
    assert.is(lane.isBusy, false);
    assert.is(settling.unsettled('sandbox').length, 1);
  }
  assert.equal(logged, ['pfr.unsettled', 'pfr.unsettled']);

  await pass(4000);
  assert.equal(logged, ['pfr.unsettled', 'pfr.unsettled', 'pfr.settled']);
  assert.equal(settling.unsettled('sandbox'), []);
  assert.is(clock.sleeping, 0, 'with nothing open there is nothing to wait for');
  await settling.stop();
  await ledger.close();
});

test('one who waits for the lane to settle something is gone at once when the box stops', async () => {
  const { ledger, lane, settling, pass, clock } = await opened(() => Promise.resolve({ kind: 'foreign' }));
  const leave = await lane.enter(0);
  settling.start();
  await pass(1000);
  assert.is(clock.sleeping, 1, 'it waits for the lane');
  await settling.stop();
  assert.is(clock.sleeping, 0);
  leave?.();
  assert.is(lane.isBusy, false);
  await ledger.close();
});

test.run();

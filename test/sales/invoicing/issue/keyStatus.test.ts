import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { KEY_STATES, type KeyStatus, KeyStatuses } from '../../../../src/sales/invoicing/issue/keyStatus.js';
import { KeysAtWork, type KeyWork } from '../../../../src/sales/invoicing/issue/keysAtWork.js';
import { SaleLocks } from '../../../../src/sales/invoicing/issue/locks.js';
import type { Ledger } from '../../../../src/platform/ledger/ledger.js';
import type { QueuedOrder } from '../../../../src/platform/ledger/queuedOrder.js';
import { MemoryDisk } from '../../../kit/disk/memory.js';
import { intent as intentOf } from '../../../kit/everyKind.js';
import { HandClock } from '../../../kit/handClock.js';
import { NOON, openLedger, ReceiptMaker } from '../../../kit/ledger.js';
import { Random } from '../../../kit/random.js';
import { demoSubject } from '../../../processors/pfr/subjects.js';

type KeyState = KeyStatus['state'];

type KeyQuery = Parameters<KeyStatuses['inMemory']>[1];

const ID = 'key-of-test';
const SAME = 'ab'.repeat(32);
const OTHER = 'cd'.repeat(32);
const KEY = { id: ID, fingerprint: SAME };

/** The key of a request of this content; without one, only the key is asked about. */
function asked(fingerprint?: string): KeyQuery {
  return fingerprint === undefined ? { id: ID } : { id: ID, fingerprint };
}

const QUEUED: QueuedOrder = {
  ...{ environment: 'sandbox', clientRequestId: ID, number: 1, total: 100, queuedAt: NOON },
  ...{ fingerprint: SAME, request: {}, state: 'queued', reason: null },
};
const INTENT = { ...intentOf('a'.repeat(32), NOON), clientRequestId: ID, fingerprint: SAME };

async function opened() {
  const ledger = await openLedger(new MemoryDisk());
  const keysAtWork = new KeysAtWork();
  let isDoubt = false;
  const keys = new KeyStatuses({
    ledger,
    keysAtWork,
    doubtOf: () => (isDoubt ? { number: null } : undefined),
    timeToOutcome: () => 41_000,
  });
  const doubt = (): void => void (isDoubt = true);
  const { pfr } = demoSubject();
  const locks = new SaleLocks({ ledger, pfrOf: () => pfr, clock: new HandClock(), keys, keysAtWork });
  /** Work that lasts until it is told to end. */
  const atWork = (by: KeyWork['by']): (() => void) => {
    let end = (): void => undefined;
    const work = (): Promise<void> => new Promise((resolve) => (end = resolve));
    void keysAtWork.start('sandbox', ID, { by, fingerprint: by === 'request' ? SAME : null }, work);
    return () => end();
  };
  const now = (fingerprint?: string): KeyState => keys.inMemory('sandbox', asked(fingerprint)).state;
  const recorded = async (fingerprint?: string): Promise<KeyState> =>
    (await keys.forReading('sandbox', asked(fingerprint))).state;
  const forHolder = async (fingerprint?: string): Promise<KeyState> =>
    (await keys.forHolder('sandbox', asked(fingerprint))).state;
  return { ledger, keys, keysAtWork, locks, atWork, doubt, now, recorded, forHolder };
}

async function issue(ledger: Ledger): Promise<void> {
  const receipt = new ReceiptMaker(new Random(1)).next(ledger, { clientRequestId: ID });
  assert.ok((await ledger.issue({ ...receipt, fingerprint: SAME })).ok);
}

test('the states of a key are these, and each that follows is one of them', () => {
  const states = ['free', 'at work', 'queued', 'open', 'in doubt', 'issued', 'used for other content'];
  assert.equal(Object.keys(KEY_STATES), states);
  for (const { next } of Object.values(KEY_STATES)) for (const state of next) assert.ok(states.includes(state));
  assert.equal(KEY_STATES.free.next, ['at work'], 'nothing stands under a key that nobody has worked on');
  assert.equal(KEY_STATES.issued.next, ['at work'], 'a receipt keeps its key');
});

test('under a key that nobody has used stands nothing', async () => {
  const { now, recorded, forHolder } = await opened();
  assert.equal([now(SAME), await recorded(SAME), await forHolder(SAME)], ['free', 'free', 'free']);
});

test('while a request is at work its repeat is told so, and one of other content that the key is used', async () => {
  const { now, recorded, atWork } = await opened();
  const end = atWork('request');
  assert.equal([now(SAME), now(OTHER), now()], ['at work', 'used for other content', 'at work']);
  assert.is(await recorded(SAME), 'free', 'nothing is recorded');
  end();
});

test('a queued sale has its key, also while it is issued or removed', async () => {
  const { ledger, keys, now, recorded, forHolder, atWork } = await opened();
  await ledger.put({ type: 'queued', order: QUEUED });
  const isIssuing = (): boolean | undefined => {
    const status = keys.inMemory('sandbox', KEY);
    return status.state === 'queued' ? status.isIssuing : undefined;
  };
  assert.is(isIssuing(), false);
  assert.equal([now(OTHER), await recorded(SAME)], ['used for other content', 'queued']);
  assert.is(await forHolder(SAME), 'free', 'whoever issues it may go on');
  for (const by of ['removal', 'queue'] as const) {
    const end = atWork(by);
    assert.is(isIssuing(), by === 'queue');
    end();
    await keys.work('sandbox', ID)?.ended;
  }
  await ledger.put({ type: 'intent', intent: INTENT });
  assert.is(isIssuing(), true, 'its outcome is not known');
  assert.is(await forHolder(SAME), 'open');
});

test('an order that was refused or removed leaves its key free', async () => {
  for (const state of ['refused', 'removed'] as const) {
    const { ledger, now, recorded } = await opened();
    await ledger.put({ type: 'queued', order: QUEUED });
    await ledger.put({ type: 'queued', order: { ...QUEUED, state } });
    assert.equal([now(SAME), now(OTHER), await recorded(OTHER)], ['free', 'free', 'free']);
  }
});

test('an intent has its key until it is settled, open or in doubt', async () => {
  const { ledger, now, recorded, forHolder, doubt } = await opened();
  await ledger.put({ type: 'intent', intent: INTENT });
  assert.equal([now(SAME), await recorded(SAME), await forHolder(SAME)], ['open', 'open', 'open']);
  assert.equal([now(OTHER), await forHolder(OTHER)], ['used for other content', 'used for other content']);
  doubt();
  assert.equal([now(SAME), await forHolder(SAME)], ['in doubt', 'in doubt']);
  await ledger.put({ type: 'abort', requestId: INTENT.requestId, cause: { by: 'counter' } });
  assert.equal([now(SAME), await forHolder(OTHER)], ['free', 'free']);
});

test('a receipt keeps its key, in its environment', async () => {
  const { ledger, keys, recorded, forHolder } = await opened();
  await issue(ledger);
  assert.equal([await recorded(SAME), await recorded(), await forHolder(SAME)], ['issued', 'issued', 'issued']);
  assert.is(await forHolder(OTHER), 'used for other content');
  assert.is((await keys.forReading('production', KEY)).state, 'free');
});

test('a repeat shares the outcome of the request that is at work, and takes no key of its own', async () => {
  const { locks, keys } = await opened();
  let works = 0;
  let end = (_: string): void => undefined;
  const work = (): Promise<string> => new Promise((resolve) => ((works += 1), (end = resolve)));
  const first = locks.withKey('sandbox', KEY, work);
  const repeat = locks.withKey('sandbox', KEY, work);
  const other = await locks.withKey('sandbox', { id: ID, fingerprint: OTHER }, work);
  assert.is(other, 'taken');
  end('done');
  assert.equal(
    [await first, await repeat],
    [
      { isRepeat: false, outcome: 'done' },
      { isRepeat: true, outcome: 'done' },
    ],
  );
  assert.is(works, 1);
  assert.is(keys.work('sandbox', ID), undefined, 'the key is given back');
});

test('work that throws takes its repeats along and gives the key back', async () => {
  const { locks, keys } = await opened();
  const failing = (): Promise<never> => Promise.reject(new Error('a bug'));
  const both = [locks.withKey('sandbox', KEY, failing), locks.withKey('sandbox', KEY, failing)];
  for (const { status } of await Promise.allSettled(both)) assert.is(status, 'rejected');
  assert.is(keys.work('sandbox', ID), undefined);
});

test('a queued key is refused at once, even while its order is being removed', async () => {
  const { ledger, locks, atWork } = await opened();
  await ledger.put({ type: 'queued', order: QUEUED });
  const end = atWork('removal');
  const work = (): Promise<void> => Promise.resolve();
  assert.is(await locks.withKey('sandbox', KEY, work), 'taken');
  end();
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type IntentLookUp, PreSendLookup } from '../../../../src/sales/invoicing/reconciliation/lookUp.js';
import { OpenIntents } from '../../../../src/sales/invoicing/reconciliation/openIntents.js';
import type { Intent } from '../../../../src/platform/ledger/intent.js';
import { MemoryDisk } from '../../../kit/disk/memory.js';
import { HandClock } from '../../../kit/handClock.js';
import { openLedger } from '../../../kit/ledger.js';
import { intentAfter } from './lostOrders.js';

/** Three open orders after a start, each of which takes `takes` ms to look up. */
async function opened(takes: number, settles: (place: number) => boolean = () => false) {
  const clock = new HandClock();
  const ledger = await openLedger(new MemoryDisk());
  const openIntents = new OpenIntents({ ledger, clock });
  const intents: Intent[] = [];
  for (let place = 0; place < 3; place += 1) {
    const intent = intentAfter({});
    intents.push(intent);
    assert.ok((await ledger.put({ type: 'intent', intent })).ok);
    openIntents.progressOf(intent, 60_000);
  }
  const lookedUp: (readonly [place: number, within: number | undefined])[] = [];
  const reconcileNow: IntentLookUp['reconcileNow'] = ({ requestId }, within) => {
    const place = intents.findIndex((intent) => intent.requestId === requestId);
    lookedUp.push([place, within]);
    clock.pass(takes);
    return Promise.resolve(settles(place));
  };
  let staying = 0;
  const lookUp = { reconcileNow } as unknown as IntentLookUp;
  const preSendLookup = new PreSendLookup({ clock, openIntents, lookUp, staysOpen: () => (staying += 1) });
  return { ledger, openIntents, intents, lookedUp, preSendLookup, staying: () => staying };
}

test('before the next receipt the lost ones are looked up, the latest first, for two seconds at most', async () => {
  const { ledger, lookedUp, preSendLookup, staying } = await opened(1500);
  await preSendLookup.run('sandbox');
  assert.equal(lookedUp, [
    [2, 2000],
    [1, 500],
  ]);
  assert.is(staying(), 2, 'what stays open is looked up in the background');
  await preSendLookup.run('production');
  assert.is(lookedUp.length, 2);
  await ledger.close();
});

test('none is looked up that the processor cannot forget with the next receipt', async () => {
  const { ledger, openIntents, intents, lookedUp, preSendLookup } = await opened(0);
  const [first] = intents;
  assert.ok(first);
  const progress = openIntents.progressOf(first, 60_000);
  progress.isOvertaken = true;
  progress.lookedUpAt = 0;
  await preSendLookup.run('sandbox');
  assert.equal(
    lookedUp.map(([place]) => place),
    [2, 1],
  );
  await ledger.close();
});

test('once the processor is ready only those are asked for again of which it said nothing; true when one is settled', async () => {
  const { ledger, openIntents, intents, lookedUp, preSendLookup, staying } = await opened(0, (place) => place === 1);
  assert.is(await preSendLookup.rerun('sandbox'), false);
  assert.equal(lookedUp, []);
  const [, second, third] = intents;
  for (const silent of [second, third]) if (silent) openIntents.progressOf(silent, 60_000).wasInconclusive = true;
  assert.is(await preSendLookup.rerun('sandbox'), true);
  assert.equal(
    lookedUp.map(([place]) => place),
    [2, 1],
  );
  assert.is(staying(), 1);
  await ledger.close();
});

test.run();

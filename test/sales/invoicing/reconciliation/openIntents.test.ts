import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { OpenIntents } from '../../../../src/sales/invoicing/reconciliation/openIntents.js';
import type { Intent } from '../../../../src/platform/ledger/intent.js';
import { MemoryDisk } from '../../../kit/disk/memory.js';
import { HandClock } from '../../../kit/handClock.js';
import { openLedger } from '../../../kit/ledger.js';
import { intentAfter } from './lostOrders.js';

const LIMIT = 60_000;

async function opened(isTrusted = true) {
  const clock = new HandClock();
  const ledger = await openLedger(new MemoryDisk());
  const open = new OpenIntents({
    ledger,
    clock: { now: clock.now, monotonic: clock.monotonic, sleep: clock.sleep, isTrusted: () => isTrusted },
  });
  const put = async (change: Partial<Intent> = {}): Promise<Intent> => {
    const intent = intentAfter({}, { createdAt: clock.now(), ...change });
    assert.ok((await ledger.put({ type: 'intent', intent })).ok);
    return intent;
  };
  const unresolved = (): string[] => open.unresolved('sandbox').map(({ intent }) => intent.requestId);
  return { clock, ledger, open, put, unresolved };
}

test('an order is unsettled once its processor is not waited for any more, and until its outcome is recorded', async () => {
  const { ledger, open, put, unresolved } = await opened();
  const intent = await put();
  open.begin(intent, LIMIT);
  assert.equal(unresolved(), [], 'its outcome is on its way');
  assert.equal(open.of('sandbox').length, 1);
  open.markEnded(intent);
  assert.equal(unresolved(), [intent.requestId]);
  assert.is(open.doubtOf(intent), undefined);
  await ledger.put({ type: 'abort', requestId: intent.requestId, cause: { by: 'counter' } });
  assert.equal(unresolved(), []);
  await ledger.close();
});

test('an order whose outcome was recorded before its processor had ended leaves nothing behind', async () => {
  const { clock, ledger, open, put } = await opened();
  const intent = await put();
  open.begin(intent, LIMIT);
  await ledger.put({ type: 'abort', requestId: intent.requestId, cause: { by: 'counter' } });
  open.markEnded(intent);
  clock.pass(LIMIT);
  assert.is(open.isPastSigningLimit(intent), false);
  assert.is(open.lostFor(intent), 0);
  await ledger.close();
});

test('its limit is measured from the question, how long it is lost from the end of the wait', async () => {
  const { clock, ledger, open, put } = await opened();
  const intent = await put();
  open.begin(intent, LIMIT);
  clock.pass(40_000);
  open.markEnded(intent);
  clock.pass(LIMIT - 40_000 - 1);
  assert.equal([open.isPastSigningLimit(intent), open.lostFor(intent)], [false, LIMIT - 40_001]);
  clock.pass(1);
  assert.is(open.isPastSigningLimit(intent), true);
  const during = await put();
  open.begin(during, LIMIT);
  assert.is(open.wasOverBefore(intent, during), true, 'at the very limit');
  assert.is(open.wasOverBefore(during, intent), false);
  await ledger.close();
});

test('how long ago it was asked for is told by the monotonic clock, after a restart by a clock that is trusted, else not at all', async () => {
  for (const [isTrusted, expected] of [
    [true, 5000],
    [false, 0],
  ] as const) {
    const { clock, ledger, open, put } = await opened(isTrusted);
    const asked = await put();
    const before = await put({ createdAt: clock.now() - 3000 });
    const future = await put({ createdAt: clock.now() + 7000 });
    open.begin(asked, LIMIT);
    clock.pass(2000);
    assert.is(open.ageOf(before), expected);
    assert.is(open.ageOf(future), expected, 'a clock that was set back made it no younger');
    clock.wallError = 3_600_000;
    assert.is(open.ageOf(asked), 2000);
    await ledger.close();
  }
});

test('the latest order may be forgotten with the next receipt; an overtaken one is looked up every three seconds until its limit', async () => {
  const { clock, ledger, open, put } = await opened();
  const [first, latest] = [await put(), await put()];
  open.begin(first, LIMIT);
  open.markEnded(first);
  assert.is(open.mayProcessorForget(first), true);
  open.begin(latest, LIMIT);
  open.markEnded(latest);
  assert.is(open.mayProcessorForget(latest), true);
  assert.is(open.mayProcessorForget(first), true, 'it was never looked up');
  const progress = open.progressOf(first, LIMIT);
  clock.pass(10_000);
  progress.lookedUpAt = clock.monotonic();
  clock.pass(2999);
  assert.is(open.mayProcessorForget(first), false);
  clock.pass(1);
  assert.is(open.mayProcessorForget(first), true);
  clock.pass(LIMIT);
  progress.lookedUpAt = clock.monotonic();
  clock.pass(3000);
  assert.is(open.mayProcessorForget(first), false, 'it was looked up when it could be signed no more');
  await ledger.close();
});

test('an order in doubt is so until the numbers tell, and an order of the other environment is found by its request id too', async () => {
  const { ledger, open, put } = await opened();
  const intent = await put();
  const other = await put({ environment: 'production', clientRequestId: 'order-1' });
  const progress = open.progressOf(intent, LIMIT);
  progress.state = 'notHeld';
  progress.number = 'CARD0001-CARD0001-7';
  assert.equal(open.doubtOf(intent), { number: 'CARD0001-CARD0001-7' });
  open.endDoubt(intent);
  assert.is(open.doubtOf(intent), undefined);
  assert.is(open.unresolved('sandbox')[0]?.number, null);
  assert.is(open.find(other.requestId)?.requestId, other.requestId);
  assert.is(open.withKey('production', 'order-1')?.requestId, other.requestId);
  assert.is(open.withKey('sandbox', 'order-1'), undefined);
  await ledger.close();
});

test.run();

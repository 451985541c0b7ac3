import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { OpenIntents } from '../../../../src/sales/invoicing/reconciliation/openIntents.js';
import {
  PossibleDuplicates,
  UnclaimedReceipts,
} from '../../../../src/sales/invoicing/reconciliation/possibleDuplicates.js';
import type { Intent } from '../../../../src/platform/ledger/intent.js';
import { issued } from '../../../paper/journal/invoices.js';
import { MemoryDisk } from '../../../kit/disk/memory.js';
import { HandClock } from '../../../kit/handClock.js';
import { openLedger } from '../../../kit/ledger.js';
import { intentAfter, SALE } from './lostOrders.js';

const INVOICE = issued(SALE, { environment: 'sandbox' });
const NUMBER = INVOICE.signature.invoiceNumber;
const LIMIT = 60_000;

async function opened() {
  const clock = new HandClock();
  const ledger = await openLedger(new MemoryDisk(), { now: clock.now });
  const openIntents = new OpenIntents({ ledger, clock });
  const logged: string[] = [];
  const soldTwice = new PossibleDuplicates({ ledger, openIntents, clock, log: (event) => void logged.push(event) });
  /** A sale whose answer is lost now. */
  const lose = async (change: Partial<Intent> = {}): Promise<Intent> => {
    const intent = intentAfter({}, change);
    assert.ok((await ledger.put({ type: 'intent', intent })).ok);
    openIntents.begin(intent, LIMIT);
    openIntents.markEnded(intent);
    return intent;
  };
  const soldAs = (): (string | undefined)[] => openIntents.of('sandbox').map(({ soldAgainAs }) => soldAgainAs);
  const lostNow = (environment: 'sandbox' | 'production' = 'sandbox') =>
    soldTwice.lostJustNow(environment, intentAfter({}).fingerprint)?.intent.requestId;
  return { clock, ledger, openIntents, logged, soldTwice, lose, soldAs, lostNow };
}

test('the same sale without a key is taken for the repeat of a lost one for a minute', async () => {
  const { clock, ledger, lose, lostNow } = await opened();
  assert.is(lostNow(), undefined);
  const { requestId } = await lose();
  assert.is(lostNow(), requestId);
  assert.is(lostNow('production'), undefined);
  clock.pass(59_999);
  assert.is(lostNow(), requestId);
  clock.pass(1);
  assert.is(lostNow(), undefined);
  await ledger.close();
});

test('a sale with a key, and one of other goods, is no such sale', async () => {
  const { ledger, lose, lostNow } = await opened();
  await lose({ clientRequestId: 'order-1' });
  await lose({ fingerprint: 'e'.repeat(64) });
  assert.is(lostNow(), undefined);
  await ledger.close();
});

test('of several the one that was signed for certain comes first', async () => {
  const { ledger, openIntents, lose, lostNow } = await opened();
  const first = await lose();
  assert.is(lostNow(), first.requestId);
  const second = await lose();
  openIntents.progressOf(second, LIMIT).number = 'CARD0001-CARD0001-7';
  assert.is(lostNow(), second.requestId);
  await ledger.close();
});

test('a lost sale notes the first receipt that the same was sold under without a key', async () => {
  const { ledger, soldTwice, lose, soldAs } = await opened();
  await lose();
  await lose({ fingerprint: 'e'.repeat(64) });
  await lose({ clientRequestId: 'order-1' });
  await soldTwice.recordRepeat(intentAfter({}, { clientRequestId: 'order-2' }), INVOICE);
  assert.equal(soldAs(), [undefined, undefined, undefined], 'a sale with a key is repeated by its key');
  await soldTwice.recordRepeat(intentAfter({}), INVOICE);
  assert.equal(soldAs(), [NUMBER, undefined, undefined]);
  const later = { ...INVOICE, signature: { ...INVOICE.signature, invoiceNumber: 'CARD0001-CARD0001-9' } };
  await soldTwice.recordRepeat(intentAfter({}), later);
  assert.equal(soldAs(), [NUMBER, undefined, undefined], 'the first stays');
  await lose();
  await soldTwice.recordRepeat(intentAfter({}), later);
  assert.equal(soldAs(), [NUMBER, undefined, undefined, later.signature.invoiceNumber], 'one that was lost since');
  await ledger.close();
});

test('a receipt that is found is not its own second one', async () => {
  const { ledger, soldTwice, lose, soldAs } = await opened();
  await soldTwice.recordRepeat(await lose(), INVOICE);
  assert.equal(soldAs(), [undefined]);
  await ledger.close();
});

test('what was sold twice is told once, with both numbers', async () => {
  const { clock, ledger, logged, soldTwice } = await opened();
  const lost = { ...intentAfter({}), soldAgainAs: NUMBER };
  await soldTwice.reportDuplicate(intentAfter({}), 'CARD0001-CARD0001-7');
  await soldTwice.reportDuplicate(lost, NUMBER);
  assert.equal([logged, ledger.main.events], [[], []], 'it was sold once');
  for (let time = 0; time < 2; time += 1) await soldTwice.reportDuplicate(lost, 'CARD0001-CARD0001-7');
  const event = { kind: 'sold-twice', at: clock.now(), environment: 'sandbox' } as const;
  assert.equal(ledger.main.events, [{ ...event, first: 'CARD0001-CARD0001-7', second: NUMBER }]);
  assert.equal(logged, ['sale.twice']);
  await ledger.close();
});

const MINUTE = 60_000;
const LOST = intentAfter({});
const { fingerprint } = LOST;
const UNCLAIMED_RECEIPTS_INVOICE = issued(SALE);

function found(age = 0) {
  const clock = new HandClock();
  const unclaimed = new UnclaimedReceipts(clock);
  unclaimed.add(LOST, UNCLAIMED_RECEIPTS_INVOICE, age);
  return { clock, unclaimed };
}

test('a receipt that was found is given once to whoever asks for the same, and the next of the same to the next', () => {
  const { unclaimed } = found();
  const second = { ...UNCLAIMED_RECEIPTS_INVOICE, uuid: '01a1fdc3-5780-7001-8000-000000000002' };
  unclaimed.add(LOST, second, 0);
  assert.is(unclaimed.take('sandbox', fingerprint), UNCLAIMED_RECEIPTS_INVOICE);
  assert.is(unclaimed.take('sandbox', fingerprint), second);
  assert.is(unclaimed.take('sandbox', fingerprint), undefined);
});

test('neither other goods nor the other environment get it', () => {
  const { unclaimed } = found();
  assert.is(unclaimed.take('production', fingerprint), undefined);
  assert.is(unclaimed.take('sandbox', 'e'.repeat(64)), undefined);
  assert.is(unclaimed.take('sandbox', fingerprint), UNCLAIMED_RECEIPTS_INVOICE);
});

test('it is kept for three minutes, whatever the clock on the wall shows', () => {
  for (const [passed, expected] of [
    [3 * MINUTE - 1, UNCLAIMED_RECEIPTS_INVOICE],
    [3 * MINUTE, undefined],
  ] as const) {
    const { clock, unclaimed } = found();
    clock.wallError = -10 * MINUTE;
    clock.pass(passed);
    assert.is(unclaimed.take('sandbox', fingerprint), expected, `${passed} ms`);
  }
});

test('it is not kept when it was asked for more than ten minutes ago: whoever wants the same is the next customer', () => {
  assert.is(found(10 * MINUTE).unclaimed.take('sandbox', fingerprint), UNCLAIMED_RECEIPTS_INVOICE);
  assert.is(found(10 * MINUTE + 1).unclaimed.take('sandbox', fingerprint), undefined);
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { CounterBaseline } from '../../../../src/contract/fiscal.js';
import { CounterEvidence } from '../../../../src/sales/invoicing/reconciliation/counterEvidence.js';
import { OpenIntents } from '../../../../src/sales/invoicing/reconciliation/openIntents.js';
import type { Intent } from '../../../../src/platform/ledger/intent.js';
import { MemoryDisk } from '../../../kit/disk/memory.js';
import { HandClock } from '../../../kit/handClock.js';
import { openLedger, SMALL_SIZES } from '../../../kit/ledger.js';
import { issued } from '../../../paper/journal/invoices.js';
import { CARD, CARD_RUN, intentAfter, numbers, SALE, signatureIn } from './lostOrders.js';

const LIMIT = 60_000;
const AT_TEN = { counters: { [CARD_RUN]: numbers(10, 6) }, lastNumber: `${CARD_RUN}-10` };

async function opened(segmentBytes = SMALL_SIZES.segmentBytes) {
  const clock = new HandClock();
  const ledger = await openLedger(new MemoryDisk(), { sizes: { ...SMALL_SIZES, segmentBytes } });
  const openIntents = new OpenIntents({ ledger, clock });
  let witness = new CounterEvidence({ ledger, openIntents });
  const lose = async (known: Partial<CounterBaseline> = AT_TEN): Promise<Intent> => {
    const intent = intentAfter(known);
    await ledger.put({ type: 'intent', intent });
    openIntents.begin(intent, LIMIT);
    openIntents.markEnded(intent);
    return intent;
  };
  /** A receipt that is asked for now, and signed under these numbers. */
  const sell = async (total: number, type: number, run = CARD_RUN): Promise<void> => {
    const asked = intentAfter(AT_TEN);
    const signature = signatureIn(run, total, type);
    openIntents.begin(asked, LIMIT);
    const uuid = ledger.newUuid(clock.now());
    const recorded = await ledger.issue({ ...issued(SALE, { environment: 'sandbox' }), uuid, signature });
    assert.ok(recorded.ok);
    witness.add(asked, signature);
    openIntents.markEnded(asked);
  };
  const report = (intent: Intent, lastNumber: string | null, uid = CARD): void =>
    witness.report(intent, { uid, lastNumber, time: null });
  const kindOf = ({ requestId }: Intent) => witness.proofs('sandbox').get(requestId)?.kind;
  const forgetAll = (): void => void (witness = new CounterEvidence({ ledger, openIntents }));
  const recall = () => witness.recall('sandbox');
  const tidy = () => witness.discardUnneeded('sandbox');
  const close = ({ requestId }: Intent) => ledger.put({ type: 'abort', requestId, cause: { by: 'counter' } });
  return { clock, lose, sell, report, kindOf, forgetAll, recall, tidy, close };
}

test('only a receipt that was asked for after the limit tells', async () => {
  const { clock, lose, sell, kindOf } = await opened();
  const lost = await lose();

  await sell(11, 7);
  assert.is(kindOf(lost), 'waiting');
  clock.pass(LIMIT);
  assert.is(kindOf(lost), 'waiting', 'that one was asked for before it');
  await sell(12, 8);
  assert.is(kindOf(lost), 'not signed', 'but its number is held');
});

test('a number that is found late fills its gap', async () => {
  const { clock, lose, sell, kindOf } = await opened();
  const lost = await lose();
  clock.pass(LIMIT);

  await sell(13, 9);
  assert.is(kindOf(lost), 'no proof');
  await sell(12, 8);
  assert.is(kindOf(lost), 'signed');
  await sell(11, 7);
  assert.is(kindOf(lost), 'not signed');
});

test('a report is believed of the same card, and not when it is behind what is known', async () => {
  const { clock, lose, report, kindOf } = await opened();
  const lost = await lose();
  clock.pass(LIMIT);

  report(lost, null);
  report(lost, '');
  report(lost, 'no number');
  report(lost, `${CARD_RUN}-9`);
  report(lost, 'OTHER777-OTHER777-10', 'OTHER777');
  assert.is(kindOf(lost), 'waiting');

  report(lost, `${CARD_RUN}-10`);
  assert.is(kindOf(lost), 'not signed');
  report(lost, `${CARD_RUN}-11`);
  assert.is(kindOf(lost), 'signed', 'the later one counts');
});

test('a report behind the last receipt of the ledger is old', async () => {
  const { clock, lose, sell, report, kindOf } = await opened();
  const lost = await lose();
  await sell(12, 8);
  clock.pass(LIMIT);

  report(lost, `${CARD_RUN}-11`);
  assert.is(kindOf(lost), 'waiting');
  report(lost, `${CARD_RUN}-12`);
  assert.is(kindOf(lost), 'signed');
});

test('no last number is the report of a card that has signed nothing', async () => {
  const { lose, report, kindOf } = await opened();
  const lost = await lose({ counters: {}, lastNumber: '' });

  report(lost, '');
  assert.is(kindOf(lost), 'not signed');
});

test('after a restart the receipts of the ledger are counted with those that come', async () => {
  const { clock, lose, sell, kindOf, forgetAll, recall } = await opened();
  const lost = await lose();
  await sell(11, 7);
  clock.pass(LIMIT);

  forgetAll();
  await sell(12, 8);
  assert.is(kindOf(lost), 'signed', 'number 11 is not remembered');
  await recall();
  assert.is(kindOf(lost), 'not signed');
});

test('after a restart a number is told also when a day of receipts came since', async () => {
  const { clock, lose, sell, kindOf, forgetAll, recall } = await opened(64 * 1024 * 1024);
  const lost = await lose();
  clock.pass(LIMIT);
  for (let total = 12; total < 620; total += 1) await sell(total, total - 4);
  assert.is(kindOf(lost), 'signed');

  forgetAll();
  await recall();
  await sell(620, 616);
  assert.is(kindOf(lost), 'signed');
});

test('receipts that come while nothing is lost are no gap beside what is lost later', async () => {
  const { clock, lose, sell, tidy, close } = await opened();
  const lost = await lose();
  clock.pass(LIMIT);
  await sell(11, 7);
  await close(lost);
  await sell(12, 8);
  await sell(13, 9);

  const later = await lose({ counters: { [CARD_RUN]: numbers(13, 9) } });
  clock.pass(LIMIT);
  await sell(14, 10);
  await close(later);
  assert.equal(tidy(), []);
});

test('what is left missing when nothing is open any more is told once', async () => {
  const { clock, lose, sell, tidy, close } = await opened();
  const lost = await lose();
  clock.pass(LIMIT);
  await sell(12, 8);
  assert.equal(tidy(), [], 'an order is still open');

  await close(lost);
  assert.equal(tidy(), [{ series: CARD_RUN, before: 10, after: 12 }]);
  assert.equal(tidy(), []);
});

test('a receipt from before the lost order that is found late makes no gap', async () => {
  const { clock, lose, sell, tidy, close } = await opened();
  const lost = await lose();
  clock.pass(LIMIT);
  await sell(5, 3);
  await sell(11, 7);

  await close(lost);
  assert.equal(tidy(), []);
});

test('while nothing is lost no number is kept', async () => {
  const { sell, lose, kindOf, clock } = await opened();
  await sell(11, 7);
  await sell(13, 8);
  const lost = await lose({ counters: { [CARD_RUN]: numbers(13, 8) } });
  clock.pass(LIMIT);
  await sell(14, 9);

  assert.is(kindOf(lost), 'not signed');
});

test.run();

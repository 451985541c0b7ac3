// A processor whose answer is overdue holds its own order only.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { SaleOutcome } from '../../../../src/sales/invoicing/issue/order.js';
import type { FindOutcome, SignOutcome, SignRequest } from '../../../../src/processors/pfr/port.js';
import { PFR_REFUSALS } from '../../../../src/processors/pfr/pfrTexts.js';
import { MemoryDisk } from '../../../kit/disk/memory.js';
import { standIn } from '../../../kit/standIn.js';
import { BAD_LABEL, LOST, Shop } from '../queue/shop.js';

const OVERDUE = 2000;
const SLOW = 'key-of-slow';
const NOW = { whenOffline: null };

/** A shop whose processor answers the order of {@link SLOW} on demand, and all others at once. */
class SlowShop {
  /** Answers to {@link SLOW}. */
  answer: (outcome: SignOutcome | 'signed now') => void = () => undefined;
  /** The receipt of {@link SLOW}, once the processor has signed it. */
  receipt: SignOutcome | undefined;
  /** What a look-up of it finds. */
  found: () => FindOutcome | Promise<FindOutcome> = () => ({ kind: 'absent' });

  private constructor(readonly shop: Shop) {}

  static async open(): Promise<SlowShop> {
    const shop = (await Shop.open(new MemoryDisk())).connect();
    shop.fault = undefined;
    await shop.settings.set('pfr.sandbox', { mode: 'lpfr', url: 'http://192.168.1.5', settlingSale: false });
    const slow = new SlowShop(shop);
    const { pfr } = shop;
    shop.pfr = standIn(pfr, {
      overdueAfter: OVERDUE,
      signingLimit: 60_000,
      lookUpTime: 5000,
      sign: (request) => (request.draft.cashier === SLOW ? slow.sign(request) : pfr.sign(request)),
      find: async () => slow.found(),
    });
    slow.signNow = (request) => pfr.sign(request);
    return slow;
  }

  private signNow: (request: SignRequest) => Promise<SignOutcome> = () => Promise.resolve(LOST);

  private async sign(request: SignRequest): Promise<SignOutcome> {
    const told = await new Promise<SignOutcome | 'signed now'>((resolve) => (this.answer = resolve));
    if (told !== 'signed now') return told;
    return this.receipt ?? this.signNow(request);
  }

  /** Lets the processor sign {@link SLOW} without answering yet. */
  async signs(): Promise<void> {
    const { shop } = this;
    const [intent] = shop.ledger.main.intents('sandbox');
    assert.ok(intent);
    this.receipt = await this.signNow(intent);
  }

  /** The slow sale, whose answer is overdue. */
  async sellSlowly(): Promise<() => SaleOutcome | undefined> {
    let end: SaleOutcome | undefined;
    void this.shop.sell(SLOW, NOW).then((outcome) => (end = outcome));
    await this.shop.pass(0);
    await this.shop.pass(OVERDUE - 1);
    const next = this.shop.sell('key-of-next', NOW);
    await this.shop.pass(0);
    assert.equal(this.shop.signed, [], 'until it is overdue others wait');
    await this.shop.pass(1);
    assert.is((await next).kind, 'issued');
    assert.is(end, undefined);
    return () => end;
  }

  async numbers(): Promise<string[]> {
    return (await this.shop.receipts()).map(({ signature }) => signature.invoiceNumber).sort();
  }
}

test('an overdue answer that comes is recorded, after the receipts that were signed meanwhile', async () => {
  const slow = await SlowShop.open();
  const end = await slow.sellSlowly();
  await slow.signs();
  slow.answer('signed now');
  await slow.shop.pass(0);
  assert.is(end()?.kind, 'issued');
  assert.is((await slow.numbers()).length, 2);
  assert.equal(slow.shop.ledger.main.intents('sandbox'), []);
  await slow.shop.close();
});

test('what a look-up has found for the next buyer answers the slow caller at once, and its late answer changes nothing', async () => {
  const slow = await SlowShop.open();
  const end = await slow.sellSlowly();
  await slow.signs();
  const { receipt } = slow;
  assert.ok(receipt?.kind === 'signed');
  slow.found = () => receipt;
  await slow.shop.pass(5000);
  const third = slow.shop.sell('key-of-third', NOW);
  await slow.shop.pass(0);
  assert.is((await third).kind, 'issued');
  const found = end();
  assert.ok(found?.kind === 'issued');
  assert.is(found.invoice.signature.invoiceNumber, receipt.signature.invoiceNumber);
  slow.answer('signed now');
  await slow.shop.pass(0);
  const numbers = await slow.numbers();
  assert.equal([numbers.length, new Set(numbers).size], [3, 3]);
  await slow.shop.close();
});

test('an answer that comes while a look-up is about to find the receipt records it once', async () => {
  const slow = await SlowShop.open();
  const end = await slow.sellSlowly();
  await slow.signs();
  const { receipt } = slow;
  assert.ok(receipt?.kind === 'signed');
  let find = (_: FindOutcome): void => undefined;
  slow.found = () => new Promise((resolve) => (find = resolve));
  await slow.shop.pass(5000);
  const third = slow.shop.sell('key-of-third', NOW);
  await slow.shop.pass(0);
  slow.answer('signed now');
  await slow.shop.pass(0);
  assert.is(end(), undefined, 'it waits for the processor');
  find(receipt);
  await slow.shop.pass(0);
  assert.is(end()?.kind, 'issued');
  assert.is((await third).kind, 'issued');
  const numbers = await slow.numbers();
  assert.equal([numbers.length, new Set(numbers).size], [3, 3]);
  await slow.shop.close();
});

test('a late answer is recorded before those that wait for the processor are sent', async () => {
  const slow = await SlowShop.open();
  const end = await slow.sellSlowly();
  await slow.signs();
  const release = await slow.shop.mutex.acquire(0);
  assert.ok(release);
  const waiting = slow.shop.sell('key-of-third', NOW);
  await slow.shop.pass(0);
  slow.answer('signed now');
  await slow.shop.pass(0);
  const atThird: unknown[] = [];
  slow.shop.signing = () => void atThird.push(end()?.kind);
  release();
  await slow.shop.pass(0);
  assert.is((await waiting).kind, 'issued');
  assert.equal(atThird, ['issued']);
  await slow.shop.close();
});

test('without a key: the receipt that answers the slow caller is not given to the next one who wants the same', async () => {
  const slow = await SlowShop.open();
  const same = { cashier: SLOW, ...NOW };
  let end: SaleOutcome | undefined;
  void slow.shop.sell(null, same).then((outcome) => (end = outcome));
  await slow.shop.pass(0);
  await slow.shop.pass(OVERDUE);
  await slow.signs();
  const { receipt } = slow;
  assert.ok(receipt?.kind === 'signed');
  slow.found = () => receipt;
  const other = slow.shop.sell('key-of-next', NOW);
  await slow.shop.pass(0);
  assert.is((await other).kind, 'issued');
  assert.is(end?.kind, 'issued');
  slow.receipt = undefined;
  const again = slow.shop.sell(null, same);
  await slow.shop.pass(0);
  slow.answer('signed now');
  await slow.shop.pass(0);
  assert.is((await again).kind, 'issued');
  assert.is((await slow.numbers()).length, 3);
  await slow.shop.close();
});

test('without a key: who wants the same waits for the slow answer, and is sold to after it', async () => {
  const slow = await SlowShop.open();
  const same = { cashier: SLOW, ...NOW };
  const ends: SaleOutcome['kind'][] = [];
  void slow.shop.sell(null, same).then(({ kind }) => ends.push(kind));
  await slow.shop.pass(0);
  void slow.shop.sell(null, same).then(({ kind }) => ends.push(kind));
  await slow.shop.pass(OVERDUE);
  assert.equal(ends, [], 'it is not refused because the one before it is slow');
  slow.answer('signed now');
  await slow.shop.pass(0);
  slow.answer('signed now');
  await slow.shop.pass(0);
  assert.equal(ends, ['issued', 'issued']);
  assert.is((await slow.numbers()).length, 2);
  await slow.shop.close();
});

test('without a key: it does not wait longer than for a processor', async () => {
  const slow = await SlowShop.open();
  const same = { cashier: SLOW, ...NOW };
  void slow.shop.sell(null, same);
  await slow.shop.pass(0);
  await slow.shop.pass(OVERDUE);
  const second = slow.shop.sell(null, same);
  await slow.shop.pass(0);
  await slow.shop.pass(30_000);
  const end = await second;
  assert.is(end.kind === 'refused' ? end.rule : end.kind, 'pfr.busy');
  slow.answer(BAD_LABEL);
  await slow.shop.pass(0);
  await slow.shop.close();
});

test('a late answer with the receipt of the other order is no answer', async () => {
  const slow = await SlowShop.open();
  const end = await slow.sellSlowly();
  const [other] = await slow.shop.receipts();
  assert.ok(other);
  slow.answer({ kind: 'signed', signature: other.signature });
  await slow.shop.pass(0);
  for (let look = 0; look < 3; look += 1) await slow.shop.pass(3000);
  assert.is(end()?.kind, 'refused');
  assert.is((await slow.numbers()).length, 1);
  assert.is(slow.shop.ledger.main.intents('sandbox')[0]?.hasAnswered, true, 'it stays open');
  await slow.shop.close();
});

test('a late refusal frees the key', async () => {
  const slow = await SlowShop.open();
  const end = await slow.sellSlowly();
  slow.answer(BAD_LABEL);
  await slow.shop.pass(0);
  assert.is(end()?.kind, 'refused');
  assert.equal(slow.shop.ledger.main.intents('sandbox'), []);
  await slow.shop.close();
});

test('the caller is told to repeat when a person has decided that the slow order was not signed', async () => {
  const slow = await SlowShop.open();
  const { shop } = slow;
  const end = await slow.sellSlowly();
  await shop.pass(60_000);
  const [intent] = shop.ledger.main.intents('sandbox');
  assert.ok(intent);
  const { reconciliation } = shop.invoicing;
  const decided = reconciliation.decide(intent.requestId, { signed: false, reason: 'Процесор је угашен.' });
  await shop.pass(0);
  assert.ok((await decided).ok);
  assert.equal(end(), { kind: 'refused', ...PFR_REFUSALS.notSigned });
  const again = shop.sell(SLOW, NOW);
  await shop.pass(0);
  slow.answer('signed now');
  await shop.pass(0);
  assert.is((await again).kind, 'issued');
  await shop.close();
});

test('a late signature is not denied when a person has decided that the order was not signed', async () => {
  const slow = await SlowShop.open();
  const { shop } = slow;
  const end = await slow.sellSlowly();
  await shop.pass(60_000);
  const [intent] = shop.ledger.main.intents('sandbox');
  assert.ok(intent);
  await slow.signs();
  const release = await shop.mutex.acquire(0);
  assert.ok(release);
  const { reconciliation } = shop.invoicing;
  const decided = reconciliation.decide(intent.requestId, { signed: false, reason: 'Процесор је угашен.' });
  await shop.pass(0);
  release();
  slow.answer('signed now');
  await shop.pass(0);
  await decided;
  const outcome = end();
  assert.is(outcome?.kind === 'refused' ? outcome.rule : outcome?.kind, 'pfr.outcome-unknown');
  await shop.close();
});

test('a slow answer that is lost is looked up while its caller waits, and others are served between the look-ups', async () => {
  const slow = await SlowShop.open();
  const end = await slow.sellSlowly();
  slow.answer(LOST);
  await slow.shop.pass(0);
  assert.is(end(), undefined, 'it is looked up again after a second');
  const third = slow.shop.sell('key-of-third', NOW);
  await slow.shop.pass(0);
  assert.is((await third).kind, 'issued');
  await slow.signs();
  const { receipt } = slow;
  assert.ok(receipt?.kind === 'signed');
  slow.found = () => receipt;
  await slow.shop.pass(1000);
  assert.is(end()?.kind, 'issued');
  await slow.shop.close();
});

test('while its answer is awaited nobody is told that a receipt is lost, and its key is at work', async () => {
  const slow = await SlowShop.open();
  await slow.sellSlowly();
  await slow.shop.pass(5000);
  const { invoicing, ledger } = slow.shop;
  assert.equal(invoicing.reconciliation.unresolved('sandbox'), []);
  assert.not.ok(ledger.main.events.some(({ kind }) => kind === 'in-doubt'));
  assert.is(invoicing.isAtWork(SLOW), true);
  slow.answer(BAD_LABEL);
  await slow.shop.pass(0);
  await slow.shop.close();
});

test('a refund whose answer is overdue lets other refunds go', async () => {
  const slow = await SlowShop.open();
  const { shop } = slow;
  const [one, two] = [await shop.sell('key-of-one', NOW), await shop.sell('key-of-two', NOW)];
  assert.ok(one.kind === 'issued' && two.kind === 'issued');
  const refund = { transactionType: 'Refund', buyerId: '10:100000049', ...NOW };
  const slowly = { ...refund, referentDocumentNumber: one.invoice.signature.invoiceNumber };
  void shop.sell(SLOW, slowly);
  await shop.pass(0);
  await shop.pass(OVERDUE);
  const other = shop.sell('key-of-other', {
    ...refund,
    referentDocumentNumber: two.invoice.signature.invoiceNumber,
  });
  await shop.pass(0);
  assert.is((await other).kind, 'issued');
  const same = shop.sell('key-of-same', slowly);
  await shop.pass(0);
  assert.is((await same).kind, 'refused', 'the same receipt is not refunded beside it');
  slow.answer(BAD_LABEL);
  await shop.pass(0);
  await shop.close();
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { localTime } from '../../../../src/base/time.js';
import { printedJournal } from '../../../../src/paper/journal/printedJournal.js';
import { body } from '../bodies.js';
import { Counter, isInvalid, refusedWith, issued } from '../counter.js';

const KEY = 'copy-2026-1';
const REFERENT = { referentDocumentNumber: 'DEMO-DEMO-1', referentDocumentDT: '2026-11-20 09:00:00' };

let counter: Counter;
test.before.each(async () => {
  counter = await Counter.open();
});
test.after.each(() => counter.ledger.close());

test('every kind of receipt but a copy is copied: lines, payments, buyer, and the number and time of the original', async () => {
  const kinds = [
    ['Normal', 'Sale'],
    ['Normal', 'Refund'],
    ['ProForma', 'Sale'],
    ['Training', 'Refund'],
    ['Advance', 'Sale'],
  ] as const;
  for (const [invoiceType, transactionType] of kinds) {
    const payments = [{ paymentType: 'Card', amount: 300 }];
    const named = { buyerId: '10:123456789', buyerCostCenterId: '50:1', cashier: 'Ана', adText: 'Хвала', payments };
    const asked = { invoiceType, transactionType, ...named, ...REFERENT, dateAndTimeOfIssue: '2026-11-20 08:00:00' };
    const original = issued(await counter.sell(body(asked)));
    const copy = issued(await counter.copy(original));
    assert.equal(copy.draft, {
      ...original.draft,
      invoiceType: 'Copy',
      cashier: 'API',
      referentNumber: original.signature.invoiceNumber,
      referentTime: localTime(original.signature.time),
      issueTime: null,
      adText: null,
    });
    assert.equal(copy.signature.taxItems, original.signature.taxItems);
    assert.not.match(copy.signature.journal, /ЕСИР време/);
    const signature = /Потпис купца: _+\r\n/;
    const printed = printedJournal(copy.signature.journal, copy.draft);
    assert.is(signature.test(printed), transactionType === 'Refund', 'a copy of a refund is signed by the buyer');
  }
});

test('a copy names the cashier who issues it, as the pages send it', async () => {
  const original = issued(await counter.sell(body({ cashier: 'Ана' })));
  const copy = issued(await counter.copy(original, null, 'Мира'));
  assert.is(copy.draft.cashier, 'Мира');
  assert.match(copy.signature.journal, /Касир: +Мира/);
});

test('a copy says how the original was paid, whatever the mode of cash is today', async () => {
  const original = issued(await counter.sell(body({ payments: [{ paymentType: 'Card', amount: 300 }] })));
  await counter.set('simplifiedCash', true);
  assert.equal(issued(await counter.copy(original)).draft.payments, original.draft.payments);
});

test('what the buyer of the original gave is not said again', async () => {
  const original = issued(await counter.sell(body({ tendered: 500 })));
  assert.is(original.draft.tendered, 500_00);
  assert.match(printedJournal(original.signature.journal, original.draft), /Повраћај: +200,00\r\n$/);
  assert.not.match(original.signature.journal, /Уплаћено|Повраћај/);
  assert.not('tendered' in issued(await counter.copy(original)).draft);
  assert.not('tendered' in issued(await counter.refund(original, { buyerId: '10:123456789' })).draft);
});

test('a copy is not copied', async () => {
  const copy = issued(await counter.copy(issued(await counter.sell())));
  const words = 'Копија се не може копирати; копирајте рачун на који се она позива.';
  isInvalid(await counter.copy(copy), words, 'uuid');
  const posted = issued(await counter.sell(body({ invoiceType: 'Copy', ...REFERENT })));
  isInvalid(await counter.copy(posted), words, 'uuid');
});

test('a repeated key answers the first copy; without one each call makes another', async () => {
  const original = issued(await counter.sell());
  const copy = issued(await counter.copy(original, KEY));
  assert.equal(await counter.copy(original, KEY), { kind: 'replayed', invoice: copy });
  assert.is.not(issued(await counter.copy(original)).uuid, copy.uuid);
  assert.is((await counter.all()).length, 3);
});

test('a copy that the processor refuses is not stored, and its key is free', async () => {
  const original = issued(await counter.sell());
  counter.refusing = () => 'Нема картице.';
  assert.equal(await counter.copy(original, KEY), refusedWith('Нема картице.'));
  counter.refusing = () => undefined;
  issued(await counter.sell(body({ clientRequestId: KEY })));
});

test.run();

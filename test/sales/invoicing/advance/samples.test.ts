// proof: the advances of the Technical Instruction
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { printedJournal } from '../../../../src/paper/journal/printedJournal.js';
import { closed, Counter, issued } from '../counter.js';
import { SAMPLE_911, SAMPLE_912, SAMPLE_913, sampleRows } from './samples.js';

let counter: Counter;
test.before.each(async () => {
  counter = await Counter.open();
});
test.after.each(() => counter.ledger.close());

async function compare({ numbers, receipts }: Pick<typeof SAMPLE_911, 'numbers' | 'receipts'>): Promise<void> {
  const printed = (await counter.all()).map(({ draft, signature }) => printedJournal(signature.journal, draft));
  assert.equal(
    printed.map((text) => sampleRows(text, numbers)),
    receipts,
  );
}

test('9.1.1: two advances of two labels, one line for each label on the refund, and only the rest on the final receipt', async () => {
  const first = issued(await counter.sell(SAMPLE_911.advance));
  const referent = { referentDocumentNumber: first.signature.invoiceNumber };
  const last = issued(await counter.sell({ ...SAMPLE_911.advance, ...referent }));
  closed(await counter.close(last, SAMPLE_911.closing));
  await compare(SAMPLE_911);
});

test('9.1.2: advances from before fiscalization are closed by the number of the last paper', async () => {
  const { advance, isNew } = closed(await counter.closeEarlier(SAMPLE_912.closing));
  assert.equal([advance, isNew], [null, true]);
  await compare(SAMPLE_912);
});

test('9.1.3: the refund returns the advances from before fiscalization and those of the box', async () => {
  await counter.set('refundGuard', 'refuse');
  const first = issued(await counter.sell(SAMPLE_913.firstAdvance));
  const referent = { referentDocumentNumber: first.signature.invoiceNumber };
  const last = issued(await counter.sell({ ...SAMPLE_913.secondAdvance, ...referent }));
  closed(await counter.close(last, SAMPLE_913.closing));
  await compare(SAMPLE_913);
});

test('9.1.3 by single receipts: a refund above what the box advanced has no warning and is not refused', async () => {
  await counter.set('refundGuard', 'refuse');
  const first = issued(await counter.sell(SAMPLE_913.firstAdvance));
  const referent = { referentDocumentNumber: first.signature.invoiceNumber };
  const last = issued(await counter.sell({ ...SAMPLE_913.secondAdvance, ...referent }));
  const items = [{ name: '10: Аванс (Ђ)', label: 'Ђ', quantity: 1, unitPrice: 55_000 }];
  const refund = { invoiceType: 'Advance', transactionType: 'Refund', buyerId: '10:100000024', items };
  const outcome = await counter.sell({ ...refund, referentDocumentNumber: last.signature.invoiceNumber });
  if (outcome.kind !== 'issued') throw new Error(JSON.stringify(outcome));
  assert.is(outcome.warnings, undefined);
  const again = await counter.sell({ ...refund, referentDocumentNumber: last.signature.invoiceNumber });
  assert.is(again.kind === 'invalid' && again.error.rule, 'refund.already-refunded');
});

test.run();

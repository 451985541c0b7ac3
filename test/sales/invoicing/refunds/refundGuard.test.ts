import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Invoice, Warning } from '../../../kit/answers.js';
import { TestBox } from '../../../kit/box.js';
import { type Client, read, readError, type Reply } from '../../../kit/client.js';
import { type Body, body, line } from '../bodies.js';

const BUYER = { buyerId: '20:001234567' };
/** Two lines of 300 and 180 RSD. */
const ITEMS = [line(), line({ name: 'Бурек', quantity: 2, unitPrice: 90, label: 'Е' })];
const ADVANCE = { name: '10: Аванс (Ђ)', quantity: 1, label: 'Ђ' };

let box: TestBox;
let client: Client;

test.before(async () => {
  box = await TestBox.start();
});
test.before.each(async () => {
  client = await box.client();
  await box.set('refundGuard', 'warn');
});
test.after(() => box.stop());

const issue = async (change: Body = {}): Promise<Invoice> =>
  read('Invoice', 201, await client.post('/invoices', body(change)));
const refund = (sale: Invoice, change: Body = {}): Promise<Reply> =>
  client.post(`/invoices/${sale.uuid}/refund`, { ...BUYER, ...change });
const returned = (sale: Invoice, items: Body[], change: Body = {}): Promise<Reply> =>
  client.post(
    '/invoices',
    body({
      ...{ invoiceType: sale.invoiceType, transactionType: 'Refund', items, ...BUYER },
      ...{ referentDocumentNumber: sale.pfr.invoiceNumber, ...change },
    }),
  );

const warningsOf = (reply: Reply, status = 201): readonly Warning[] => read('Invoice', status, reply).warnings ?? [];
function theOnly(warnings: readonly Warning[], rule: string, ...names: string[]): void {
  assert.equal(
    warnings.map((one) => one.rule),
    [rule],
  );
  for (const name of names) {
    for (const text of [warnings[0]?.message, warnings[0]?.messageEn])
      assert.ok(text?.includes(name), `${text}: ${name}`);
  }
}
const numberOf = (reply: Reply): string => read('Invoice', 201, reply).pfr.invoiceNumber;

test('the first refund says nothing, the second is issued and names the first', async () => {
  const sale = await issue({ items: ITEMS });
  const first = await refund(sale);
  assert.not.ok('warnings' in (read('Invoice', 201, first) as object));
  const second = await refund(sale);
  theOnly(warningsOf(second), 'refund.already-refunded', sale.pfr.invoiceNumber, numberOf(first));
  const third = await returned(sale, [line({ quantity: 1 })]);
  theOnly(warningsOf(third), 'refund.already-refunded', numberOf(first), numberOf(second));
});

test('parts may come back until nothing is left; what goes beyond says by how much', async () => {
  const sale = await issue({ items: ITEMS });
  const first = await returned(sale, [line({ quantity: 1 })]);
  assert.equal(warningsOf(first), []);
  assert.equal(
    warningsOf(await returned(sale, [line({ name: 'Бурек', quantity: 1.5, unitPrice: 90, label: 'Е' })])),
    [],
  );
  theOnly(warningsOf(await refund(sale)), 'refund.beyond-what-is-left', '480,00', '195,00', numberOf(first));
});

test('more of one line than is left is seen, though the money would do', async () => {
  const sale = await issue({ items: ITEMS });
  const beyond = await returned(sale, [line({ name: 'Бурек', quantity: 3, unitPrice: 90, label: 'Е' })]);
  theOnly(warningsOf(beyond), 'refund.beyond-what-is-left', 'Бурек', '2 ком');
});

test('what was weighed and comes back in parts is not beyond for the rounding of each, and of those before it', async () => {
  const cheese = { name: 'Сир', unit: 'кг', unitPrice: 1.01, label: 'Ђ' };
  const sale = await issue({ items: [line({ ...cheese, quantity: 2 })] });
  for (const _part of [1, 2, 3, 4]) assert.equal(warningsOf(await returned(sale, [{ ...cheese, quantity: 0.5 }])), []);
});

test('a number has one form, however it was typed: zeros, small letters, blanks and dashes hide no refund', async () => {
  const sale = await issue();
  const [jid = '', signer = '', counter = ''] = sale.pfr.invoiceNumber.split('-');
  assert.equal(warningsOf(await refund(sale)), []);
  for (const typed of [
    `${jid}-${signer}-0${counter}`,
    `${jid}-${signer}-${counter}`.toLowerCase(),
    ` ${jid} – ${signer} - ${counter} `,
    `${jid}‑${signer}—${counter}`.replace('E', 'Ｅ'),
  ]) {
    const reply = await returned(sale, ITEMS, { referentDocumentNumber: typed });
    theOnly(warningsOf(reply), 'refund.already-refunded', sale.pfr.invoiceNumber);
    assert.is(read('Invoice', 201, reply).referentDocumentNumber, sale.pfr.invoiceNumber);
    const { invoices } = read('InvoiceList', 200, await client.get(`/invoices?number=${encodeURIComponent(typed)}`));
    assert.equal(
      invoices.map(({ uuid }) => uuid),
      [sale.uuid],
    );
  }
});

test('pieces have no rounding: a para more than was sold is seen', async () => {
  const sale = await issue({ items: [line({ quantity: 3, unitPrice: 1 })] });
  const reply = await returned(sale, [line({ quantity: 3, unitPrice: 1.01 })]);
  theOnly(warningsOf(reply), 'refund.beyond-what-is-left', sale.pfr.invoiceNumber);
});

test('what is no fiscal refund of a sale of this box is not judged', async () => {
  const sale = await issue();
  for (const change of [
    { invoiceType: 'Training' },
    { invoiceType: 'Copy' },
    { referentDocumentNumber: 'ABCD2345-ABCD2345-1' },
  ]) {
    for (const _time of [1, 2]) {
      const rules = warningsOf(await returned(sale, ITEMS, change)).map(({ rule }) => rule);
      assert.not.ok(
        rules.some((rule) => rule.startsWith('refund.')),
        rules.join(' '),
      );
    }
  }
  assert.equal(warningsOf(await refund(sale)), []);
});

test('a closed advance, and each before it in its chain, name the closing; the closing itself says nothing', async () => {
  const first = await issue({ invoiceType: 'Advance', items: [{ ...ADVANCE, unitPrice: 100 }] });
  const chained = { invoiceType: 'Advance', referentDocumentNumber: first.pfr.invoiceNumber };
  const last = await issue({ ...chained, items: [{ ...ADVANCE, unitPrice: 50 }] });
  const rest = { restPayments: [{ paymentType: 'Cash', amount: 150 }] };
  const reply = await client.post(`/invoices/${last.uuid}/close-advance`, body(rest));
  const closed = read('ClosedAdvance', 201, reply);
  assert.not.ok('warnings' in (closed as object));
  for (const advance of [first, last]) {
    const again = warningsOf(await refund(advance));
    theOnly(again, 'refund.advance-closed', closed.advanceRefund.pfr.invoiceNumber, closed.invoice.pfr.invoiceNumber);
  }
});

test('a chain that is refunded whole by its last advance says nothing, and then its earlier ones do', async () => {
  const first = await issue({ invoiceType: 'Advance', items: [{ ...ADVANCE, unitPrice: 100 }] });
  const chained = { invoiceType: 'Advance', referentDocumentNumber: first.pfr.invoiceNumber };
  const last = await issue({ ...chained, items: [{ ...ADVANCE, unitPrice: 50 }] });
  const whole = await returned(last, [{ ...ADVANCE, unitPrice: 150 }]);
  assert.equal(warningsOf(whole), []);
  theOnly(warningsOf(await refund(first)), 'refund.already-refunded', numberOf(whole));
});

test('the repeat of a refund of an advance says what it said, whatever was issued to its chain since', async () => {
  const first = await issue({ invoiceType: 'Advance', items: [{ ...ADVANCE, unitPrice: 100 }] });
  const after = ({ pfr }: Invoice): Body => ({ invoiceType: 'Advance', referentDocumentNumber: pfr.invoiceNumber });
  const last = await issue({ ...after(first), items: [{ ...ADVANCE, unitPrice: 50 }] });
  const whole = (): Promise<Reply> =>
    returned(last, [{ ...ADVANCE, unitPrice: 150 }], { clientRequestId: `whole-${last.uuid}` });
  const again = (): Promise<Reply> => refund(first, { clientRequestId: `again-${first.uuid}` });
  const made = await whole();
  assert.equal(warningsOf(made), []);
  theOnly(warningsOf(await again()), 'refund.already-refunded', numberOf(made));
  await issue({ ...after(last), items: [{ ...ADVANCE, unitPrice: 30 }] });
  await issue({ referentDocumentNumber: numberOf(made) });
  assert.equal(warningsOf(await whole(), 200), []);
  theOnly(warningsOf(await again(), 200), 'refund.already-refunded', numberOf(made));
});

test('parts of an advance come back one by one', async () => {
  const advance = await issue({ invoiceType: 'Advance', items: [{ ...ADVANCE, unitPrice: 100 }] });
  for (const _part of [1, 2]) {
    assert.equal(warningsOf(await returned(advance, [{ ...ADVANCE, unitPrice: 50 }])), []);
  }
  theOnly(warningsOf(await refund(advance)), 'refund.already-refunded');
});

test('with refuse the second refund is 422, says what to do, and issues nothing; a repeat of the first is answered', async () => {
  await box.set('refundGuard', 'refuse');
  const sale = await issue({ items: ITEMS });
  const key = { 'Idempotency-Key': 'refund-of-the-guarded' };
  const post = (): Promise<Reply> => client.post(`/invoices/${sale.uuid}/refund`, BUYER, key);
  const first = read('Invoice', 201, await post());
  for (const [reply, place] of [
    [await refund(sale), 'uuid'],
    [await returned(sale, ITEMS), '/referentDocumentNumber'],
  ] as const) {
    const { code, message, field } = readError(422, reply);
    assert.equal([code, field], ['validation', place], 'by the name that the request has for it');
    assert.match(message, new RegExp(`${first.pfr.invoiceNumber}.*Рефундација није издата.*„refundGuard” на „warn”`));
  }
  assert.equal(read('Invoice', 200, await post()), first);
  await box.set('refundGuard', 'warn');
  theOnly(warningsOf(await refund(sale)), 'refund.already-refunded', first.pfr.invoiceNumber);
});

test('an advance that continues a paper may be refunded together with it, for more than the box has received', async () => {
  const referent = { referentDocumentNumber: 'XXXXXXXX-XXXXXXXX-17' };
  const advance = await issue({ invoiceType: 'Advance', items: [{ ...ADVANCE, unitPrice: 100 }], ...referent });
  assert.equal(warningsOf(await returned(advance, [{ ...ADVANCE, unitPrice: 400 }])), []);
});

test('with refuse an advance is closed all the same, also after a part of its chain came back', async () => {
  await box.set('refundGuard', 'refuse');
  const first = await issue({ invoiceType: 'Advance', items: [{ ...ADVANCE, unitPrice: 100 }] });
  assert.equal(warningsOf(await refund(first)), []);
  const chained = { invoiceType: 'Advance', referentDocumentNumber: first.pfr.invoiceNumber };
  const last = await issue({ ...chained, items: [{ ...ADVANCE, unitPrice: 50 }] });
  read('ClosedAdvance', 201, await client.post(`/invoices/${last.uuid}/close-advance`, body()));
  readError(422, await refund(last));
});

test('of two refunds at the same time the second sees the first', async () => {
  const sale = await issue();
  const both = await Promise.all([refund(sale), returned(sale, [line()])]);
  assert.equal(both.map((reply) => warningsOf(reply).length).sort(), [0, 1]);
  await box.set('refundGuard', 'refuse');
  const other = await issue();
  const replies = await Promise.all([refund(other), refund(other), returned(other, [line()])]);
  assert.equal(replies.map(({ status }) => status).sort(), [201, 422, 422]);
});

test('a repeat under the same key says again what was said, and no more', async () => {
  const sale = await issue();
  const keyed = (key: string): Promise<Reply> =>
    client.post(`/invoices/${sale.uuid}/refund`, BUYER, { 'Idempotency-Key': key });
  const first = read('Invoice', 201, await keyed('refund-the-first'));
  const second = read('Invoice', 201, await keyed('refund-the-second'));
  theOnly(second.warnings ?? [], 'refund.already-refunded', first.pfr.invoiceNumber);
  assert.equal(read('Invoice', 200, await keyed('refund-the-first')), first);
  assert.equal(read('Invoice', 200, await keyed('refund-the-second')), second);
});

// Technical Instruction for ESIR, 9.3.
test('a refund that was voided counts no more: the right one follows without a warning, and a second voiding warns', async () => {
  const sale = await issue({ items: ITEMS });
  const wrong = read('Invoice', 201, await returned(sale, [ITEMS[0] as Body]));
  const own = { buyerId: `10:${box.parts.settings.now.company.tin}` };
  const voiding = { clientRequestId: `voiding-${wrong.uuid}` };
  const voided = await returned(wrong, [ITEMS[0] as Body], { ...own, ...voiding });
  assert.equal(warningsOf(voided), []);
  const { refunds, refundable } = read('InvoiceWithState', 200, await client.get(`/invoices/${sale.uuid}`));
  assert.equal([refunds, refundable?.amount], [[], 480]);
  const ofWrong = read('InvoiceWithState', 200, await client.get(`/invoices/${wrong.uuid}`));
  assert.equal([ofWrong.refunds?.map(({ number }) => number), ofWrong.refundable], [[numberOf(voided)], undefined]);
  assert.equal(warningsOf(await refund(sale)), []);
  const again = await returned(wrong, [ITEMS[0] as Body], own);
  theOnly(warningsOf(again), 'refund.already-refunded', wrong.pfr.invoiceNumber, numberOf(voided));
  // A repeat says what was said when it was issued.
  assert.equal(warningsOf(await returned(wrong, [ITEMS[0] as Body], { ...own, ...voiding }), 200), []);
});

test('a part of a wrong refund that was returned does not void it', async () => {
  const sale = await issue({ items: ITEMS });
  const wrong = read('Invoice', 201, await refund(sale));
  await returned(wrong, [ITEMS[0] as Body], { buyerId: `10:${box.parts.settings.now.company.tin}` });
  theOnly(warningsOf(await refund(sale)), 'refund.already-refunded', wrong.pfr.invoiceNumber);
});

test('refunds that name the numbers of each other are counted in the end', async () => {
  const sale = await issue({ items: ITEMS });
  const [jid = '', signer = '', counter = ''] = sale.pfr.invoiceNumber.split('-');
  const next = `${jid}-${signer}-${Number(counter) + 2}`;
  const one = read('Invoice', 201, await returned(sale, ITEMS, { referentDocumentNumber: next }));
  const other = read('Invoice', 201, await returned(one, ITEMS));
  assert.is(other.pfr.invoiceNumber, next);
  read('InvoiceWithState', 200, await client.get(`/invoices/${one.uuid}`));
});

test('a refund that is issued with a warning stands in the log', async () => {
  const sale = await issue();
  await refund(sale);
  await refund(sale);
  const line = box.log.findLast(({ event }) => event === 'refund.warned');
  assert.equal([line?.['rule'], line?.['number']], ['refund.already-refunded', sale.pfr.invoiceNumber]);
});

test.run();

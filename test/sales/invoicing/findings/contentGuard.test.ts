// Decision: what the tax authority forbids and the contract allows is issued with a warning by the API, and refused by the pages of the
// box and under the setting `strict`.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Invoice } from '../../../kit/answers.js';
import { TestBox } from '../../../kit/box.js';
import { type Client, read, readError } from '../../../kit/client.js';
import { serveWithoutSocket } from '../../../kit/serve.js';
import { makeUsers, type Visitor, visitorAs } from '../../../kit/web/visitor.js';
import { type Body, body, line } from '../bodies.js';

let box: TestBox;
let client: Client;
let page: Visitor;
/** Receipts of the box that others refer to. */
let own: Readonly<Record<'sale' | 'card' | 'refund' | 'copy' | 'proForma' | 'training' | 'advance', Invoice>>;

const BUYER = { buyerId: '20:001234567' };
const COMPANY = { buyerId: '10:100000049' };
const ADVANCE = { invoiceType: 'Advance', items: [line({ name: '10: Аванс (Ђ)', quantity: 1 })] };
const EARLIER = '2026-01-05 09:00:00';
const ELSEWHERE = { referentDocumentNumber: 'AAAAAAAA-AAAAAAAA-1', referentDocumentDT: '2025-11-20 10:00:00' };
const CARD = { ...COMPANY, buyerCostCenterId: '50:6666666', payments: [{ paymentType: 'Voucher', amount: 300 }] };

test.before(async () => {
  box = await TestBox.start({ serve: serveWithoutSocket });
  await makeUsers(box);
  page = await visitorAs(box, 'Ана');
  client = await box.client();
  const sale = await issue();
  const card = await issue(CARD);
  own = {
    sale,
    card,
    refund: await issue({ ...referring(await issue()), ...BUYER, transactionType: 'Refund' }),
    copy: read('Invoice', 201, await client.post(`/invoices/${sale.uuid}/copy`, {})),
    proForma: await issue({ invoiceType: 'ProForma' }),
    training: await issue({ invoiceType: 'Training' }),
    advance: await issue(ADVANCE),
  };
});
test.before.each(async () => {
  client = await box.client();
  await box.set('strict', false);
});
test.after(() => box.stop());

async function issue(change: Body = {}): Promise<Invoice> {
  return read('Invoice', 201, await client.post('/invoices', body(change)));
}

function referring({ pfr }: Invoice): Body {
  return { referentDocumentNumber: pfr.invoiceNumber };
}

function refunding(name: keyof typeof own, change: Body = {}): Body {
  return body({ ...referring(own[name]), ...BUYER, transactionType: 'Refund', ...change });
}

function copying(name: keyof typeof own, change: Body = {}): Body {
  return body({ ...referring(own[name]), invoiceType: 'Copy', ...change });
}

function rulesOf({ warnings = [] }: Pick<Invoice, 'warnings'>): string[] {
  return warnings.map(({ rule }) => rule).filter((rule) => rule.startsWith('invoice.'));
}

interface PageError {
  readonly error: { readonly rule?: string; readonly field?: string; readonly message: string };
}

/** How many receipts the processor has signed, and how many the box holds. */
async function counters(): Promise<readonly [signed: string, held: number]> {
  const { invoices } = read('InvoiceList', 200, await client.get('/invoices?page=1'));
  const [newest] = invoices;
  return [newest?.pfr.invoiceNumber ?? '', invoices.length];
}

const voucher = (change: Body = {}): Body => line({ name: '20: Једнонаменски ваучер (Ђ)', quantity: 1, ...change });
const optional = (buyerCostCenterId: string, change: Body = {}): Body =>
  body({ ...COMPANY, buyerCostCenterId, ...change });

const FORBIDDEN: readonly (readonly [what: string, rule: string, field: string, json: () => Body])[] = [
  ['PIB of two digits', 'buyer-impossible', '/buyerId', () => body({ buyerId: '10:12' })],
  [
    'TIN of the shop as a JMBG',
    'buyer-impossible',
    '/buyerId',
    () => body({ buyerId: `11:${box.parts.settings.now.company.tin}` }),
  ],
  [
    'copy of a receipt of elsewhere for a buyer that cannot exist',
    'buyer-impossible',
    '/buyerId',
    () => {
      return body({ ...ELSEWHERE, invoiceType: 'Copy', buyerId: '10:12' });
    },
  ],
  ['PIB of letters', 'buyer-impossible', '/buyerId', () => body({ buyerId: '10:ABCDEFGHI' })],
  ['JMBG of three digits', 'buyer-impossible', '/buyerId', () => body({ buyerId: '11:123' })],
  ['public sector without JBKJS', 'buyer-impossible', '/buyerId', () => body({ buyerId: '12:100000049' })],
  ['optional field of free text', 'optional-field-code', '/buyerCostCenterId', () => optional('нешто')],
  ['optional field with an unknown code', 'optional-field-code', '/buyerCostCenterId', () => optional('22:1')],
  ['optional field without a value', 'optional-field-code', '/buyerCostCenterId', () => optional('30:')],
  [
    'period over two months',
    'optional-field-code',
    '/buyerCostCenterId',
    () => refunding('card', { ...CARD, buyerCostCenterId: '60:01032022_01042022' }),
  ],
  [
    'period of a day that does not exist',
    'optional-field-code',
    '/buyerCostCenterId',
    () => refunding('card', { ...CARD, buyerCostCenterId: '60:01022022_31022022' }),
  ],
  [
    'optional field on an advance',
    'optional-field-kind',
    '/buyerCostCenterId',
    () => optional('30:099999999', ADVANCE),
  ],
  [
    'optional field without a buyer',
    'optional-field-kind',
    '/buyerCostCenterId',
    () => optional('30:099999999', { buyerId: null }),
  ],
  ['period on a sale', 'optional-field-kind', '/buyerCostCenterId', () => optional('60:01032022_31032022')],
  [
    'optional field of a sale on its refund',
    'optional-field-kind',
    '/buyerCostCenterId',
    () => refunding('sale', { buyerCostCenterId: '30:099999999' }),
  ],
  [
    'month of corporate cards in cash',
    'optional-field-payment',
    '/payments',
    () => refunding('card', { ...CARD, payments: [], buyerCostCenterId: '60:01032022_31032022' }),
  ],
  [
    'copy of a receipt of elsewhere with an optional field of free text',
    'optional-field-code',
    '/buyerCostCenterId',
    () => body({ ...ELSEWHERE, ...COMPANY, invoiceType: 'Copy', buyerCostCenterId: 'нешто' }),
  ],
  [
    'copy of a refund of elsewhere with the optional field of a sale',
    'optional-field-kind',
    '/buyerCostCenterId',
    () =>
      body({
        ...ELSEWHERE,
        ...COMPANY,
        ...{ invoiceType: 'Copy', transactionType: 'Refund', buyerCostCenterId: '30:1' },
      }),
  ],
  [
    'one payment of more than the total',
    'payment-set',
    '/payments',
    () => body({ payments: [{ paymentType: 'Card', amount: 1000 }] }),
  ],
  [
    'one payment of less than the total, beside one of 0',
    'payment-set',
    '/payments',
    () =>
      body({
        payments: [
          { paymentType: 'Card', amount: 0 },
          { paymentType: 'Cash', amount: 299.98 },
        ],
      }),
  ],
  ['corporate card paid in cash', 'optional-field-payment', '/payments', () => body({ ...CARD, payments: [] })],
  [
    'free of charge, paid in cash',
    'free-of-charge-payment',
    '/payments',
    () => body({ items: [line({ name: '00: Хаљина' })] }),
  ],
  [
    'advance line of another label',
    'advance-line-form',
    '/items/0/label',
    () => body({ invoiceType: 'Advance', items: [line({ name: '10:Аванс', quantity: 1, label: 'Е' })] }),
  ],
  [
    'advance line, twice',
    'advance-line-form',
    '/items/0/quantity',
    () => body({ invoiceType: 'Advance', items: [line({ name: '10:Аванс', quantity: 2 })] }),
  ],
  [
    'ESIR time of an advance in cash',
    'issue-time-misplaced',
    '/dateAndTimeOfIssue',
    () => body({ ...ADVANCE, dateAndTimeOfIssue: EARLIER }),
  ],
  ['two vouchers on a line', 'voucher-line', '/items/0/quantity', () => body({ items: [voucher({ quantity: 2 })] })],
  [
    'vouchers of two rates',
    'voucher-line',
    '/items/1/label',
    () => body({ items: [voucher(), voucher({ name: '21: Једнонаменски ваучер (Е)', label: 'Е' })] }),
  ],
  ['copy with other goods', 'copy-differs', '/items', () => copying('sale', { items: [line({ unitPrice: 333 })] })],
  [
    'copy with another payment',
    'copy-differs',
    '/payments',
    () => copying('sale', { payments: [{ paymentType: 'Card', amount: 300 }] }),
  ],
  ['copy with another buyer', 'copy-differs', '/buyerId', () => copying('sale', COMPANY)],
  ['copy of a pro-forma', 'copy-referent', '/referentDocumentNumber', () => copying('proForma')],
  ['copy of a training receipt', 'copy-referent', '/referentDocumentNumber', () => copying('training')],
  ['copy of a copy', 'copy-referent', '/referentDocumentNumber', () => copying('copy')],
  [
    'copy of a refund that names a sale',
    'copy-referent',
    '/referentDocumentNumber',
    () => copying('sale', { ...BUYER, transactionType: 'Refund' }),
  ],
  [
    'copy of a refund that names a copy',
    'copy-referent',
    '/referentDocumentNumber',
    () => copying('copy', { ...BUYER, transactionType: 'Refund' }),
  ],
  ['refund of a pro-forma', 'refund-referent', '/referentDocumentNumber', () => refunding('proForma')],
  ['refund of a copy', 'refund-referent', '/referentDocumentNumber', () => refunding('copy')],
  ['refund of a refund', 'refund-referent', '/referentDocumentNumber', () => refunding('refund')],
  [
    'advance refund of a sale',
    'refund-referent',
    '/referentDocumentNumber',
    () => refunding('sale', { invoiceType: 'Advance' }),
  ],
  [
    'time that is not that of the receipt',
    'referent-time',
    '/referentDocumentDT',
    () => refunding('sale', { referentDocumentDT: '2020-01-01 00:00:00' }),
  ],
  [
    'time of a pro-forma on a sale',
    'referent-time',
    '/referentDocumentDT',
    () => body({ ...referring(own.proForma), referentDocumentDT: '2020-01-01 00:00:00' }),
  ],
];

for (const [what, name, field, json] of FORBIDDEN) {
  const rule = `invoice.${name}`;
  test(`${what}: the API issues it and warns; a page and strict refuse it, and nothing is signed or stored`, async () => {
    assert.equal(rulesOf(await issue(json())), [rule]);
    const before = await counters();
    const ofPage = await page.send('POST', '/web/v1/invoices', json());
    assert.is(ofPage.status, 422, ofPage.text);
    const { error } = JSON.parse(ofPage.text) as PageError;
    assert.equal([error.rule, error.field], [rule, field]);
    assert.match(error.message, /^\p{Script=Cyrillic}.*\.$/u);
    await box.set('strict', true);
    const refused = readError(422, await client.post('/invoices', json()));
    assert.equal([refused.code, refused.rule, refused.field], ['validation', rule, field]);
    assert.equal(await counters(), before);
  });
}

const ALLOWED: readonly (readonly [what: string, json: () => Body])[] = [
  ['PIB, JMBG, public sector', () => body(COMPANY)],
  ['one payment that is a para off', () => body({ payments: [{ paymentType: 'Card', amount: 299.99 }] })],
  ['no payment that counts', () => body({ payments: [{ paymentType: 'Card', amount: 0 }] })],
  ['certificate of refund of VAT', () => optional('30:099999999')],
  ['corporate card by voucher', () => body(CARD)],
  [
    'free of charge',
    () => body({ items: [line({ name: '00: Хаљина' })], payments: [{ paymentType: 'Other', amount: 300 }] }),
  ],
  ['voucher', () => body({ items: [voucher(), voucher()] })],
  [
    'names that begin with a time',
    () =>
      body({ items: ['20:30 Дина 2', '22:00 Пројекција', '00:30 сесија'].map((name) => line({ name, quantity: 2 })) }),
  ],
  ['advance of a label of the sandbox', () => body(ADVANCE)],
  [
    'advance that reached the account earlier',
    () => body({ ...ADVANCE, dateAndTimeOfIssue: EARLIER, payments: [{ paymentType: 'WireTransfer', amount: 150 }] }),
  ],
  ['advance of the goods themselves', () => body({ invoiceType: 'Advance', items: [line()] })],
  ['sale by a pro-forma', () => body({ ...referring(own.proForma), referentDocumentDT: own.proForma.pfr.sdcDateTime })],
  ['the same copy', () => copying('sale')],
  ['copy of the refund', () => copying('refund', { ...BUYER, transactionType: 'Refund' })],
  [
    'copy of a receipt of another box',
    () => body({ invoiceType: 'Copy', referentDocumentNumber: 'ABCD2345-ABCD2345-1' }),
  ],
  ['voiding of a wrong refund', () => refunding('refund', { buyerId: `10:${box.parts.settings.now.company.tin}` })],
  [
    'part of an advance by a Normal Refund',
    () => refunding('advance', { items: [line({ quantity: 1, unitPrice: 1 })] }),
  ],
];

for (const [what, json] of ALLOWED) {
  test(`${what}: no warning, and strict issues it`, async () => {
    assert.equal(rulesOf(await issue(json())), []);
    await box.set('strict', true);
    assert.equal(rulesOf(await issue(json())), []);
  });
}

test('a repeat of a receipt whose payment was set to its total is warned again', async () => {
  const json = body({ clientRequestId: 'key-of-payment', payments: [{ paymentType: 'Card', amount: 10 }] });
  for (const status of [201, 200] as const) {
    const invoice = read('Invoice', status, await client.post('/invoices', json));
    assert.equal(rulesOf(invoice), ['invoice.payment-set']);
    assert.equal(invoice.payments, [{ paymentType: 'Card', amount: 300 }]);
  }
});

test('a copy repeats its original under strict, also one that was issued with a warning', async () => {
  const sale = await issue({ buyerId: '10:12', buyerCostCenterId: 'нешто' });
  await box.set('strict', true);
  assert.equal(rulesOf(read('Invoice', 201, await client.post(`/invoices/${sale.uuid}/copy`, {}))), [
    'invoice.buyer-impossible',
    'invoice.optional-field-code',
  ]);
});

test('/copy of a pro-forma warns; strict refuses it by the name that the request has for it', async () => {
  const path = `/invoices/${own.proForma.uuid}/copy`;
  assert.equal(rulesOf(read('Invoice', 201, await client.post(path, {}))), ['invoice.copy-referent']);
  await box.set('strict', true);
  const { rule, field } = readError(422, await client.post(path, {}));
  assert.equal([rule, field], ['invoice.copy-referent', 'uuid']);
});

test('/refund repeats the optional field with a warning, as the contract says; strict leaves it out', async () => {
  const sale = await issue({ ...COMPANY, buyerCostCenterId: '30:099999999' });
  const refund = async (): Promise<Invoice> =>
    read('Invoice', 201, await client.post(`/invoices/${sale.uuid}/refund`, {}));
  const first = await refund();
  assert.equal(rulesOf(first), ['invoice.optional-field-kind']);
  assert.match(first.journal, /Опционо поље купца/);
  await box.set('strict', true);
  const second = await refund();
  assert.equal(rulesOf(second), []);
  assert.not.match(second.journal, /Опционо поље купца/);
});

test('closing an advance under strict is refused before its refund is issued', async () => {
  const { uuid } = await issue(ADVANCE);
  await box.set('strict', true);
  const before = await counters();
  const { rule, message } = readError(
    422,
    await client.post(`/invoices/${uuid}/close-advance`, body({ buyerId: '10:12' })),
  );
  assert.is(rule, 'invoice.buyer-impossible');
  assert.match(message, /^Коначни рачун: ИД купца/);
  assert.equal(await counters(), before);
  read('ClosedAdvance', 201, await client.post(`/invoices/${uuid}/close-advance`, body(COMPANY)));
});

test('the ESIR time that closing an advance prints, as the contract says, is warned of', async () => {
  const { uuid } = await issue(ADVANCE);
  const json = body({ dateAndTimeOfIssue: EARLIER });
  const closed = read('ClosedAdvance', 201, await client.post(`/invoices/${uuid}/close-advance`, json));
  assert.equal(rulesOf(closed), ['invoice.issue-time-misplaced', 'invoice.payment-set']);
  const copy = await client.post(`/invoices/${closed.advanceRefund.uuid}/copy`, {});
  assert.equal(rulesOf(read('Invoice', 201, copy)), [], 'a copy of the used refund voids nothing');
});

test('a repeat under the key of an issued receipt warns again, and is never refused', async () => {
  const key = { 'Idempotency-Key': 'key-of-forbidden' };
  const post = (status: number): Promise<Invoice> =>
    client.post('/invoices', copying('sale', COMPANY), key).then((reply) => read('Invoice', status, reply));
  const first = await post(201);
  await box.set('strict', true);
  assert.equal(await post(200), first);
});

test('the time of an own receipt is added where only its number is sent', async () => {
  const sold = await issue(referring(own.proForma));
  assert.is(sold.referentDocumentDT, own.proForma.pfr.sdcDateTime);
  assert.match(sold.journal, /Реф\. време/);
});

test.run();

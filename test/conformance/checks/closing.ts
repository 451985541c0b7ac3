import { check, NoOccasion } from '../kit/check.js';
import type { Answer } from '../kit/client.js';
import { read, refused, same, status, that } from '../kit/expect.js';
import { object, text } from '../kit/shape.js';
import { closedAdvance, type Invoice, invoice, invoiceList } from '../kit/shapes.js';
import { type Fields, hasCyrillic, type Till } from '../kit/till.js';
import { advanceLine } from './rules.js';

interface Closed {
  readonly advance: Invoice;
  readonly advanceRefund: Invoice;
  readonly final: Invoice;
}

function advanceOf(till: Till, change: Fields = {}): Promise<Invoice> {
  return till.issue({ invoiceType: 'Advance', items: [advanceLine(till, 300)], ...change });
}

function close(till: Till, { uuid }: Invoice, body: Fields = till.sale()): Promise<Answer> {
  return till.client.post(`/invoices/${uuid}/close-advance`, body);
}

const named = object({ uuid: text });

/** What an answer calls a document: its uuid, alone or as a field. More of it the contract does not show. */
function uuidOf(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return named(value, 'a document').uuid;
  } catch {
    throw new NoOccasion('the answer of close-advance does not show the uuids of its documents');
  }
}

/** The three documents of an answer that must have this status. */
async function documents(till: Till, answer: Answer, expected: number): Promise<Closed> {
  const body = read(answer, expected, closedAdvance);
  const stored = async (value: unknown): Promise<Invoice> =>
    read(await till.client.get(`/invoices/${uuidOf(value)}`), 200, invoice);
  return {
    advance: await stored(body.advance),
    advanceRefund: await stored(body.advanceRefund),
    final: await stored(body.invoice),
  };
}

/** Advance refunds that refer to an advance. */
async function refundsOf(till: Till, { pfr }: Invoice): Promise<Invoice[]> {
  const { invoices } = read(await till.client.get('/invoices?type=Advance'), 200, invoiceList);
  return invoices.filter(
    ({ transactionType, referentDocumentNumber }) =>
      transactionType === 'Refund' && referentDocumentNumber === pfr.invoiceNumber,
  );
}

/** The advertising text of a receipt, without the blanks at which it is broken into rows. */
function adTextOf({ journal }: Invoice): string {
  return (journal ?? '').split(/КРАЈ ФИСКАЛНОГ РАЧУНА =+/)[1]?.replace(/\s+/g, '') ?? '';
}

/** Final receipts that do not pass. */
function wrongFinals(till: Till): Fields[] {
  return [{}, { items: [] }, till.saleOf({ label: 'Ж' }), till.paid(['Cash', 1], ['Card', 1])];
}

/** "POST /invoices/{uuid}/close-advance". */
export const closingChecks = [
  check('close.shape', async ({ till }) => {
    const answer = await close(till, await advanceOf(till));
    const { advance, advanceRefund, final } = await documents(till, answer, 201);
    const whole = read(answer, 201, object({ advance: invoice, advanceRefund: invoice, invoice }));
    same(whole, { advance, advanceRefund, invoice: final }, 'the answer, of three whole invoices');
  }),
  check(
    [
      ...(['close.refund', 'close.final', 'close.201', 'close.keys', 'close.payments.default'] as const),
      ...(['close.buyerId.default', 'state.eligible.close'] as const),
    ],
    async ({ till }) => {
      const sold = await advanceOf(till, { buyerId: '10:123456789', payments: [{ paymentType: 'Card', amount: 300 }] });
      const { advance, advanceRefund, final } = await documents(till, await close(till, sold), 201);
      same(advance, sold, 'the advance');
      const { invoiceType, transactionType, total, items, referentDocumentNumber } = advanceRefund;
      same(
        [invoiceType, transactionType, total],
        ['Advance', 'Refund', sold.total],
        'type, transaction and total of the refund',
      );
      same(
        [items, referentDocumentNumber],
        [sold.items, sold.pfr.invoiceNumber],
        'lines and referent number of the refund',
      );
      same([final.invoiceType, final.transactionType, final.total], ['Normal', 'Sale', 300], 'the final receipt');
      same(
        final.items.map(({ name }) => name),
        ['Кафа'],
        'the delivery lines',
      );
      same(final.referentDocumentNumber, advanceRefund.pfr.invoiceNumber, 'referent number of the final receipt');
      same(final.payments, sold.payments, 'payments of the final receipt');
      same([advanceRefund.buyerId, final.buyerId], ['10:123456789', '10:123456789'], 'the buyers');
    },
  ),
  check(['close.adText', 'close.adText.own'], async ({ till }) => {
    const sold = await advanceOf(till);
    const { advanceRefund, final } = await documents(
      till,
      await close(till, sold, till.sale({ adText: 'Дођите опет!' })),
      201,
    );
    const shown = adTextOf(final);
    const [day = ''] = String(sold.pfr.sdcDateTime).split(' ');
    const days = [day, day.split('-').reverse().join('.')];
    const named = [sold.pfr.invoiceNumber, '300,00', advanceRefund.pfr.invoiceNumber].map(String);
    for (const word of named) that(shown.includes(word), `the advertising text names ${word}: ${shown}`);
    that(
      days.some((spelled) => shown.includes(spelled)),
      `the advertising text names ${day}: ${shown}`,
    );
    that(shown.endsWith('Дођитеопет!'), `the own text stands below: ${shown}`);
  }),
  check(['close.buyerId', 'close.cashier', 'close.payments', 'close.buyerCostCenterId'], async ({ till }) => {
    const payments = [
      { paymentType: 'Cash', amount: 200 },
      { paymentType: 'Card', amount: 250 },
    ];
    const own = { buyerId: '20:AB12', cashier: 'Јована', buyerCostCenterId: '60:99' };
    const items = [till.line({ quantity: 3 })];
    const { final } = await documents(till, await close(till, await advanceOf(till), { items, payments, ...own }), 201);
    same([final.buyerId, final.cashier, final.payments], [own.buyerId, own.cashier, payments], 'the final receipt');
    that((final.journal ?? '').includes('60:99'), 'the journal shows the buyerCostCenterId');
  }),
  check(['close.buyerId.own'], async ({ till }) => {
    const { advanceRefund } = await documents(till, await close(till, await advanceOf(till)), 201);
    same(advanceRefund.buyerId, `10:${till.start.company.tin}`, 'buyer of the refund');
  }),
  check(['close.dateAndTimeOfIssue'], async ({ till }) => {
    const sold = await advanceOf(till);
    refused(await close(till, sold, till.sale({ dateAndTimeOfIssue: 'yesterday' })), 422, 'validation');
    await documents(till, await close(till, sold, till.sale({ dateAndTimeOfIssue: '2025-11-20 10:00:00' })), 201);
  }),
  check(['close.clientRequestId', 'close.clientRequestId.refund'], async ({ till }) => {
    const clientRequestId = till.id();
    const { advanceRefund, final } = await documents(
      till,
      await close(till, await advanceOf(till), till.sale({ clientRequestId })),
      201,
    );
    same(
      [final.clientRequestId, advanceRefund.clientRequestId],
      [clientRequestId, `${clientRequestId}:ar`],
      'request ids',
    );
  }),
  check(['close.prefetchDocument'], async ({ client, till }) => {
    const { final } = await documents(
      till,
      await close(till, await advanceOf(till), till.sale({ prefetchDocument: 'a5' })),
      201,
    );
    status(await client.get(`/invoices/${final.uuid}/document?paper=a5`), 200);
  }),
  check(['close.200', 'close.repeat'], async ({ till }) => {
    const sold = await advanceOf(till);
    const first = await documents(till, await close(till, sold), 201);
    same(await documents(till, await close(till, sold), 200), first, 'the answer to the repeat');
    same((await refundsOf(till, sold)).length, 1, 'refunds of the advance');
  }),
  check('close.replayed', async ({ till }) => {
    const sold = await advanceOf(till);
    same(
      (await close(till, sold)).headers['idempotency-replayed'],
      undefined,
      'Idempotency-Replayed of the first answer',
    );
    same((await close(till, sold)).headers['idempotency-replayed'], 'true', 'Idempotency-Replayed of the repeat');
  }),
  check(['close.resume'], async ({ client, till }) => {
    const sold = await advanceOf(till, { buyerId: '10:123456789' });
    const refund = read(await client.post(`/invoices/${sold.uuid}/refund`, {}), 201, invoice);
    const { advanceRefund } = await documents(till, await close(till, sold), 201);
    same(advanceRefund.uuid, refund.uuid, 'the refund that was there');
    same((await refundsOf(till, sold)).length, 1, 'refunds of the advance');
  }),
  check(['close.422.ineligible', 'errors.case.ineligible.close'], async ({ till }) => {
    const kinds = [await till.issue(), await till.issueKind('Advance', 'Refund'), await till.issueKind('ProForma')];
    for (const sold of [...kinds, await till.issueKind('Copy')]) refused(await close(till, sold), 422, 'validation');
  }),
  check(['close.items', 'close.422.items'], async ({ till }) => {
    const sold = await advanceOf(till);
    for (const body of wrongFinals(till)) {
      const message = refused(await close(till, sold, body), 422, 'validation');
      that(hasCyrillic(message), `expected a message in Serbian Cyrillic, is: ${message}`);
      that(/коначн|final/i.test(message), `the message names the document: ${message}`);
    }
  }),
  check('close.422.first', async ({ till }) => {
    const sold = await advanceOf(till);
    for (const body of wrongFinals(till)) status(await close(till, sold, body), 422);
    same((await refundsOf(till, sold)).length, 0, 'refunds of the advance');
  }),
];

import { check } from '../kit/check.js';
import { read, refused, same, status, that } from '../kit/expect.js';
import { type Invoice, invoice } from '../kit/shapes.js';
import { type Fields, para, text, type Till } from '../kit/till.js';

const BUYER = { buyerId: '10:123456789', buyerCostCenterId: '50:17' };

async function refund(till: Till, { uuid }: Invoice, body?: Fields): Promise<Invoice> {
  return read(await till.client.call('POST', `/invoices/${uuid}/refund`, { json: body }), 201, invoice);
}

async function refusesRefund(till: Till, { uuid }: Invoice, body: Fields = { buyerId: '10:123456789' }): Promise<void> {
  refused(await till.client.post(`/invoices/${uuid}/refund`, body), 422, 'validation');
}

/** The text below the closing line of a receipt. */
function below({ journal }: Invoice): string {
  return (journal ?? '').split(/КРАЈ ФИСКАЛНОГ РАЧУНА =+/)[1]?.trim() ?? '';
}

/** "POST /invoices/{uuid}/refund". */
const refundChecks = [
  check(
    [
      ...(['refund.body', 'refund.201', 'refund.transactionType', 'refund.referent', 'refund.lines'] as const),
      ...(['refund.type.Normal', 'refund.buyerId.default', 'refund.buyerCostCenterId.default'] as const),
      ...(['refund.payments.default', 'refund.cashier.default', 'refund.adText.default'] as const),
      ...(['invoice.by.refund', 'service.follow-up', 'versioning.3.1.2', 'state.eligible.refund'] as const),
    ],
    async ({ till }) => {
      const paid = till.paid(['Card', 100], ['Cash', 200]);
      const items = [till.line(), till.line({ name: 'Чај', label: till.other.label, quantity: 1.5, unitPrice: 10 })];
      const payments = [
        { paymentType: 'Card', amount: 100 },
        { paymentType: 'Cash', amount: 215 },
      ];
      const sale = await till.issue({ ...paid, ...BUYER, items, payments, cashier: 'Милица', adText: 'Хвала!' });
      const made = await refund(till, sale);
      same([made.invoiceType, made.transactionType], ['Normal', 'Refund'], 'type and transaction');
      same(
        [made.referentDocumentNumber, made.referentDocumentDT],
        [sale.pfr.invoiceNumber, sale.pfr.sdcDateTime],
        'referent',
      );
      same([made.items, made.total], [sale.items, sale.total], 'lines and total');
      same(made.payments, sale.payments, 'payments');
      same([made.buyerId, made.cashier], [BUYER.buyerId, 'API'], 'buyer and cashier');
      that(
        (made.journal ?? '').includes(BUYER.buyerCostCenterId),
        'the journal shows the buyerCostCenterId of the original',
      );
      same(below(made), '', 'the advertising text');
    },
  ),
  check(
    [
      ...([
        'refund.buyerId',
        'refund.buyerCostCenterId',
        'refund.payments',
        'refund.cashier',
        'refund.adText',
      ] as const),
      'refund.type.Advance',
    ],
    async ({ till }) => {
      const advance = await till.issue(till.sale({ ...BUYER, invoiceType: 'Advance' }));
      const own = { buyerId: '20:AB12', buyerCostCenterId: '60:99', cashier: 'Јована', adText: 'Поништено' };
      const payments = [
        { paymentType: 'Voucher', amount: 50 },
        { paymentType: 'Other', amount: 250 },
      ];
      const made = await refund(till, advance, { ...own, payments, items: [till.line({ quantity: 1 })] });
      same(
        [made.invoiceType, made.buyerId, made.cashier],
        ['Advance', own.buyerId, own.cashier],
        'type, buyer, cashier',
      );
      same([made.payments, made.total], [payments, 300], 'payments and total');
      that((made.journal ?? '').includes('60:99'), 'the journal shows the buyerCostCenterId');
      same(below(made), 'Поништено', 'the advertising text');
      const wrong = [{ buyerId: '10:123456789012345678' }, { cashier: text(51) }, { adText: text(501) }];
      for (const change of wrong) await refusesRefund(till, advance, { ...BUYER, ...change });
    },
  ),
  check('refund.422.payments', async ({ till }) => {
    const payments = [
      { paymentType: 'Cash', amount: 100 },
      { paymentType: 'Card', amount: 100 },
    ];
    await refusesRefund(till, await till.issue(), { ...BUYER, payments });
  }),
  check('refund.422.buyer', async ({ till }) => refusesRefund(till, await till.issue(), {})),
  ...(['Copy', 'ProForma', 'Training'] as const).map((kind) =>
    check([`refund.422.${kind}`, 'errors.case.ineligible.refund'], async ({ till }) =>
      refusesRefund(till, await till.issueKind(kind)),
    ),
  ),
  check(['refund.422.Refund', 'errors.case.ineligible.refund'], async ({ till }) => {
    await refusesRefund(till, await till.issueKind('Normal', 'Refund'));
    await refusesRefund(till, await till.issueKind('Advance', 'Refund'));
  }),
  check('errors.422.follow-ups', async ({ till }) => {
    const copied = `/invoices/${(await till.issueKind('Copy')).uuid}`;
    await till.refusal(BUYER, `${copied}/refund`);
    await till.refusal({}, `${copied}/copy`);
    await till.refusal(till.sale(), `${copied}/close-advance`);
  }),
  check(['refund.pfr_error', 'copy.pfr_error', 'close.pfr_error'], async (tools) => {
    const { client, till } = tools;
    const sale = await till.issueKind('Normal');
    const advance = await till.issue(till.sale({ ...BUYER, invoiceType: 'Advance' }));
    await tools.whileUnreachable(async () => {
      refused(await client.post(`/invoices/${sale.uuid}/refund`, {}), 409, 'pfr_error');
      refused(await client.call('POST', `/invoices/${sale.uuid}/copy`), 409, 'pfr_error');
      const message = refused(
        await client.post(`/invoices/${advance.uuid}/close-advance`, till.sale()),
        409,
        'pfr_error',
      );
      that(/рефундациј|refund/i.test(message), `the message names the document: ${message}`);
    });
    await refund(till, sale);
  }),
  check(['refund.environment', 'copy.environment', 'close.environment'], async ({ client, operator, till }) => {
    const sale = await till.issueKind('Normal');
    const advance = await till.issue(till.sale({ ...BUYER, invoiceType: 'Advance' }));
    await operator.during('environment', 'production', async () => {
      await refusesRefund(till, sale);
      refused(await client.call('POST', `/invoices/${sale.uuid}/copy`), 422, 'validation');
      refused(await client.post(`/invoices/${advance.uuid}/close-advance`, till.sale()), 422, 'validation');
    });
  }),
];

async function copy(till: Till, { uuid }: Invoice): Promise<Invoice> {
  return read(await till.client.call('POST', `/invoices/${uuid}/copy`), 201, invoice);
}

/** "POST /invoices/{uuid}/copy". */
const copyChecks = [
  check(
    [
      ...([
        'copy.201',
        'copy.items',
        'copy.payments',
        'copy.buyerId',
        'copy.transactionType',
        'invoice.by.copy',
      ] as const),
      'state.eligible.copy',
    ],
    async ({ till }) => {
      const sale = await till.issue({ ...till.paid(['Card', 100], ['Cash', 200]), buyerId: '10:123456789' });
      const made = await copy(till, sale);
      same([made.invoiceType, made.transactionType], ['Copy', 'Sale'], 'type and transaction');
      same(
        [made.items, made.payments, made.buyerId],
        [sale.items, sale.payments, sale.buyerId],
        'items, payments and buyer',
      );
      same(para(made.total), para(sale.total), 'the total, in para');
    },
  ),
  check('copy.referent', async ({ till }) => {
    const sale = await till.issue();
    const made = await copy(till, sale);
    same(
      [made.referentDocumentNumber, made.referentDocumentDT],
      [sale.pfr.invoiceNumber, sale.pfr.sdcDateTime],
      'referent',
    );
  }),
  check('copy.refund', async ({ till }) => {
    const made = await copy(till, await till.issueKind('Normal', 'Refund'));
    same([made.invoiceType, made.transactionType], ['Copy', 'Refund'], 'type and transaction');
    that(/потпис/i.test(made.journal ?? ''), 'a space for the signature of the buyer');
  }),
  check(['copy.422', 'errors.case.ineligible.copy'], async ({ client, till }) => {
    const made = await copy(till, await till.issue());
    const again = await client.call('POST', `/invoices/${made.uuid}/copy`);
    status(again, 422);
    refused(again, 422, 'validation');
  }),
];

export const refundAndCopyChecks = [...refundChecks, ...copyChecks];

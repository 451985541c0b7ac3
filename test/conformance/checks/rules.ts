import { check, NoOccasion } from '../kit/check.js';
import { matches, same, that } from '../kit/expect.js';
import { dense } from '../kit/html.js';
import type { Invoice } from '../kit/shapes.js';
import { type Fields, para, type Till } from '../kit/till.js';
import { withLabel } from './settings.js';

const REFERENT = { referentDocumentNumber: 'AAAA1111-BBBB2222-3', referentDocumentDT: '2025-11-20 10:00:00' };

/** The prescribed name of an advance line by its label. */
const ADVANCE_NAMES = { Ђ: '10: Аванс (Ђ)', Е: '11: Аванс (Е)', Г: '12: Аванс (Г)', А: '13: Аванс (А)' };

/** The line of an advance of so much. */
export function advanceLine(till: Till, unitPrice: number): Fields {
  const { label } = till.label;
  const name = Object.entries(ADVANCE_NAMES).find(([known]) => known === label)?.[1] ?? `10: Аванс (${label})`;
  return till.line({ name, quantity: 1, unitPrice });
}

/** Issues an advance of 500,00 under the prescribed name, and looks where it must have arrived: on the paper and in the taxes. */
async function issueAdvance(till: Till, label: keyof typeof ADVANCE_NAMES): Promise<void> {
  const name = ADVANCE_NAMES[label];
  const line = till.line({ name, label, quantity: 1, unitPrice: 500 });
  const { items, journal, taxItems, total } = await till.issue({ invoiceType: 'Advance', items: [line] });
  same([items[0]?.name, items[0]?.quantity, items[0]?.unitPrice, total], [name, 1, 500, 500], 'the advance line');
  same([taxItems.map((tax) => tax.label), taxItems[0]?.total], [[label], 500], 'what is taxed');
  const printed = dense(journal ?? '');
  that(printed.includes(dense(name)), `the journal shows ${name}`);
  matches(journal ?? '', /^ *500,00 +1(?:,0+)? +500,00 *\r?$/m, 'the journal, for its price, quantity and sum');
}

/** "POST /invoices", rules 1 to 4 and 6. */
export const ruleChecks = [
  check('post.rule.1.one', async ({ till }) => {
    const { payments } = await till.issue(till.paid(['Cash', 0], ['Card', 7], ['Other', -1]));
    same(payments, [{ paymentType: 'Card', amount: 300 }], 'the payments');
  }),
  check(['post.rule.1.sum', 'post.rule.1.tolerance', 'limits.payments'], async ({ till }) => {
    for (const [first, second] of [
      [100, 200],
      [100, 199.99],
      [100, 200.01],
    ] as const) {
      const { payments, total } = await till.issue(till.paid(['Card', first], ['Cash', second]));
      const difference = Math.abs(para(...payments.map(({ amount }) => amount)) - para(total));
      that(difference <= 1, `payments that add up to the total within 0,01, are off by ${difference} para`);
    }
  }),
  check(['post.rule.1.mismatch', 'errors.case.payments', 'versioning.4.tolerance'], ({ till }) =>
    till.refuses([
      till.paid(['Card', 100], ['Cash', 199.98]),
      till.paid(['Card', 100], ['Cash', 200.02]),
      till.paid(['Card', 300], ['Cash', 300]),
    ]),
  ),
  check(
    [
      ...(['post.rule.2.referent', 'post.rule.2.buyer', 'post.buyerId.refund'] as const),
      ...(['post.referentDocumentNumber.refund', 'errors.case.refund.buyer', 'errors.case.refund.referent'] as const),
    ],
    async ({ till }) => {
      for (const invoiceType of ['Normal', 'Advance', 'ProForma', 'Training', 'Copy']) {
        const refund = { invoiceType, transactionType: 'Refund' };
        matches(
          await till.refusal(till.sale({ ...refund, buyerId: '10:123456789' })),
          /broj|број|referent/i,
          'the message',
        );
        matches(await till.refusal(till.sale({ ...refund, ...REFERENT })), /купца|buyerId/i, 'the message');
      }
    },
  ),
  check('post.rule.2.void', async ({ till }) => {
    const sale = await till.issue();
    const own = { transactionType: 'Refund', buyerId: `10:${till.start.company.tin}` };
    const refund = await till.issue(till.sale({ ...own, ...till.referring(sale) }));
    same([refund.transactionType, refund.total], ['Refund', sale.total], 'transaction and total');
  }),
  check('post.rule.2.partial', async ({ till }) => {
    const sale = await till.issue();
    const partial = { items: [till.line({ quantity: 1 })], transactionType: 'Refund', buyerId: '10:123456789' };
    const refund = await till.issue({ ...partial, ...till.referring(sale) });
    same([refund.total, refund.referentDocumentNumber], [150, sale.pfr.invoiceNumber], 'total and referent number');
    same(refund.referentDocumentDT, sale.pfr.sdcDateTime, 'referent time');
  }),
  check(['post.rule.3', 'post.referentDocumentNumber.copy', 'errors.case.copy'], async ({ till }) => {
    await till.refuses([till.sale({ invoiceType: 'Copy' })]);
    same((await till.issue(till.sale({ invoiceType: 'Copy', ...REFERENT }))).invoiceType, 'Copy', 'invoiceType');
  }),
  check('post.rule.4.pro-forma', async ({ till }) => {
    const proForma = await till.issueKind('ProForma');
    const sale = await till.issue(till.sale(till.referring(proForma)));
    same(sale.referentDocumentNumber, proForma.pfr.invoiceNumber, 'the referent number');
  }),
  check(['post.rule.4.final', 'post.rule.6.chain'], async ({ till }) => {
    const advance = (amount: number, change: Fields): Promise<Invoice> =>
      till.issue({ invoiceType: 'Advance', items: [advanceLine(till, amount)], ...change });
    const first = await advance(100, {});
    const second = await advance(50, till.referring(first));
    const refund = await advance(150, {
      transactionType: 'Refund',
      buyerId: '10:123456789',
      ...till.referring(second),
    });
    const adText = `Последњи аванс: ${String(second.pfr.invoiceNumber)}`;
    const final = await till.issue(till.sale({ adText, ...till.referring(refund) }));
    same(
      [second, refund, final].map(({ referentDocumentNumber }) => referentDocumentNumber),
      [first, second, refund].map(({ pfr }) => pfr.invoiceNumber),
      'referent numbers along the chain',
    );
    const tail = (final.journal ?? '').split('КРАЈ ФИСКАЛНОГ РАЧУНА')[1] ?? '';
    that(
      tail.replace(/\s+/g, '').includes(String(second.pfr.invoiceNumber)),
      'the number of the last advance below the end',
    );
  }),
  ...(['Ђ', 'Е', 'Г'] as const).map((label) =>
    check([`post.rule.6.${label}`, 'post.rule.6.quantity'], async ({ till }) => {
      if (!till.labels.some((known) => known.label === label)) throw new NoOccasion(`the label ${label} is not active`);
      await issueAdvance(till, label);
    }),
  ),
  check(['post.rule.6.other-label', 'post.rule.6.other-quantity', 'post.rule.6.other-name'], async ({ till }) => {
    const { label } = till.label;
    const [own] = Object.entries(ADVANCE_NAMES).filter(([known]) => known === label);
    const [foreign] = Object.entries(ADVANCE_NAMES).filter(([known]) => known !== label);
    if (own === undefined || foreign === undefined)
      throw new NoOccasion(`no name is prescribed for the label ${label}`);
    const advance = (change: Fields): Fields => ({ invoiceType: 'Advance', ...till.saleOf({ label, ...change }) });
    for (const wrong of [
      { name: foreign[1], quantity: 1 },
      { name: own[1], quantity: 2 },
    ]) {
      const before = await till.newest();
      await till.refusal(advance(wrong));
      same(await till.newest(), before, 'the newest receipt after the refusal');
    }
    const { items } = await till.issue(advance({ name: 'Сто', quantity: 2 }));
    same([items[0]?.name, items[0]?.quantity], ['Сто', 2], 'a line of real goods');
  }),
  check('post.rule.6.А', async ({ operator, till }) => {
    await withLabel(operator, { label: 'А', name: 'Није у ПДВ', rate: 0, active: true }, () => issueAdvance(till, 'А'));
  }),
];

import { check } from '../kit/check.js';
import { matches, read, same, that } from '../kit/expect.js';
import { INVOICE_TYPES, PAYMENT_TYPES, TRANSACTION_TYPES, taxLabels } from '../kit/shapes.js';
import { withLabel } from './settings.js';

/** As the official codebook of buyer identifications spells them. */
const BUYER_IDS = [
  ['enum.buyerId.10', '10:123456789'],
  ['enum.buyerId.11', '11:0101990710006'],
  ['enum.buyerId.12', '12:123456789:12345'],
  ['enum.buyerId.20', '20:AB12'],
  ['enum.buyerId.23', '23:P1'],
  ['enum.buyerId.30', '30:X9'],
  ['enum.buyerId.40', '40:EU1'],
] as const;

const OFFICIAL_CODES = [10, 11, 12, 13, 14, 15, 16, 20, 21, 22, 23, 30, 31, 32, 33, 34, 35, 36, 40];

/** "Enumerations", value by value. */
export const enumerationChecks = [
  ...INVOICE_TYPES.map((invoiceType) =>
    check(`enum.invoiceType.${invoiceType}`, async ({ till }) => {
      const { uuid: _, ...issued } = await till.issueKind(invoiceType);
      same(issued.invoiceType, invoiceType, 'invoiceType');
    }),
  ),
  ...TRANSACTION_TYPES.map((transactionType) =>
    check(`enum.transactionType.${transactionType}`, async ({ till }) => {
      same((await till.issueKind('Normal', transactionType)).transactionType, transactionType, 'transactionType');
    }),
  ),
  ...PAYMENT_TYPES.map((paymentType) =>
    check(`enum.paymentType.${paymentType}`, async ({ till }) => {
      const { payments, journal } = await till.issue(till.paid([paymentType, 300]));
      same(payments, [{ paymentType, amount: 300 }], 'the payments');
      matches(journal ?? '', PAYMENT_WORDS[paymentType], 'the journal');
    }),
  ),
  check('enum.invoiceType.other', ({ till }) =>
    till.refuses([till.sale({ invoiceType: 'Storno' }), till.sale({ invoiceType: 1 })]),
  ),
  check('enum.transactionType.other', ({ till }) => till.refuses([till.sale({ transactionType: 'Return' })])),
  check('enum.paymentType.other', ({ till }) => till.refuses([till.paid(['Gold', 300])])),
  check('pfr.invoiceCounter.letters', async ({ till }) => {
    const letters = new Set<string>();
    for (const invoiceType of INVOICE_TYPES) {
      for (const transactionType of TRANSACTION_TYPES) {
        const { pfr } = await till.issueKind(invoiceType, transactionType);
        letters.add((pfr.invoiceCounter ?? '').slice(-2));
      }
    }
    same(letters.size, INVOICE_TYPES.length * TRANSACTION_TYPES.length, 'pairs of letters, one for each combination');
  }),
  check(['enum.fiscal', 'enum.not-fiscal', 'journal.not-fiscal'], async ({ till }) => {
    for (const invoiceType of INVOICE_TYPES) {
      const { journal } = await till.issueKind(invoiceType);
      const isFiscal = ['Normal', 'Advance'].includes(invoiceType);
      same(/ОВО НИЈЕ ФИСКАЛНИ РАЧУН/.test(journal ?? ''), !isFiscal, `the sentence on ${invoiceType}`);
      same(/=+ ФИСКАЛНИ РАЧУН =+/.test(journal ?? ''), isFiscal, `the fiscal header of ${invoiceType}`);
      same(/=+ КРАЈ ФИСКАЛНОГ РАЧУНА =+/.test(journal ?? ''), isFiscal, `the fiscal footer of ${invoiceType}`);
    }
  }),
  ...BUYER_IDS.map(([sentence, buyerId]) =>
    check([sentence, 'enum.buyerId.form'], async ({ till }) => {
      same((await till.issue(till.sale({ buyerId }))).buyerId, buyerId, 'buyerId');
    }),
  ),
  check('enum.buyerId.official', async ({ till }) => {
    for (const code of OFFICIAL_CODES) await till.issue(till.sale({ buyerId: `${code}:1234` }));
    await till.refuses([till.sale({ buyerId: '99:1234' }), till.sale({ buyerId: '17:1234' })]);
  }),
  check(['enum.label.defaults', 'enum.label.inactive-at-first'], async ({ client, operator, till }) => {
    await operator.during('taxLabels', await operator.firstSetting('taxLabels'), async () => {
      const first = [
        { label: 'Ђ', name: 'О-ПДВ', rate: 20 },
        { label: 'Е', name: 'П-ПДВ', rate: 10 },
        { label: 'Г', name: 'Без ПДВ', rate: 0 },
      ];
      same(read(await client.get('/tax-labels'), 200, taxLabels).taxLabels, first, 'the active labels at first');
      await till.refuses([till.saleOf({ label: 'А' })]);
    });
  }),
  check(['enum.label.settings', 'enum.label.inactive', 'tax-labels.active'], async ({ client, operator, till }) => {
    const label = { label: 'Ш', name: 'Проба', rate: 7 };
    const shown = async (): Promise<boolean> => (await client.get('/tax-labels')).text.includes('"Ш"');
    await withLabel(operator, { ...label, active: true }, async () => {
      that(await shown(), 'the new label is listed');
      const { taxItems } = await till.issue(till.saleOf({ label: 'Ш' }));
      same(
        taxItems.map(({ rate }) => rate),
        [7],
        'its rate',
      );
    });
    await withLabel(operator, { ...label, active: false }, async () => {
      that(!(await shown()), 'the inactive label is not listed');
      await till.refuses([till.saleOf({ label: 'Ш' })]);
    });
  }),
];

/** What a receipt calls the ways of paying. */
const PAYMENT_WORDS: Readonly<Record<(typeof PAYMENT_TYPES)[number], RegExp>> = {
  Cash: /Готовина/i,
  Card: /Платна картица/i,
  Check: /Чек/i,
  WireTransfer: /Пренос на рачун/i,
  Voucher: /Ваучер/i,
  MobileMoney: /Инстант плаћање/i,
  Other: /Друго безготовинско/i,
};

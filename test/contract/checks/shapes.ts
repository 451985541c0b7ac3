import { setTimeout as delay } from 'node:timers/promises';
import { check, NOBODY } from '../kit/check.js';
import { matches, read, refused, same, that } from '../kit/expect.js';
import { type Invoice, invoice, invoiceList, items, me, PERMISSIONS, status, taxLabels } from '../kit/shapes.js';
import { hasCyrillic, isSerbian, type Till } from '../kit/till.js';

/** A sale in which every field has something to say. */
async function issueFull(till: Till): Promise<{ readonly sent: Invoice; readonly key: string }> {
  const key = till.id();
  const items = [
    till.line({ name: 'Сок', unit: 'л', quantity: 0.333, unitPrice: 100.01, gtin: '8600000000001' }),
    till.line({ name: 'Хлеб', quantity: 2, unitPrice: 49.99, label: till.other.label }),
  ];
  const payments = [
    { paymentType: 'Card', amount: 100 },
    { paymentType: 'Voucher', amount: 33.28 },
    { paymentType: 'Cash', amount: 0 },
    { paymentType: 'Other', amount: -5 },
  ];
  const referent = { referentDocumentNumber: 'AAAA1111-BBBB2222-3', referentDocumentDT: '2025-11-20 08:05:09' };
  const request = { items, payments, cashier: 'Милица', buyerId: '10:123456789', ...referent, clientRequestId: key };
  return { sent: await till.issue(request), key };
}

/** "Invoice (public shape)" and the shapes below it. */
const invoiceChecks = [
  check(
    [
      ...(['invoice.by.post', 'invoice.uuid', 'invoice.invoiceType', 'invoice.transactionType'] as const),
      ...(['invoice.cashier', 'invoice.total', 'invoice.payments', 'invoice.items', 'invoice.taxItems'] as const),
      ...(['invoice.buyerId', 'invoice.referentDocumentNumber', 'invoice.referentDocumentDT', 'invoice.pfr'] as const),
      ...(['invoice.clientRequestId', 'payment.paymentType', 'payment.amount', 'payment.discarded'] as const),
      ...(['line.name', 'line.unit', 'line.quantity', 'line.unitPrice', 'line.totalAmount', 'line.label'] as const),
      ...(['line.gtin', 'service.issue', 'versioning.3.1.0', 'versioning.3.1.1'] as const),
    ],
    async ({ till }) => {
      const { sent, key } = await issueFull(till);
      const { label } = till.label;
      same(
        [sent.invoiceType, sent.transactionType, sent.cashier, sent.total],
        ['Normal', 'Sale', 'Милица', 133.28],
        'the head',
      );
      same([sent.buyerId, sent.clientRequestId], ['10:123456789', key], 'buyerId and clientRequestId');
      const referent = [sent.referentDocumentNumber, sent.referentDocumentDT];
      same(referent, ['AAAA1111-BBBB2222-3', '2025-11-20 08:05:09'], 'the referent fields');
      same(
        sent.payments,
        [
          { paymentType: 'Card', amount: 100 },
          { paymentType: 'Voucher', amount: 33.28 },
        ],
        'payments',
      );
      const juice = { name: 'Сок', unit: 'л', quantity: 0.333, unitPrice: 100.01, totalAmount: 33.3, label };
      const bread = { name: 'Хлеб', unit: 'ком', quantity: 2, unitPrice: 49.99, totalAmount: 99.98 };
      same(
        sent.items,
        [
          { ...juice, gtin: '8600000000001' },
          { ...bread, label: till.other.label, gtin: null },
        ],
        'the lines',
      );
    },
  ),
  check(
    ['invoice.by.get', 'invoice.by.list', 'get.200', 'state.invoice.stored', 'list.journal', 'service.read'],
    async ({ client, till }) => {
      const { sent } = await issueFull(till);
      same(read(await client.get(`/invoices/${sent.uuid}`), 200, invoice), sent, 'the invoice as it is read');
      const { invoices } = read(await client.get('/invoices'), 200, invoiceList);
      same(
        invoices.find(({ uuid }) => uuid === sent.uuid),
        sent,
        'the invoice as it is listed',
      );
      that(
        sent.journal !== null && sent.taxItems.length > 0 && sent.pfr.invoiceNumber !== null,
        'journal, taxes and number',
      );
    },
  ),
  check(['taxItem.label', 'taxItem.categoryName', 'taxItem.rate'], async ({ till }) => {
    const { taxItems } = await till.issue();
    const { label, name, rate } = till.label;
    same(
      taxItems.map((tax) => [tax.label, tax.categoryName, tax.rate]),
      [[label, name, rate]],
      'the tax items',
    );
  }),
  check(
    [
      ...(['pfr.mode', 'pfr.environment', 'pfr.fiscal', 'pfr.demo', 'pfr.requestedBy', 'pfr.signedBy'] as const),
      ...(['pfr.invoiceNumber', 'pfr.invoiceCounter', 'pfr.verificationUrl'] as const),
    ],
    async ({ till }) => {
      const { pfr } = await till.issue();
      same(pfr.demo, pfr.mode === 'demo', 'demo');
      same(pfr.fiscal, pfr.mode !== 'demo' && pfr.environment === 'production', 'fiscal');
      that(pfr.verificationUrl === null || URL.canParse(pfr.verificationUrl), 'the verification link is a link');
      if (pfr.invoiceNumber === null) return;
      that(
        pfr.invoiceNumber.startsWith(`${String(pfr.requestedBy)}-${String(pfr.signedBy)}-`),
        'requestedBy-signedBy-N',
      );
    },
  ),
  check(['pfr.invoiceCounter.combo', 'pfr.invoiceCounter.total'], async ({ till }) => {
    const counters: number[][] = [];
    for (const kind of ['Training', 'Normal', 'Training']) {
      const { pfr } = await till.issueKind(kind);
      counters.push((pfr.invoiceCounter ?? '').split('/').map((part) => Number.parseInt(part, 10)));
    }
    const [first = [], second = [], third = []] = counters;
    same([second[1], third[1]], [Number(first[1]) + 1, Number(first[1]) + 2], 'the total of the next two receipts');
    same(third[0], Number(first[0]) + 1, 'the combo of the next receipt of the same kind');
  }),
  check('pfr.verificationQRCode.demo', async ({ till }) => {
    same((await till.issue()).pfr.verificationQRCode ?? null, null, 'verificationQRCode');
  }),
];

/** "TaxLabel", "Key information", "Status" and "Error". */
const otherChecks = [
  check(
    ['taxLabel.label', 'taxLabel.name', 'taxLabel.rate', 'enum.label.letter', 'enum.label.read'],
    async ({ client }) => {
      for (const { label } of read(await client.get('/tax-labels'), 200, taxLabels).taxLabels) {
        that(hasCyrillic(label), `the label ${label} is Cyrillic`);
      }
    },
  ),
  check(
    [
      ...([
        'me.key.id',
        'me.key.label',
        'me.key.prefix',
        'me.key.active',
        'me.key.createdAt',
        'me.key.lastUsedAt',
      ] as const),
      ...(['me.rateLimit', 'me.scope', 'me.permissions', 'me.note', 'auth.4.me', 'auth.1.form', 'auth.5'] as const),
    ],
    async ({ client, till }) => {
      const key = await client.keys.take();
      matches(key, /^kasir_[0-9a-f]{48}$/, 'the key');
      const answer = await client.get('/me', { key });
      const shown = read(answer, 200, me);
      same(shown.key.active, true, 'active');
      that(key.startsWith(shown.key.prefix) && shown.key.prefix.length < 30, `the prefix ${shown.key.prefix}`);
      same([...shown.permissions].sort(), [...PERMISSIONS].sort(), 'the permissions');
      const { uuid } = await till.issue();
      for (const path of ['/me', '/status', '/invoices', `/invoices/${uuid}`, '/items']) {
        that(!(await client.get(path, { key })).text.includes(key), `${path} does not show the key`);
      }
    },
  ),
  check('me.key.previous', async ({ client, till }) => {
    const key = await client.keys.take();
    const lastUsed = async (): Promise<string> => read(await client.get('/me', { key }), 200, me).key.lastUsedAt;
    const shown = async (): Promise<string> => read(await client.get('/status', { key }), 200, status).time;
    const before = (await shown()).slice(0, 19).replace('T', ' ');
    const used = await till.seconds();
    // Until its clock shows another time than that of the call before; calls without a key leave no time behind.
    while ((await till.seconds()) < used + 2) await delay(100);
    const previous = await lastUsed();
    const difference = Math.abs(Date.parse(previous.replace(' ', 'T')) - Date.parse(before.replace(' ', 'T')));
    that(difference <= 1000, `the time of the previous call, ${before}, is ${previous}`);
  }),
  check(
    [
      ...(['status.app', 'status.version', 'status.esirNumber', 'status.environment', 'status.fiscal'] as const),
      ...(['status.ready', 'status.problems', 'status.pfr.ok', 'status.pfr.mode', 'status.pfr.env'] as const),
      ...(['status.pfr.uid', 'status.pfr.message', 'status.company', 'status.documents.pdf'] as const),
      ...(['versioning.1', 'versioning.2.version', 'versioning.2.esir'] as const),
    ],
    async ({ client }) => {
      const shown = read(await client.get('/status'), 200, status);
      that(shown.app !== '' && shown.version !== '', 'app and version');
      same(shown.pfr.env, shown.environment, 'environment of the PFR');
      same(shown.ready, shown.problems.length === 0, 'ready, without a problem');
      that(shown.company.name !== '' && shown.company.tin !== '', 'name and TIN of the company');
      that(
        (await client.fetch('GET', '/api/v2/status', { key: await client.keys.take() })).status !== 200,
        'no /api/v2',
      );
    },
  ),
  check('status.fiscal.only', async ({ client, operator }) => {
    const fiscal = async (expected: boolean, what: string): Promise<void> =>
      same(read(await client.get('/status'), 200, status).fiscal, expected, `fiscal ${what}`);
    await operator.during('environment', 'production', async () => {
      await fiscal(false, 'in production with the simulator');
      await operator.during('pfr.production', { mode: 'lpfr', url: NOBODY }, () =>
        fiscal(true, 'in production with a PFR'),
      );
    });
    await operator.during('pfr.sandbox', { mode: 'lpfr', url: NOBODY }, () =>
      fiscal(false, 'in the sandbox with a PFR'),
    );
  }),
  check(
    ['status.ready.not', 'status.problems.why', 'status.pfr.unreachable', 'enum.pfrMode.lpfr', 'enum.pfrMode.vpfr'],
    async ({ client, operator }) => {
      for (const mode of ['lpfr', 'vpfr']) {
        await operator.during('pfr.sandbox', { mode, url: NOBODY }, async () => {
          const { ready, problems, pfr } = read(await client.get('/status'), 200, status);
          same([ready, pfr.mode, pfr.ok], [false, mode, false], 'ready, mode and ok');
          that(problems.length > 0 && pfr.message !== '', 'a problem and a message');
        });
      }
    },
  ),
  check(
    ['error.envelope', 'error.validator', 'error.api', 'auth.3.english', 'errors.envelope'],
    async ({ client, till }) => {
      const english = [
        refused(await client.get('/me', { key: null }), 401, 'unauthorized'),
        refused(await client.get('/nothing'), 404, 'not_found'),
        refused(await client.call('POST', '/invoices', { raw: '{' }), 400, 'bad_request'),
        refused(await client.get('/invoices?from=yesterday'), 422, 'validation'),
      ];
      for (const message of english) that(!hasCyrillic(message), `an English message, is: ${message}`);
      that(isSerbian(await till.refusal({ items: [] })), 'a Serbian message');
    },
  ),
  check('error.leak', async ({ client }) => {
    const answers = [
      await client.call('POST', '/invoices', { raw: '{"a":' }),
      await client.post('/invoices', { items: [null] }),
      await client.get('/%00'),
      await client.get('/..%2f..%2fetc/passwd'),
      await client.get('/invoices?from=%'),
    ];
    for (const { status: code, text } of answers) {
      that(code >= 400 && code < 500, `expected a refusal, is ${code}`);
      that(
        !/\bat .*:\d+:\d+|node_modules|\/home\/|\/tmp\/|kasir_[0-9a-f]/.test(text),
        `a message that leaks nothing: ${text}`,
      );
    }
  }),
  check(['item.id', 'item.active', 'items.list', 'service.catalogue'], async ({ client }) => {
    read(await client.get('/items'), 200, items);
  }),
];

export const shapeChecks = [...invoiceChecks, ...otherChecks];

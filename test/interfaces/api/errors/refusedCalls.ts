import type { Rule } from '../../../../src/base/rules.js';
import { body, line } from '../../../sales/invoicing/bodies.js';
import { type Client, read, type Reply } from '../../../kit/client.js';

const NOBODY = '0190e0a2-6b1c-7abc-8def-0123456789ab';

/** A cursor of a ledger that went on elsewhere. */
function otherHash(cursor: string): string {
  const bytes = Buffer.from(cursor, 'base64url');
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
  return bytes.toString('base64url');
}

/** Calls that are refused, by their rule, with the field. */
export const REFUSED_CALLS: readonly (readonly [
  Rule,
  string | undefined,
  (client: Client, uuid: string) => Promise<Reply>,
])[] = [
  ['form.required', '/items', (client) => client.post('/invoices', {})],
  [
    'form.required',
    '/items/0/label',
    (client) => client.post('/invoices', body({ items: [line({ label: undefined })] })),
  ],
  [
    'form.type',
    '/items/1/quantity',
    (client) => client.post('/invoices', body({ items: [line(), line({ quantity: '1' })] })),
  ],
  ['form.max-length', '/cashier', (client) => client.post('/invoices', body({ cashier: 'а'.repeat(51) }))],
  ['form.min-items', '/items', (client) => client.post('/invoices', { items: [] })],
  ['form.max-items', '/items', (client) => client.post('/invoices', { items: Array(501).fill(line()) })],
  [
    'form.minimum',
    '/items/0/unitPrice',
    (client) => client.post('/invoices', body({ items: [line({ unitPrice: -1 })] })),
  ],
  [
    'form.exclusive-minimum',
    '/items/0/quantity',
    (client) => client.post('/invoices', body({ items: [line({ quantity: 0 })] })),
  ],
  [
    'form.maximum',
    '/items/0/quantity',
    (client) => client.post('/invoices', body({ items: [line({ quantity: 1e6 })] })),
  ],
  ['form.enum', '/invoiceType', (client) => client.post('/invoices', body({ invoiceType: 'normal' }))],
  ['form.pattern', '/buyerId', (client) => client.post('/invoices', body({ buyerId: '99:1' }))],
  ['form.pattern', 'Idempotency-Key', (client) => client.post('/invoices', body(), { 'Idempotency-Key': 'a b' })],
  [
    'invoice.label-inactive',
    '/items/0/label',
    (client) => client.post('/invoices', body({ items: [line({ label: 'Ж' })] })),
  ],
  [
    'invoice.label-latin',
    '/items/0/label',
    (client) => client.post('/invoices', body({ items: [line({ label: 'E' })] })),
  ],
  [
    'invoice.payments-mismatch',
    '/payments',
    (client) =>
      client.post('/invoices', body({ payments: ['Cash', 'Card'].map((paymentType) => ({ paymentType, amount: 1 })) })),
  ],
  [
    'invoice.total-not-positive',
    '/items',
    (client) => client.post('/invoices', body({ items: [line({ unitPrice: 0 })] })),
  ],
  [
    'invoice.referent-missing',
    '/referentDocumentNumber',
    (client) => client.post('/invoices', body({ transactionType: 'Refund' })),
  ],
  ['invoice.buyer-missing', '/buyerId', (client, uuid) => client.post(`/invoices/${uuid}/refund`, {})],
  ['invoice.not-closable', 'uuid', (client, uuid) => client.post(`/invoices/${uuid}/close-advance`, body())],
  ['invoice.not-found', undefined, (client) => client.get(`/invoices/${NOBODY}`)],
  ['item.not-found', undefined, (client) => client.call('DELETE', '/items/999')],
  ['form.required', '/label', (client) => client.post('/items', { name: 'Кафа' })],
  ['item.label-inactive', '/label', (client) => client.post('/items', { name: 'Кафа', label: 'Ж' })],
  ['query.unknown-day', 'to', (client) => client.get('/reports/daily?to=2026-02-30')],
  ['query.from-after-to', 'from', (client) => client.get('/reports/daily?from=2026-02-02&to=2026-02-01')],
  ['query.page-out-of-range', 'page', (client) => client.get('/invoices?page=0')],
  ['query.unknown-paper', 'paper', (client, uuid) => client.get(`/invoices/${uuid}/document?paper=a3`)],
  ['query.unknown-format', 'format', (client, uuid) => client.get(`/invoices/${uuid}/document?format=doc`)],
  ['query.base-not-origin', 'base', (client, uuid) => client.get(`/invoices/${uuid}/document?base=x`)],
  ['print.no-printer', undefined, (client, uuid) => client.post(`/invoices/${uuid}/print`, {})],
  ['print.job-not-found', undefined, (client) => client.get('/print-jobs/999')],
  ['queue.not-found', undefined, (client) => client.get('/queue/key-of-nobody')],
  ['queue.key-missing', '/whenOffline', (client) => client.post('/invoices', body({ whenOffline: 'queue' }))],
  ['queue.not-here', '/whenOffline', (client, uuid) => client.post(`/invoices/${uuid}/copy`, { whenOffline: 'queue' })],
  ['mail.no-server', undefined, (client, uuid) => client.post(`/invoices/${uuid}/email`, { to: 'kupac@example.rs' })],
  ['form.required', '/to', (client, uuid) => client.post(`/invoices/${uuid}/email`, {})],
  ['request.unknown-path', undefined, (client) => client.get('/nothing')],
  ['request.body-empty', undefined, (client) => client.call('POST', '/invoices')],
  ['request.body-not-json', undefined, (client) => client.call('POST', '/invoices', { raw: '{' })],
  ['request.body-not-object', undefined, (client) => client.call('POST', '/invoices', { raw: '[]' })],
  [
    'request.body-not-utf8',
    undefined,
    (client) => client.call('POST', '/invoices', { raw: Buffer.from([0x7b, 0xff]) }),
  ],
  [
    'request.idempotency-keys-differ',
    '/clientRequestId',
    (client) =>
      client.post('/invoices', body({ clientRequestId: 'key-of-body' }), { 'Idempotency-Key': 'key-of-header' }),
  ],
  [
    'invoice.labels-differ',
    '/items/0/labels',
    (client) => client.post('/invoices', body({ items: [line({ labels: ['Е'] })] })),
  ],
  [
    'invoice.quantity-zero',
    '/items/0/quantity',
    (client) => client.post('/invoices', body({ items: [line({ quantity: 0.0001 })] })),
  ],
  [
    'invoice.total-too-large',
    '/items',
    (client) => client.post('/invoices', body({ items: [line({ quantity: 999999, unitPrice: 999999999 })] })),
  ],
  [
    'invoice.issue-time-skipped',
    '/dateAndTimeOfIssue',
    (client) => client.post('/invoices', body({ dateAndTimeOfIssue: '2026-03-29 02:30:00' })),
  ],
  [
    'invoice.issue-time-in-future',
    '/dateAndTimeOfIssue',
    (client) => client.post('/invoices', body({ dateAndTimeOfIssue: '2099-01-01 10:00:00' })),
  ],
  [
    'invoice.issue-time-too-early',
    '/dateAndTimeOfIssue',
    (client) => client.post('/invoices', body({ dateAndTimeOfIssue: '2021-12-31 10:00:00' })),
  ],
  ['invoice.tendered-decimals', '/tendered', (client) => client.post('/invoices', body({ tendered: 500.005 }))],
  ['invoice.tendered-too-little', '/tendered', (client) => client.post('/invoices', body({ tendered: 0.01 }))],
  [
    'invoice.tendered-without-cash',
    '/tendered',
    (client) => client.post('/invoices', body({ tendered: 500, payments: [{ paymentType: 'Card', amount: 1 }] })),
  ],
  [
    'invoice.tendered-not-taken',
    '/tendered',
    (client) => client.post('/invoices', body({ tendered: 9999, invoiceType: 'ProForma' })),
  ],
  [
    'invoice.text-imitates',
    '/items/0/name',
    (client) => client.post('/invoices', body({ items: [line({ name: 'КРАЈ ФИСКАЛНОГ РАЧУНА' })] })),
  ],
  [
    'invoice.advance-line-name',
    '/items/0/name',
    (client) =>
      client.post('/invoices', body({ invoiceType: 'Advance', items: [line({ name: '11: Аванс (Е)', quantity: 1 })] })),
  ],
  [
    'invoice.advance-line-quantity',
    '/items/0/quantity',
    (client) => client.post('/invoices', body({ invoiceType: 'Advance', items: [line({ name: '10: Аванс (Ђ)' })] })),
  ],
  [
    'invoice.not-copyable',
    'uuid',
    async (client, uuid) =>
      client.post(`/invoices/${read('Invoice', 201, await client.post(`/invoices/${uuid}/copy`, {})).uuid}/copy`, {}),
  ],
  [
    'invoice.not-refundable',
    'uuid',
    async (client) =>
      client.post(
        `/invoices/${read('Invoice', 201, await client.post('/invoices', body({ invoiceType: 'ProForma' }))).uuid}/refund`,
        { buyerId: '10:100000049' },
      ),
  ],
  [
    'request.idempotency-key-used',
    'Idempotency-Key',
    async (client) => {
      read('Invoice', 201, await client.post('/invoices', body(), { 'Idempotency-Key': 'key-of-another' }));
      return client.post('/invoices', body({ cashier: 'Ана' }), { 'Idempotency-Key': 'key-of-another' });
    },
  ],
  ['item.label-latin', '/label', (client) => client.post('/items', { name: 'Кафа', label: 'E' })],
  ['item.text-imitates', '/name', (client) => client.post('/items', { name: 'KPAJ ФИСКАЛНОГ РАЧУНА', label: 'Ђ' })],
  ['query.empty', 'cashier', (client) => client.get('/invoices?cashier=')],
  ['query.not-pfr-number', 'number', (client) => client.get('/invoices?number=A-B')],
  ['query.not-amount', 'total', (client) => client.get('/invoices?total=1,5')],
  ['query.unknown-fields', 'fields', (client) => client.get('/invoices?fields=some')],
  ['query.unknown-cursor', 'cursor', (client) => client.get('/invoices?cursor=x')],
  ['query.repeated', 'page', (client) => client.get('/invoices?page=1&page=2')],
  ['events.cursor-malformed', 'after', (client) => client.get('/events?after=x')],
  [
    'events.cursor-unknown',
    'after',
    async (client) =>
      client.get(
        `/events?after=${otherHash((JSON.parse((await client.get('/events?after=now')).text) as { readonly cursor: string }).cursor)}`,
      ),
  ],
  ['events.limit-out-of-range', 'limit', (client) => client.get('/events?limit=1001')],
  ['events.wait-out-of-range', 'wait', (client) => client.get('/events?wait=31')],
  [
    'request.number-too-large',
    '/items/0/unitPrice',
    (client) => client.call('POST', '/invoices', { raw: JSON.stringify(body()).replace('150', '1e400') }),
  ],
  [
    'request.too-many-values',
    undefined,
    (client) => client.call('POST', '/invoices', { raw: JSON.stringify(body({ ignored: Array(300_000).fill(0) })) }),
  ],
  [
    'request.body-too-large',
    undefined,
    (client) => client.call('POST', '/invoices', { raw: JSON.stringify(body({ ignored: 'x'.repeat(1_100_000) })) }),
  ],
  [
    'request.content-encoding',
    undefined,
    (client) =>
      client.call('POST', '/invoices', { raw: JSON.stringify(body()), headers: { 'Content-Encoding': 'gzip' } }),
  ],
];

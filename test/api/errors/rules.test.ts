// The names of rules: each is used, documented, and said in both languages.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Rule, RULES } from '../../../src/base/rules.js';
import { refusals } from '../../../src/invoicing/draft/refusals/refusals.js';
import { body, line } from '../../invoicing/bodies.js';
import { TestBox } from '../../kit/box.js';
import { type Answers } from '../../kit/answers.js';
import { type Client, read, type Reply } from '../../kit/client.js';

const ROOT = join(import.meta.dirname, '../../..');
const NAMES = Object.keys(RULES) as Rule[];
const NOBODY = '0190e0a2-6b1c-7abc-8def-0123456789ab';

const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && file !== join('base', 'rules.ts'))
  .map((file) => readFileSync(join(ROOT, 'src', file), 'utf8'))
  .join('\n');

test('a name has a group and says what is broken, in small letters', () => {
  for (const name of NAMES) assert.match(name, /^[a-z]+\.[a-z0-9]+(?:-[a-z0-9]+)*$/);
});

test('each rule is used somewhere', () => {
  const unused = NAMES.filter((name) => !name.startsWith('storage.') && !sources.includes(`'${name}'`));
  assert.equal(unused, []);
});

test('docs/api.md and the document list each rule with its meaning, and no other', async () => {
  const table = readFileSync(join(ROOT, 'docs/api.md'), 'utf8');
  const rows = [...table.matchAll(/^\| `([a-z]+\.[a-z0-9-]+)` +\| (.*?) +\|$/gm)].map(([, name, words]) => [
    name,
    words,
  ]);
  assert.equal(rows, Object.entries(RULES));
  await TestBox.during(async (box) => {
    const { text } = await box.anonymous.fetch('GET', '/openapi.json');
    for (const [name, meaning] of Object.entries(RULES)) {
      assert.ok(text.includes(JSON.stringify(`\`${name}\`: ${meaning}`).slice(1, -1)), name);
    }
  });
});

test('every refusal of the validator is a Serbian sentence and an English one, with a place', () => {
  const label = { sent: 'Ж', meant: null, allowed: ['Ђ'] };
  const samples: { readonly [N in keyof typeof refusals]: Parameters<(typeof refusals)[N]> } = {
    labelsDiffer: [0],
    labelInactive: [0, label],
    quantityRoundsToZero: [0],
    issueTimeSkipped: [],
    issueTimeInFuture: [10],
    issueTimeTooEarly: ['2022'],
    imitates: [{ sentence: 'КРАЈ', field: { name: 'adText' } }],
    totalTooLarge: [100],
    totalNotPositive: [],
    paymentDisabled: [0, 'Card'],
    paymentsMismatch: [100, 200],
    closingNeedsPayments: [100, 200],
    refundNeedsReferent: [],
    refundNeedsBuyer: [],
    copyNeedsReferent: [],
    otherEnvironment: ['sandbox', 'production'],
    refundIneligible: ['КОПИЈА ПРОДАЈА'],
    copyIneligible: [],
    closeIneligible: ['КОПИЈА ПРОДАЈА'],
    advanceNotLast: ['A-A-1'],
    advanceBranches: ['A-A-1'],
    advancePartlyRefunded: ['A-A-1'],
    advanceReturnedAlone: ['A-A-2', 'A-A-1'],
    advanceTooLong: [500],
    advanceNameOfOther: [0, '10: Аванс (Ђ)', 'Ђ'],
    advanceQuantity: [0],
    headerKeyMalformed: [],
    keysDiffer: [],
    keyUsedForOther: [],
    refundKeyUsed: ['key:ar'],
    queueNeedsKey: [],
    waitsNowhere: [],
    queueUnreadable: [],
    printUnknown: ['kasa'],
  };
  for (const [name, sample] of Object.entries(samples)) {
    const refuse = refusals[name as keyof typeof refusals] as (
      ...values: readonly unknown[]
    ) => ReturnType<typeof refusals.keysDiffer>;
    const { message, messageEn, field, rule } = refuse(...sample);
    assert.match(message, /^[А-ЯЂЈЉЊЋЏ].*\.$/u, name);
    // Names and labels in it are Serbian, and stand in quotation marks.
    assert.match(messageEn.replaceAll(/„[^”]*”|"[^"]*"|active are: .*/g, ''), /^[A-Z][\x20-\x7e×]*$/, name);
    assert.match(field, /^(?:\/[A-Za-z]+(?:\/\d+\/[A-Za-z]+)?|uuid|Idempotency-Key)$/, name);
    assert.ok(rule in RULES, name);
  }
});

/** Calls that are refused, by their rule, with the field. */
const CALLS: readonly (readonly [Rule, string | undefined, (client: Client, uuid: string) => Promise<Reply>])[] = [
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
];

test('refused calls name their rule, their field and an English sentence', () =>
  TestBox.during(async (box) => {
    const client = await box.client();
    const { uuid } = read('Invoice', 201, await client.post('/invoices', body()));
    for (const [rule, field, call] of CALLS) {
      const reply = await call(client, uuid);
      const { error } = JSON.parse(reply.text) as Answers['Error'];
      assert.equal([error.rule, error.field], [rule, field], reply.text);
      assert.match(error.messageEn, /^[A-Za-z]/, rule);
      assert.match(error.requestId, /^[0-9a-f]{16}$/, rule);
    }
  }));

test.run();

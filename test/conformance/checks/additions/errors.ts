import { gzipSync } from 'node:zlib';
import type { Answer } from '../../kit/client.js';
import { check } from '../../kit/check.js';
import { matches, read, refused, same, status, that } from '../../kit/expect.js';
import { invoice } from '../../kit/shapes.js';
import { object, text } from '../../kit/shape.js';

const fault = object({ error: object({ code: text, field: text, rule: text, messageEn: text }) });
const named = object({ error: object({ requestId: text }) });

function header(answer: Answer, name: string): string {
  const value = answer.headers[name];
  return typeof value === 'string' ? value : '';
}

/** The content of a refusal, in body and headers. */
export const errorChecks = [
  check('added.errors.requestId', async ({ client, till }) => {
    const answers = [await client.get('/me'), await client.get('/nothing'), await client.get('/me', { key: null })];
    const ids = answers.map((answer) => header(answer, 'x-request-id'));
    same(new Set(ids).size, answers.length, 'ids of three requests');
    that(!ids.includes(''), 'X-Request-Id on every answer');
    const wrong = await client.post('/invoices', till.sale({ items: [] }));
    same(read(wrong, 422, named).error.requestId, header(wrong, 'x-request-id'), 'requestId');
  }),
  check('added.errors.rule', async ({ client, till }) => {
    const lines = [till.line(), till.line({ quantity: '1' })];
    const { error } = read(await client.post('/invoices', till.sale({ items: lines })), 422, fault);
    same([error.field, error.rule], ['/items/1/quantity', 'form.type'], 'field and rule');
    const paid = till.paid(['Cash', 1], ['Card', 1]);
    const mismatch = read(await client.post('/invoices', paid), 422, fault).error;
    same([mismatch.field, mismatch.rule], ['/payments', 'invoice.payments-mismatch'], 'field and rule');
    that(/^[\x20-\x7e]+$/.test(mismatch.messageEn.replaceAll('„', '')), 'a sentence in English');
  }),
  check('added.errors.query', async ({ client }) => {
    const { error } = read(await client.get('/invoices?page=1&page=1'), 422, fault);
    same([error.field, error.rule], ['page', 'query.repeated'], 'field and rule');
    const ignored = await client.get('/invoices?cashieer=x');
    status(ignored, 200);
    same(header(ignored, 'x-ignored-parameters'), 'cashieer', 'X-Ignored-Parameters');
  }),
  check('added.errors.rateLimit', async ({ client }) => {
    const answer = await client.get('/me');
    same(header(answer, 'x-ratelimit-limit'), '240', 'X-RateLimit-Limit');
    matches(header(answer, 'x-ratelimit-remaining'), /^\d{1,3}$/, 'X-RateLimit-Remaining');
    matches(header(answer, 'x-ratelimit-reset'), /^\d{1,2}$/, 'X-RateLimit-Reset');
  }),
  check('added.errors.authenticate', async ({ client }) => {
    const without = header(await client.get('/me', { key: null }), 'www-authenticate');
    matches(without, /^Bearer\b(?!.*error=)/, 'WWW-Authenticate without a key');
    const wrong = header(await client.get('/me', { key: `kasir_${'0'.repeat(48)}` }), 'www-authenticate');
    matches(wrong, /^Bearer\b.*error="invalid_token"/, 'WWW-Authenticate with a wrong key');
  }),
  check('added.errors.encoding', async ({ client, till }) => {
    const raw = gzipSync(JSON.stringify(till.sale()));
    const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };
    const packed = await client.post('/invoices', undefined, { raw, headers });
    refused(packed, 400, 'bad_request');
    const { rule } = read(packed, 400, object({ error: object({ rule: text }) })).error;
    same(rule, 'request.content-encoding', 'rule');
  }),
  check('added.copy.key', async ({ client, till }) => {
    const { uuid } = await till.issue();
    const asked = { clientRequestId: till.id() };
    const first = read(await client.post(`/invoices/${uuid}/copy`, asked), 201, invoice);
    const again = read(await client.post(`/invoices/${uuid}/copy`, asked), 200, invoice);
    same(again.uuid, first.uuid, 'the copy of the repeat');
  }),
  check('added.texts.unseen', async ({ client, till }) => {
    const sold = await till.issue(till.saleOf({ name: 'Ка\u00adфа\t\u200bЦрна' }));
    same(sold.items[0]?.name, 'Кафа Црна', 'the name as printed');
    await till.refuses([till.saleOf({ name: '\u200b' }), till.saleOf({ name: 'Кафа\u001b' })]);
    status(await client.get(`/invoices/${sold.uuid}`), 200);
  }),
];

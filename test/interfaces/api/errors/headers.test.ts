// What answers say in their headers: the id of the request, the rate limit, ignored parameters, the challenge of a 401.
import { gzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { body } from '../../../sales/invoicing/bodies.js';
import { TestBox } from '../../../kit/box.js';
import { type Client, read, readError, type Received } from '../../../kit/client.js';

const ID = /^[0-9a-f]{16}$/;
const NOBODY = '0190e0a2-6b1c-7abc-8def-0123456789ab';

let box: TestBox;
let client: Client;

test.before(async () => {
  box = await TestBox.start();
  client = await box.client();
});
test.after(() => box.stop());

function header(reply: Received, name: string): string | undefined {
  const value = reply.headers[name.toLowerCase()];
  return Array.isArray(value) ? value.join(', ') : value;
}

test('every answer has an id of its own, whatever the caller sends as one: with and without a key, pages, files, preflights', async () => {
  const calls = [
    ['GET', '/api/v1/me', client],
    ['GET', '/api/v1/nothing', client],
    ['GET', '/api/v1/me', box.anonymous],
    ['OPTIONS', '/api/v1/invoices', box.anonymous],
    ['GET', '/openapi.json', box.anonymous],
    ['GET', '/healthz', box.anonymous],
    ['GET', '/web/v1/status', box.anonymous],
    ['GET', '/', box.anonymous],
  ] as const;
  const ids = new Set<string>();
  for (const [method, path, by] of calls) {
    const id = header(await by.fetch(method, path, { headers: { 'X-Request-Id': 'mine' } }), 'X-Request-Id') ?? '';
    assert.match(id, ID, `${method} ${path}`);
    ids.add(id);
  }
  assert.is(ids.size, calls.length);
});

test('an error names its request as the header and the log do', async () => {
  const reply = await client.get(`/invoices/${NOBODY}`);
  const { requestId, rule, messageEn } = readError(404, reply);
  assert.equal([requestId, rule, messageEn], [header(reply, 'X-Request-Id'), 'invoice.not-found', 'Invoice not found']);
  const line = box.log.find(({ event, id }) => event === 'request.done' && id === requestId);
  assert.is(line?.['status'], 404);
});

test('answers to a key have its limit, the remaining calls, and the seconds until its window ends; others do not', async () => {
  const fresh = await box.client();
  for (const remaining of ['239', '238']) {
    const reply = await fresh.get('/me');
    assert.is(header(reply, 'X-RateLimit-Limit'), '240');
    assert.is(header(reply, 'X-RateLimit-Remaining'), remaining);
    assert.match(header(reply, 'X-RateLimit-Reset') ?? '', /^(?:[1-9]|[1-5]\d|60)$/);
  }
  const unknown = await box.anonymous.get('/me');
  assert.is(header(unknown, 'X-RateLimit-Limit'), undefined);
});

test('a 429 shows that nothing remains, when the window ends, and the rule; it has no Retry-After', async () => {
  const fresh = await box.client();
  for (let n = 0; n < 240; n += 1) await fresh.fetch('GET', '/api/v1/nothing');
  const reply = await fresh.get('/me');
  assert.is(readError(429, reply).rule, 'key.too-many-requests');
  assert.is(header(reply, 'X-RateLimit-Remaining'), '0');
  assert.is(header(reply, 'Retry-After'), undefined);
});

test('programs in web pages may read these headers', async () => {
  const exposed = header(await client.get('/me'), 'Access-Control-Expose-Headers') ?? '';
  const names = ['Idempotency-Replayed', 'X-Request-Id', 'X-Ignored-Parameters', 'ETag', 'X-RateLimit-Remaining'];
  for (const name of names) assert.ok(exposed.split(', ').includes(name), name);
});

test('parameters that a route does not know are named, in plain characters and bounded', async () => {
  const ignored = async (path: string): Promise<string | undefined> =>
    header(await client.fetch('GET', `/api/v1${path}`), 'X-Ignored-Parameters');
  assert.is(await ignored('/invoices?page=1&from=2026-01-01&type=Nothing'), undefined);
  assert.is(await ignored('/invoices?cashieer=Ana&cashieer=Ana&Page=1'), 'cashieer, Page');
  assert.is(await ignored('/me?a%0d%0ab=1&%D0%B6=2&=3'), 'a__b, _');
  const many = Array.from({ length: 500 }, (_, n) => `p${n}${'x'.repeat(100)}`).join('=&');
  const names = (await ignored(`/me?${many}`).catch(() => undefined))?.split(', ') ?? [];
  assert.is(names.length, 0, 'so long a target is not taken at all');
  const some = Array.from({ length: 50 }, (_, n) => `p${n}${'x'.repeat(60)}`).join('=&');
  const listed = (await ignored(`/me?${some}`))?.split(', ') ?? [];
  assert.is(listed.length, 11);
  assert.is(listed.at(-1), '...');
  for (const name of listed) assert.ok(name.length <= 40);
});

test('every parameter is given once at most, also the page: 422', async () => {
  for (const name of ['page', 'type', 'from', 'to']) {
    const { rule, field } = readError(422, await client.get(`/invoices?${name}=1&${name}=1`));
    assert.equal([rule, field], ['query.repeated', name]);
  }
});

test('401 shows how to sign in (RFC 6750): with an error only when a key was sent', async () => {
  const challenge = async (authorization: string | undefined): Promise<readonly (string | undefined)[]> => {
    const headers = authorization === undefined ? {} : { Authorization: authorization };
    const reply = await box.anonymous.get('/me', { headers });
    return [readError(401, reply).rule, header(reply, 'WWW-Authenticate')];
  };
  assert.equal(await challenge(undefined), ['key.missing', 'Bearer realm="kasirbox"']);
  assert.equal(await challenge('Basic YTpi'), ['key.missing', 'Bearer realm="kasirbox"']);
  const invalid = ['key.invalid', 'Bearer realm="kasirbox", error="invalid_token"'];
  assert.equal(await challenge(`Bearer kasir_${'0'.repeat(48)}`), invalid);
});

test('a compressed body is refused with its own message; identity is not compressed', async () => {
  const sent = Buffer.from(JSON.stringify(body()));
  for (const encoding of ['gzip', 'br', 'GZIP']) {
    const raw = gzipSync(sent);
    const { code, rule } = readError(
      400,
      await client.call('POST', '/invoices', { raw, headers: { 'Content-Encoding': encoding } }),
    );
    assert.equal([code, rule], ['bad_request', 'request.content-encoding']);
  }
  const headers = { 'Content-Encoding': 'identity' };
  read('Invoice', 201, await client.call('POST', '/invoices', { raw: sent, headers }));
});

test('a copy takes its key in the body as in the header', async () => {
  const { uuid } = read('Invoice', 201, await client.post('/invoices', body()));
  const clientRequestId = 'copy-of-the-body';
  const copy = read('Invoice', 201, await client.post(`/invoices/${uuid}/copy`, { clientRequestId }));
  assert.is(copy.clientRequestId, clientRequestId);
  for (const repeat of [
    await client.post(`/invoices/${uuid}/copy`, { clientRequestId }),
    await client.post(`/invoices/${uuid}/copy`, {}, { 'Idempotency-Key': clientRequestId }),
  ]) {
    assert.is(read('Invoice', 200, repeat).uuid, copy.uuid);
  }
  const refused = await client.post(`/invoices/${uuid}/copy`, { clientRequestId: 'short' });
  const { rule, field } = readError(422, refused);
  assert.equal([rule, field], ['form.pattern', '/clientRequestId']);
});

test.run();

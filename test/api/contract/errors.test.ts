// "Errors" of the specification of API v1, and what a caller may do to a request.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { MAX_BODY } from '../../../src/api/limits.js';
import { body, line } from '../../invoicing/bodies.js';
import { TestBox } from '../../kit/box.js';
import { type Call, type Client, read, readError } from '../../kit/client.js';

let box: TestBox;
let client: Client;

test.before(async () => {
  box = await TestBox.start();
  client = await box.client();
});
test.after(() => box.stop());

const post = (call: Call) => client.call('POST', '/invoices', call);

test('400 bad_request: body is not valid JSON', async () => {
  for (const raw of ['', ' ', '{', '{"items":[}', 'items=1', "{'items':[]}", '{"items":[],}', 'NaN', '{}{}']) {
    assert.is(readError(400, await post({ raw })).code, 'bad_request', raw);
  }
});

test('400 bad_request: not a JSON object', async () => {
  for (const raw of ['[]', '[{}]', 'null', '1', '"{}"', 'true']) {
    assert.is(readError(400, await post({ raw })).code, 'bad_request', raw);
  }
});

test('400 bad_request: not UTF-8', async () => {
  const bytes = [
    [0x7b, 0xff, 0x7d],
    [0xc3, 0x28],
    [0xed, 0xa0, 0x80],
    [0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00],
  ];
  for (const raw of bytes) assert.is(readError(400, await post({ raw: Buffer.from(raw) })).code, 'bad_request');
  const cp1251 = Buffer.from('{"items":[{"name":"\xca\xe0\xf4\xe0"}]}', 'latin1');
  assert.is(readError(400, await post({ raw: cp1251 })).code, 'bad_request');
});

test('400 bad_request: a number that no double holds, or nesting without end', async () => {
  for (const raw of ['{"items":1e999}', `{"items":${'['.repeat(5000)}${']'.repeat(5000)}}`]) {
    assert.is(readError(400, await post({ raw })).code, 'bad_request');
  }
});

test('400 bad_request: body larger than 1 MiB, with a length or in chunks; one byte less is read', async () => {
  const padded = (length: number): string => {
    const text = JSON.stringify(body({ padding: '' }));
    return text.replace('"padding":""', `"padding":"${'x'.repeat(length - Buffer.byteLength(text))}"`);
  };
  read('Invoice', 201, await post({ raw: padded(MAX_BODY) }));
  assert.match(readError(400, await post({ raw: padded(MAX_BODY + 1) })).message, /larger than 1048576 bytes/);
  const half = 'x'.repeat(MAX_BODY / 2);
  assert.is(readError(400, await post({ chunks: [half, half, half] })).code, 'bad_request');
  read('Invoice', 201, await client.post('/invoices', body()));
});

test('a body in chunks, without a length and without a Content-Type, is read as any other', async () => {
  const text = Buffer.from(JSON.stringify(body()));
  const chunks = Array.from({ length: Math.ceil(text.length / 7) }, (_, index) =>
    text.subarray(index * 7, index * 7 + 7),
  );
  read('Invoice', 201, await post({ chunks }));
});

test('a byte order mark before the body is passed over, as RFC 8259, 8.1 lets a parser do', async () => {
  read('Invoice', 201, await post({ raw: `\ufeff${JSON.stringify(body())}` }));
});

test('400 bad_request: a compressed body is not JSON', async () => {
  const raw = Buffer.from('1f8b0800000000000003ab5632000000', 'hex');
  assert.is(readError(400, await post({ raw, headers: { 'Content-Encoding': 'gzip' } })).code, 'bad_request');
});

test('401 comes before everything else: a stranger learns nothing of paths, bodies or items', async () => {
  const calls = [
    ['GET', '/nothing', {}],
    ['POST', '/invoices', { raw: '{' }],
    ['POST', '/invoices', { raw: 'x'.repeat(2 * MAX_BODY) }],
    ['DELETE', '/items/1', {}],
    ['PATCH', '/nothing', { json: {} }],
    ['POST', '/me', { json: {} }],
  ] as const;
  const answers = new Set<string>();
  for (const [method, path, call] of calls) {
    const reply = await box.stranger.call(method, path, call);
    assert.is(readError(401, reply).code, 'unauthorized', `${method} ${path}`);
    answers.add(reply.text);
  }
  assert.is(answers.size, 1);
});

test('404 not_found: unknown path, invoice uuid or item id; an unknown method with a valid key too', async () => {
  assert.is(readError(404, await client.get('/nothing')).code, 'not_found');
  assert.is(readError(404, await client.get(`/invoices/${'0'.repeat(36)}`)).code, 'not_found');
  assert.is(readError(404, await client.call('DELETE', '/items/4711')).code, 'not_found');
  for (const [method, path] of [
    ['POST', '/status'],
    ['DELETE', '/invoices'],
    ['PUT', '/items'],
    ['PROPFIND', '/me'],
  ]) {
    assert.is(readError(404, await client.call(method ?? '', path ?? '', {})).code, 'not_found', `${method} ${path}`);
  }
});

test('HEAD is a GET without its body', async () => {
  const head = await client.call('HEAD', '/tax-labels');
  const get = await client.get('/tax-labels');
  assert.equal([head.status, head.text], [200, '']);
  assert.is(head.headers['content-length'], String(Buffer.byteLength(get.text)));
  assert.is((await client.call('HEAD', '/nothing')).status, 404);
  assert.is((await box.stranger.call('HEAD', '/me')).status, 401);
});

test('422 validation: unknown tax label: message names the item index', async () => {
  const { message } = readError(422, await client.post('/invoices', { items: [line(), line({ label: 'Ж' })] }));
  assert.match(message, /^Ставка 2: /);
});

test('422 validation: bad idempotency key', async () => {
  const bad = ['short', 'x'.repeat(65), 'with blank', 'comma,comma', 'слова-слова', '', 'slash/slash'];
  for (const key of bad) {
    assert.is(readError(422, await client.post('/invoices', body({ clientRequestId: key }))).code, 'validation', key);
    if (/[^ -~]/.test(key)) continue;
    const reply = await client.post('/invoices', body(), { 'Idempotency-Key': key });
    assert.match(readError(422, reply).message, /„Idempotency-Key”/, key);
  }
});

test('409 pfr_error: PFR refused or unreachable; no invoice issued, nothing stored; repeat the same request', async () => {
  await box.set('pfr.sandbox', { mode: 'lpfr', url: 'http://127.0.0.1:9' });
  const request = body({ clientRequestId: 'pfr-error-1' });
  assert.is(readError(409, await client.post('/invoices', request)).code, 'pfr_error');
  await box.set('pfr.sandbox', { mode: 'demo' });
  read('Invoice', 201, await client.post('/invoices', request));
});

test('errors leak no stack trace, path or secret', async () => {
  const replies = [
    await post({ raw: '{"a":' }),
    await client.post('/invoices', { items: [null] }),
    await client.get('/%00'),
    await client.get('/..%2f..%2fetc/passwd'),
    await client.get('/invoices?from=%'),
    await client.fetch('GET', '/v/?vl=%'),
  ];
  for (const { status, text } of replies) {
    assert.ok(status >= 400 && status < 500, text);
    assert.not.match(text, /\bat .*:\d+:\d+|node_modules|\.ts|\/work|\/tmp|kasir_[0-9a-f]/);
  }
});

test.run();

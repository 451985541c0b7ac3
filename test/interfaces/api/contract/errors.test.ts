// Unusual requests, besides the errors of the specification, which test/conformance checks.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { MAX_BODY } from '../../../../src/platform/http/body.js';
import { body, line } from '../../../sales/invoicing/bodies.js';
import { TestBox } from '../../../kit/box.js';
import { type Call, type Client, read, readError } from '../../../kit/client.js';

let box: TestBox;
let client: Client;

test.before(async () => {
  box = await TestBox.start();
  client = await box.client();
});
test.after(() => box.stop());

const post = (call: Call) => client.call('POST', '/invoices', call);

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

test('400 bad_request: nested too deep', async () => {
  const raw = `{"items":${'['.repeat(5000)}${']'.repeat(5000)}}`;
  assert.is(readError(400, await post({ raw })).code, 'bad_request');
});

test('422 validation of the field: a number too large for a double', async () => {
  for (const [sent, field] of [
    [line({ quantity: 'HUGE' }), 'quantity'],
    [line({ unitPrice: 'HUGE' }), 'unitPrice'],
    [line({ itemId: 'HUGE' }), 'itemId'],
  ] as const) {
    const raw = JSON.stringify({ items: [sent] }).replace('"HUGE"', '1e400');
    const { code, message } = readError(422, await post({ raw }));
    assert.is(code, 'validation');
    assert.match(message, `поље „${field}” је већи број него што се може записати`);
  }
  const ignored = JSON.stringify(body({ later: 'HUGE' })).replace('"HUGE"', '-1e400');
  read('Invoice', 201, await post({ raw: ignored }));
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

test('a body in chunks, without a length and without a Content-Type, is read like any other', async () => {
  const text = Buffer.from(JSON.stringify(body()));
  const chunks = Array.from({ length: Math.ceil(text.length / 7) }, (_, index) =>
    text.subarray(index * 7, index * 7 + 7),
  );
  read('Invoice', 201, await post({ chunks }));
});

test('a byte order mark before the body is ignored, which RFC 8259, 8.1 allows', async () => {
  read('Invoice', 201, await post({ raw: `\ufeff${JSON.stringify(body())}` }));
});

test('400 bad_request: a compressed body is not JSON', async () => {
  const raw = Buffer.from('1f8b0800000000000003ab5632000000', 'hex');
  assert.is(readError(400, await post({ raw, headers: { 'Content-Encoding': 'gzip' } })).code, 'bad_request');
});

test('401 comes before everything else: without a key nobody learns anything of paths, bodies or items', async () => {
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
    const reply = await box.anonymous.call(method, path, call);
    const { code, requestId } = readError(401, reply);
    assert.is(code, 'unauthorized', `${method} ${path}`);
    answers.add(reply.text.replace(requestId, ''));
  }
  assert.is(answers.size, 1);
});

test('HEAD is a GET without its body', async () => {
  const head = await client.call('HEAD', '/tax-labels');
  const get = await client.get('/tax-labels');
  assert.equal([head.status, head.text], [200, '']);
  assert.is(head.headers['content-length'], String(Buffer.byteLength(get.text)));
  assert.is((await client.call('HEAD', '/nothing')).status, 404);
  assert.is((await box.anonymous.call('HEAD', '/me')).status, 401);
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

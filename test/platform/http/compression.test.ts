import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { contentCodingFor } from '../../../src/platform/http/compression.js';
import { body, line } from '../../sales/invoicing/bodies.js';
import { TestBox } from '../../kit/box.js';
import { type Client, read, type Received } from '../../kit/client.js';

/** A page of these is a megabyte: it is written slice by slice. */
const RECEIPTS = 12;
const LINES = 300;

let box: TestBox;
let client: Client;
let uuid: string;

test.before(async () => {
  box = await TestBox.start();
  client = await box.client();
  const items = Array.from({ length: LINES }, (_, at) => line({ name: `${at} шљивовица` }));
  for (let n = 0; n < RECEIPTS; n += 1) {
    ({ uuid } = read('Invoice', 201, await client.post('/invoices', body({ items }))));
  }
});
test.after(() => box.stop());

const ask = (path: string, accepted?: string, method = 'GET'): Promise<Received> =>
  client.fetch(method, path, { headers: accepted === undefined ? {} : { 'Accept-Encoding': accepted } });

const UNPACK = { br: brotliDecompressSync, gzip: gunzipSync } as const;

test('texts above 2 KB are packed, those written slice by slice too, and say what they depend on', async () => {
  const paths = [
    ...['/api/v1/invoices', `/api/v1/invoices/${uuid}`, `/api/v1/invoices/${uuid}/journal`],
    ...[`/api/v1/invoices/${uuid}/document`, '/api/v1/openapi.json'],
  ];
  for (const path of paths) {
    const plain = await ask(path);
    assert.is(plain.headers['content-encoding'], undefined);
    assert.is(plain.headers.vary, 'Accept-Encoding', path);
    for (const coding of ['br', 'gzip'] as const) {
      const packed = await ask(path, coding);
      assert.is(packed.headers['content-encoding'], coding, path);
      assert.is(packed.headers.vary, 'Accept-Encoding');
      assert.is(packed.headers['content-type'], plain.headers['content-type']);
      assert.is(packed.headers.etag, plain.headers.etag);
      assert.ok(UNPACK[coding](packed.bytes).equals(plain.bytes), `${path} ${coding}`);
      assert.ok(packed.bytes.length < plain.bytes.length / 3, `${path} ${coding}: ${packed.bytes.length}`);
      const length = packed.headers['content-length'];
      if (length !== undefined) assert.is(Number(length), packed.bytes.length);
    }
  }
});

test('what is short, made by a sale, or asked for without a key goes out as it is', async () => {
  const sale = await client.call('POST', '/invoices', {
    json: body({ items: Array.from({ length: 50 }, () => line()) }),
    headers: { 'Accept-Encoding': 'gzip, br' },
  });
  assert.ok(sale.bytes.length > 2048);
  for (const reply of [sale, await ask('/api/v1/me', 'gzip'), await ask('/openapi.json', 'gzip')]) {
    assert.is(reply.headers['content-encoding'], undefined);
  }
  const without = await client.with(undefined).fetch('GET', '/openapi.json', { headers: { 'Accept-Encoding': 'br' } });
  assert.is(without.headers['content-encoding'], undefined);
});

test('HEAD and 304 have no body to pack', async () => {
  const head = await ask(`/api/v1/invoices/${uuid}`, 'gzip', 'HEAD');
  assert.equal([head.status, head.bytes.length, head.headers['content-encoding']], [200, 0, undefined]);
  const etag = head.headers.etag ?? '';
  const same = await client.get(`/invoices/${uuid}`, { headers: { 'If-None-Match': etag, 'Accept-Encoding': 'br' } });
  assert.equal([same.status, same.bytes.length, same.headers['content-encoding']], [304, 0, undefined]);
});

test('the coding is the one that the caller likes best', () => {
  const wanted: readonly (readonly [string, string | undefined])[] = [
    ['', undefined],
    ['gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0,gzip;q=0', undefined],
    ['gzip ; q=0.001', 'gzip'],
    ['*', 'br'],
    ['*;q=0', undefined],
    ['br;q=0, *;q=0.3', 'gzip'],
    ['identity', undefined],
    ['identity;q=1, gzip;q=0.5', undefined],
    ['identity;q=0.5, gzip', 'gzip'],
    ['deflate, zstd', undefined],
    ['gzip;q=oops', undefined],
    [',,;q=1, gzip', 'gzip'],
    ['x, '.repeat(100) + 'gzip', undefined],
  ];
  for (const [accepted, coding] of wanted) assert.is(contentCodingFor(accepted), coding, accepted);
});

test.run();

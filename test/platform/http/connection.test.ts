// What a client gets for bytes that are not a valid request.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { MAX_BODY } from '../../../src/platform/http/body.js';
import { body } from '../../sales/invoicing/bodies.js';
import { TestBox } from '../../kit/box.js';
import { read, readError, type Reply } from '../../kit/client.js';

const MIB = 1024 * 1024;
let box: TestBox;
let key: string;

test.before(async () => {
  box = await TestBox.start();
  ({ key } = await box.newKey());
});
test.after(() => box.stop());

function head(start: string, ...headers: string[]): string {
  return [start, 'Host: localhost', `Authorization: Bearer ${key}`, ...headers, '', ''].join('\r\n');
}
const post = (...headers: string[]): string => head('POST /api/v1/invoices HTTP/1.1', ...headers);

/** Everything that comes until the box closes the connection, while `send` writes to it. */
function exchange(send: (socket: TLSSocket) => void): Promise<string> {
  const { hostname, port } = new URL(box.origin);
  return new Promise((resolve) => {
    const ca = readFileSync(join(box.folder, 'tls', 'ca.pem'));
    const socket = connect({ host: hostname, port: Number(port), ca }, () => send(socket));
    let text = '';
    socket.setEncoding('utf8').on('data', (piece: string) => (text += piece));
    // A box that has waited long enough for the rest of a body resets the connection.
    socket.on('error', () => undefined).on('close', () => resolve(text));
  });
}

/** What came over a closed connection, which must be exactly one answer. */
function only(text: string): Reply {
  const [, status, headText, bodyText = ''] = /^HTTP\/1\.1 (\d{3}) [^\r]*\r\n(.*?)\r\n\r\n(.*)$/s.exec(text) ?? [];
  const pairs = (headText ?? '').split('\r\n').map((line) => line.toLowerCase().split(': '));
  const headers = Object.fromEntries(pairs) as Record<string, string>;
  assert.is(headers['connection'], 'close', text);
  assert.is(headers['content-length'], String(Buffer.byteLength(bodyText)), text);
  assert.is(headers['access-control-allow-origin'], '*');
  return { status: Number(status), headers, text: bodyText };
}

test('a body whose length is above 1 MiB is answered before any of it has come', async () => {
  const text = await exchange((socket) => {
    socket.write(post(`Content-Length: ${MAX_BODY + 1}`));
    socket.once('data', () => socket.end());
  });
  assert.match(readError(400, only(text)).message, /larger than 1048576 bytes/);
});

test('a body in chunks is answered as soon as it passes 1 MiB', async () => {
  const text = await exchange((socket) => {
    socket.write(post('Transfer-Encoding: chunked'));
    socket.write(`${(MAX_BODY + 1).toString(16)}\r\n${'x'.repeat(MAX_BODY + 1)}\r\n`);
    socket.once('data', () => socket.end());
  });
  assert.is(readError(400, only(text)).code, 'bad_request');
});

test('a client that sends all its 18 MB before it reads still gets the answer', async () => {
  let failure: unknown = 'not sent yet';
  const text = await exchange((socket) => {
    socket.pause();
    socket.write(post(`Content-Length: ${18 * MIB}`));
    socket.write(Buffer.alloc(18 * MIB, 'x'), (error) => {
      failure = error;
      socket.resume();
    });
  });
  assert.ok(failure == null, String(failure));
  assert.is(readError(400, only(text)).code, 'bad_request');
});

test('an endless body is not read for ever', async () => {
  let sent = 0;
  const text = await exchange((socket) => {
    socket.write(post('Transfer-Encoding: chunked'));
    const chunk = `${MIB.toString(16)}\r\n${'x'.repeat(MIB)}\r\n`;
    const sendOn = (error?: Error | null): void => {
      if (error != null || socket.destroyed) return;
      sent += 1;
      socket.write(chunk, sendOn);
    };
    sendOn();
  });
  assert.ok(sent > 60, `${sent} MiB`);
  assert.is(readError(400, only(text)).code, 'bad_request');
});

test('an unknown expectation is a bad request; 100-continue is met', async () => {
  const client = box.anonymous.with(key);
  const refused = await client.fetch('POST', '/api/v1/invoices', { json: body(), headers: { Expect: 'wonders' } });
  assert.is(readError(400, refused).code, 'bad_request');
  read('Invoice', 201, await client.post('/invoices', body(), { Expect: '100-continue' }));
  assert.is((await box.parts.ledger.invoices({ environment: 'sandbox', skip: 0, limit: 9 })).length, 1);
});

test('bytes that are not HTTP, and a head that is too large, get an error in the usual form', async () => {
  for (const [status, bytes] of [
    [400, 'garbage\r\n\r\n'],
    [400, head('GET /api/v1/me HTTP/1.1', 'No colon')],
    [400, head('GET /api/v1/me HTTP/1.1', 'Host: elsewhere')],
    [400, 'GET /api/v1/me HTTP/1.1\r\n\r\n'],
    [400, post('Content-Length: 5', 'Transfer-Encoding: chunked')],
    [400, `${post('Transfer-Encoding: chunked')}not hexadecimal\r\n`],
    [431, head('GET /api/v1/me HTTP/1.1', `X-Long: ${'y'.repeat(100_000)}`)],
  ] as const) {
    const { code, message } = readError(status, only(await exchange((socket) => socket.write(bytes))));
    assert.is(code, 'bad_request');
    assert.match(message, /\w+ \w+/);
  }
});

test('an error about bytes after a whole request comes after its answer', async () => {
  const sale = JSON.stringify(body());
  const text = await exchange((socket) => {
    socket.write(`${post(`Content-Length: ${Buffer.byteLength(sale)}`)}${sale}garbage\r\n\r\n`);
  });
  assert.equal(
    [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status),
    ['201', '400'],
  );
});

test.run();

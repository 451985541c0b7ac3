import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type RequestOptions, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Koa, { type ParameterizedContext } from 'koa';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Result } from '../../../src/base/index.js';
import { readPageFile, readPageObject } from '../../../src/interfaces/web/pageBody.js';
import { type BodyFault, bodyRefusal, type RequestState, respond } from '../../../src/platform/http/index.js';

const MOST = 100_000;
/** Where a package would write a file. */
const TEMPORARY = mkdtempSync(join(tmpdir(), 'kasirbox page body '));
process.env['TMPDIR'] = TEMPORARY;

interface Reader {
  readonly server: Server;
  readonly port: number;
  /** What was read of the latest request. */
  read: Promise<Result<unknown, BodyFault>> | undefined;
  /** Resolves when the latest response is finished: whether the whole body was read before. */
  wasRead: Promise<boolean>;
}

const test = suite<{ reader: Reader }>('what a page sends');

test.before(async (context) => {
  const app = new Koa<RequestState>();
  app.silent = true;
  app.use(async (ctx: ParameterizedContext<RequestState>) => {
    // As if the body did not have the length that was announced.
    if (ctx.path === '/short') ctx.req.headers['content-length'] = '99';
    const reading = ctx.path === '/file' ? readPageFile(ctx, MOST) : readPageObject(ctx, MOST);
    context.reader.read = reading;
    const done = await reading;
    if (done.ok) ctx.body = 'read';
    else if (done.error !== 'gone') respond(ctx, bodyRefusal(ctx.req, done.error));
  });
  const server = createServer((req, res) => {
    context.reader.wasRead = new Promise((resolve) => res.once('finish', () => resolve(req.readableEnded)));
    void app.callback()(req, res);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  context.reader = {
    server,
    port: (server.address() as AddressInfo).port,
    read: undefined,
    wasRead: Promise.resolve(false),
  };
});

test.after(({ reader }) => {
  reader.server.close();
  reader.server.closeAllConnections();
  rmSync(TEMPORARY, { recursive: true });
});

interface Sent extends RequestOptions {
  readonly pieces: readonly (Buffer | string)[];
}

/** Sends each piece as a chunk of its own, unless the length is named. */
function send({ port }: Reader, path: string, { pieces, ...options }: Sent): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sending = request({ host: '127.0.0.1', port, path, method: 'POST', ...options }, (reply: IncomingMessage) => {
      let text = '';
      reply.setEncoding('utf8');
      reply.on('data', (piece: string) => (text += piece));
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, text }));
    });
    sending.on('error', reject);
    sending.setNoDelay(true);
    for (const piece of pieces) sending.write(piece);
    sending.end();
  });
}

async function valueOf({ read }: Reader): Promise<unknown> {
  const done = await read;
  return done?.ok === true ? done.value : done?.error;
}

test('an object is read whatever type the client names, and none at all is an empty one', async ({ reader }) => {
  for (const type of ['application/json', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded', '']) {
    const headers = type === '' ? {} : { 'Content-Type': type };
    assert.is((await send(reader, '/', { pieces: ['{"ime":', '"Ђорђе","', 'cena":1.005}'], headers })).status, 200);
    assert.equal(await valueOf(reader), { ime: 'Ђорђе', cena: 1.005 });
  }
  await send(reader, '/', { pieces: [], headers: { 'Content-Length': 0 } });
  assert.equal(await valueOf(reader), {});
});

test('a file comes byte for byte, whatever type the client names, and nothing is written to the disk', async ({
  reader,
}) => {
  const file = randomBytes(MOST);
  for (const type of ['application/octet-stream', 'multipart/form-data; boundary=x', 'application/json', '']) {
    const headers = { ...(type !== '' && { 'Content-Type': type }), 'X-File-Name': '../../etc/passwd' };
    const pieces = [file.subarray(0, 70_000), file.subarray(70_000)];
    assert.is((await send(reader, '/file', { pieces, headers })).status, 200);
    assert.equal(await valueOf(reader), file);
  }
  assert.equal(readdirSync(TEMPORARY), []);
  await send(reader, '/file', { pieces: [], headers: { 'Content-Length': 0 } });
  assert.equal(await valueOf(reader), Buffer.alloc(0));
});

test('one byte too many is refused, with or without a length, and the answer arrives behind all that is sent', async ({
  reader,
}) => {
  const over = Buffer.alloc(MOST + 1, ' ');
  for (const path of ['/', '/file']) {
    const known = await send(reader, path, { pieces: [over], headers: { 'Content-Length': over.length } });
    assert.is(known.status, 400);
    const pieces = [over, ...Array.from({ length: 100 }, () => Buffer.alloc(200_000, ' '))];
    const chunked = await send(reader, path, { pieces });
    assert.is(chunked.status, 400);
    assert.match(chunked.text, /larger than 100000 bytes/);
    assert.ok(await reader.wasRead, path);
  }
});

test('too many pieces are refused, and the connection ends', async ({ reader }) => {
  for (const path of ['/', '/file']) {
    const refused = await send(reader, path, { pieces: Array.from({ length: 501 }, () => ' ') });
    assert.is(refused.status, 400);
    assert.match(refused.text, /more than 500 pieces/);
    const most = await send(reader, path, { pieces: ['{}', ...Array.from({ length: 499 }, () => ' ')] });
    assert.is(most.status, 200, path);
  }
});

test('what is not UTF-8, no object, too deep or compressed is refused as before', async ({ reader }) => {
  const rules = async (body: Buffer | string, headers = {}): Promise<string> => {
    const { text } = await send(reader, '/', { pieces: [body], headers });
    return /request\.[a-z0-9-]+/.exec(text)?.[0] ?? text;
  };
  assert.is(await rules(Buffer.from([0x7b, 0xff, 0x7d])), 'request.body-not-utf8');
  assert.is(await rules('[1]'), 'request.body-not-object');
  assert.is(await rules('{"a":'), 'request.body-not-json');
  assert.is(await rules('['.repeat(1000)), 'request.body-not-json');
  assert.is(await rules(`{"a":[${'1,'.repeat(20_001)}1]}`), 'request.too-many-values');
  assert.is(await rules('{"a":1e999}'), 'request.number-too-large');
  assert.is(await rules('{}', { 'Content-Encoding': 'gzip' }), 'request.content-encoding');
});

test('an encoding that changes nothing is accepted in any spelling', async ({ reader }) => {
  for (const encoding of ['identity', 'Identity', 'IDENTITY']) {
    const headers = { 'Content-Encoding': encoding };
    assert.is((await send(reader, '/', { pieces: ['{"a":1}'], headers })).status, 200, encoding);
    assert.equal(await valueOf(reader), { a: 1 });
    assert.is((await send(reader, '/file', { pieces: ['a'], headers })).status, 200, encoding);
    assert.equal(await valueOf(reader), Buffer.from('a'));
  }
});

test('another fault of the client is refused, and is no error of the box', async ({ reader }) => {
  const { status, text } = await send(reader, '/short', { pieces: ['{}'] });
  assert.is(status, 400);
  assert.match(text, /it cannot be read/);
});

test('a client that disconnects in the middle is gone', async ({ reader }) => {
  for (const path of ['/', '/file']) {
    const sending = request({ host: '127.0.0.1', port: reader.port, path, method: 'POST' });
    sending.on('error', () => undefined);
    sending.write('{"a":');
    const arrived = new Promise<Socket>((resolve) => {
      reader.server.once('request', ({ socket }: IncomingMessage) => resolve(socket));
    });
    const socket = await arrived;
    sending.destroy();
    await new Promise((resolve) => socket.once('close', resolve));
    assert.is(await valueOf(reader), 'gone');
  }
});

test.run();

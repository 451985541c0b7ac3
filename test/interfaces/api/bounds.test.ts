// What one key may cost over real connections: its log lines, and what it holds after it was revoked.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { RATE_LIMIT } from '../../../src/interfaces/api/middleware/throttle.js';
import { TestBox } from '../../kit/box.js';

let box: TestBox;

test.before(async () => {
  box = await TestBox.start();
});
test.after(() => box.stop());

/** A connection over which these paths are asked for at once. */
function ask(key: string, path: string, times: number): TLSSocket {
  const { hostname, port } = new URL(box.origin);
  const ca = readFileSync(join(box.folder, 'tls', 'ca.pem'));
  const socket = connect({ host: hostname, port: Number(port), ca });
  socket.on('error', () => undefined).setEncoding('latin1');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n\r\n`.repeat(times));
  return socket;
}

/** Resolves when so many answers have come. */
function answers(socket: TLSSocket, count: number): Promise<string[]> {
  return new Promise((resolve) => {
    let text = '';
    socket.on('data', (piece: string) => {
      text += piece;
      const statuses = text.match(/HTTP\/1\.1 \d{3}/g) ?? [];
      if (statuses.length >= count) resolve(statuses.map((line) => line.slice(-3)));
    });
  });
}

test('a key that calls too often has a line for the first refusal, and one a second with the number of the others', async () => {
  const { id, key } = await box.newKey();
  const refused = 70;
  const statuses = await answers(ask(key, '/api/v1/me', RATE_LIMIT.requests + refused), RATE_LIMIT.requests + refused);
  assert.is(statuses.filter((status) => status === '429').length, refused);
  const ofKey = box.log.filter((line) => line['key'] === id);
  assert.is(ofKey.filter((line) => line['event'] === 'request.done' && line['status'] === 429).length, 1);
  const counted = ofKey.filter(({ event }) => event === 'request.rate_limited');
  assert.ok(counted.length < 10, `${counted.length} lines`);
});

test('a body in more pieces than any client makes is refused, and its connection closed', async () => {
  const { key } = await box.newKey();
  const socket = ask(key, '/api/v1/me', 0);
  const closed = new Promise<string>((resolve) => {
    let text = '';
    socket.on('data', (piece: string) => (text += piece)).once('close', () => resolve(text));
  });
  const head = `POST /api/v1/invoices HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n`;
  socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n${'1\r\n{\r\n'.repeat(5000)}`);
  socket.write('1\r\n{\r\n'.repeat(5000));
  assert.match(await closed, /^HTTP\/1\.1 400 [^]*pieces/);
});

test('a call over a connection whose key was just revoked is answered 401, as the last one of its connection', async () => {
  const { id, key } = await box.newKey();
  const socket = ask(key, '/api/v1/me', 1);
  await answers(socket, 1);
  const rest = new Promise<string>((resolve) => {
    let text = '';
    socket.on('data', (piece: string) => (text += piece)).once('close', () => resolve(text));
  });
  assert.ok((await box.parts.keys.revoke(id)).ok);
  socket.write(`GET /api/v1/me HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n\r\n`);
  const text = await rest;
  assert.match(text, /^HTTP\/1\.1 401 /);
  assert.match(text, /\r\nConnection: close\r\n/);
});

test('the connections of a revoked key are closed, and those of other keys are not', async () => {
  const [revoked, other] = [await box.newKey(), await box.newKey()];
  const [idle, kept] = [ask(revoked.key, '/api/v1/me', 1), ask(other.key, '/api/v1/me', 1)];
  await Promise.all([answers(idle, 1), answers(kept, 1)]);
  const closed = new Promise((resolve) => idle.once('close', resolve));
  assert.ok((await box.parts.keys.revoke(revoked.id)).ok);
  await closed;
  assert.not.ok(kept.destroyed);
  kept.destroy();
});

test.run();

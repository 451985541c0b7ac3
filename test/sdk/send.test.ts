import { Agent } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { NoAnswerError } from '../../src/sdk/errors.js';
import { exchangeOver, type Outcome } from '../../src/sdk/exchange.js';
import { sender } from '../../src/sdk/send.js';
import { identities } from '../processors/pfr/http/tlsServers.js';

const JSON_TYPE = { 'Content-Type': 'application/json' };

/** What a caller of a sale gets for one answer. */
async function told(status: number, body: string, headers: Readonly<Record<string, string>> = {}): Promise<unknown> {
  const outcome: Outcome = { kind: 'answered', status, headers: new Headers(headers), body: Buffer.from(body) };
  const send = sender({
    exchange: async () => outcome,
    timeoutMs: 1000,
    retries: 0,
    sleep: async () => 0,
    random: () => 0,
  });
  const request = new Request('https://box:8443/api/v1/invoices', {
    ...{ method: 'POST', body: '{}', headers: { 'Idempotency-Key': 'order-77' } },
  });
  return send(request).then(
    (response) => response.status,
    (error: unknown) => error,
  );
}

test('an answer that is none of the box is none, and tells the key under which to ask again', async () => {
  for (const [status, body, headers] of [
    [502, ''],
    [502, '<html>'],
    [302, ''],
    [413, '{}'],
    [200, '<html>', JSON_TYPE],
    [201, '{"uuid":', JSON_TYPE],
    [201, '<html>', { 'Content-Type': 'Application/JSON; Charset=UTF-8' }],
  ] as const) {
    const error = await told(status, body, headers);
    assert.instance(error, NoAnswerError, `${status} ${body}`);
    assert.equal([(error as NoAnswerError).reason, (error as NoAnswerError).idempotencyKey], ['no-answer', 'order-77']);
  }
});

test('answers of the box are given, with a body and without', async () => {
  const error = JSON.stringify({ error: { code: 'validation', message: 'x' } });
  for (const [status, body, headers] of [
    [201, '{"uuid":"1"}', JSON_TYPE],
    [200, 'ПРОМЕТ', { 'Content-Type': 'text/plain; charset=utf-8' }],
    [204, ''],
    [304, ''],
    [422, error, JSON_TYPE],
    [500, error, JSON_TYPE],
  ] as const)
    assert.is(await told(status, body, headers), status);
});

test('whoever asks for another protocol has not answered', async () => {
  const { server: identity } = await identities;
  const server = createServer({ ...identity }, (socket) =>
    socket.once('data', () => socket.write('HTTP/1.1 101 Go\r\nUpgrade: y\r\nConnection: Upgrade\r\n\r\n')),
  );
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const exchange = exchangeOver(new Agent({ rejectUnauthorized: false }));
  const sending = { method: 'GET', url: `https://127.0.0.1:${port}/`, headers: new Headers(), body: Buffer.alloc(0) };
  const outcome = await exchange(sending, new AbortController().signal);
  assert.equal([outcome.kind, outcome.kind === 'failed' && outcome.reason], ['failed', 'no-answer']);
  server.close();
});

test.run();

import { Agent } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { exchangeOver, NoAnswerError, type Outcome } from '../../src/sdk/exchange.js';
import { pauseAfter, sender } from '../../src/sdk/send.js';
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

/** Of no chance: pauses are three quarters of the longest that they may be. */
const RANDOM = 0.5;

function answer(status: number, error?: object, headers: Readonly<Record<string, string>> = {}): Outcome {
  const body = Buffer.from(error === undefined ? '<html>' : JSON.stringify({ error }));
  return { kind: 'answered', status, headers: new Headers(headers), body };
}

function failed(reason: 'untrusted' | 'not-reached' | 'no-answer'): Outcome {
  return { kind: 'failed', reason, cause: new Error('cut') };
}

const pfr = (rule?: string): Outcome =>
  answer(409, { code: 'pfr_error', message: '', ...(rule !== undefined && { rule }) });
const limited = (rule: string, headers?: Readonly<Record<string, string>>): Outcome =>
  answer(429, { code: 'rate_limited', message: '', rule }, headers);

test('what may be over soon is repeated', () => {
  const passing = [
    ...[failed('not-reached'), failed('no-answer'), pfr(), pfr('pfr.busy'), pfr('pfr.outcome-unknown')],
    ...[answer(500, { code: 'server_error', message: '' }), answer(502), answer(503), limited('key.too-many-waiting')],
  ];
  for (const outcome of passing) assert.is(pauseAfter(outcome, 0, RANDOM), 750, JSON.stringify(outcome));
});

test('what a person, other content or another day must change is not repeated', () => {
  const standing = [
    ...[200, 201, 202, 304, 400, 401, 404, 422].map((status) => answer(status, { code: 'x', message: '' })),
    ...['pfr.not-ready', 'pfr.refused-receipt', 'pfr.in-doubt', 'pfr.not-held'].map(pfr),
    ...['key.flash-budget', 'key.too-many-items', 'mail.too-many'].map((rule) => limited(rule)),
    ...[failed('untrusted'), answer(409, { code: 'mail_error', message: '' }), answer(409)],
  ];
  for (const outcome of standing) assert.is(pauseAfter(outcome, 0, RANDOM), undefined, JSON.stringify(outcome));
});

test('pauses double up to a bound, and chance takes up to half of one', () => {
  const pauses = [0, 1, 2, 3, 4, 5, 6, 50].map((earlier) => pauseAfter(failed('no-answer'), earlier, RANDOM));
  assert.equal(pauses, [750, 1500, 3000, 6000, 12_000, 24_000, 45_000, 45_000]);
  assert.is(pauseAfter(failed('no-answer'), 0, 0), 500);
});

test('a pause that the box asks for is kept, unless it is longer than its windows are', () => {
  const usedUp = { 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': '42' };
  assert.is(pauseAfter(limited('key.too-many-requests', usedUp), 0, RANDOM), 42_000);
  const left = { ...usedUp, 'X-RateLimit-Remaining': '3' };
  assert.is(pauseAfter(limited('key.too-many-waiting', left), 0, RANDOM), 750);
  assert.is(pauseAfter(limited('x.y', { 'Retry-After': '7' }), 0, RANDOM), 7000);
  assert.is(pauseAfter(limited('x.y', { 'Retry-After': '0' }), 1, RANDOM), 1500);
  assert.is(pauseAfter(limited('x.y', { 'Retry-After': '3600' }), 0, RANDOM), undefined);
  assert.is(pauseAfter(limited('x.y', { 'Retry-After': 'tomorrow' }), 0, RANDOM), 750);
});

test.run();

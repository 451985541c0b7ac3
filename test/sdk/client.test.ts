// turns: 4
// The client against a box over TLS, by way of a wire that can be cut.
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { systemClock } from '../../src/base/clock.js';
import { EventsError, NoAnswerError } from '../../src/sdk/exchange.js';
import { TestBox } from '../kit/box.js';
import { identities } from '../processors/pfr/http/tlsServers.js';
import { type BoxEvent, SALE, type Shop, shop } from './shop.js';
import { Wire } from './wire.js';

let box: TestBox;
let wire: Wire;
let ca: string;
/** By how much the box's monotonic clock was set forward, ms. */
let passed = 0;

test.before(async () => {
  const { sleep } = systemClock;
  box = await TestBox.start({ passing: { monotonic: () => systemClock.monotonic() + passed, sleep } });
  wire = await Wire.to(box.origin);
  ca = readFileSync(join(box.folder, 'tls/ca.pem'), 'utf8');
});
test.after(async () => {
  wire.stop();
  await box.stop();
});

/** A client with a key of its own, and the pauses that it makes. */
async function customer(onPause: (ms: number) => unknown = () => undefined): Promise<{ shop: Shop; pauses: number[] }> {
  const { key } = await box.newKey();
  const pauses: number[] = [];
  const noted = (ms: number): unknown => {
    pauses.push(ms);
    return onPause(ms);
  };
  return { shop: shop({ baseUrl: wire.baseUrl, apiKey: key, ca }, noted), pauses };
}

/** Requests of a kind that the box has answered. */
function answered(method: string, path: string): number {
  const isIt = (line: (typeof box.log)[number]): boolean => line['method'] === method && line['path'] === path;
  return box.log.filter((line) => line['event'] === 'request.done' && isIt(line)).length;
}

async function failure(work: Promise<unknown>): Promise<NoAnswerError> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assert.instance(error, NoAnswerError);
  return error as NoAnswerError;
}

test('a sale is issued under a key that the client makes, and the answer names it', async () => {
  const { shop, pauses } = await customer();
  const { data, response } = await shop.POST('/invoices', { body: SALE });
  assert.is(response.status, 201);
  assert.match(data?.clientRequestId ?? '', /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  assert.is(response.headers.get('Idempotency-Key'), data?.clientRequestId);
  assert.equal(pauses, []);
});

test('the key of the caller is used, from the header and from the body', async () => {
  const { shop } = await customer();
  const params = { header: { 'Idempotency-Key': 'order-in-header' } };
  const first = await shop.POST('/invoices', { params, body: SALE });
  assert.is(first.data?.clientRequestId, 'order-in-header');
  const second = await shop.POST('/invoices', { body: { ...SALE, clientRequestId: 'order-in-body' } });
  assert.is(second.response.status, 201);
  assert.is(second.data?.clientRequestId, 'order-in-body');
});

test('an answer that is lost after the box has issued is asked for again: one receipt', async () => {
  const { shop, pauses } = await customer();
  await shop.GET('/me');
  wire.loseNextAnswer();
  const { data, response } = await shop.POST('/invoices', { body: SALE });
  assert.is(pauses.length, 1);
  assert.is(response.headers.get('Idempotency-Replayed'), 'true');
  const clientRequestId = data?.clientRequestId ?? '';
  const found = await shop.GET('/invoices', { params: { query: { clientRequestId } } });
  assert.equal(
    found.data?.invoices.map(({ uuid }) => uuid),
    [data?.uuid],
  );
});

test('a copy, which has no body, is repeated under its key too', async () => {
  const { shop } = await customer();
  const sold = await shop.POST('/invoices', { body: SALE });
  wire.loseNextAnswer();
  const params = { path: { uuid: sold.data?.uuid ?? '' } };
  const { response } = await shop.POST('/invoices/{uuid}/copy', { params });
  assert.is(response.headers.get('Idempotency-Replayed'), 'true');
});

test('a call without a key that changes something is sent once', async () => {
  const { shop, pauses } = await customer();
  await shop.GET('/me');
  wire.loseNextAnswer();
  const error = await failure(shop.POST('/items', { body: { name: 'Хлеб', label: 'Е' } }));
  assert.equal(
    { reason: error.reason, attempts: error.attempts, key: error.idempotencyKey },
    { reason: 'no-answer', attempts: 1, key: undefined },
  );
  assert.equal(pauses, []);
});

test('a refused sale is not repeated, and says by which rule', async () => {
  const { shop, pauses } = await customer();
  const before = answered('POST', '/invoices');
  const { error, response } = await shop.POST('/invoices', { body: { items: [] } });
  assert.is(response.status, 422);
  assert.is(error?.error.rule, 'form.min-items');
  assert.equal(pauses, []);
  assert.is(answered('POST', '/invoices'), before + 1);
});

test('a key that has used its requests waits for the end of the window', async () => {
  const { shop, pauses } = await customer((ms) => (passed += ms));
  for (let sent = 0; sent < 240; sent += 1) await shop.GET('/me');
  const { response } = await shop.POST('/invoices', { body: SALE });
  assert.is(response.status, 201);
  assert.is(pauses.length, 1);
  assert.ok(pauses[0]! > 30_000 && pauses[0]! <= 60_000, `waited ${pauses[0]} ms`);
});

test('while the processor is away the sale is sent again, until it is back', async () => {
  await box.set('pfr.sandbox', { mode: 'lpfr', url: 'http://127.0.0.1:9' });
  const { shop, pauses } = await customer(() => box.set('pfr.sandbox', { mode: 'demo' }));
  const { response } = await shop.POST('/invoices', { body: SALE });
  assert.is(response.status, 201);
  assert.is(pauses.length, 1);
});

test('a box that is away is asked as often as was said, with growing pauses; the error names the key', async () => {
  const { shop, pauses } = await customer();
  const { box: port } = wire;
  wire.box = undefined;
  const params = { header: { 'Idempotency-Key': 'order-while-away' } };
  const error = await failure(shop.POST('/invoices', { params, body: SALE }));
  wire.box = port;
  assert.equal(
    { reason: error.reason, attempts: error.attempts, key: error.idempotencyKey },
    { reason: 'not-reached', attempts: 6, key: 'order-while-away' },
  );
  assert.equal(pauses, [750, 1500, 3000, 6000, 12_000]);
});

test('a box that says nothing is given up in time, and asked again', async () => {
  const silent = createServer((socket) => socket.on('error', () => undefined).resume());
  await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening));
  const baseUrl = `https://localhost:${(silent.address() as AddressInfo).port}/api/v1`;
  const { key: apiKey } = await box.newKey();
  const error = await failure(shop({ baseUrl, apiKey, ca, timeoutMs: 20, retries: 1 }).GET('/me'));
  assert.equal([error.reason, error.attempts], ['not-reached', 2]);
  await new Promise((closed) => silent.close(closed));
});

test('a certificate of another authority is refused before anything is sent, and not tried again', async () => {
  const { key: apiKey } = await box.newKey();
  const { trusting } = await identities;
  for (const trusted of [{ ca: trusting.ca }, {}]) {
    const connections = wire.connections;
    const error = await failure(shop({ baseUrl: wire.baseUrl, apiKey, ...trusted }).POST('/invoices', { body: SALE }));
    assert.is(error.reason, 'untrusted');
    assert.match(error.message, /not from a trusted authority; `ca` must be the authority of the box \(its ca\.pem\)/);
    assert.not.match(error.message + String(error.cause), new RegExp(apiKey));
    assert.is(wire.connections, connections + 1);
  }
});

test('a caller that gives up gets its own reason, and nothing is sent after it', async () => {
  const given = new AbortController();
  const { shop } = await customer(() => given.abort(new Error('the shop closes')));
  await shop.GET('/me');
  wire.loseNextAnswer();
  const { connections } = wire;
  const call = shop.POST('/invoices', { body: SALE, signal: given.signal });
  await call.then(
    () => assert.unreachable(),
    (error: unknown) => assert.match(String(error), /the shop closes/),
  );
  assert.is(wire.connections, connections);
});

test('events come one after the other, and go on from the cursor that the caller has kept', async () => {
  const { shop } = await customer();
  const begun: BoxEvent[] = [];
  for await (const event of shop.events()) {
    begun.push(event);
    if (begun.length === 2) break;
  }
  const [first, second] = begun;
  const onward = await shop.events(first?.cursor).next();
  assert.equal(onward.value, second);

  const end = new AbortController();
  const coming = shop.events('now', { signal: end.signal }).next();
  try {
    const sold = await shop.POST('/invoices', { body: SALE });
    const { value } = await coming;
    assert.equal([value.type, (value as { uuid?: string }).uuid], ['invoice.issued', sold.data?.uuid]);
  } finally {
    end.abort();
  }
});

test('a cursor that is none ends the events with the rule', async () => {
  const { shop } = await customer();
  const error: unknown = await shop
    .events('nonsense')
    .next()
    .catch((thrown: unknown) => thrown);
  assert.instance(error, EventsError);
  assert.is((error as EventsError).error.rule, 'events.cursor-malformed');
});

test('options that no box has are refused at once, and an error never says the key', () => {
  const good = { baseUrl: 'https://localhost/api/v1', apiKey: `kasir_${'0'.repeat(48)}` };
  const refused = [
    { ...good, baseUrl: 'http://localhost/api/v1' },
    { ...good, apiKey: 'kasir_secret' },
    { ...good, timeoutMs: 0 },
    { ...good, retries: -1 },
  ];
  for (const options of refused) {
    assert.throws(
      () => shop(options),
      (error: Error) => !error.message.includes('secret'),
    );
  }
  assert.throws(() => shop({ ...good, baseUrl: 'localhost' }), /^baseUrl must begin with https:/);
  shop({ ...good, apiKey: `${good.apiKey}\n` });
});

test.run();

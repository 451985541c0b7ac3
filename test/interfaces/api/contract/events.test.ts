// GET /events over real connections: pages, long poll, the stop of the service, callers that go.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { systemClock } from '../../../../src/base/clock.js';
import { body } from '../../../sales/invoicing/bodies.js';
import { TestBox } from '../../../kit/box.js';
import { type Client, read, readError } from '../../../kit/client.js';

let box: TestBox;
let client: Client;

test.before.each(async () => {
  box = await TestBox.start();
  client = await box.client();
});
test.after.each(() => box.stop());

const sell = async (): Promise<string> => read('Invoice', 201, await client.post('/invoices', body())).uuid;
const list = async (query: string) => read('EventList', 200, await client.get(`/events?${query}`));

const waiters = (): number =>
  (box.parts.ledger.events.arrivals as unknown as { readonly waiting: ReadonlySet<unknown> }).waiting.size;

/** Resolves when so many requests wait for something to happen. */
async function waiting(most: number): Promise<void> {
  while (waiters() < most) await systemClock.sleep(5);
}

async function waitingNone(): Promise<void> {
  while (waiters() > 0) await systemClock.sleep(5);
}

test('GET /events tells each invoice once, from the beginning, from any cursor and from now', async () => {
  const uuids = [await sell(), await sell(), await sell()];
  const all = await list('');
  assert.equal(
    all.events.map(({ type, uuid }) => [type, uuid]),
    uuids.map((uuid) => ['invoice.issued', uuid]),
  );
  const first = read('Invoice', 200, await client.get(`/invoices/${uuids[0]!}`));
  const { sequence, at, cursor, ...members } = all.events[0]!;
  assert.ok(sequence > 0 && at.length === 19 && cursor.length === 35);
  assert.equal(members, {
    type: 'invoice.issued',
    environment: 'sandbox',
    uuid: first.uuid,
    number: first.pfr.invoiceNumber,
    invoiceType: 'Normal',
    transactionType: 'Sale',
    total: 300,
    clientRequestId: null,
    referentDocumentNumber: null,
    createdAt: first.createdAt,
    sdcDateTime: first.pfr.sdcDateTime,
  });
  const page = await list('limit=1');
  assert.equal([page.events.length, page.more], [1, true]);
  const rest = await list(`after=${page.cursor}`);
  assert.equal(
    rest.events.map(({ uuid }) => uuid),
    uuids.slice(1),
  );
  assert.equal((await list('after=now')).events, []);
  await box.restart();
  client = await box.client();
  assert.equal((await list(`after=${page.cursor}`)).events, rest.events, 'after a restart');
});

test('a refund is invoice.refunded and names what it refunds; a copy of it is not', async () => {
  const uuid = await sell();
  const refund = read('Invoice', 201, await client.post(`/invoices/${uuid}/refund`, { buyerId: '10:100000001' }));
  read('Invoice', 201, await client.post(`/invoices/${refund.uuid}/copy`, {}));
  const [sale, refunded, copy] = (await list('')).events;
  assert.equal([sale?.type, refunded?.type, copy?.type], ['invoice.issued', 'invoice.refunded', 'invoice.issued']);
  assert.is(refunded?.referentDocumentNumber, sale?.number);
});

test('only the active environment is listed, and the cursor moves on over the other', async () => {
  await sell();
  const { cursor } = await list('after=now');
  await box.set('environment', 'production');
  const other = await list('');
  assert.equal(other.events, []);
  assert.equal((await list(`after=${cursor}`)).events, []);
  assert.equal((await list(`after=${other.cursor}`)).more, false);
});

test('wait: the answer comes with the next event, and to all who wait', async () => {
  const { cursor } = await list('after=now');
  const asked = [list(`after=${cursor}&wait=30`), list(`after=now&wait=30`)];
  await waiting(2);
  const uuid = await sell();
  for (const { events } of await Promise.all(asked)) assert.equal(events[0]?.uuid, uuid);
});

test('a record that tells nothing does not end the wait; its end does, with the cursor moved on', async () => {
  const asked = list('after=now&wait=1');
  await waiting(1);
  await box.set('simplifiedCash', true);
  const { events, cursor, more } = await asked;
  assert.equal([events.length, more], [0, false]);
  assert.is((await list(`after=${cursor}`)).events.length, 0);
});

test('of one key four requests wait; the fifth is answered at once', async () => {
  const asked = Array.from({ length: 4 }, () => list('after=now&wait=30'));
  await waiting(4);
  assert.equal((await list('after=now&wait=30')).events, []);
  await sell();
  await Promise.all(asked);
});

test('who waits is answered when the service stops', async () => {
  const { key } = await box.newKey();
  const headers = { Authorization: `Bearer ${key}` };
  const ca = readFileSync(join(box.folder, 'tls', 'ca.pem'));
  const asked = request(`${box.origin}/api/v1/events?after=now&wait=30`, { headers, ca, agent: false });
  asked.end();
  await waiting(1);
  const answered = once(asked, 'response') as Promise<[IncomingMessage]>;
  await box.stop();
  const [response] = await answered;
  assert.is(response.statusCode, 200);
  await box.restart();
});

test('a caller that goes is forgotten', async () => {
  const { key } = await box.newKey();
  const ca = readFileSync(join(box.folder, 'tls', 'ca.pem'));
  const headers = { Authorization: `Bearer ${key}` };
  const asked = request(`${box.origin}/api/v1/events?after=now&wait=30`, { headers, ca, agent: false });
  asked.on('error', () => undefined);
  asked.end();
  await waiting(1);
  asked.destroy();
  await waitingNone();
});

test('queries that are wrong are refused', async () => {
  const wrong = ['limit=0', 'limit=1001', 'limit=x', 'wait=31', 'wait=-1', 'after=', 'after=x', 'after=now&after=now'];
  for (const query of [...wrong, `after=${'A'.repeat(35)}`]) {
    assert.is(readError(422, await client.get(`/events?${query}`)).code, 'validation', query);
  }
  const { cursor } = await list('after=now');
  const foreign = Buffer.from(cursor, 'base64url');
  foreign[25]! ^= 1;
  const { message } = readError(422, await client.get(`/events?after=${foreign.toString('base64url')}`));
  assert.match(message, /Begin again/);
});

test('waiting holds no slot that reading needs', async () => {
  const asked = Array.from({ length: 3 }, () => list('after=now&wait=30'));
  await waiting(3);
  assert.equal((await list('limit=1')).events, []);
  await sell();
  await Promise.all(asked);
});

test.run();

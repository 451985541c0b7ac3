import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { body } from '../../../sales/invoicing/bodies.js';
import { TestBox } from '../../../kit/box.js';
import { EventReader, signIn, signInAgain, type SignedIn } from '../../../kit/web/signedIn.js';

let box: TestBox;
let owner: SignedIn;

test.before.each(async () => {
  box = await TestBox.start();
  owner = await signIn(box, 'Ана', 'owner');
});
test.after.each(() => box.stop());

async function opened(who: SignedIn): Promise<EventReader> {
  const reader = await EventReader.open(box, who);
  if (typeof reader === 'number') throw new Error(`answered ${reader}`);
  return reader;
}

const sequenceOf = (data: unknown): number => (data as { sequence: number }).sequence;

test('a page hears of the checks, and of a receipt that is sold', async () => {
  const events = await opened(owner);
  assert.match(events.type ?? '', /^text\/event-stream/);
  const { data } = await events.next(({ event }) => event === 'checks');
  assert.ok((data as { name: string }[]).some(({ name }) => name === 'ledger'));
  const before = sequenceOf((await events.next(({ event }) => event === 'ledger')).data);
  await (await box.client()).post('/invoices', body());
  await events.next(({ event, data: told }) => event === 'ledger' && sequenceOf(told) > before);
  events.close();
});

test('a change of a setting that a check looks at becomes an event', async () => {
  const events = await opened(await signIn(box, 'Тома', 'technician'));
  await events.next(({ event }) => event === 'checks');
  await box.set('printers', [{ name: 'kasa', address: 'tcp://127.0.0.1:9', width: 80, dpi: 203, mode: 'raster' }]);
  await events.next(({ event, data }) => event === 'checks' && JSON.stringify(data).includes('kasa'));
  events.close();
});

test('the stream ends when the session does', async () => {
  const events = await opened(owner);
  const again = await signInAgain(box, 'Ана');
  const reply = await box.anonymous.fetch('DELETE', '/web/session', { headers: owner.headers });
  assert.is(reply.status, 200);
  await events.ended;
  assert.is(await EventReader.open(box, owner), 401);
  (await opened(again)).close();
});

test('no other client listens: without a session, or as a cashier', async () => {
  assert.is(await EventReader.open(box, { id: 0, headers: {} }), 401);
  const { headers } = owner;
  const foreign = await box.anonymous.fetch('GET', '/web/events', {
    headers: { ...headers, 'Sec-Fetch-Site': 'cross-site' },
  });
  assert.is(foreign.status, 403);
});

test('a service with open streams stops without waiting for them', async () => {
  const streams = await Promise.all([opened(owner), opened(owner), opened(owner)]);
  await Promise.all([box.stop(), ...streams.map(({ ended }) => ended)]);
  // Where the connections had to be cut by force, the answers would have no end.
  assert.ok(streams.every((stream) => stream.isComplete));
});

test.run();

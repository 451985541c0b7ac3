// What a key may write to the flash in a day, and what still works afterwards.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { body } from '../../sales/invoicing/bodies.js';
import { TestBox } from '../../kit/box.js';
import { type Client, read, readError } from '../../kit/client.js';
import { serveWithoutSocket } from '../../kit/serve.js';

const DAY_MS = 86_400_000;

/** A box with a key that has spent its budget, after `first`. */
async function spent(work: (box: TestBox, client: Client) => Promise<void>, first = async (_: Client) => undefined) {
  await TestBox.during(
    async (box) => {
      const client = await box.client('Каса 1');
      await first(client);
      const [{ id } = { id: 0 }] = box.parts.keys.list();
      box.parts.dailyQuota.account(id).charge(2e10);
      await work(box, client);
    },
    { serve: serveWithoutSocket },
  );
}

test('whatever a key writes is charged to it, and to no other', async () => {
  await TestBox.during(
    async (box) => {
      const [client, idle] = [await box.client(), await box.client()];
      const written = () => box.parts.dailyQuota.today().find(({ key }) => key === 1)?.written ?? 0;
      const { uuid } = read('Invoice', 201, await client.post('/invoices', body()));
      const { id } = read('ItemCreated', 201, await client.post('/items', { name: 'Кафа', label: 'Ђ' }));
      const writes: readonly (() => Promise<{ readonly status: number }>)[] = [
        () => client.post('/invoices', body()),
        () => client.post(`/invoices/${uuid}/copy`, {}),
        () => client.post(`/invoices/${uuid}/refund`, { buyerId: '10:123456789' }),
        () => client.post('/items', { name: 'Чај', label: 'Ђ' }),
        () => client.call('PATCH', `/items/${id}`, { json: { price: 5 } }),
        () => client.call('DELETE', `/items/${id}`),
      ];
      for (const write of writes) {
        const before = written();
        assert.ok((await write()).status < 300);
        assert.ok(written() >= before + 8192, String(write));
      }
      const before = written();
      for (const path of ['/me', '/items', '/invoices', `/invoices/${uuid}`]) {
        assert.is((await client.get(path)).status, 200);
        assert.is((await idle.get(path)).status, 200);
      }
      assert.is((await client.call('PATCH', `/items/${id}`, { json: { price: 5 } })).status, 200);
      assert.is(written(), before, 'what only reads, or changes nothing, costs nothing');
      assert.equal(
        box.parts.dailyQuota.today().map(({ key }) => key),
        [1],
      );
    },
    { serve: serveWithoutSocket },
  );
});

test('a key that has spent its budget writes no more until midnight, and reads as before', async () => {
  await spent(async (box, client) => {
    const refused = await client.post('/invoices', body());
    const refusals = [
      refused,
      await client.post('/items', { name: 'Чај', label: 'Ђ' }),
      await client.call('DELETE', '/items/1'),
    ];
    for (const reply of refusals) assert.match(readError(429, reply).message, /flashBudget/);
    assert.is(readError(429, refused).code, 'rate_limited');
    assert.is((await client.get('/invoices')).status, 200);
    readError(404, await client.post('/nothing', {}));
    read('Invoice', 201, await (await box.client()).post('/invoices', body()));
    box.clockOffset = DAY_MS;
    read('Invoice', 201, await client.post('/invoices', body()));
  });
});

test('what was issued is answered again under its key, and an advance that was refunded is closed', async () => {
  const keyed = body({ clientRequestId: 'sold-before-it-was-spent' });
  let advance = '';
  const first = async (client: Client): Promise<undefined> => {
    read('Invoice', 201, await client.post('/invoices', keyed));
    const line = { name: '10: Аванс (Ђ)', label: 'Ђ', quantity: 1, unitPrice: 300 };
    const sold = body({ invoiceType: 'Advance', items: [line] });
    advance = read('Invoice', 201, await client.post('/invoices', sold)).uuid;
    const untouched = read('Invoice', 201, await client.post('/invoices', sold)).uuid;
    assert.is.not(untouched, advance);
    read('Invoice', 201, await client.post(`/invoices/${advance}/refund`, { buyerId: '10:123456789' }));
  };
  await spent(async (_box, client) => {
    read('Invoice', 200, await client.post('/invoices', keyed));
    const { clientRequestId, ...content } = keyed;
    read('Invoice', 200, await client.post('/invoices', content, { 'Idempotency-Key': String(clientRequestId) }));
    readError(429, await client.post('/invoices', { ...keyed, clientRequestId: 'another-idempotency-key' }));
    const known = { 'Idempotency-Key': String(clientRequestId) };
    readError(429, await client.post('/items', { name: 'Чај', label: 'Ђ' }, known));
    readError(
      429,
      await client.post('/invoices/01934d6e-7a10-7000-8000-000000000001/email', { to: 'a@example.rs' }, known),
    );
    readError(429, await client.post('/invoices', { ...keyed, clientRequestId: 'x'.repeat(100_000) }));
    const closed = await client.post(`/invoices/${advance}/close-advance`, { items: body()['items'] });
    assert.is(closed.status, 201, closed.text);
  }, first);
});

test('a part of an advance is new work unless its own refund was issued, and so are advances of elsewhere', async () => {
  const part = (key: string): object => ({
    ...{ part: true, clientRequestId: key },
    items: [{ name: 'Кафа', label: 'Ђ', quantity: 1, unitPrice: 100 }],
  });
  const paper = { number: '17', time: '2022-03-25 00:00:00', earlierAdvances: [{ label: 'Ђ', amount: 300 }] };
  const earlier = (key: string): object => ({ ...paper, items: body()['items'], clientRequestId: key });
  let advance = '';
  const first = async (client: Client): Promise<undefined> => {
    const line = { name: '10: Аванс (Ђ)', label: 'Ђ', quantity: 1, unitPrice: 300 };
    const sold = read('Invoice', 201, await client.post('/invoices', body({ invoiceType: 'Advance', items: [line] })));
    advance = sold.uuid;
    assert.is((await client.post(`/invoices/${advance}/close-advance`, part('part-one'))).status, 201);
    // As after a cut: the refund of this part was issued, the final receipt was not.
    const refund = { invoiceType: 'Advance', transactionType: 'Refund', buyerId: '10:123456789' };
    const [items, referentDocumentNumber] = [[{ ...line, unitPrice: 100 }], sold.pfr.invoiceNumber];
    const clientRequestId = 'part-two:ar';
    const sent = body({ ...refund, items, referentDocumentNumber, clientRequestId });
    read('Invoice', 201, await client.post('/invoices', sent));
    const ofPaper = { items: [line], referentDocumentNumber: 'XXXXXXXX-XXXXXXXX-17', clientRequestId: 'earlier-1:ar' };
    read('Invoice', 201, await client.post('/invoices', body({ ...refund, ...ofPaper })));
  };
  await spent(async (_box, client) => {
    const close = (asked: object) => client.post(`/invoices/${advance}/close-advance`, asked);
    assert.is((await close(part('part-one'))).status, 200);
    readError(429, await close(part('part-three')));
    assert.is((await close(part('part-two'))).status, 201);
    assert.is((await client.post('/earlier-advances/close', earlier('earlier-1'))).status, 201);
    readError(429, await client.post('/earlier-advances/close', earlier('earlier-2')));
  }, first);
});

test('a restart gives nothing back, however the box went down', async () => {
  await TestBox.during(
    async (box) => {
      const { id, key } = await box.newKey();
      const written = () => box.parts.dailyQuota.today().find((use) => use.key === id)?.written ?? 0;
      box.parts.dailyQuota.account(id).charge(123_456_789);
      await box.restart();
      assert.is(written(), 123_456_789, 'a clean stop notes it exactly');
      for (let n = 0; n < 5; n += 1) {
        const before = written();
        box.parts.dailyQuota.account(id).charge(3_000_000);
        await box.parts.dailyQuota['notes'].run(() => Promise.resolve());
        // As after a crash: what the box would note when it stops is never written.
        box.parts.dailyQuota.close = () => Promise.resolve();
        await box.restart();
        assert.ok(written() >= before + 3_000_000 && written() <= before + 13_000_000, `${before} became ${written()}`);
      }
      await box.set('flashBudget', 100);
      await box.restart();
      readError(429, await box.anonymous.with(key).post('/invoices', body()));
    },
    { serve: serveWithoutSocket },
  );
});

test('a key adds 2000 items a day at most, also over a restart, and changes them as before', async () => {
  await TestBox.during(
    async (box) => {
      const [{ id, key }, other] = [await box.newKey(), await box.newKey()];
      const post = (json: object, as = key) => box.anonymous.with(as).post('/items', json);
      const coffee = { name: 'Кафа', label: 'Ђ' };
      for (let n = 0; n < 1997; n += 1) assert.ok(box.parts.dailyQuota.takeItem(id));
      await box.restart();
      const first = read('ItemCreated', 201, await post(coffee));
      readError(422, await post({ name: 'Кафа', label: 'X' }));
      const [second, third, fourth] = await Promise.all([1, 2, 3].map(() => post(coffee)));
      assert.equal([second?.status, third?.status, fourth?.status].toSorted(), [201, 201, 429]);
      const refused = readError(429, await post(coffee));
      assert.is(refused.code, 'rate_limited');
      assert.match(refused.message, /2000 items today/);
      assert.is(
        (await box.anonymous.with(key).call('PATCH', `/items/${first.id}`, { json: { price: 5 } })).status,
        200,
      );
      read('ItemCreated', 201, await post(coffee, other.key));
      // As after a crash: what the box would note when it stops is never written.
      await box.parts.dailyQuota['notes'].run(() => Promise.resolve());
      box.parts.dailyQuota.close = () => Promise.resolve();
      await box.restart();
      readError(429, await post(coffee));
      box.clockOffset = DAY_MS;
      read('ItemCreated', 201, await post(coffee));
    },
    { serve: serveWithoutSocket },
  );
});

test.run();

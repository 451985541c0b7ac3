// Which requests go first, and when.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { body } from '../../sales/invoicing/bodies.js';
import { TestBox } from '../../kit/box.js';
import { read } from '../../kit/client.js';
import { FakePfrServer } from '../../kit/pfr/server.js';
import { serveWithoutSocket } from '../../kit/serve.js';

/** Notes when a sale begins to go first, and when that ends. */
function watched({ parts }: TestBox): string[] {
  const events: string[] = [];
  const { salePriority } = parts.invoicing;
  const during = salePriority.during.bind(salePriority);
  salePriority.during = async (work) => {
    events.push('begins');
    try {
      return await during(work);
    } finally {
      events.push('ends');
    }
  };
  return events;
}

test('what makes a receipt goes first, nothing else does', async () => {
  await TestBox.during(
    async (box) => {
      const client = await box.client();
      const { uuid } = read('Invoice', 201, await client.post('/invoices', body()));
      const events = watched(box);
      const goesFirst = async (call: Promise<unknown>): Promise<boolean> => {
        await call;
        return events.splice(0).join() === 'begins,ends';
      };
      const refund = { buyerId: '10:100000049' };
      assert.ok(await goesFirst(client.post('/invoices', body())));
      assert.ok(await goesFirst(client.post('/invoices', {})), 'also one that is refused');
      assert.ok(await goesFirst(client.post(`/invoices/${uuid}/refund`, refund)));
      assert.ok(await goesFirst(client.post(`/invoices/${uuid}/copy`, {})));
      assert.ok(await goesFirst(client.post(`/invoices/${uuid}/close-advance`, body())));
      for (const path of ['/invoices', `/invoices/${uuid}`, '/items', '/reports/summary', '/status']) {
        assert.not.ok(await goesFirst(client.get(path)), path);
      }
      assert.not.ok(await goesFirst(client.post('/items', { name: 'Кафа', label: 'Ђ' })));
      assert.not.ok(await goesFirst(client.post(`/invoices/${uuid}/email`, { to: 'kupac@example.rs' })));
      await client.with(undefined).post('/invoices', body());
      assert.equal(events, [], 'nor does anybody without a key');
    },
    { serve: serveWithoutSocket },
  );
});

test('what a processor has signed is recorded first, however long it took', async () => {
  const fake = await FakePfrServer.start({ environment: 'sandbox' });
  fake.pfr.card.givePin('1234');
  try {
    await TestBox.during(
      async (box) => {
        await box.set('pfr.sandbox', { mode: 'lpfr', url: fake.url });
        await box.parts.processors.active.refresh();
        const client = await box.client();
        const events = watched(box);
        read('Invoice', 201, await client.post('/invoices', body()));
        assert.equal(events, ['begins', 'begins', 'ends', 'ends']);
      },
      { serve: serveWithoutSocket },
    );
  } finally {
    await fake.stop();
  }
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { InvoiceWithState } from '../../kit/answers.js';
import { TestBox } from '../../kit/box.js';
import { serveWithoutSocket } from '../../kit/serve.js';
import { openQueue } from '../../kit/web/till.js';
import { codeOf, makeUsers, Visitor, visitorAs } from '../../kit/web/visitor.js';
import { Turns } from '../../kit/turns.js';

/** Each starts a box. */
const turns = new Turns(3);

const ITEMS = [{ name: 'Кафа', quantity: 1, unitPrice: 150, label: 'Ђ' }];

function during(work: (box: TestBox, as: (name: string) => Promise<Visitor>) => Promise<void>): Promise<void> {
  return TestBox.during(
    async (box) => {
      await makeUsers(box);
      await work(box, (name) => visitorAs(box, name));
    },
    { serve: serveWithoutSocket },
  );
}

async function read<T>(visitor: Visitor, path: string): Promise<T> {
  const reply = await visitor.send('GET', path);
  assert.is(reply.status, 200, reply.text);
  return JSON.parse(reply.text) as T;
}

interface Piece {
  readonly version: string;
  readonly items: readonly { readonly id: number; readonly name: string; readonly price: number }[];
  readonly next: number | null;
}

interface KeyState {
  readonly state: string;
  readonly uuid: string | null;
  readonly number: string | null;
}

turns.test('what a till asks is answered to everybody who is signed in, and to nobody else', () =>
  during(async (box, as) => {
    for (const path of ['/web/till', '/web/till/items', '/web/till/card', '/web/sale/prodaja-1']) {
      assert.is(codeOf(await new Visitor(box).send('GET', path)), 'signed_out', path);
      for (const name of ['Ана', 'Мика', 'Ђорђе']) assert.is((await (await as(name)).send('GET', path)).status, 200);
      const cashier = await as('Ђорђе');
      const foreign = { Origin: 'https://elsewhere.example', 'Sec-Fetch-Site': 'cross-site' };
      assert.is(codeOf(await cashier.send('GET', path, undefined, foreign)), 'foreign', path);
    }
  }),
);

turns.test('the link of a receipt of any box says its number, time and total; another text is refused', () =>
  during(async (box, as) => {
    const cashier = await as('Ђорђе');
    const path = (link: string): string => `/web/receipt/named?link=${encodeURIComponent(link)}`;
    await TestBox.during(
      async (other) => {
        const sale = (await (await other.client()).post('/invoices', { items: ITEMS })).text;
        const { pfr, total } = JSON.parse(sale) as InvoiceWithState;
        const named = await read(cashier, path(pfr.verificationUrl));
        assert.equal(named, { number: pfr.invoiceNumber, time: pfr.sdcDateTime, total });
        const cut = pfr.verificationUrl.slice(0, -8);
        for (const link of ['', 'https://example.com/', cut]) {
          assert.is(codeOf(await cashier.send('GET', path(link))), 'validation', link);
        }
      },
      { serve: serveWithoutSocket },
    );
    assert.is(codeOf(await new Visitor(box).send('GET', path(''))), 'signed_out');
  }),
);

turns.test('a till says that a slip is printed only where one is: not where nothing is printed by itself', () =>
  during(async (box, as) => {
    const prints = async (): Promise<unknown> =>
      (await read<{ readonly printsSlips: boolean }>(await as('Ђорђе'), '/web/till')).printsSlips;
    const printer = { name: 'каса', address: 'tcp://127.0.0.1:9', width: 80, dpi: 203, mode: 'raster' } as const;
    const queue = { enabled: true, maxCount: 10, maxAgeHours: 1, printSlip: true };
    await box.set('offlineQueue', queue);
    assert.is(await prints(), false, 'no printer');
    await box.set('printers', [printer]);
    assert.is(await prints(), false, 'receipts go out by e-mail alone');
    await box.set('printers', [{ ...printer, autoPrint: true }]);
    assert.is(await prints(), true);
    await box.set('offlineQueue', { ...queue, printSlip: false });
    assert.is(await prints(), false, 'no slips');
  }),
);

turns.test('a till hears what the card at an L-PFR waits for, and nothing while it is fine', () =>
  during(async (box, as) => {
    const cashier = await as('Ђорђе');
    const wants = async (): Promise<object> => {
      await box.parts.processors.active.refresh();
      return read(cashier, '/web/till/card');
    };
    assert.equal(await wants(), { wants: null });
    const processor = await openQueue(box);
    try {
      const { card } = processor.pfr;
      assert.equal(await wants(), { wants: null });
      card.isOpen = false;
      assert.equal(await wants(), { wants: 'pin' });
      card.isOpen = true;
      assert.equal(await wants(), { wants: null });
    } finally {
      await processor.stop();
    }
    // What is away may come back by itself.
    assert.equal(await wants(), { wants: null });
  }),
);

turns.test('a cashier is told what was refunded of a receipt, by whomever, and nothing of the other environment', () =>
  during(async (box, as) => {
    const client = await box.client();
    const sale = JSON.parse((await client.post('/invoices', { items: ITEMS })).text) as { readonly uuid: string };
    const path = `/web/v1/invoices/${sale.uuid}`;
    const refundsIn = async (): Promise<readonly { readonly uuid: string }[] | undefined> =>
      (await read<InvoiceWithState>(await as('Ђорђе'), path)).refunds;
    assert.equal(await refundsIn(), []);
    const refund = await client.post(`/invoices/${sale.uuid}/refund`, { buyerId: '20:1' });
    const { uuid } = JSON.parse(refund.text) as { readonly uuid: string };
    await client.post(`/invoices/${uuid}/copy`, {});
    await client.post(`/invoices/${sale.uuid}/copy`, {});
    assert.equal(
      (await refundsIn())?.map((one) => one.uuid),
      [uuid],
    );
    await box.set('environment', 'production');
    assert.is(await refundsIn(), undefined);
  }),
);

turns.test('rules of the shop follow its settings', () =>
  during(async (box, as) => {
    const cashier = await as('Ђорђе');
    const before = await read<object>(cashier, '/web/till');
    await box.set('simplifiedCash', true);
    await box.set('offlineQueue', { enabled: true, maxCount: 10, maxAgeHours: 1, printSlip: false });
    const rules = { simplifiedCash: true, mayQueue: true };
    assert.equal(await read(cashier, '/web/till'), { ...before, ...rules });
  }),
);

turns.test('a cashier gets every active item of a large catalogue, and a new version when one changes', () =>
  during(async ({ parts: { catalogue } }, as) => {
    const rows = Array.from({ length: 2100 }, (_, index) => ({
      line: index + 1,
      fields: { plu: String(index + 1), name: `Артикал ${index + 1}`, label: 'Ђ', price: 10.5 },
    }));
    const imported = await catalogue.import(rows);
    assert.ok(imported.ok && imported.value.faults.length === 0);
    await catalogue.deactivate(1500);
    const cashier = await as('Ђорђе');
    const { itemsVersion } = await read<{ readonly itemsVersion: string }>(cashier, '/web/till');
    const items: Piece['items'][number][] = [];
    const versions = new Set<string>();
    for (let after: number | null = 0; after !== null;) {
      const piece: Piece = await read<Piece>(cashier, `/web/till/items?after=${after}`);
      assert.ok(piece.items.length <= 1000);
      items.push(...piece.items);
      versions.add(piece.version);
      after = piece.next;
    }
    assert.is(new Set(items.map(({ id }) => id)).size, 2099);
    assert.not(
      items.some(({ id }) => id === 1500),
      'it is not sold',
    );
    const { id, name, price } = items[2050] ?? items[0]!;
    assert.equal([name, price], [`Артикал ${id}`, 10.5]);
    assert.equal([...versions], [itemsVersion]);

    await catalogue.update(1, { price: 12 });
    const after = await read<{ readonly itemsVersion: string }>(cashier, '/web/till');
    assert.is.not(after.itemsVersion, itemsVersion);
    await catalogue.import([{ line: 1, fields: { plu: '1', name: 'Артикал 1', price: 13 } }]);
    assert.is.not((await read<typeof after>(cashier, '/web/till')).itemsVersion, after.itemsVersion);
  }),
);

turns.test('items after what is no id are refused; after the last one there are none', () =>
  during(async (_, as) => {
    const cashier = await as('Ђорђе');
    for (const after of ['', '-1', '1.5', 'abc', '1e3', '9'.repeat(16)]) {
      assert.is(codeOf(await cashier.send('GET', `/web/till/items?after=${after}`)), 'validation', after);
    }
    const { items, next } = await read<Piece>(cashier, `/web/till/items?after=${'9'.repeat(15)}`);
    assert.equal({ items, next }, { items: [], next: null });
  }),
);

turns.test('what stands under a key is told: nothing, then the receipt', () =>
  during(async (_, as) => {
    const cashier = await as('Ђорђе');
    const free = await read<KeyState>(cashier, '/web/sale/prodaja-1');
    assert.equal(free, { state: 'free', uuid: null, number: null });
    const sold = await cashier.send('POST', '/web/v1/invoices', { items: ITEMS }, { 'Idempotency-Key': 'prodaja-1' });
    const { uuid, pfr } = JSON.parse(sold.text) as { uuid: string; pfr: { invoiceNumber: string } };
    assert.equal(await read(cashier, '/web/sale/prodaja-1'), { state: 'issued', uuid, number: pfr.invoiceNumber });
    assert.is((await read<KeyState>(cashier, '/web/sale/prodaja-2')).state, 'free');
  }),
);

turns.test('a sale that waits for its processor is told as queued', () =>
  during(async (box, as) => {
    const processor = await openQueue(box);
    await processor.stop();
    const cashier = await as('Ђорђе');
    const body = { items: ITEMS, whenOffline: 'queue' };
    const queued = await cashier.send('POST', '/web/v1/invoices', body, { 'Idempotency-Key': 'prodaja-3' });
    assert.is(queued.status, 202, queued.text);
    assert.equal(await read(cashier, '/web/sale/prodaja-3'), { state: 'queued', uuid: null, number: null });
  }),
);

turns.test('what is no key is refused, and what could not stand in a path is not found', () =>
  during(async (_, as) => {
    const cashier = await as('Ђорђе');
    for (const key of ['kratak', 'a'.repeat(7)]) {
      assert.is(codeOf(await cashier.send('GET', `/web/sale/${key}`)), 'validation', key);
    }
    for (const key of ['', 'a'.repeat(65), 'razmak%20razmak', '../till1234', '%D0%BA%D1%99%D1%83%D1%87%D0%BA']) {
      const { status } = await cashier.send('GET', `/web/sale/${key}`);
      assert.ok([401, 404].includes(status), key);
    }
  }),
);

turns.test('a cashier opens the drawer, is told what is wrong, and nothing but a name is taken', () =>
  during(async (box, as) => {
    const cashier = await as('Ђорђе');
    assert.is(codeOf(await new Visitor(box).send('POST', '/web/till/drawer', { name: 'kasa' })), 'signed_out');
    for (const body of [{}, { name: 1 }, { name: null }]) {
      assert.is(codeOf(await cashier.send('POST', '/web/till/drawer', body)), 'validation');
    }
    assert.is(codeOf(await cashier.send('POST', '/web/till/drawer', { name: 'kasa' })), 'refused');
    // No server listens there.
    const kasa = { name: 'kasa', address: 'tcp://127.0.0.1:9', width: 80, dpi: 203, mode: 'raster' };
    await box.set('printers', [kasa]);
    assert.is(codeOf(await cashier.send('POST', '/web/till/drawer', { name: 'kasa' })), 'refused', 'it has none');
    await box.set('printers', [{ ...kasa, drawer: 'pin5' }]);
    assert.equal((await read<{ readonly drawers: readonly string[] }>(cashier, '/web/till')).drawers, ['kasa']);
    const reply = await cashier.send('POST', '/web/till/drawer', { name: 'kasa' });
    assert.is(reply.status, 200, reply.text);
    assert.ok((JSON.parse(reply.text) as { readonly trouble: object | null }).trouble);
  }),
);

turns.test('what an advance has brought is told; of what is none it is refused', () =>
  during(async (_, as) => {
    const cashier = await as('Ђорђе');
    const line = { name: '10: Аванс (Ђ)', quantity: 1, unitPrice: 100, label: 'Ђ' };
    const sell = async (body: object): Promise<string> => {
      const { status, text } = await cashier.send('POST', '/web/v1/invoices', body);
      assert.is(status, 201, text);
      return (JSON.parse(text) as { readonly uuid: string }).uuid;
    };
    const payments = [{ paymentType: 'Card', amount: 100 }];
    const advance = await sell({ invoiceType: 'Advance', items: [line], payments });
    assert.equal(await read(cashier, `/web/till/advance/${advance}`), {
      ...{ total: 100, payments },
      ...{ labels: [{ label: 'Ђ', amount: 100 }], beginsElsewhere: false },
    });
    const sale = await sell({ items: ITEMS });
    assert.is(codeOf(await cashier.send('GET', `/web/till/advance/${sale}`)), 'refused');
    assert.is((await cashier.send('GET', '/web/till/advance/nothing')).status, 404);
  }),
);

test.run();

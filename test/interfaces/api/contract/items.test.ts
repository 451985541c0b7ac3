// The catalogue in cases that test/conformance does not try: many requests at once, mixed alphabets, a restart.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Item, Warning } from '../../../kit/answers.js';
import { TestBox } from '../../../kit/box.js';
import { type Client, read, readError } from '../../../kit/client.js';
import { serveWithoutSocket } from '../../../kit/serve.js';

type Fields = Readonly<Record<string, unknown>>;

let box: TestBox;
let client: Client;

test.before(async () => {
  box = await TestBox.start({ serve: serveWithoutSocket });
});
test.before.each(async () => {
  client = await box.client();
});
test.after(() => box.stop());

const items = async (): Promise<readonly Item[]> => read('ItemList', 200, await client.get('/items')).items;

async function create(fields: Fields = {}): Promise<number> {
  return read('ItemCreated', 201, await client.post('/items', { name: 'Кафа', label: 'Ђ', ...fields })).id;
}

const change = (id: number | string, json: unknown, method = 'PATCH') => client.call(method, `/items/${id}`, { json });

test('plu must be unique, among inactive items too', async () => {
  const first = await create({ plu: '2001' });
  assert.match(readError(422, await client.post('/items', { name: 'Чај', label: 'Ђ', plu: '2001' })).message, /plu/);
  await client.call('DELETE', `/items/${first}`);
  readError(422, await client.post('/items', { name: 'Чај', label: 'Ђ', plu: '2001' }));
  const second = await create({ plu: '2002' });
  readError(422, await change(second, { plu: '2001' }));
  read('ItemChanged', 200, await change(second, { plu: '2002' }));
  read('ItemChanged', 200, await change(first, { plu: null }));
  read('ItemChanged', 200, await change(second, { plu: '2001' }));
});

test('a GTIN that cannot exist, and codes of other items, are stored with warnings that name the other item', async () => {
  const gtin = '4006381333931';
  const post = async (fields: Fields) =>
    read('ItemCreated', 201, await client.post('/items', { label: 'Ђ', ...fields }));
  const rules = ({ warnings = [] }: { readonly warnings?: readonly Warning[] }) => warnings.map(({ rule }) => rule);
  const bread = await post({ name: 'Хлеб наш', plu: '7007', gtin });
  assert.equal(Object.keys(bread), ['id', 'ok'], 'without a warning the answer is that of v1');
  const roll = await post({ name: 'Кифла', plu: '07007', gtin });
  assert.equal(rules(roll), ['item.code-alike', 'item.code-shared']);
  for (const { message, messageEn } of roll.warnings ?? []) {
    assert.match(message, /„Хлеб наш”/);
    assert.match(messageEn, /"Хлеб наш"/);
  }
  assert.equal(rules(await post({ name: 'Сок', gtin: '4006381333932' })), ['item.gtin-wrong']);
  const changed = async (json: object) => rules(read('ItemChanged', 200, await change(roll.id, json)));
  assert.equal(await changed({ price: 5 }), [], 'a price is no code');
  assert.equal(await changed({ gtin: '73513536' }), ['item.gtin-wrong', 'item.code-alike']);
  assert.equal(await changed({ plu: null, gtin }), ['item.code-shared']);
  assert.equal(await changed({ active: false }), []);
  assert.equal(await changed({ active: true }), ['item.code-shared']);
});

test('50 concurrent creates with one PLU make one item', async () => {
  const create = () => client.post('/items', { name: 'Кафа', label: 'Ђ', plu: '3001' });
  const statuses = (await Promise.all(Array.from({ length: 50 }, create))).map(({ status }) => status);
  assert.equal(statuses.filter((status) => status === 201).length, 1);
  assert.equal(statuses.filter((status) => status === 422).length, 49);
  assert.is((await items()).filter(({ plu }) => plu === '3001').length, 1);
});

test('50 concurrent creates get 50 ids', async () => {
  const ids = await Promise.all(Array.from({ length: 50 }, () => create()));
  assert.is(new Set(ids).size, 50);
});

test('path parameter id: integer, at least 1', async () => {
  for (const id of ['0', '-1', '1.0', 'x', '1e1', '01', '%31']) {
    assert.is(readError(404, await client.call('DELETE', `/items/${id}`)).code, 'not_found', id);
  }
});

test('GET /items: sorted by name, in Serbian order, inactive items included', async () => {
  const names = [
    'Џем',
    'Čaj',
    'Еспресо',
    'Ђеврек',
    'Ананас',
    'Љутић',
    'Дуња',
    'Њоке',
    'Лимун',
    'Emu',
    'Dunja',
    'Ћевап',
    'dunja',
    'дуња',
    '7 дана',
  ];
  for (const name of names) await create({ name, category: 'редослед' });
  await client.call('DELETE', `/items/${await create({ name: 'Дуња 2', category: 'редослед' })}`);
  const sorted = (await items()).filter(({ category }) => category === 'редослед').map(({ name }) => name);
  assert.equal(sorted, [
    ...['7 дана', 'Ананас', 'дуња', 'Дуња', 'Дуња 2', 'Ђеврек', 'Еспресо', 'Лимун', 'Љутић', 'Њоке', 'Ћевап', 'Џем'],
    ...['Čaj', 'dunja', 'Dunja', 'Emu'],
  ]);
});

test('GET /items: at most 1000 rows; items survive a restart', async () => {
  const before = (await items()).length;
  for (let number = before; number < 1001; number += 1) {
    const created = await box.parts.ledger.put({
      type: 'item',
      item: {
        id: 10_000 + number,
        plu: null,
        name: `Ш ${number}`,
        unit: 'ком',
        price: 1,
        label: 'Ђ',
        gtin: null,
        category: null,
        active: true,
      },
    });
    assert.ok(created.ok);
  }
  assert.is((await items()).length, 1000);
  const listed = await items();
  await box.restart();
  client = await box.client();
  assert.equal(await items(), listed);
});

test.run();

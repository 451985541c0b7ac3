// "GET /items", "POST /items", "PUT, PATCH, DELETE /items/{id}" of the specification of API v1.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Item } from '../../kit/answers.js';
import { TestBox } from '../../kit/box.js';
import { type Client, read, readError } from '../../kit/client.js';

type Fields = Readonly<Record<string, unknown>>;

const FULL = {
  plu: '1001',
  name: 'Кафа',
  unit: 'шољ',
  price: 150,
  label: 'Ђ',
  gtin: '8600000000001',
  category: 'Пића',
};

/** What every field refuses, on creation as on change. */
const WRONG: readonly Fields[] = [
  { name: '' },
  { name: 'ж'.repeat(201) },
  { name: 5 },
  { label: 'А' },
  { label: 'E' },
  { price: -0.01 },
  { price: '150' },
  { plu: 'x'.repeat(33) },
  { plu: 5 },
  { unit: 'ж'.repeat(17) },
  { gtin: '1234567' },
  { gtin: '123456789012345' },
  { category: 'ж'.repeat(81) },
];

let box: TestBox;
let client: Client;

test.before(async () => {
  box = await TestBox.start();
});
test.before.each(async () => {
  client = await box.client();
});
test.after(() => box.stop());

const items = async (): Promise<readonly Item[]> => read('ItemList', 200, await client.get('/items')).items;

async function create(fields: Fields = {}): Promise<number> {
  return read('ItemCreated', 201, await client.post('/items', { name: 'Кафа', label: 'Ђ', ...fields })).id;
}

async function item(id: number): Promise<Item> {
  const found = (await items()).find((candidate) => candidate.id === id);
  if (found === undefined) throw new Error(`no item ${id}`);
  return found;
}

const change = (id: number | string, json: unknown, method = 'PATCH') => client.call(method, `/items/${id}`, { json });

test('POST /items: response 201: {id: integer, ok: true}; the item is created active', async () => {
  const created = read('ItemCreated', 201, await client.post('/items', FULL));
  assert.equal(created, { id: created.id, ok: true });
  assert.equal(await item(created.id), { id: created.id, ...FULL, active: true });
});

test('POST /items: price default 0, unit default ком, all else null', async () => {
  const id = await create();
  const none = { plu: null, gtin: null, category: null };
  assert.equal(await item(id), { id, name: 'Кафа', unit: 'ком', price: 0, label: 'Ђ', ...none, active: true });
});

test('POST /items: price number, 0 or more, rounded to 2 decimals', async () => {
  assert.is((await item(await create({ price: 1.005 }))).price, 1.01);
  assert.is((await item(await create({ price: 2.675 }))).price, 2.68);
});

test('POST /items: name required, label required', async () => {
  for (const fields of [{ label: 'Ђ' }, { name: 'Кафа' }, {}]) {
    assert.is(readError(422, await client.post('/items', fields)).code, 'validation');
  }
});

test('POST /items: unknown label gives 422 listing the allowed ones', async () => {
  const { message } = readError(422, await client.post('/items', { name: 'Кафа', label: 'Ж' }));
  assert.match(message, 'Ђ, Е, Г');
});

test('POST /items: overlong or malformed fields: 422', async () => {
  for (const wrong of WRONG) {
    const reply = await client.post('/items', { name: 'Кафа', label: 'Ђ', ...wrong });
    assert.is(readError(422, reply).code, 'validation', JSON.stringify(wrong));
  }
});

test('plu up to 32 chars, name up to 200, unit up to 16, category up to 80, gtin 8 to 14 digits', async () => {
  const longest = {
    plu: 'п'.repeat(32),
    name: 'ж'.repeat(200),
    unit: 'ж'.repeat(16),
    category: 'ж'.repeat(80),
    gtin: '12345678901234',
  };
  const id = await create(longest);
  assert.equal(await item(id), { id, price: 0, label: 'Ђ', active: true, ...longest });
});

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

test('PUT and PATCH: identical; absent fields keep their value; response 200: {ok: true}', async () => {
  for (const [number, method] of ['PUT', 'PATCH'].entries()) {
    const id = await create({ ...FULL, plu: `400${number}` });
    const before = await item(id);
    assert.equal(read('ItemChanged', 200, await change(id, { price: 9.99 }, method)), { ok: true });
    assert.equal(await item(id), { ...before, price: 9.99 });
    const all = { plu: `500${number}`, name: 'Чај', unit: 'кг', price: 1, label: 'Е', gtin: '12345678', category: 'Ч' };
    read('ItemChanged', 200, await change(id, { ...all, active: false }, method));
    assert.equal(await item(id), { id, ...all, active: false });
    read('ItemChanged', 200, await change(id, {}, method));
    assert.equal(await item(id), { id, ...all, active: false });
  }
});

test('PUT and PATCH: every field passes the same checks as on creation', async () => {
  const id = await create();
  const before = await item(id);
  for (const wrong of [...WRONG, { active: 1 }]) {
    assert.is(readError(422, await change(id, wrong)).code, 'validation', JSON.stringify(wrong));
  }
  assert.equal(await item(id), before);
});

test('PUT, PATCH, DELETE of an unknown id: 404 not_found', async () => {
  for (const id of [999999, '999999999999999']) {
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const reply = method === 'DELETE' ? await client.call(method, `/items/${id}`) : await change(id, {}, method);
      assert.is(readError(404, reply).code, 'not_found');
    }
  }
});

test('path parameter id: integer, at least 1', async () => {
  for (const id of ['0', '-1', '1.0', 'x', '1e1', '01', '%31']) {
    assert.is(readError(404, await client.call('DELETE', `/items/${id}`)).code, 'not_found', id);
  }
});

test('400 when the body is not a JSON object', async () => {
  const id = await create();
  for (const [method, path] of [
    ['POST', '/items'],
    ['PUT', `/items/${id}`],
    ['PATCH', `/items/${id}`],
  ] as const) {
    for (const raw of ['{', '[]', '']) {
      assert.is(readError(400, await client.call(method, path, { raw })).code, 'bad_request', `${method} ${raw}`);
    }
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
    const created = await box.core.ledger.put({
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

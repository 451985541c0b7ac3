import { check } from '../kit/check.js';
import { read, refused, same, that } from '../kit/expect.js';
import { categories, type Item, itemCreated, okay } from '../kit/shapes.js';
import { type Fields, text, type Till } from '../kit/till.js';

/** Items of a run have names that stand at the beginning of any list, and are inactive in the end. */
function named(till: Till, name: string): string {
  return `0 ${till.run} ${name}`;
}

async function create(till: Till, fields: Fields = {}): Promise<number> {
  const item = { name: named(till, 'Кафа'), label: till.label.label, ...fields };
  return read(await till.client.post('/items', item), 201, itemCreated).id;
}

async function itemOf(till: Till, id: number): Promise<Item> {
  const found = (await till.items()).find((candidate) => candidate.id === id);
  that(found !== undefined, `the list holds the item ${id}`);
  return found;
}

async function change(till: Till, id: number, json: Fields, method = 'PATCH'): Promise<void> {
  read(await till.client.call(method, `/items/${id}`, { json }), 200, okay);
}

async function deactivate(till: Till, ...ids: readonly number[]): Promise<void> {
  for (const id of ids) read(await till.client.call('DELETE', `/items/${id}`), 200, okay);
}

/** What a field refuses, on creation as on change. */
const WRONG = {
  name: [{ name: '' }, { name: text(201) }, { name: 5 }],
  label: [{ label: 'Ж' }, { label: 5 }],
  price: [{ price: -0.01 }, { price: '150' }],
  plu: [{ plu: 'x'.repeat(33) }],
  unit: [{ unit: text(17) }],
  gtin: [{ gtin: '1234567' }, { gtin: '123456789012345' }, { gtin: '1234567x' }],
  category: [{ category: text(81) }],
} satisfies Readonly<Record<string, readonly Fields[]>>;

async function refusesNew(till: Till, wrong: readonly Fields[]): Promise<void> {
  for (const fields of wrong) {
    const item = { name: named(till, 'Кафа'), label: till.label.label, ...fields };
    refused(await till.client.post('/items', item), 422, 'validation');
  }
}

async function refusesChange(till: Till, id: number, wrong: readonly Fields[]): Promise<void> {
  const before = await itemOf(till, id);
  for (const json of wrong) {
    for (const method of ['PUT', 'PATCH']) {
      refused(await till.client.call(method, `/items/${id}`, { json }), 422, 'validation');
    }
  }
  same(await itemOf(till, id), before, 'the item after the refusals');
}

/** "POST /items", and the Item shape. */
const createChecks = [
  check(
    [
      ...([
        'items.create.201',
        'items.create.active',
        'state.item.created',
        'item.plu',
        'item.name',
        'item.unit',
      ] as const),
      ...(['item.price', 'item.label', 'item.gtin', 'item.category', 'items.create.plu', 'items.create.unit'] as const),
      ...(['items.create.gtin', 'items.create.category', 'limits.plu', 'limits.unit', 'limits.category'] as const),
      ...(['limits.name.item', 'versioning.4.category'] as const),
    ],
    async ({ till }) => {
      const name = named(till, '').padEnd(200, 'ж');
      const plu = till.id().padEnd(32, 'п');
      const texts = { unit: text(16), category: text(80), gtin: '12345678901234' };
      const fields = { name, plu, ...texts, price: 150, label: till.label.label };
      const id = await create(till, { ...fields, active: false });
      same(await itemOf(till, id), { id, ...fields, active: true }, 'the item');
      for (const field of ['plu', 'unit', 'gtin', 'category'] as const) await refusesNew(till, WRONG[field]);
      await deactivate(till, id);
    },
  ),
  check(['items.create.name', 'items.create.label'], async ({ till }) => {
    await refusesNew(till, [{ name: undefined }, { label: undefined }, ...WRONG.name, ...WRONG.label]);
  }),
  check('items.create.label.unknown', async ({ client, till }) => {
    const message = refused(await client.post('/items', { name: 'Кафа', label: 'Ж' }), 422, 'validation');
    for (const { label } of till.labels) that(message.includes(label), `the message lists ${label}: ${message}`);
  }),
  check(
    ['items.create.price', 'items.create.price.default', 'items.create.unit.default', 'item.unit.default'],
    async ({ till }) => {
      const plain = await create(till);
      const { price, unit } = await itemOf(till, plain);
      same([price, unit], [0, 'ком'], 'price and unit');
      const rounded = await create(till, { price: 1.006 });
      same((await itemOf(till, rounded)).price, 1.01, 'the price 1.006');
      await refusesNew(till, WRONG.price);
      await deactivate(till, plain, rounded);
    },
  ),
  check('items.create.price.half', async ({ till }) => {
    for (const [sent, kept] of [
      [1.005, 1.01],
      [2.675, 2.68],
    ] as const) {
      const id = await create(till, { price: sent });
      same((await itemOf(till, id)).price, kept, `the price ${sent}`);
      await deactivate(till, id);
    }
  }),
  check(['items.create.plu.unique', 'item.plu.unique', 'items.change.plu'], async ({ till }) => {
    const [plu, other] = [till.id(), till.id()];
    const first = await create(till, { plu });
    await refusesNew(till, [{ plu }]);
    await deactivate(till, first);
    await refusesNew(till, [{ plu }]);
    const second = await create(till, { plu: other });
    await refusesChange(till, second, [{ plu }]);
    await change(till, second, { plu: other });
    await deactivate(till, second);
  }),
  check('tax-labels.items', async ({ till }) => {
    for (const { label } of till.labels) await deactivate(till, await create(till, { label }));
  }),
  check('tax-labels.invoices', async ({ till }) => {
    for (const { label } of till.labels)
      same((await till.issue(till.saleOf({ label }))).items[0]?.label, label, 'the label');
  }),
];

/** "PUT, PATCH and DELETE /items/{id}". */
const changeChecks = [
  check(
    ['items.change.identical', 'items.change.fields', 'items.change.absent', 'items.change.200'],
    async ({ till }) => {
      for (const method of ['PUT', 'PATCH']) {
        const id = await create(till, { plu: till.id(), gtin: '12345678', category: 'Пића', price: 5, unit: 'кг' });
        const before = await itemOf(till, id);
        await change(till, id, { price: 9.99 }, method);
        same(await itemOf(till, id), { ...before, price: 9.99 }, `the item after ${method} of the price`);
        const texts = { plu: till.id(), name: named(till, 'Чај'), unit: 'л', gtin: '87654321', category: 'Храна' };
        const all = { ...texts, price: 1, label: till.other.label, active: false };
        await change(till, id, all, method);
        same(await itemOf(till, id), { id, ...all }, `the item after ${method} of all fields`);
        await change(till, id, {}, method);
        same(await itemOf(till, id), { id, ...all }, `the item after ${method} of nothing`);
      }
    },
  ),
  check(['items.change.label', 'items.change.long', 'items.change.gtin', 'versioning.4.change'], async ({ till }) => {
    const id = await create(till);
    await refusesChange(till, id, [...Object.values(WRONG).flat(), { active: 1 }]);
    await deactivate(till, id);
  }),
  check(
    [
      ...([
        'items.delete',
        'items.delete.again',
        'items.list.inactive',
        'state.item.deactivated',
        'state.item.kept',
      ] as const),
      ...(['state.item.again', 'state.item.put', 'state.item.patch'] as const),
    ],
    async ({ till }) => {
      const id = await create(till);
      const before = await itemOf(till, id);
      for (const method of ['PUT', 'PATCH']) {
        await deactivate(till, id);
        await deactivate(till, id);
        same(await itemOf(till, id), { ...before, active: false }, 'the deactivated item');
        await change(till, id, { active: true }, method);
        same(await itemOf(till, id), before, 'the item that is active again');
      }
      await deactivate(till, id);
    },
  ),
  check(['items.change.404', 'items.delete.404', 'errors.404.id', 'versioning.4.delete'], async ({ client }) => {
    for (const method of ['PUT', 'PATCH']) {
      refused(await client.call(method, '/items/999999999', { json: { price: 1 } }), 404, 'not_found');
    }
    refused(await client.call('DELETE', '/items/999999999'), 404, 'not_found');
  }),
];

/** The categories of this run, and blank ones. */
async function ownCategories(till: Till): Promise<readonly string[]> {
  const shown = read(await till.client.get('/categories'), 200, categories).categories;
  return shown.filter((name) => name.startsWith(named(till, '')) || name.trim() === '');
}

/** "GET /items" and "GET /categories". */
const listChecks = [
  check('items.list.sorted', async ({ till }) => {
    const names = ['Вода', 'Ананас', 'Сок', 'Бурек'].map((name) => named(till, name));
    const ids: number[] = [];
    for (const name of names) ids.push(await create(till, { name }));
    const listed = (await till.items()).filter(({ id }) => ids.includes(id)).map(({ name }) => name);
    same(listed, [...names].sort(), 'the names in order');
    await deactivate(till, ...ids);
  }),
  check('items.list.serbian', async ({ till }) => {
    const sorted = ['Ананас', 'Дуња', 'Ђеврек', 'Еспресо', 'Лимун', 'Љутић', 'Њоке', 'Ћевап', 'Џем'];
    const ids: number[] = [];
    for (const name of [...sorted].reverse()) ids.push(await create(till, { name: named(till, name) }));
    const listed = (await till.items()).filter(({ id }) => ids.includes(id)).map(({ name }) => name);
    same(
      listed,
      sorted.map((name) => named(till, name)),
      'the names in order',
    );
    await deactivate(till, ...ids);
  }),
  check(['categories.distinct', 'categories.non-empty', 'categories.active', 'categories.sorted'], async ({ till }) => {
    const sorted = ['Вода', 'Пића', 'Храна'].map((name) => named(till, name));
    const ids: number[] = [];
    for (const category of [...sorted, ...sorted, ''].reverse()) ids.push(await create(till, { category }));
    same(await ownCategories(till), sorted, 'the categories');
    await deactivate(till, ...ids);
    same(await ownCategories(till), [], 'the categories of inactive items');
  }),
  check('categories.serbian', async ({ till }) => {
    const sorted = ['Дуван', 'Ђаконије', 'Еспресо'].map((name) => named(till, name));
    const ids: number[] = [];
    for (const category of [...sorted].reverse()) ids.push(await create(till, { category }));
    same(await ownCategories(till), sorted, 'the categories');
    await deactivate(till, ...ids);
  }),
];

/** Leaves up to a thousand inactive items behind; later checks could no longer find theirs among so many. */
export const manyItemsCheck = check(['items.list.max', 'limits.items'], async ({ till }) => {
  for (let count = (await till.items()).length; count < 1001; count += 1) {
    await deactivate(till, await create(till, { name: `Ш ${till.run} ${count}` }));
  }
  same((await till.items()).length, 1000, 'rows');
});

export const itemChecks = [...createChecks, ...changeChecks, ...listChecks];

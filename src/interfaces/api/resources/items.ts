import { MAX_NEW_ITEMS } from '../../../shop/access/index.js';
import {
  assertNever,
  defineMessages,
  isRecord,
  type JsonSchema,
  type Result,
  toRsd,
  type Warning,
} from '../../../base/index.js';
import { itemChangeSchema, type ItemFailure, newItemSchema } from '../../../shop/catalogue/index.js';
import { created, errorResponse, type HttpResponse, notFound, okay, withSlot } from '../../../platform/http/index.js';
import type { StoredItem } from '../../../platform/ledger/index.js';
import { warningList, warningMember } from '../invoice.js';
import { json } from '../parameters.js';
import type { ResourceDeps } from '../apiDeps.js';
import type { ApiContext, ParameterDoc, Resource, Route } from '../resource.js';
import {
  done,
  flag,
  listOf,
  percent,
  perUnitFlag,
  positiveInteger,
  record,
  rsd,
  text,
  textOrNull,
} from '../schemas.js';
import { storageError } from '../commonErrors.js';

const MESSAGES = defineMessages('itemsApi', {
  enoughItems: {
    en: 'This key has added {most} items today, as many as it may; it may add more after midnight, Europe/Belgrade. Items can still be changed; kasirbox items import adds more at once',
    sr: 'Овим кључем је данас додато {most} артикала, колико сме; нове може да дода после поноћи. Постојећи могу да се мењају; више њих одједном додаје kasirbox items import',
    srOnPage:
      'За данас је додато {most} артикала, колико један корисник сме. Постојећи могу да се мењају, а више њих одједном додаје увоз.',
    enOnPage:
      '{most} items have been added today, as many as one user may add. Existing items can still be changed, and an import adds more at once.',
  },
});

type ItemDeps = Pick<ResourceDeps, 'catalogue' | 'dailyQuota' | 'slots' | 'salePriority'>;

/** Maximum rows of `GET /items`. */
const MAX_ITEMS = 1000;

const ENOUGH_NEW_ITEMS = MESSAGES.enoughItems({ most: MAX_NEW_ITEMS });

const item: JsonSchema = record({
  id: positiveInteger,
  plu: textOrNull,
  name: text,
  unit: textOrNull,
  price: rsd,
  label: textOrNull,
  gtin: textOrNull,
  category: textOrNull,
  active: flag,
});

const itemList: JsonSchema = record({ items: listOf(item, { maxItems: MAX_ITEMS }) });
const itemWarnings: JsonSchema = {
  ...warningList,
  description: 'An addition to v1: what should be known of PLU and GTIN, only when there is anything.',
};
const itemCreated: JsonSchema = done({ id: positiveInteger }, { warnings: itemWarnings });
const itemChanged: JsonSchema = done({}, { warnings: itemWarnings });

const idParameter: ParameterDoc = {
  name: 'id',
  in: 'path',
  description: 'The item.',
  schema: { ...positiveInteger, examples: [1] },
};

/** The route shared by PUT and PATCH. */
const changeItem: Omit<Route<ItemDeps, ApiContext>, 'method'> = {
  path: '/items/{id}',
  summary: 'Change an item; absent fields keep their value',
  description:
    '`PUT` and `PATCH` do the same. Each field is checked as when an item is added. `"active": true` brings back an item that was deactivated.',
  parameters: [idParameter],
  requestBody: itemChangeSchema,
  responses: { 200: json('Changed.', itemChanged) },
  errors: [400, 404, 422],
  async handler({ params, state: { id, body } }, { catalogue }) {
    const changed = await catalogue.update(Number(params.id), body);
    if (!changed.ok || !concernsCodes(body)) return changedResponse(changed, id);
    return okay({ ok: true, ...warningMember(warningsOf(catalogue, changed.value)) });
  },
};

/** The items of the catalogue. */
export const items = {
  tag: 'Catalogue',
  requests: { NewItem: newItemSchema, ItemChange: itemChangeSchema },
  responses: { Item: item, ItemList: itemList, ItemCreated: itemCreated, ItemChanged: itemChanged },
  routes: {
    listItems: {
      method: 'get',
      path: '/items',
      summary: 'Items by name, inactive ones too, at most 1000',
      description: 'In the order of the Serbian alphabet, without pages.',
      responses: { 200: json('The items.', itemList) },
      handler: (ctx, { catalogue, slots, salePriority }) =>
        withSlot(slots.reads, ctx.state.caller.id, ctx, async () => {
          const listed = await catalogue.list(MAX_ITEMS, salePriority);
          return okay({ items: listed.map(itemResponse) });
        }),
    },
    createItem: {
      method: 'post',
      path: '/items',
      summary: 'Add an item',
      description: 'It is active at once. At most 10,000 items are active, and a key adds at most 2000 a day.',
      requestBody: newItemSchema,
      responses: { 201: json('Added, active.', itemCreated) },
      errors: [400, 422],
      async handler({ state: { id, body, caller } }, { catalogue, dailyQuota }) {
        if (!dailyQuota.takeItem(caller.id))
          return errorResponse('rate_limited', ENOUGH_NEW_ITEMS, { rule: 'key.too-many-items' });
        const item = await catalogue.create(body);
        if (!item.ok) dailyQuota.returnItem(caller.id);
        if (!item.ok) return failureResponse(item.error, id);
        return created({ id: item.value, ok: true, ...warningMember(warningsOf(catalogue, item.value)) });
      },
    },
    replaceItem: { ...changeItem, method: 'put' },
    updateItem: { ...changeItem, method: 'patch' },
    deactivateItem: {
      method: 'delete',
      path: '/items/{id}',
      summary: 'Deactivate an item; it is never deleted',
      description: 'Its id is never given to another item. One that is inactive already answers the same.',
      parameters: [idParameter],
      responses: { 200: json('Inactive.', itemChanged) },
      errors: [404],
      async handler({ params, state: { id } }, { catalogue }) {
        return changedResponse(await catalogue.deactivate(Number(params.id)), id);
      },
    },
  },
} satisfies Resource<ItemDeps>;

function itemResponse({ price, ...item }: StoredItem): object {
  return { ...item, price: toRsd(price) };
}

/**
 * True when a change affects the codes by which scans find the item. Only then are its codes compared, which takes
 * milliseconds.
 */
function concernsCodes(body: unknown): boolean {
  return isRecord(body) && ['plu', 'gtin', 'active'].some((name) => Object.hasOwn(body, name));
}

/** Code warnings in the form of API responses. */
function warningsOf(catalogue: ItemDeps['catalogue'], id: number): readonly Warning[] {
  return catalogue.codeWarningsOf(id).map(({ rule, message, messageEn }) => ({ rule, message, messageEn }));
}

function changedResponse(result: Result<number, ItemFailure>, requestId: string): HttpResponse {
  return result.ok ? okay({ ok: true }) : failureResponse(result.error, requestId);
}

function failureResponse(reason: ItemFailure, requestId: string): HttpResponse {
  switch (reason.kind) {
    case 'invalid':
      return errorResponse('validation', reason.fault.message, reason.fault);
    case 'unknown':
      return notFound('Item');
    case 'storage':
      return storageError(reason.failure, requestId);
    default:
      return assertNever(reason);
  }
}

const categoryList: JsonSchema = record({ categories: listOf({ type: 'string', minLength: 1 }) });

/** `GET /categories`: the categories of the catalogue. */
export const categories = {
  tag: 'Catalogue',
  responses: { CategoryList: categoryList },
  routes: {
    listCategories: {
      method: 'get',
      path: '/categories',
      summary: 'Categories of active items',
      description: 'Each once, in the order of the Serbian alphabet. An item without a category adds none.',
      responses: { 200: json('The categories, in alphabetical order.', categoryList) },
      handler: (_ctx, { catalogue }) => okay({ categories: catalogue.categories() }),
    },
  },
} satisfies Resource<Pick<ResourceDeps, 'catalogue'>>;

const taxLabel: JsonSchema = record(
  { label: { ...text, description: 'One Cyrillic letter.' }, name: text, rate: percent },
  { perUnit: perUnitFlag },
);

const taxLabelList: JsonSchema = record({ taxLabels: listOf(taxLabel) });

/** `GET /tax-labels`: the labels that a receipt may carry. */
export const taxLabels = {
  tag: 'Catalogue',
  responses: { TaxLabel: taxLabel, TaxLabelList: taxLabelList },
  routes: {
    listTaxLabels: {
      method: 'get',
      path: '/tax-labels',
      summary: 'Active tax labels',
      description:
        'Those that a line or an item may carry. They change when the tax authority changes them: read them at each start.',
      responses: { 200: json('The labels.', taxLabelList) },
      handler: (_ctx, { pfr }) => okay({ taxLabels: pfr().taxLabels() }),
    },
  },
} satisfies Resource<Pick<ResourceDeps, 'pfr'>>;

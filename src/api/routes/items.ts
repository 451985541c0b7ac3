import { never, type Result } from '../../base/result.js';
import type { ItemFailure } from '../../catalogue/items.js';
import { type Answer, created, failure, type Handler, notFound, okay, storageFailure } from '../answer.js';
import type { itemDocs } from '../docs/items.js';
import type { ApiParts } from '../parts.js';
import { presentItem } from '../present.js';
import { MAX_ITEMS } from '../schemas/item.js';

/** The catalogue. */
export function itemRoutes({ catalogue }: ApiParts): Record<keyof typeof itemDocs, Handler> {
  const update: Handler = async ({ id, params, body }) =>
    changed(await catalogue.update(Number(params['id']), body), id);
  return {
    listCategories: () => okay({ categories: catalogue.categories() }),
    listItems: () => okay({ items: catalogue.list(MAX_ITEMS).map(presentItem) }),

    async createItem({ id, body }) {
      const item = await catalogue.create(body);
      return item.ok ? created({ id: item.value, ok: true }) : failureOf(item.error, id);
    },

    replaceItem: update,
    updateItem: update,
    deactivateItem: async ({ id, params }) => changed(await catalogue.deactivate(Number(params['id'])), id),
  };
}

function changed(result: Result<number, ItemFailure>, requestId: string): Answer {
  return result.ok ? okay({ ok: true }) : failureOf(result.error, requestId);
}

function failureOf(reason: ItemFailure, requestId: string): Answer {
  switch (reason.kind) {
    case 'invalid':
      return failure('validation', reason.message);
    case 'unknown':
      return notFound('Item');
    case 'storage':
      return storageFailure(reason.failure, requestId);
    default:
      return never(reason);
  }
}

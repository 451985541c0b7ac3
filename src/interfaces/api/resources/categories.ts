import type { JsonSchema } from '../../../base/index.js';
import { okay } from '../../../platform/http/index.js';
import { json } from '../parameters.js';
import type { ResourceParts } from '../parts.js';
import type { Resource } from '../resource.js';
import { listOf, record } from '../schemas.js';

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
} satisfies Resource<Pick<ResourceParts, 'catalogue'>>;

import { itemChangeSchema, newItemSchema } from '../../catalogue/schema.js';
import type { RouteDoc } from '../openapi.js';
import { responseSchemas as shapes } from '../schemas/index.js';
import { idParameter, json } from './parameters.js';

const changeItem = {
  path: '/items/{id}',
  summary: 'Change an item; absent fields keep their value',
  parameters: [idParameter],
  requestBody: itemChangeSchema,
  responses: { 200: json('Changed.', shapes.ItemChanged) },
  errors: [400, 404, 422],
} as const satisfies Partial<RouteDoc>;

/** The catalogue. */
export const itemDocs = {
  listCategories: {
    method: 'get',
    path: '/categories',
    summary: 'Categories of active items',
    responses: { 200: json('The categories, in alphabetical order.', shapes.CategoryList) },
  },
  listItems: {
    method: 'get',
    path: '/items',
    summary: 'Items by name, inactive ones too, at most 1000',
    responses: { 200: json('The items.', shapes.ItemList) },
  },
  createItem: {
    method: 'post',
    path: '/items',
    summary: 'Add an item',
    requestBody: newItemSchema,
    responses: { 201: json('Added, active.', shapes.ItemCreated) },
    errors: [400, 422],
  },
  replaceItem: { ...changeItem, method: 'put' },
  updateItem: { ...changeItem, method: 'patch' },
  deactivateItem: {
    method: 'delete',
    path: '/items/{id}',
    summary: 'Deactivate an item; it is never deleted',
    parameters: [idParameter],
    responses: { 200: json('Inactive.', shapes.ItemChanged) },
    errors: [404],
  },
} as const satisfies Readonly<Record<string, RouteDoc>>;

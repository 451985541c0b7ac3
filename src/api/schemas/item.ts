import type { JsonSchema } from '../../base/schema.js';
import { done, flag, listOf, positiveInteger, record, rsd, text, textOrNull } from './common.js';

/** Rows of `GET /items`. */
export const MAX_ITEMS = 1000;

export const item: JsonSchema = record({
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

export const itemList: JsonSchema = record({ items: listOf(item, { maxItems: MAX_ITEMS }) });

export const itemCreated: JsonSchema = done({ id: positiveInteger });

export const itemChanged: JsonSchema = done();

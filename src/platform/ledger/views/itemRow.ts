import type { StoredItem } from '../keyAndItem.js';
import { numberOf, optionalTextOf, type Row, textOf } from './sql.js';

/** An item from its row of the table. */
export function itemOf(row: Row): StoredItem {
  return {
    id: numberOf(row, 'id'),
    plu: optionalTextOf(row, 'plu'),
    name: textOf(row, 'name'),
    unit: optionalTextOf(row, 'unit'),
    price: numberOf(row, 'price'),
    label: optionalTextOf(row, 'label'),
    gtin: optionalTextOf(row, 'gtin'),
    category: optionalTextOf(row, 'category'),
    active: row['active'] === 1,
  };
}

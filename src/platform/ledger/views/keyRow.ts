import type { StoredKey } from '../keyAndItem.js';
import { numberOf, type Row, textOf } from './sql.js';

/** An API key from its row of the table `key`. */
export function keyOf(row: Row): StoredKey {
  return {
    id: numberOf(row, 'id'),
    label: textOf(row, 'label'),
    prefix: textOf(row, 'prefix'),
    hash: textOf(row, 'hash'),
    createdAt: numberOf(row, 'created'),
    revokedAt: row['revoked'] === null ? null : numberOf(row, 'revoked'),
    lastUsedAt: row['used'] === null ? null : numberOf(row, 'used'),
    ...(JSON.parse(textOf(row, 'detail')) as Pick<StoredKey, 'addresses' | 'acceptedAt'>),
  };
}

import { FORKS } from './forks.js';
import { PARTITIONS } from './partitions.js';
import { DAY_SUMS } from './sums.js';
import { FINDINGS, TABLES } from './tables.js';
import { RETIRED } from './retired.js';
import { PFR_DAYS } from './pfrDays.js';
import { VIEWS } from './views.js';

/** Applied in this order, each once. A released migration is never changed. Its number is its position, from 1. */
export const MIGRATIONS: readonly { readonly name: string; readonly sql: string }[] = [
  { name: 'tables', sql: TABLES },
  { name: 'findings', sql: FINDINGS },
  { name: 'day sums', sql: DAY_SUMS },
  { name: 'partitions', sql: PARTITIONS },
  { name: 'views', sql: VIEWS },
  { name: 'forks', sql: FORKS },
  { name: 'retired boxes', sql: RETIRED },
  { name: 'days of the processor', sql: PFR_DAYS },
];

import { uploads } from '../kit/uploading.js';

export const attack = uploads({
  name: 'a CSV of rows of a thousand cells',
  path: '/web/items/csv?do=check',
  body: () => Buffer.from('plu\n'.padEnd(4 * 1024 * 1024, `${'a;'.repeat(1000)}\n`)),
  refusal: /"isDone":false,"refused":1,[^]*more than 1000 cells/,
});

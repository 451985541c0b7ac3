import { uploads } from '../kit/uploading.js';

export const attack = uploads({
  name: 'a CSV of two million rows',
  path: '/web/items/csv?do=check',
  body: () => Buffer.from('plu\n'.padEnd(4 * 1024 * 1024, '1\n')),
  refusal: /^HTTP\/1\.1 422 [^]*rows/,
});

import { uploads } from '../kit/uploading.js';

export const attack = uploads({
  name: 'a CSV with a cell of four million line ends',
  path: '/web/items/csv?do=check',
  body: () => Buffer.from(`"${'\n'.repeat(4 * 1024 * 1024 - 2)}"`),
  refusal: /^HTTP\/1\.1 422 [^]*more than 32767 characters/,
});

import { uploads } from '../kit/uploading.js';

export const attack = uploads({
  name: 'a CSV of nothing but quotation marks',
  path: '/web/items/csv?do=check',
  body: () => Buffer.alloc(4 * 1024 * 1024, '"'),
  refusal: /^HTTP\/1\.1 422 [^]*more than 32767 characters/,
});

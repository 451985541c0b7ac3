import { uploads } from '../kit/uploading.js';

export const attack = uploads({
  name: 'a CSV of one line, as large as it may be',
  path: '/web/items/csv',
  body: () => Buffer.alloc(4 * 1024 * 1024, 0x61),
  refusal: /^HTTP\/1\.1 422 [^]*more than 32767 characters/,
});

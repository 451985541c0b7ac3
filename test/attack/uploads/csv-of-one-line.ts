import { uploads } from '../kit/uploading.js';

export const attack = uploads({
  name: 'a CSV of 20 MB in one line',
  path: '/web/items/csv',
  // One is refused for its size, and the others while it is still thrown away.
  workers: 2,
  body: () => Buffer.alloc(20_000_000, 0x61),
  refusal: /^HTTP\/1\.1 400 [^]*larger than 4194304 bytes/,
});

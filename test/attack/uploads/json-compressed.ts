import { gzipSync } from 'node:zlib';
import { uploads } from '../kit/uploading.js';

export const attack = uploads({
  name: 'compressed JSON',
  path: '/web/operations/items.import',
  body: () => gzipSync(Buffer.alloc(500_000_000)),
  headers: ['Content-Encoding: gzip'],
  refusal: /^HTTP\/1\.1 4/,
});

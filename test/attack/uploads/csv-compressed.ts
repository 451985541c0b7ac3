import { gzipSync } from 'node:zlib';
import { uploads } from '../kit/uploading.js';

/** 4 MB that inflate to 4 GB. */
export const attack = uploads({
  name: 'a compressed CSV',
  path: '/web/items/csv?do=check&encoding=windows-1251',
  body: () => gzipSync(Buffer.alloc(1_000_000_000)),
  headers: ['Content-Encoding: gzip'],
  refusal: /^HTTP\/1\.1 4/,
});

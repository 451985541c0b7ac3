import { uploads } from '../kit/uploading.js';

export const attack = uploads({
  name: 'items of half a million nested arrays',
  path: '/web/operations/items.import',
  body: () => Buffer.from(`{"rows":${'['.repeat(500_000)}${']'.repeat(500_000)}}`),
  refusal: /^HTTP\/1\.1 400 [^]*nested too deeply/,
});

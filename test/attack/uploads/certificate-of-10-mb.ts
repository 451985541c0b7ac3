import { jsonOf, uploads } from '../kit/uploading.js';

export const attack = uploads({
  name: 'a certificate of 10 MB',
  path: '/web/operations/certificate.upload',
  body: () => jsonOf({ environment: 'sandbox', pfx: 'A'.repeat(10_000_000), password: 'x' }),
  refusal: /^HTTP\/1\.1 400 [^]*larger than 1048576 bytes/,
});

import { jsonOf, uploads } from '../kit/uploading.js';

export const attack = uploads({
  name: 'a logo as large as a body may be',
  path: '/web/operations/print.logo',
  body: () => jsonOf({ name: 'kasa', logo: 'A'.repeat(1_000_000) }),
  refusal: /^HTTP\/1\.1 409 /,
});

import { jsonOf, uploads } from '../kit/uploading.js';

/** Each file is opened in a process of its own, one at a time; on a small board that may take longer than the attack. */
export const attack = uploads({
  name: 'certificates that are none',
  path: '/web/operations/certificate.upload',
  body: () => jsonOf({ environment: 'sandbox', pfx: 'MIIK'.repeat(200_000), password: 'x' }),
  refusal: /^HTTP\/1\.1 (?:409 |422 [^]*Another file is being read)/,
});

import { uploads } from '../kit/uploading.js';

export const attack = uploads({
  name: 'settings of a hundred thousand members',
  path: '/web/operations/settings.set',
  body: () =>
    Buffer.from(`{"name":"mail","value":{${Array.from({ length: 100_000 }, (_, at) => `"${at}":1`).join()}}}`),
  refusal: /^HTTP\/1\.1 4/,
});

import { check } from '../kit/check.js';
import { matches, read, refused, same, status, that } from '../kit/expect.js';
import { me } from '../kit/shapes.js';

/** "Authentication". */
export const accessChecks = [
  check(['auth.3.missing', 'auth.3.malformed', 'auth.3.invalid'], async ({ client }) => {
    const key = await client.keys.take();
    const headers = [
      '',
      key,
      'Bearer',
      'Bearer ',
      `Basic ${key}`,
      `Bearer ${key.slice(0, -1)}`,
      `Bearer ${key}0`,
      `Bearer ${key.toUpperCase()}`,
      `Bearer ${key} ${key}`,
      `Bearer "${key}"`,
      `Bearer kasir_${'0'.repeat(48)}`,
      `Basic ${Buffer.from(`api:${key}`).toString('base64')}`,
    ];
    refused(await client.get('/me', { key: null }), 401, 'unauthorized');
    refused(await client.get('/me', { key: null, headers: { 'X-Api-Key': key } }), 401, 'unauthorized');
    for (const Authorization of headers) {
      refused(await client.get('/me', { key: null, headers: { Authorization } }), 401, 'unauthorized');
    }
  }),
  check('auth.6', async ({ client }) => {
    const key = await client.keys.take();
    for (const query of [`key=${key}`, `api_key=${key}`, `access_token=${key}`, `Authorization=Bearer%20${key}`]) {
      refused(await client.get(`/me?${query}`, { key: null }), 401, 'unauthorized');
    }
  }),
  check(
    ['auth.3.revoked', 'auth.3.immediate', 'state.key.revoked', 'auth.2.operator'],
    async ({ client, operator, till }) => {
      const { id, key } = await operator.newKey();
      same(read(await client.get('/me', { key }), 200, me).key.id, id, 'the id of the key');
      await operator.revoke(id);
      for (const path of ['/me', '/invoices']) refused(await client.get(path, { key }), 401, 'unauthorized');
      refused(await client.post('/invoices', till.sale(), { key }), 401, 'unauthorized');
    },
  ),
  check('auth.2.once', async ({ client, operator }) => {
    const { key } = await operator.newKey();
    const listed = await operator.listKeys();
    that(!listed.includes(key), 'the list of keys does not show it again');
    matches(listed, new RegExp(read(await client.get('/me', { key }), 200, me).key.prefix), 'the list of keys');
  }),
  check('auth.4', async ({ client, operator, till }) => {
    const { key } = await operator.newKey();
    const { uuid } = await till.issue();
    const reads = [
      '/status',
      '/me',
      '/tax-labels',
      '/categories',
      '/invoices',
      '/items',
      '/reports/summary',
      '/reports/daily',
    ];
    const below = ['', '/journal', '/document'].map((path) => `/invoices/${uuid}${path}`);
    for (const path of [...reads, ...below]) status(await client.get(path, { key }), 200);
    const writes = [
      ['POST', '/invoices'],
      ['POST', '/items'],
      ['PUT', '/items/999999999'],
      ['PATCH', '/items/999999999'],
      ['DELETE', '/items/999999999'],
      ['POST', `/invoices/${uuid}/refund`],
      ['POST', `/invoices/${uuid}/close-advance`],
      ['POST', `/invoices/${uuid}/email`],
      ['POST', `/invoices/${uuid}/copy`],
    ] as const;
    for (const [method, path] of writes) {
      const answer = await client.call(method, path, { json: {}, key });
      that(![401, 403].includes(answer.status), `the key may call ${method} ${path}`);
    }
  }),
];

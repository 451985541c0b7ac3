import { check } from '../kit/check.js';
import { Broken, read, refused, same, status, that } from '../kit/expect.js';
import { Description } from '../kit/openapi.js';
import { invoice } from '../kit/shapes.js';

/** Routes of the contract with a uuid or an id of an existing object. */
export const ROUTES = [
  'GET /status',
  'GET /me',
  'GET /tax-labels',
  'GET /categories',
  'POST /invoices',
  'GET /invoices',
  'GET /invoices/{uuid}',
  'GET /invoices/{uuid}/journal',
  'GET /invoices/{uuid}/document',
  'POST /invoices/{uuid}/refund',
  'POST /invoices/{uuid}/close-advance',
  'POST /invoices/{uuid}/copy',
  'POST /invoices/{uuid}/email',
  'GET /reports/summary',
  'GET /reports/daily',
  'GET /items',
  'POST /items',
  'PUT /items/{id}',
  'PATCH /items/{id}',
  'DELETE /items/{id}',
] as const;

/** Bodies with which nothing is issued, sent or made: what the route says to it is not of interest. */
const HARMLESS: Readonly<Record<string, unknown>> = { POST: { items: [] }, PUT: { price: -1 }, PATCH: { price: -1 } };

const UNKNOWN = '01936f2a-7c00-7001-8000-0123456789ab';

/** The routes below an invoice. */
const BELOW = ['', '/journal', '/document', '/refund', '/close-advance', '/copy', '/email'];

/** Method and path of a route of the table. */
export function parted(route: string): readonly [method: string, path: string] {
  const [method = '', path = ''] = route.split(' ');
  return [method, path];
}

/** A path of the table that leads to nothing. */
export function nowhere(path: string): string {
  return path.replace('{uuid}', UNKNOWN).replace('{id}', '999999999');
}

/** "Endpoints": what all routes have in common. */
export const routeChecks = [
  ...ROUTES.map((route) =>
    check(
      [`routes.${route}`, 'routes.key', 'routes.401', 'auth.1.header', 'errors.401', 'enum.error.unauthorized'],
      async ({ client, till }) => {
        const [method, path] = parted(route);
        const real = path.includes('{uuid}') ? path.replace('{uuid}', (await till.issue()).uuid) : nowhere(path);
        const json = HARMLESS[method];
        refused(await client.call(method, real, { json, key: null }), 401, 'unauthorized');
        const answer = await client.call(method, real, { json });
        that(![401, 403, 405].includes(answer.status), `expected the route, is ${answer.status}`);
        if (answer.status !== 404) return;
        // An unknown item is distinguished from an unknown path.
        const unknown = await client.call(method, '/nothing', { json });
        that(path.includes('{id}') && answer.text !== unknown.text, 'the route is known');
      },
    ),
  ),
  check(
    [
      'routes.400',
      'post.400',
      'refund.400',
      'close.400',
      'email.400',
      'items.create.400',
      'items.change.400',
      'errors.400',
      'enum.error.bad_request',
    ],
    async ({ client, till }) => {
      const { uuid } = await till.issue();
      for (const [method, path] of ROUTES.map(parted).filter(
        ([verb, route]) => verb in HARMLESS && !/copy$/.test(route),
      )) {
        for (const raw of ['{', '{"items":[}', "{'to':1}"]) {
          const real = path.replace('{uuid}', uuid).replace('{id}', '1');
          refused(await client.call(method, real, { raw }), 400, 'bad_request');
        }
      }
    },
  ),
  check('routes.body.object', async ({ client }) => {
    for (const raw of ['[]', 'null', '1', '"{}"', '']) {
      refused(await client.call('POST', '/invoices', { raw }), 400, 'bad_request');
      refused(await client.call('POST', '/items', { raw }), 400, 'bad_request');
    }
  }),
  check('routes.body.size', async ({ client, till }) => {
    const length = 1024 * 1024;
    const text = JSON.stringify(till.sale({ padding: '' }));
    const padded = (size: number): string =>
      text.replace('"padding":""', `"padding":"${'x'.repeat(size - Buffer.byteLength(text))}"`);
    read(await client.call('POST', '/invoices', { raw: padded(length) }), 201, invoice);
    refused(await client.call('POST', '/invoices', { raw: padded(length + 1) }), 400, 'bad_request');
  }),
  check('routes.body.unknown', async ({ till }) => {
    await till.issue(till.sale({ color: 'red', items: [till.line({ colour: 'blue' })] }));
  }),
  check('routes.body.strict', async ({ till }) => {
    await till.refuses([till.saleOf({ quantity: '1' }), till.saleOf({ unitPrice: '150' }), till.saleOf({ name: 5 })]);
  }),
  check(['routes.422', 'errors.422', 'enum.error.validation'], async ({ client }) => {
    refused(await client.post('/invoices', {}), 422, 'validation');
    refused(await client.post('/items', {}), 422, 'validation');
    refused(await client.get('/invoices?from=x'), 422, 'validation');
    refused(await client.get('/reports/daily?from=x'), 422, 'validation');
  }),
  check(['routes.uuid.form', 'routes.uuid.upper'], async ({ client, till }) => {
    const { uuid } = await till.issue();
    const unknown = await client.get('/nothing');
    const withLetter = /[a-f]/.test(uuid) ? uuid : UNKNOWN;
    for (const name of [withLetter.toUpperCase(), uuid.slice(1), `${uuid}0`, `g${uuid.slice(1)}`]) {
      const answer = await client.get(`/invoices/${name}`);
      const told = refused(answer, 404, 'not_found');
      same(told, refused(unknown, 404, 'not_found'), 'the message for an unknown path');
    }
  }),
  check(
    [
      ...(['routes.uuid.unknown', 'errors.404.uuid', 'get.404', 'journal.404', 'document.404', 'refund.404'] as const),
      ...(['close.404', 'copy.404', 'email.404', 'journal.errors', 'document.error-page'] as const),
    ],
    async ({ client, till }) => {
      const bodies: Readonly<Record<string, unknown>> = {
        '/close-advance': till.sale(),
        '/email': { to: 'a@example.com' },
      };
      for (const below of BELOW) {
        const isRead = ['', '/journal', '/document'].includes(below);
        const json = isRead || below === '/copy' ? undefined : (bodies[below] ?? {});
        const answer = await client.call(isRead ? 'GET' : 'POST', `/invoices/${UNKNOWN}${below}`, { json });
        refused(answer, 404, 'not_found');
        that(!answer.text.includes('<!--sheet-->'), 'no sheet');
      }
    },
  ),
  check(['routes.id.form'], async ({ client }) => {
    for (const id of ['0', '-1', '1.5', 'x']) refused(await client.call('DELETE', `/items/${id}`), 404, 'not_found');
  }),
  check('openapi.valid', async ({ client }) => {
    const document = await client.fetch('GET', '/openapi.json');
    status(document, 200);
    const description = await Description.read(document.text);
    if (typeof description === 'string') throw new Broken(`a valid OpenAPI 3.1 document; it ${description}`);
    const { paths } = document.json() as { paths: Record<string, Record<string, unknown>> };
    for (const [method, path] of ROUTES.map(parted))
      that(paths[path]?.[method.toLowerCase()] !== undefined, `${method} ${path} is in it`);
  }),
];

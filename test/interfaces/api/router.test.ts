// Which paths are routes of the API: what @koa/router does by itself would let more through.
import Koa from 'koa';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openResources, resources } from '../../../src/interfaces/api/registry.js';
import type { ApiState, Resource } from '../../../src/interfaces/api/resource.js';
import type { ResourceDeps } from '../../../src/interfaces/api/apiDeps.js';
import { BASE_PATH, findRoute, routerOf } from '../../../src/interfaces/api/router.js';
import { okay } from '../../../src/platform/http/response.js';
import { byCall } from '../../kit/transport.js';

const NO_PARTS = {} as ResourceDeps;
const UUID = '01936f2a-7c00-7001-8000-0123456789ab';

const api = routerOf(BASE_PATH, resources, NO_PARTS);
const open = routerOf<ApiState>('', openResources, NO_PARTS);

/** The operations that a method and a path mean; more than one would run one after the other. */
const operations = (method: string, path: string, router: typeof api | typeof open = api): unknown[] =>
  router.match(path, method).pathAndMethod.map(({ name }) => name);

test('a path is a route with one slash at its end or none, in lower case, and as it is written', () => {
  assert.equal(operations('GET', '/api/v1/me'), ['getMe']);
  assert.equal(operations('GET', '/api/v1/me/'), ['getMe']);
  assert.equal(operations('GET', '/api/v1/openapi.json'), ['getOpenApi']);
  for (const path of [
    ...['/me', '/api/v1', '/api/v1/', '/api/v1//me', '//api/v1/me', '/api/v1/me//', '/api/v1/me/x', '/x/api/v1/me'],
    ...['/API/v1/me', '/api/v1/ME', '/api/v1/m%65', '/api/v1/me%20', '/api/v1/openapiXjson', '/api/v1/nothing'],
    ...['/api/v1/__proto__', '/api/v1/toString', '/api/v1/healthz', '/*', ''],
  ]) {
    assert.equal(operations('GET', path), [], path);
  }
});

test('without a key only these paths open, for GET and HEAD', () => {
  for (const [path, operation] of [
    ['/openapi.json', 'getOpenApi'],
    ['/healthz/', 'getAlive'],
    ['/readyz', 'getReadiness'],
    ['/metrics', 'getMetrics'],
  ] as const) {
    assert.equal(operations('GET', path, open), [operation]);
    assert.equal(operations('HEAD', path, open), [operation]);
    assert.equal(operations('POST', path, open), []);
  }
  for (const path of ['/', '/openapiXjson', '/HEALTHZ', '/healthz//', '/api/v1/me']) {
    assert.equal(operations('GET', path, open), [], path);
  }
});

test('HEAD is GET; any other method that a path does not have is no route', () => {
  assert.equal(operations('HEAD', '/api/v1/items'), ['listItems']);
  assert.equal(operations('POST', '/api/v1/items'), ['createItem']);
  for (const method of ['DELETE', 'PUT', 'PATCH', 'OPTIONS', 'PROPFIND', 'TRACE']) {
    assert.equal(operations(method, '/api/v1/items'), [], method);
  }
});

test('a parameter holds only its own characters, before they are decoded', () => {
  for (const [path, operation] of [
    [`/invoices/${UUID}`, 'getInvoice'],
    [`/invoices/${UUID}/journal/`, 'getJournal'],
    ['/print-jobs/999999999999999', 'getPrintJob'],
    ['/queue/key:one.two_3-4', 'getQueued'],
    ['/queue/key%3Aone%2Etwo', 'getQueued'],
    [`/queue/${'%41'.repeat(64)}`, 'getQueued'],
  ] as const) {
    assert.equal(operations('GET', BASE_PATH + path), [operation], path);
  }
  for (const path of [
    ...[`/invoices/${UUID.toUpperCase()}`, `/invoices/${UUID}x`, `/invoices/%30${UUID.slice(1)}`, '/invoices/'],
    ...['/print-jobs/0', '/print-jobs/01', '/print-jobs/%31', '/print-jobs/1e1', '/print-jobs/9999999999999999'],
    ...['/queue/short', '/queue/key%3Aone%', '/queue/key%3Aone%2', '/queue/key%3Aone%zz', '/queue/keys/one.two'],
    ...['/queue/%ff%ff%ff%ff%ff%ff%ff%ff', '/queue/%00%00%00%00%00%00%00%00', `/queue/${'%41'.repeat(65)}`],
  ]) {
    const found = operations('GET', BASE_PATH + path);
    assert.equal(found, path === '/invoices/' ? ['listInvoices'] : [], path);
  }
});

test('no two routes mean the same method and path', () => {
  const samples: Readonly<Record<string, string>> = { uuid: UUID, id: '17', clientRequestId: 'key-of-request' };
  for (const [operation, { method, path }] of resources.flatMap(({ routes }) => Object.entries(routes))) {
    const sample = path.replace(/\{(\w+)\}/g, (_, name: string) => samples[name] ?? '');
    assert.equal(operations(method.toUpperCase(), BASE_PATH + sample), [operation]);
  }
});

test('a handler gets its parameters as they were sent; one without an answer leaves the path unknown', async () => {
  const route = { method: 'get', summary: '', description: '', responses: {} } as const;
  const echo: Resource<ResourceDeps> = {
    tag: 'Box',
    routes: {
      echo: { ...route, path: '/queue/{clientRequestId}', handler: ({ params }) => okay({ ...params }) },
      nothing: { ...route, path: '/nothing', handler: () => undefined },
    },
  };
  const router = routerOf('', [echo], NO_PARTS);
  const app = new Koa<ApiState, object>();
  app.use(findRoute(router, [echo])).use(router.routes());
  app.use((ctx) => (ctx.body = `unknown, found ${ctx.state.route?.path}`));
  const get = byCall(app.callback());
  const request = { method: 'GET', headers: {}, body: undefined, chunks: [] };
  const { text } = await get({ ...request, url: '/queue/key%3Aone%2Etwo?x=1' });
  assert.is(text, '{"clientRequestId":"key%3Aone%2Etwo"}');
  assert.is((await get({ ...request, url: '/nothing' })).text, 'unknown, found /nothing');
  assert.is((await get({ ...request, url: '/other' })).text, 'unknown, found undefined');
});

test.run();

import { Ajv2020 } from 'ajv/dist/2020.js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openApiDocument } from '../../../src/interfaces/api/openapi.js';
import { RULES } from '../../../src/base/index.js';
import { type ErrorCode, HTTP_STATUS } from '../../../src/platform/http/errors.js';
import { definition } from '../../../src/interfaces/api/registry.js';
import { API_ROUTES } from '../../kit/apiRoutes.js';

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly { name: string; in: string; required: boolean; schema: object }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<
    Record<string, { $ref?: string; description?: string; headers?: object; content?: Content }>
  >;
}
type Content = Readonly<Record<string, { readonly schema: object; readonly example?: unknown }>>;

interface Document {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string }[];
  readonly security: readonly object[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>;
    readonly responses: Readonly<Record<string, { content: Content }>>;
    readonly headers: object;
    readonly securitySchemes: object;
  };
}

const options = { version: '1.2.3', basePath: '/api/v1' };
const described = {
  ...definition,
  routes: Object.fromEntries(Object.entries(definition.routes).filter(([id]) => id in API_ROUTES)),
};
/** As a client receives it. */
const document = JSON.parse(JSON.stringify(openApiDocument(described, options))) as Document;
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
);

test('the document names itself and its server', () => {
  assert.is(document.openapi, '3.1.0');
  assert.equal(
    { ...document.info, description: '', license: '', contact: '' },
    { title: 'kasirbox', version: '1.2.3', description: '', license: '', contact: '' },
  );
});

test('its address is the one by which the reader has reached the box, whatever that is', () => {
  assert.equal(
    document.servers.map(({ url }) => url),
    ['/api/v1'],
  );
  assert.not.match(JSON.stringify(document), /localhost|127\.0\.0\.1/);
});

test('every operation has a group, a description and examples, and every parameter has one', () => {
  const groups = document.tags.map(({ name }) => name);
  for (const { path, method, operation } of operations) {
    const name = `${method} ${path}`;
    assert.ok(operation.tags.length === 1 && groups.includes(operation.tags[0] ?? ''), name);
    assert.ok(operation.description, name);
    for (const { name: parameter, schema } of operation.parameters ?? []) {
      assert.ok('examples' in schema, `${name}: ${parameter}`);
    }
    const bodies = [operation.requestBody, ...Object.values(operation.responses)].flatMap((one) =>
      Object.values(one?.content ?? {}),
    );
    for (const body of bodies) assert.ok(body.example !== undefined, name);
  }
});

test('every example of a body matches its schema, and is used', () => {
  const ajv = new Ajv2020({ strict: false });
  for (const [name, example] of Object.entries(definition.examples)) {
    const schema = definition.schemas[name];
    assert.ok(schema !== undefined && ajv.validate(schema, example), `${name}: ${ajv.errorsText()}`);
  }
});

test('every route of the contract that the box has is there', () => {
  assert.equal(operations.map(({ path, method }) => `${method} ${path}`).sort(), [
    'delete /items/{id}',
    'delete /queue/{clientRequestId}',
    'get /categories',
    'get /events',
    'get /invoices',
    'get /invoices/{uuid}',
    'get /invoices/{uuid}/document',
    'get /invoices/{uuid}/journal',
    'get /invoices/{uuid}/print-jobs',
    'get /items',
    'get /me',
    'get /openapi.json',
    'get /print-jobs/{id}',
    'get /printers',
    'get /queue',
    'get /queue/{clientRequestId}',
    'get /reports/daily',
    'get /reports/summary',
    'get /status',
    'get /tax-labels',
    'patch /items/{id}',
    'post /earlier-advances/close',
    'post /invoices',
    'post /invoices/{uuid}/close-advance',
    'post /invoices/{uuid}/copy',
    'post /invoices/{uuid}/email',
    'post /invoices/{uuid}/print',
    'post /invoices/{uuid}/refund',
    'post /items',
    'put /items/{id}',
  ]);
});

test('every operation has an id of its own, a summary and the shared failures', () => {
  const ids = operations.map(({ operation }) => operation.operationId);
  assert.is(new Set(ids).size, ids.length);
  assert.equal(ids.sort(), Object.keys(API_ROUTES).sort());
  for (const { operation } of operations) {
    assert.ok(operation.summary);
    for (const code of ['401', '429', '500']) assert.ok(operation.responses[code], `${operation.operationId} ${code}`);
    assert.ok(Object.keys(operation.responses).some((code) => code.startsWith('2')));
  }
});

test('the parameters of a path are declared and required, and no others are', () => {
  for (const { path, operation } of operations) {
    const inPath = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name);
    const declared = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path');
    assert.equal(
      declared.map(({ name }) => name),
      inPath,
    );
    for (const parameter of operation.parameters ?? []) assert.is(parameter.required, parameter.in === 'path');
  }
});

test('every reference leads somewhere', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(
    ([, reference]) => reference ?? '',
  );
  assert.ok(references.length > 30);
  for (const reference of new Set(references)) assert.type(target(reference), 'object', reference);
});

test('every schema compiles in the form of the document', () => {
  const ajv = new Ajv2020({ strict: false });
  ajv.addSchema({ components: document.components }, 'document');
  const names = Object.keys(document.components.schemas);
  assert.equal(names.sort(), Object.keys(definition.schemas).sort());
  for (const name of names) assert.type(ajv.compile({ $ref: `document#/components/schemas/${name}` }), 'function');
  const check = ajv.compile({ $ref: 'document#/components/schemas/InvoiceRequest' });
  assert.ok(check({ items: [{ name: 'Кафа', quantity: 1, unitPrice: 1, label: 'Ђ' }] }), ajv.errorsText(check.errors));
  assert.not.ok(check({ items: [{ name: 'Кафа', quantity: 0, unitPrice: 1, label: 'Ђ' }] }));
});

test('a schema is written once and referred to', () => {
  assert.equal(document.paths['/invoices']?.['post']?.requestBody?.content['application/json']?.schema, {
    $ref: '#/components/schemas/InvoiceRequest',
  });
  const { properties } = document.components.schemas['Invoice'] as { properties: Record<string, { items?: object }> };
  assert.equal(properties['pfr'], { $ref: '#/components/schemas/InvoicePfr' });
  assert.equal(properties['items']?.items, { $ref: '#/components/schemas/InvoiceItem' });
});

test('a repeat answers 200 with Idempotency-Replayed, and the key is a header', () => {
  const create = document.paths['/invoices']?.['post'];
  assert.ok('Idempotency-Replayed' in (create?.responses['200']?.headers ?? {}));
  assert.ok(create?.responses['201']);
  assert.equal(
    create.parameters?.map(({ name, in: place }) => `${place} ${name}`),
    ['header Idempotency-Key'],
  );
});

test('every error has the same form, with one of nine codes', () => {
  for (const response of Object.values(document.components.responses)) {
    assert.equal(response.content['application/json']?.schema, { $ref: '#/components/schemas/Error' });
  }
  assert.match(JSON.stringify(document.components.schemas['Error']), /"configuration"\]/);
});

test('the example of an error has what programs read, as the box says it', () => {
  const rules = new Set<string>(Object.keys(RULES));
  for (const [name, { content }] of Object.entries(document.components.responses)) {
    const { error } = content['application/json']?.example as { error: Record<string, string> };
    const { code = '', message = '', rule = '', messageEn = '', requestId = '' } = error;
    assert.is(name, `Error${HTTP_STATUS[code as ErrorCode]}`);
    assert.ok(message !== '' && messageEn !== '' && rules.has(rule), name);
    assert.match(requestId, /^[0-9a-f]{16}$/, name);
  }
  const { error } = document.components.responses['Error422']?.content['application/json']?.example as {
    error: Record<string, string>;
  };
  assert.is(error['field'], '/payments');
  assert.match(error['message'] ?? '', /[а-ш]/);
});

test('every answer has the headers that its caller gets', () => {
  const described = Object.keys(document.components.headers);
  assert.equal(described, [
    ...['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'],
    ...['X-Ignored-Parameters', 'WWW-Authenticate'],
  ]);
  for (const { path, method, operation } of operations) {
    for (const [status, response] of Object.entries(operation.responses)) {
      const { headers = {} } = target(response.$ref ?? '') ?? response;
      const shared = Object.keys(headers).filter((name) => described.includes(name));
      const expected = status === '401' ? ['X-Request-Id', 'WWW-Authenticate'] : described.slice(0, -1);
      assert.equal(shared, expected, `${method} ${path} ${status}`);
    }
  }
});

test('the journal is text, and its errors are JSON', () => {
  const journal = document.paths['/invoices/{uuid}/journal']?.['get'];
  assert.equal(Object.keys(journal?.responses['200']?.content ?? {}), ['text/plain; charset=utf-8']);
  assert.equal(journal?.responses['404'], { $ref: '#/components/responses/Error404' });
});

test('every route needs a key', () => {
  assert.equal(document.security, [{ apiKey: [] }]);
  assert.equal(Object.keys(document.components.securitySchemes), ['apiKey']);
});

/** Target of a reference; undefined for none. */
function target(reference: string): { readonly headers?: object } | undefined {
  const steps = reference.split('/').slice(1);
  if (steps.length === 0) return undefined;
  return steps.reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], document) as object;
}

test.run();

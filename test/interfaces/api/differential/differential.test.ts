// time limit: 240 s
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isRecord } from '../../../../src/base/json.js';
import type { JsonSchema } from '../../../../src/base/schema.js';
import { TestBox } from '../../../kit/box.js';
import { cases } from '../../../kit/cases.js';
import { type Client, read } from '../../../kit/client.js';
import { Random, seededRandom } from '../../../kit/random.js';
import { nearby } from './values.js';
import { SEMANTIC, semanticRule } from './semantic.js';

/** Each request is checked by the published description, with a default Ajv, and sent to the box: the two must agree. */
const BODIES = cases('BODIES', { ci: 200, all: 3000 });
const QUERIES = cases('QUERIES', { ci: 40, all: 600 });
const WORKERS = 6;
/** Below the rate limit of a key. */
const CALLS_PER_KEY = 200;

const { seed } = seededRandom();

type Body = Readonly<Record<string, unknown>>;

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: JsonSchema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> };
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

const ABSENT = '00000000-0000-7000-8000-000000000000';
const LINE = { name: 'Кафа', quantity: 2, unitPrice: 150, label: 'Ђ' };

/** A body that each operation takes; what is changed in it is random. */
const GOOD: Readonly<Record<string, Body>> = {
  createInvoice: { items: [LINE] },
  refundInvoice: {},
  closeAdvance: { items: [LINE] },
  closeEarlierAdvance: {
    ...{ items: [LINE], number: '17', time: '2022-04-01 10:00:00', earlierAdvances: [{ label: 'Ђ', amount: 100 }] },
    restPayments: [{ paymentType: 'Cash', amount: 200 }],
  },
  copyInvoice: {},
  emailInvoice: { to: 'kupac@example.rs' },
  printInvoice: {},
  createItem: { name: 'Кафа', label: 'Ђ' },
  replaceItem: {},
  updateItem: { price: 10 },
};

let box: TestBox;
let description: Description;
let uuid = '';
let itemId = 0;
const ajv = new Ajv2020({ strict: false });

test.before(async () => {
  box = await TestBox.start();
  description = JSON.parse((await box.anonymous.fetch('GET', '/openapi.json')).text) as Description;
  ajv.addSchema({ components: description.components }, 'document');
  const client = await box.client();
  uuid = read('Invoice', 201, await client.post('/invoices', GOOD['createInvoice'])).uuid;
  itemId = read('ItemCreated', 201, await client.post('/items', GOOD['createItem'])).id;
});
test.after(() => box.stop());

/** A schema with its references followed, for making values. */
function resolved(schema: unknown): JsonSchema {
  if (Array.isArray(schema)) return schema.map(resolved) as unknown as JsonSchema;
  if (!isRecord(schema)) return schema as JsonSchema;
  const { $ref } = schema;
  if (typeof $ref === 'string') return resolved(description.components.schemas[$ref.split('/').at(-1) ?? '']);
  return Object.fromEntries(Object.entries(schema).map(([name, member]) => [name, resolved(member)]));
}

function compiled(schema: JsonSchema): ValidateFunction {
  return ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')) as JsonSchema);
}

/** The good body with some members near a border, of a wrong type, left out or unknown; lists also at their limits. */
function changedBody(random: Random, good: Body, schema: JsonSchema): Body {
  const properties = schema['properties'] as Readonly<Record<string, JsonSchema>>;
  const body: Record<string, unknown> = { ...good };
  // As older clients send a line.
  if ('label' in body && 'labels' in properties && random.oneIn(8))
    [body['labels'], body['label']] = [[body['label']], null];
  for (let changes = random.int(0, 3); changes > 0; changes -= 1) {
    const name = random.pick([...Object.keys(properties), 'items', 'later', 'constructor']);
    const member = properties[name] ?? {};
    const [first] = Array.isArray(body[name]) ? (body[name] as unknown[]) : [];
    const within = member['items'] as JsonSchema | undefined;
    if (random.oneIn(8)) Reflect.deleteProperty(body, name);
    else if (isRecord(first) && within !== undefined && !random.oneIn(6)) {
      const { maxItems } = member;
      const lines = typeof maxItems === 'number' && random.oneIn(30) ? maxItems + random.int(0, 1) : random.int(1, 2);
      body[name] = [...Array<unknown>(lines - 1).fill(first), changedBody(random, first, within)];
    } else body[name] = nearby(random, member);
  }
  return body;
}

/** As JSON is written; what a double cannot hold is 1e400. */
function written(body: unknown): string {
  return JSON.stringify(body, (_name, value: unknown) =>
    value === Infinity ? '§' : value === -Infinity ? '-§' : value,
  ).replaceAll(/"(-?)§"/g, '$11e400');
}

type Verdict = { readonly taken: boolean; readonly rule?: string | undefined; readonly said: string };

async function ask(client: Client, method: string, path: string, raw?: string): Promise<Verdict> {
  const reply = await client.fetch(method, `/api/v1${path}`, {
    ...(raw !== undefined && { raw }),
    headers: { 'Content-Type': 'application/json' },
  });
  const said = `${reply.status} ${reply.text.slice(0, 300)}`;
  // An unknown receipt is looked for after its request was found to be right; so are a mail server and a printer.
  if (reply.status < 300 || [404, 409].includes(reply.status)) return { taken: true, said };
  const { code, message } = (JSON.parse(reply.text) as { error: { code: string; message: string } }).error;
  if (code === 'configuration') return { taken: true, said };
  if (code !== 'validation') throw new Error(`${method} ${path}: ${said}: ${raw ?? ''}`);
  return { taken: false, rule: semanticRule(message), said };
}

/** The contract takes `labels` in place of `label`, which generated clients could not say: the one leniency that there is. */
function withLabel(body: Body): Body {
  const { items } = body;
  if (!Array.isArray(items)) return body;
  const labelled = items.map((line: unknown) =>
    isRecord(line) && Array.isArray(line['labels'])
      ? { ...line, label: line['label'] ?? (line['labels'] as unknown[])[0] }
      : line,
  );
  return { ...body, items: labelled };
}

const counts = new Map<string, number>();

/** What the two do not agree on, in words; undefined when they agree. */
function differenceOf(fits: boolean, fitsWithLabel: boolean, { taken, rule, said }: Verdict): string | undefined {
  const kind = fits ? (taken ? 'taken' : `semantic: ${rule ?? ''}`) : taken ? 'labels for label' : 'refused';
  counts.set(kind, (counts.get(kind) ?? 0) + 1);
  if (fits && !taken && rule === undefined) return `the schema takes it, the box says ${said}`;
  if (!fits && taken && !fitsWithLabel) return `the schema refuses it, the box says ${said}`;
  return undefined;
}

/** Bodies with one member or entry less. */
function* smaller(value: unknown): Generator {
  if (Array.isArray(value)) {
    for (const [at, entry] of value.entries()) {
      yield value.toSpliced(at, 1);
      for (const less of smaller(entry)) yield value.with(at, less);
    }
  } else if (isRecord(value)) {
    for (const [name, member] of Object.entries(value)) {
      const { [name]: _left, ...rest } = value;
      yield rest;
      for (const less of smaller(member)) yield { ...value, [name]: less };
    }
  }
}

async function inTurns(count: number, work: (random: Random, client: Client) => Promise<void>): Promise<void> {
  let begun = 0;
  await Promise.all(
    Array.from({ length: WORKERS }, async () => {
      for (let client = await box.client(), calls = 0; begun < count; calls += 1) {
        if (calls % CALLS_PER_KEY === CALLS_PER_KEY - 1) client = await box.client();
        begun += 1;
        await work(new Random(seed + begun), client);
      }
    }),
  );
}

test('a body is taken by the box where the description takes it, and refused where it refuses it', async () => {
  const operations = Object.entries(description.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) => {
      const content = operation.requestBody?.content['application/json'];
      return content === undefined ? [] : [{ path, method, operation, schema: content.schema }];
    }),
  );
  assert.equal(operations.map(({ operation }) => operation.operationId).sort(), Object.keys(GOOD).sort());
  const checks = new Map(
    operations.map(({ schema }) => [schema, { check: compiled(schema), shape: resolved(schema) }]),
  );
  await inTurns(BODIES, async (random, client) => {
    // Half of the bodies are sales.
    const { path, method, operation, schema } = random.oneIn(2)
      ? operations.find((one) => one.path === '/invoices')!
      : random.pick(operations);
    const { check, shape } = checks.get(schema)!;
    const needsReceipt = ['emailInvoice', 'printInvoice'].includes(operation.operationId);
    const place = path.replace('{uuid}', needsReceipt ? uuid : ABSENT).replace('{id}', String(itemId));
    const differs = async (body: Body): Promise<string | undefined> => {
      const verdict = await ask(client, method.toUpperCase(), place, written(body));
      return differenceOf(check(body), check(withLabel(body)), verdict);
    };
    let body = changedBody(random, GOOD[operation.operationId] ?? {}, shape);
    let difference = await differs(body);
    if (difference === undefined) return;
    for (let tries = 0, isSmaller = true; isSmaller && tries < 100;) {
      isSmaller = false;
      for (const less of smaller(body)) {
        tries += 1;
        const still = isRecord(less) ? await differs(less) : undefined;
        if (still === undefined) continue;
        [body, difference, isSmaller] = [less as Body, still, true];
        break;
      }
    }
    throw new Error(`${method} ${place} ${written(body)}: ${difference}`);
  });
});

/** A text of a query as the type of its parameter reads it: an integer has digits alone. */
function readAs(schema: JsonSchema, sent: string): unknown {
  return schema['type'] === 'integer' && /^(?:0|-?[1-9][0-9]*)$/.test(sent) ? Number(sent) : sent;
}

test('a query is taken by the box where the description takes it, and refused where it refuses it', async () => {
  const operations = Object.entries(description.paths).flatMap(([path, { get }]) => {
    const parameters = get?.parameters?.filter((parameter) => parameter.in === 'query') ?? [];
    // Who asks for events waits for them.
    return parameters.length === 0 || path.startsWith('/events') ? [] : [{ path, parameters }];
  });
  assert.ok(operations.length >= 4);
  const checks = new Map(
    operations.flatMap(({ parameters }) => parameters).map(({ schema }) => [schema, compiled(schema)]),
  );
  await inTurns(QUERIES, async (random, client) => {
    const { path, parameters } = random.pick(operations);
    const query = new URLSearchParams();
    let fits = true;
    for (const { name, schema } of parameters) {
      if (!random.oneIn(2)) continue;
      const sent = String(nearby(random, resolved(schema))).replace(/\p{Cs}/gu, '?');
      query.set(name, sent);
      fits &&= checks.get(schema)?.(readAs(schema, sent)) === true;
    }
    const place = `${path.replace('{uuid}', ABSENT)}?${String(query)}`;
    const difference = differenceOf(fits, false, await ask(client, 'GET', place));
    if (difference !== undefined) throw new Error(`GET ${place}: ${difference}`);
  });
});

test('what the schema cannot say is a short list', () => {
  const sorted = [...counts].sort(([, one], [, other]) => other - one);
  process.stdout.write(`${sorted.map(([kind, count]) => `${kind}: ${count}`).join('; ')}\n`);
  for (const kind of ['taken', 'refused'] as const) assert.ok((counts.get(kind) ?? 0) > BODIES / 10, kind);
  assert.ok(Object.keys(SEMANTIC).length <= 24);
});

test.run();

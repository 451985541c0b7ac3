import { isRecord, type JsonSchema, VERSION } from '../../base/index.js';
import { errorBody, type ErrorBody, type ErrorCode, type ErrorDetails } from '../../platform/http/index.js';
import {
  CALLER_HEADERS,
  CHALLENGE_HEADERS,
  headerReferences,
  HEADERS,
  OPEN_HEADERS,
  type ParameterDoc,
  type ResponseDoc,
  type RouteDoc,
  type RouteError,
  type Tag,
  TAGS,
} from './resource.js';
import { error } from './schemas.js';

/** Input of the document: all routes by operation id, and all named schemas. */
export interface ApiDefinition {
  readonly routes: Readonly<Record<string, RouteDoc & { readonly tag: Tag }>>;
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  /** Example bodies by the name of their schema. */
  readonly examples: Readonly<Record<string, unknown>>;
}

interface OpenApiOptions {
  /** Version of the box. */
  readonly version: string;
  /** Base path of the API: `/api/v1`. */
  readonly basePath: string;
}

type Document = Readonly<Record<string, unknown>>;

/**
 * Creates the contract as an OpenAPI 3.1 document, from the same schemas as the validators. Its servers are paths. They
 * are relative to the address by which the reader has reached the box, because a box has several addresses, which may
 * change.
 */
export function openApiDocument(definition: ApiDefinition, { version, basePath }: OpenApiOptions): Document {
  const { routes, schemas, examples } = definition;
  const names = new Map<unknown, string>(Object.entries(schemas).map(([name, schema]) => [schema, name]));
  return withReferences(names, {
    openapi: '3.1.0',
    info: {
      title: 'kasirbox',
      version,
      description: 'Fiscal cash register service: REST API v1. Amounts are RSD including VAT, times Europe/Belgrade.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      contact: { name: 'Whoever set up this box' },
    },
    servers: [{ url: basePath, description: 'At the address by which you have reached the box.' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    security: [{ apiKey: [] }],
    paths: pathsOf(routes, (schema) => examples[names.get(schema) ?? '']),
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'A key of the box, `kasir_` and 48 hex digits.' },
      },
      schemas: mapMembers(schemas, (schema) => withReferences(names, schema)),
      headers: HEADERS,
      responses: Object.fromEntries(
        Object.entries(ERRORS).map(([code, { description, example }]) => [
          `Error${code}`,
          responseOf(
            { description, schema: error, example },
            noExample,
            code === '401' ? CHALLENGE_HEADERS : CALLER_HEADERS,
          ),
        ]),
      ),
    },
  });
}

/** The API document of this box. It is created once, because anyone may request it at any rate. */
export class ApiDescription {
  private made: string | undefined;

  /** @param basePath base path of the API */
  constructor(
    private readonly definition: ApiDefinition,
    private readonly basePath: string,
  ) {}

  /** The document as JSON. */
  get json(): string {
    this.made ??= JSON.stringify(openApiDocument(this.definition, { version: VERSION, basePath: this.basePath }));
    return this.made;
  }
}

/** Returns the example of a schema; undefined without one. */
type ExampleOf = (schema: JsonSchema) => unknown;
const noExample: ExampleOf = () => undefined;

function pathsOf(routes: ApiDefinition['routes'], exampleOf: ExampleOf): Document {
  const paths: Record<string, Document> = {};
  for (const [operationId, route] of Object.entries(routes)) {
    const place = route.isOpen === true ? { servers: [{ url: '/' }] } : {};
    paths[route.path] = {
      ...paths[route.path],
      ...place,
      [route.method]: { operationId, ...operationOf(route, exampleOf) },
    };
  }
  return paths;
}

function operationOf(
  {
    tag,
    summary,
    description,
    parameters,
    requestBody,
    bodyIsOptional,
    responses,
    errors = [],
    isOpen = false,
  }: RouteDoc & { readonly tag: Tag },
  exampleOf: ExampleOf,
): Document {
  const shared = isOpen ? [429, 500] : [401, 429, 500];
  const failures = [...shared, ...errors].map((code) => [code, { $ref: `#/components/responses/Error${code}` }]);
  return {
    tags: [tag],
    summary,
    description,
    ...(isOpen && { security: [] }),
    ...(parameters && { parameters: parameters.map(parameterOf) }),
    ...(requestBody && {
      requestBody: {
        required: bodyIsOptional !== true,
        content: content('application/json', requestBody, exampleOf(requestBody)),
      },
    }),
    responses: {
      ...mapMembers(responses, (response) => responseOf(response, exampleOf, isOpen ? OPEN_HEADERS : CALLER_HEADERS)),
      ...(Object.fromEntries(failures) as Document),
    },
  };
}

function parameterOf({ schema, ...parameter }: ParameterDoc): Document {
  return { ...parameter, required: parameter.in === 'path', schema };
}

function responseOf(
  { description, schema, mediaType = 'application/json', headers, example }: ResponseDoc,
  exampleOf: ExampleOf,
  shared: Parameters<typeof headerReferences>[0],
): Document {
  return {
    description,
    headers: { ...headers, ...headerReferences(shared) },
    ...(schema && { content: content(mediaType, schema, example ?? exampleOf(schema)) }),
  };
}

function content(mediaType: string | readonly string[], schema: JsonSchema, example: unknown): Document {
  const types = typeof mediaType === 'string' ? [mediaType] : mediaType;
  return Object.fromEntries(types.map((type) => [type, { schema, ...(example !== undefined && { example }) }]));
}

function mapMembers<T>(members: Readonly<Record<string, T>>, change: (member: T) => unknown): Document {
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, change(member)]));
}

/**
 * Rewrites an `enum` that includes null to a form that every client generator supports: some treat null as one of the
 * texts of the `enum`.
 */
function withPlainEnum(schema: JsonSchema): JsonSchema {
  const { type, enum: values, ...rest } = schema;
  if (!Array.isArray(type) || !Array.isArray(values)) return schema;
  const [types, texts] = [type, values].map((all: unknown[]) => all.filter((one) => one !== 'null' && one !== null));
  return { anyOf: [{ type: types?.[0], enum: texts }, { type: 'null' }], ...rest };
}

/** Writes a named schema once and refers to it everywhere else. The same object is the same schema. */
function withReferences(names: ReadonlyMap<unknown, string>, value: object): Document {
  const reference = (member: unknown): unknown => {
    const name = names.get(member);
    if (name !== undefined) return { $ref: `#/components/schemas/${name}` };
    if (Array.isArray(member)) return member.map(reference);
    return isRecord(member) ? withReferences(names, withPlainEnum(member)) : member;
  };
  return mapMembers(value as Document, reference);
}

interface ErrorDoc {
  readonly description: string;
  readonly example: ErrorBody;
}

/** The errors by status. When several share a status, the example shows the first. */
export const ERRORS: Readonly<Record<RouteError | 401 | 429 | 500, ErrorDoc>> = {
  400: {
    description: '`bad_request`: the body is not a JSON object or is larger than 1 MiB.',
    example: example('bad_request', 'The body must be a JSON object', { rule: 'request.body-not-object' }),
  },
  401: {
    description: '`unauthorized`: the key is missing, malformed, invalid or revoked.',
    example: example('unauthorized', 'Missing, invalid or revoked API key', { rule: 'key.invalid' }),
  },
  404: {
    description: '`not_found`: no such path, invoice, item or request.',
    example: example('not_found', 'Invoice not found', { rule: 'invoice.not-found' }),
  },
  409: {
    description:
      '`pfr_error`: the PFR refused or cannot be reached, no invoice was issued; `mail_error`: the mail was not sent.',
    example: example('pfr_error', 'Фискални процесор тренутно није доступан. Поновите исти захтев.', {
      rule: 'pfr.out-of-reach',
      messageEn: 'The processor is out of reach at the moment. Repeat the same request.',
    }),
  },
  422: {
    description:
      '`validation`: the message names the field. Also `configuration`: no PDF can be drawn, or no printer is set.',
    example: example(
      'validation',
      'Збир износа у пољу „payments” (250,00) мора бити једнак укупном износу рачуна (300,00).',
      {
        rule: 'invoice.payments-mismatch',
        field: '/payments',
        messageEn: 'The sum of the amounts in the field "payments" (250) must be the total of the invoice (300).',
      },
    ),
  },
  429: {
    description:
      '`rate_limited`: over 240 requests a minute, over 30 e-mails an hour, over 2000 new items a day, what this key may write to the ' +
      'flash today is spent, or too many long answers of this key wait. The message says which.',
    example: example('rate_limited', 'More than 240 requests per minute', { rule: 'key.too-many-requests' }),
  },
  500: {
    description: '`server_error`: unexpected; `ref` stands in the log.',
    example: example('server_error', 'Unexpected failure; the log of the box tells more under this ref', {
      rule: 'request.failed',
      ref: '9412e72a7e94d6ff',
    }),
  },
};

/** An error in the form in which it is sent. */
function example(code: ErrorCode, message: string, details: ErrorDetails): ErrorBody {
  const { error } = errorBody(code, message, details);
  return { error: { ...error, requestId: '9412e72a7e94d6ff' } };
}

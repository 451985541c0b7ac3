import type { JsonSchema } from '../base/schema.js';
import { requestSchemas, responseSchemas } from './schemas/index.js';

export interface ParameterDoc {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly description: string;
  readonly schema: JsonSchema;
}

/** An answer that is not an error; JSON unless `mediaType` says otherwise. Of several types the caller chooses one. */
export interface ResponseDoc {
  readonly description: string;
  readonly schema: JsonSchema;
  readonly mediaType?: string | readonly string[];
  /** Response headers by name. */
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly schema: JsonSchema }>>;
}

/** What a route says of itself. Failures that all routes share (401, 429, 500; of an open one 500) go without saying. */
export interface RouteDoc {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Below the base address: `/invoices/{uuid}`. */
  readonly path: string;
  /** Stands beside the API, at the root of the box, and needs no key. */
  readonly isOpen?: boolean;
  readonly summary: string;
  /** What a caller must know besides; Markdown. */
  readonly description?: string;
  readonly parameters?: readonly ParameterDoc[];
  readonly requestBody?: JsonSchema;
  /** No body at all is taken for an empty object. */
  readonly bodyIsOptional?: boolean;
  readonly responses: Readonly<Record<number, ResponseDoc>>;
  readonly errors?: readonly RouteError[];
}

export type RouteError = 400 | 404 | 409 | 422;

export interface OpenApiOptions {
  /** Version of the box. */
  readonly version: string;
  /** Base address with the path of the API version: `https://kasa.local:8443/api/v1`. */
  readonly serverUrl: string;
}

type Document = Readonly<Record<string, unknown>>;

const ERRORS: Readonly<Record<RouteError | 401 | 429 | 500, string>> = {
  400: '`bad_request`: the body is not a JSON object or is larger than 1 MiB.',
  401: '`unauthorized`: the key is missing, malformed, invalid or revoked.',
  404: '`not_found`: no such path, invoice, item or request.',
  422: '`validation`: the message names the field. Also `configuration`: no PDF can be drawn, or no printer is set.',
  409: '`pfr_error`: the PFR refused or cannot be reached, no invoice was issued; `mail_error`: the mail was not sent.',
  429: '`rate_limited`: over 240 requests a minute, or over 30 e-mails an hour.',
  500: '`server_error`: unexpected; `ref` stands in the log.',
};

/**
 * The contract as an OpenAPI 3.1 document, made of the schemas that the validators are made of. `routes` are keyed by
 * operation id.
 */
export function openApiDocument(
  routes: Readonly<Record<string, RouteDoc>>,
  { version, serverUrl }: OpenApiOptions,
): Document {
  return {
    openapi: '3.1.0',
    info: {
      title: 'kasirbox',
      version,
      description: 'Fiscal cash register service: REST API v1. Amounts are RSD including VAT, times Europe/Belgrade.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl }],
    security: [{ apiKey: [] }],
    paths: pathsOf(routes, new URL(serverUrl).origin),
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'A key of the box, `kasir_` and 48 hex digits.' },
      },
      schemas: Object.fromEntries(Array.from(NAMES, ([schema, name]) => [name, withReferences(schema)])),
      responses: Object.fromEntries(
        Object.entries(ERRORS).map(([code, description]) => [
          `Error${code}`,
          jsonContent(description, responseSchemas.Error),
        ]),
      ),
    },
  };
}

function pathsOf(routes: Readonly<Record<string, RouteDoc>>, origin: string): Document {
  const paths: Record<string, Document> = {};
  for (const [operationId, route] of Object.entries(routes)) {
    const place = route.isOpen === true ? { servers: [{ url: origin }] } : {};
    paths[route.path] = { ...paths[route.path], ...place, [route.method]: { operationId, ...operationOf(route) } };
  }
  return paths;
}

function operationOf({
  summary,
  description,
  parameters,
  requestBody,
  bodyIsOptional,
  responses,
  errors = [],
  isOpen = false,
}: RouteDoc): Document {
  const shared = isOpen ? [500] : [401, 429, 500];
  const failures = [...shared, ...errors].map((code) => [code, { $ref: `#/components/responses/Error${code}` }]);
  return {
    summary,
    ...(description !== undefined && { description }),
    ...(isOpen && { security: [] }),
    ...(parameters && { parameters: parameters.map(parameterOf) }),
    ...(requestBody && {
      requestBody: { required: bodyIsOptional !== true, content: content('application/json', requestBody) },
    }),
    responses: {
      ...Object.fromEntries(Object.entries(responses).map(([code, response]) => [code, responseOf(response)])),
      ...(Object.fromEntries(failures) as Document),
    },
  };
}

function parameterOf({ schema, ...parameter }: ParameterDoc): Document {
  return { ...parameter, required: parameter.in === 'path', schema: reference(schema) };
}

function responseOf({ description, schema, mediaType = 'application/json', headers }: ResponseDoc): Document {
  return { description, ...(headers && { headers }), content: content(mediaType, schema) };
}

function jsonContent(description: string, schema: JsonSchema): Document {
  return { description, content: content('application/json', schema) };
}

function content(mediaType: string | readonly string[], schema: JsonSchema): Document {
  const types = typeof mediaType === 'string' ? [mediaType] : mediaType;
  return Object.fromEntries(types.map((type) => [type, { schema: reference(schema) }]));
}

/** A schema object with a name is written once and referred to; the same object is the same schema. */
const NAMES = new Map<unknown, string>(
  Object.entries({ ...requestSchemas, ...responseSchemas }).map(([name, schema]) => [schema, name]),
);

function reference(value: unknown): unknown {
  const name = NAMES.get(value);
  return name === undefined ? withReferences(value) : { $ref: `#/components/schemas/${name}` };
}

function withReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reference);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, reference(member)]));
}

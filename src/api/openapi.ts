import { type JsonSchema, VERSION } from '../base/index.js';
import type { ParameterDoc, ResponseDoc, RouteDoc, RouteError } from './resource.js';
import { error } from './schemas.js';

/** What the document is made of: all routes by operation id, and all schemas that it names. */
export interface ApiDefinition {
  readonly routes: Readonly<Record<string, RouteDoc>>;
  readonly schemas: Readonly<Record<string, JsonSchema>>;
}

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
  429:
    '`rate_limited`: over 240 requests a minute, over 30 e-mails an hour, over 2000 new items a day, what this key may write to the ' +
    'flash today is spent, or too many long answers of this key wait. The message says which.',
  500: '`server_error`: unexpected; `ref` stands in the log.',
};

/** The contract as an OpenAPI 3.1 document, made of the schemas that the validators are made of. */
export function openApiDocument({ routes, schemas }: ApiDefinition, { version, serverUrl }: OpenApiOptions): Document {
  const names = new Map<unknown, string>(Object.entries(schemas).map(([name, schema]) => [schema, name]));
  return withReferences(names, {
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
      schemas: mapMembers(schemas, (schema) => withReferences(names, schema)),
      responses: Object.fromEntries(
        Object.entries(ERRORS).map(([code, description]) => [
          `Error${code}`,
          responseOf({ description, schema: error }),
        ]),
      ),
    },
  });
}

/**
 * The document that describes the API under the origin of the moment. It is made once for an origin, since anybody may
 * ask for it at any rate.
 */
export class ApiDescription {
  private made: { readonly origin: string; readonly text: string } | undefined;

  /**
   * @param publicUrl the origin under which clients reach the box at the moment
   * @param basePath where the API begins
   */
  constructor(
    private readonly definition: ApiDefinition,
    private readonly publicUrl: () => string,
    private readonly basePath: string,
  ) {}

  /** The document as JSON. */
  get json(): string {
    const origin = this.publicUrl();
    if (this.made?.origin !== origin) {
      const options = { version: VERSION, serverUrl: `${origin}${this.basePath}` };
      this.made = { origin, text: JSON.stringify(openApiDocument(this.definition, options)) };
    }
    return this.made.text;
  }
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
    responses: { ...mapMembers(responses, responseOf), ...(Object.fromEntries(failures) as Document) },
  };
}

function parameterOf({ schema, ...parameter }: ParameterDoc): Document {
  return { ...parameter, required: parameter.in === 'path', schema };
}

function responseOf({ description, schema, mediaType = 'application/json', headers }: ResponseDoc): Document {
  return { description, ...(headers && { headers }), content: content(mediaType, schema) };
}

function content(mediaType: string | readonly string[], schema: JsonSchema): Document {
  const types = typeof mediaType === 'string' ? [mediaType] : mediaType;
  return Object.fromEntries(types.map((type) => [type, { schema }]));
}

function mapMembers<T>(members: Readonly<Record<string, T>>, change: (member: T) => unknown): Document {
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, change(member)]));
}

/** A schema that has a name is written once and referred to everywhere else; the same object is the same schema. */
function withReferences(names: ReadonlyMap<unknown, string>, value: object): Document {
  const reference = (member: unknown): unknown => {
    const name = names.get(member);
    if (name !== undefined) return { $ref: `#/components/schemas/${name}` };
    if (Array.isArray(member)) return member.map(reference);
    return typeof member === 'object' && member !== null ? withReferences(names, member) : member;
  };
  return mapMembers(value as Document, reference);
}

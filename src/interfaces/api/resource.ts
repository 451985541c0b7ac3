import type { ParameterizedContext } from 'koa';
import type { InvoiceType } from '../../contract/index.js';
import type { JsonSchema } from '../../base/index.js';
import type { HttpResponse, RequestState } from '../../platform/http/index.js';
import type { StoredKey } from '../../platform/ledger/index.js';

/** The groups of operations, in the order of the API document. */
export const TAGS = {
  Invoices: 'Receipts are issued, refunded, copied and found. What was signed is never changed or deleted.',
  Papers: 'The same receipt as a document, as a mail, and on the printers of the box.',
  Queue: 'Sales that wait on the disk of the box until the fiscal processor can be reached.',
  Catalogue: 'Items with their prices, and the tax labels that lines may carry.',
  Events: 'What has happened, told from the ledger itself, to programs that follow the box.',
  Reports: 'Turnover of the active environment.',
  Box: 'How the box stands, whose key is calling, and this description. What opens without a key stands at the root of the box.',
} as const;

export type Tag = keyof typeof TAGS;

/** The caller: an API key, or a person on a page of the box. */
export interface Caller {
  /** Number of the key or the user, from one sequence. A receipt stores it to identify its caller. */
  readonly id: number;
  /** The cashier name on receipts, which overrides the request. Undefined: the name in the request is used. */
  readonly cashier?: string;
  /** The refusal of a kind of receipt that this person may not issue; omitted for programs. */
  readonly refuses?: (request: { readonly invoiceType: InvoiceType }) => HttpResponse | undefined;
  /** The refusal once the key was revoked or the session has ended; undefined while the caller is valid. */
  readonly turnedAway: () => HttpResponse | undefined;
}

/** `ctx.state` of a request to the API. */
export interface ApiState extends RequestState {
  /** The route that method and path match; undefined when it is no route of the API. */
  route: Route | undefined;
  /** The operation id of that route. */
  operation: string | undefined;
  /** The calling key as it was before this call. Undefined before authentication, and for a person on a page. */
  key?: StoredKey;
  /** The caller; undefined before authentication. */
  caller?: Caller;
  /** True when the log counts this request with others instead of writing a line for it. */
  isLogSuppressed?: boolean;
}

/** `ctx.state` after authentication and reading of the body. */
export interface CallerState extends ApiState {
  caller: Caller;
  /** The unparsed body of a route that takes one; undefined elsewhere. */
  bytes?: Buffer;
  /** The JSON object of a route that takes a body; undefined elsewhere. */
  body: unknown;
}

/** Parameters in the paths of the API, as they were sent. */
export type PathParameter = 'uuid' | 'id' | 'clientRequestId';

/** The Koa context of a handler, by the type of its `ctx.state`. */
export type ContextOf<State> = ParameterizedContext<
  State,
  { params: Readonly<Partial<Record<PathParameter, string>>> }
>;

/** Context of the handler of a route that needs a key. */
export type ApiContext = ContextOf<CallerState>;

/** Context of the handler of a route that needs no key. */
export type OpenContext = ContextOf<ApiState>;

export interface ParameterDoc {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly description: string;
  readonly schema: JsonSchema;
}

/**
 * A response that is not an error; JSON unless `mediaType` names another type. When there are several types, the caller
 * chooses one. Without a schema it has no body.
 */
export interface ResponseDoc {
  readonly description: string;
  readonly schema?: JsonSchema;
  readonly mediaType?: string | readonly string[];
  /** The example in the API document; defaults to the example of its schema. */
  readonly example?: unknown;
  /** Response headers by name. */
  readonly headers?: Readonly<Record<string, HeaderDoc>>;
}

export type RouteError = 400 | 404 | 409 | 422;

/**
 * OpenAPI documentation of a route. The errors that all routes share (401, 429, 500; without a key 500) are added to
 * it.
 */
export interface RouteDoc {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** True for a route that issues a receipt; it has priority over all other work. */
  readonly isSale?: true;
  /** Path below the base path: `/invoices/{uuid}`. */
  readonly path: string;
  /** True for a route at the root of the box, outside the API, that needs no key. */
  readonly isOpen?: boolean;
  readonly summary: string;
  /** Further information for the caller, in Markdown. */
  readonly description: string;
  readonly parameters?: readonly ParameterDoc[];
  readonly requestBody?: JsonSchema;
  /** True when an empty body counts as an empty object. */
  readonly bodyIsOptional?: boolean;
  readonly responses: Readonly<Record<number, ResponseDoc>>;
  readonly errors?: readonly RouteError[];
}

/** A route with its documentation. `Parts` are the dependencies of its handler. */
export interface Route<Deps = never, Context = never> extends RouteDoc {
  /** Returns undefined when the path does not exist now. */
  readonly handler: (ctx: Context, deps: Deps) => HttpResponse | undefined | Promise<HttpResponse | undefined>;
}

/** Routes that belong together, by operation id, and the schemas named in the API document. */
export interface Resource<Deps = never, Context = ApiContext> {
  /** The group of the routes in the API document. */
  readonly tag: Tag;
  /** Schemas of request bodies. The validators are compiled from these objects. */
  readonly requests?: Readonly<Record<string, JsonSchema>>;
  /** Schemas of response bodies. Each is complete in itself, so that a test can compile it. */
  readonly responses?: Readonly<Record<string, JsonSchema>>;
  readonly routes: Readonly<Record<string, Route<Deps, Context>>>;
}

/** Documentation of a header. */
export interface HeaderDoc {
  readonly description: string;
  readonly schema: JsonSchema;
}

const wholeNumber = (example: number): JsonSchema => ({ type: 'integer', minimum: 0, examples: [example] });

/** Headers of many responses; the API document contains each once. */
export const HEADERS = {
  'X-Request-Id': {
    description: 'Of every answer: the log names the request so.',
    schema: { type: 'string', pattern: '^[0-9a-f]{16}$', examples: ['9412e72a7e94d6ff'] },
  },
  'X-RateLimit-Limit': {
    description: 'To callers with a key: how many requests a window of 60 seconds has.',
    schema: wholeNumber(240),
  },
  'X-RateLimit-Remaining': {
    description: 'To callers with a key: how many the window has left.',
    schema: wholeNumber(239),
  },
  'X-RateLimit-Reset': {
    description: 'To callers with a key: seconds until the window ends.',
    schema: wholeNumber(60),
  },
  'X-Ignored-Parameters': {
    description: 'Where the query has names that the operation does not know: those names.',
    schema: { type: 'string', examples: ['form, sort'] },
  },
  'WWW-Authenticate': {
    description: 'The challenge of RFC 6750; with `error` where a key was sent.',
    schema: { type: 'string', examples: ['Bearer realm="kasirbox", error="invalid_token"'] },
  },
} as const satisfies Readonly<Record<string, HeaderDoc>>;

type HeaderName = keyof typeof HEADERS;

/** Headers of responses to callers with a key. */
export const CALLER_HEADERS: readonly HeaderName[] = [
  ...(['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'] as const),
  'X-Ignored-Parameters',
];
/** Headers of responses to callers without a key. */
export const OPEN_HEADERS: readonly HeaderName[] = ['X-Request-Id'];
export const CHALLENGE_HEADERS: readonly HeaderName[] = ['X-Request-Id', 'WWW-Authenticate'];

/** References to headers, for the documentation of a response. */
export function headerReferences(names: readonly HeaderName[]): Readonly<Record<string, { readonly $ref: string }>> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

import type { ParameterizedContext } from 'koa';
import type { JsonSchema } from '../base/index.js';
import type { HttpResponse, RequestState } from '../http/index.js';
import type { StoredKey } from '../ledger/index.js';
import type { HeaderDoc } from './headerDocs.js';
import type { Tag } from './tags.js';

/** Who calls: an API key, or a person on a page of the box. */
export interface Caller {
  /** Number of the key or the user, from one sequence: a receipt names by it who asked for it. */
  readonly id: number;
  /** The name that receipts bear as that of the cashier, whatever the request says; undefined: what the request says. */
  readonly cashier?: string;
  /** The response that turns the caller away, once its key was revoked or its session has ended; undefined: it may go on. */
  readonly turnedAway: () => HttpResponse | undefined;
}

/** `ctx.state` of a request to the API. */
export interface ApiState extends RequestState {
  /** What method and path mean; undefined: no route of the API. */
  route: Route | undefined;
  /** The operation id of that route. */
  operation: string | undefined;
  /** The calling key as it was before this call; undefined before authentication, and for a person on a page. */
  key?: StoredKey;
  /** Who calls; undefined before authentication. */
  caller?: Caller;
  /** The log counts this request with others, and has no line for it. */
  isCounted?: boolean;
}

/** The same after authentication and reading of the body. */
export interface CallerState extends ApiState {
  caller: Caller;
  /** The body of a route that takes one, not parsed; undefined elsewhere. */
  bytes?: Buffer;
  /** The JSON object of a route that takes a body; undefined elsewhere. */
  body: unknown;
}

/** Parameters that a path of the API may have, as they were sent. */
export type PathParameter = 'uuid' | 'id' | 'clientRequestId';

/** The Koa context of a handler, by the type of its `ctx.state`. */
export type ContextOf<State> = ParameterizedContext<
  State,
  { params: Readonly<Partial<Record<PathParameter, string>>> }
>;

/** What the handler of a route with a key gets. */
export type ApiContext = ContextOf<CallerState>;

/** What the handler of a route that opens without a key gets. */
export type OpenContext = ContextOf<ApiState>;

export interface ParameterDoc {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly description: string;
  readonly schema: JsonSchema;
}

/**
 * A response that is not an error; JSON unless `mediaType` says otherwise. Of several types the caller chooses one. Without a
 * schema it has no body.
 */
export interface ResponseDoc {
  readonly description: string;
  readonly schema?: JsonSchema;
  readonly mediaType?: string | readonly string[];
  /** What the document shows of it; left out: the example of its schema. */
  readonly example?: unknown;
  /** Response headers by name. */
  readonly headers?: Readonly<Record<string, HeaderDoc>>;
}

export type RouteError = 400 | 404 | 409 | 422;

/** What OpenAPI says of a route. The errors that all routes share (401, 429, 500; without a key 500) are added to it. */
export interface RouteDoc {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Makes a receipt, and goes before everything else. */
  readonly isSale?: true;
  /** Below the base address: `/invoices/{uuid}`. */
  readonly path: string;
  /** Stands beside the API, at the root of the box, and needs no key. */
  readonly isOpen?: boolean;
  readonly summary: string;
  /** What else a caller must know; Markdown. */
  readonly description: string;
  readonly parameters?: readonly ParameterDoc[];
  readonly requestBody?: JsonSchema;
  /** An empty body stands for an empty object. */
  readonly bodyIsOptional?: boolean;
  readonly responses: Readonly<Record<number, ResponseDoc>>;
  readonly errors?: readonly RouteError[];
}

/** A route with its documentation; `Parts` are the parts of the box that its handler uses. */
export interface Route<Parts = never, Context = never> extends RouteDoc {
  /** Undefined: the path is unknown now. */
  readonly handler: (ctx: Context, parts: Parts) => HttpResponse | undefined | Promise<HttpResponse | undefined>;
}

/** Routes that belong together, by operation id, and the schemas that the document of the API names. */
export interface Resource<Parts = never, Context = ApiContext> {
  /** The group under which the document has its routes. */
  readonly tag: Tag;
  /** Schemas of what callers send. The validators are compiled from these very objects. */
  readonly requests?: Readonly<Record<string, JsonSchema>>;
  /** Schemas of what the box responds with. Each is complete in itself, so that a test can compile it. */
  readonly responses?: Readonly<Record<string, JsonSchema>>;
  readonly routes: Readonly<Record<string, Route<Parts, Context>>>;
}

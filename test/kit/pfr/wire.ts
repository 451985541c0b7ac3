import { unescape } from 'node:querystring'; // unlike decodeURIComponent it takes anything

/** A request as it came in. Names of headers are lower case, as Node gives them. */
export interface FakeRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
}

/** A whole answer. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [name: string]: Json;
}

/** What is asked for, whatever the address of the processor. */
export const CALLS = ['attention', 'status', 'environment', 'pin', 'invoice', 'find'] as const;
export type Call = (typeof CALLS)[number];

const ROUTES: Readonly<Record<string, Call>> = {
  'GET /api/v3/attention': 'attention',
  'GET /api/v3/status': 'status',
  'GET /api/v3/environment-parameters': 'environment',
  'POST /api/v3/pin': 'pin',
  'POST /api/v3/invoices': 'invoice',
};

const FIND = /^GET \/api\/v3\/invoices\/([^/]+)$/;

/** The call and, of `find`, the request id; undefined when there is no such route below `prefix`. */
export function routeOf(
  { method, path }: FakeRequest,
  prefix: string,
): { readonly call: Call; readonly id: string } | undefined {
  if (!path.startsWith(`${prefix}/`)) return undefined;
  const route = `${method} ${path.slice(prefix.length)}`;
  const call = ROUTES[route];
  if (call !== undefined) return { call, id: '' };
  const [, id] = FIND.exec(route) ?? [];
  return id === undefined ? undefined : { call: 'find', id: unescape(id) };
}

export function textReply(status: number, text: string): Reply {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: Buffer.from(text) };
}

export function jsonReply(status: number, value: Json): Reply {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: Buffer.from(JSON.stringify(value)),
  };
}

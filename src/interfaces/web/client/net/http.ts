import type { Input, OperationName, Reply as OperationReply } from '../../../admin/index.js';
import { boxIsAway, csrf, signedOutByBox } from './session.js';
import type { Fault, Reply } from './reply.js';

interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent as JSON. */
  readonly body?: unknown;
  /** A file, sent unchanged in place of a body. */
  readonly file?: Blob;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** No answer came. */
export const OFFLINE: Fault = { code: 'offline', message: 'The box cannot be reached.', status: 0 };

/** Sends a request to the box with the session's cookie and token. The answer is trusted to be of type `T`. */
export async function request<T>(path: string, options: RequestOptions = {}): Promise<Reply<T>> {
  const { method = 'GET', body, file, headers, signal } = options;
  let response: Response;
  let text: string;
  try {
    response = await fetch(path, {
      method,
      credentials: 'same-origin',
      cache: 'no-store',
      headers: {
        ...(method !== 'GET' && { 'X-CSRF-Token': csrf() }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(file !== undefined && { 'Content-Type': 'application/octet-stream' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(file !== undefined && { body: file }),
      ...(signal !== undefined && { signal }),
    });
    text = await response.text();
  } catch {
    if (signal?.aborted !== true) boxIsAway();
    return { ok: false, error: OFFLINE };
  }
  const { status } = response;
  const parsed = parse(text);
  if (response.ok) return { ok: true, value: parsed as T, status, headers: response.headers };
  const fault = { code: 'server_error', message: text.slice(0, 200), ...faultIn(parsed), status };
  if (fault.code === 'signed_out') signedOutByBox();
  return { ok: false, error: fault };
}

/** Answer of an operation. */
export type Answer<N extends OperationName> = Extract<OperationReply<N>, { readonly ok: true }>['value'];

/** Runs an operation of the box, like the command line. When `signal` aborts, the box ends the work. */
export async function operate<N extends OperationName>(
  name: N,
  ask: Input<N>,
  signal?: AbortSignal,
): Promise<Reply<Answer<N>>> {
  const options = { method: 'POST', body: ask, ...(signal !== undefined && { signal }) } as const;
  const reply = await request<{ readonly value: Answer<N> }>(`/web/operations/${name}`, options);
  return reply.ok ? { ...reply, value: reply.value.value } : reply;
}

/** Calls a route of the API for the signed-in user; `path` is relative to `/api/v1`. */
export function callApi<T>(path: string, options?: RequestOptions): Promise<Reply<T>> {
  return request<T>(`/web/v1${path}`, options);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function faultIn(parsed: unknown): Partial<Fault> {
  const isFault = typeof parsed === 'object' && parsed !== null && 'error' in parsed;
  return isFault ? (parsed.error as Partial<Fault>) : {};
}

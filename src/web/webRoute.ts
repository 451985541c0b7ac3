import type { ParameterizedContext } from 'koa';
import { isRecord } from '../base/index.js';
import {
  bodyRefusal,
  type HttpResponse,
  type RateLimit,
  readBody,
  readJsonObject,
  type RequestState,
} from '../http/index.js';
import type { UserRole } from '../ledger/index.js';
import { webError } from './answers.js';
import { foreignRequest, hasCsrfToken } from './guard.js';
import type { WebParts } from './parts.js';
import { readCookie } from './session/cookies.js';
import type { Session } from './session/sessions.js';

/** A request of a page. */
export interface WebRequest {
  readonly ctx: ParameterizedContext<RequestState>;
  /** The JSON object that was sent; empty where the route takes none. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The file that was sent; empty where the route takes none. */
  readonly bytes: Buffer;
  /** What the path of the route holds in its places, as it was sent. */
  readonly params: Readonly<Record<string, string>>;
}

export interface SignedInRequest extends WebRequest {
  readonly session: Session;
}

interface RouteForm {
  readonly method: 'get' | 'post' | 'delete';
  /** Of printable ASCII; `{name}` stands for letters, digits, dots and hyphens. */
  readonly path: string;
  readonly takesBody?: true;
  /** Takes a file as it is, of at most so many bytes; one at a time, so that files cost no more memory than one. */
  readonly takesBytes?: number;
}

/** A route of the pages. It answers who is signed in with one of its roles, or anybody on a page of the box. */
export type WebRoute =
  | (RouteForm & {
      readonly access: 'anybody';
      readonly handler: (request: WebRequest, parts: WebParts) => Promise<HttpResponse> | HttpResponse;
    })
  | (RouteForm & {
      readonly access: 'signed-in';
      readonly roles: readonly UserRole[];
      readonly handler: (request: SignedInRequest, parts: WebParts) => Promise<HttpResponse> | HttpResponse;
    });

/** Requests of one user, over all routes of the pages: a page that is looked at asks for a few a second at most. */
export const WEB_RATE_LIMIT = { requests: 600, windowMs: 60_000 } as const;

const NO_BYTES = Buffer.alloc(0);
const SIGNED_OUT = webError('signed_out', 'Nobody is signed in here, or not any more.');
const NOT_ALLOWED = webError('not_allowed', 'Your role does not permit this.');
const BUSY = 'Another file is being read; try again in a moment';
const TOO_MANY = webError('slow_down', 'Too many requests', { wait: 60 });

/** The session of a request, whether or not it may pass. */
export function sessionOf(ctx: ParameterizedContext, { sessions }: Pick<WebParts, 'sessions'>): Session | undefined {
  return sessions.find(readCookie(ctx, 'session'));
}

/** Carries out a route: who may, from where, how often, with which body. Undefined: the caller has gone. */
export async function carryOut(
  route: WebRoute,
  ctx: ParameterizedContext<RequestState>,
  params: WebRequest['params'],
  parts: WebParts,
  rateLimit: RateLimit,
): Promise<HttpResponse | undefined> {
  const foreign = foreignRequest(ctx, parts.isOwnName);
  if (foreign !== undefined) return foreign;
  const session = sessionOf(ctx, parts);
  if (route.access === 'signed-in') {
    if (session === undefined) return SIGNED_OUT;
    if (!rateLimit.take(session.user.id)) return TOO_MANY;
    if (!hasCsrfToken(ctx, session)) return webError('foreign', 'The request lacks the token of its session.');
    if (!route.roles.includes(session.user.role)) return NOT_ALLOWED;
    parts.connectionLimiter.markAuthenticated(ctx.req.socket, session.user.id);
  }
  if (route.takesBytes !== undefined)
    return withFile(route.takesBytes, route, { ctx, body: {}, params }, session, parts);
  let body: WebRequest['body'] = {};
  if (route.takesBody === true) {
    const read = await readJsonObject(ctx.req, 'optional');
    if (!read.ok) return read.error === 'gone' ? undefined : bodyRefusal(ctx.req, read.error);
    if (isRecord(read.value)) body = read.value;
  }
  return handled(route, { ctx, body, params, bytes: NO_BYTES }, session, parts);
}

function handled(route: WebRoute, request: WebRequest, session: Session | undefined, parts: WebParts) {
  if (route.access === 'anybody') return route.handler(request, parts);
  // The compiler cannot know that the check of the session has left only requests with one.
  return session === undefined ? SIGNED_OUT : route.handler({ ...request, session }, parts);
}

/** Reads the file and hands it over; the next one is read when this one is done with. */
async function withFile(
  maxBytes: number,
  route: WebRoute,
  request: Omit<WebRequest, 'bytes'>,
  session: Session | undefined,
  parts: WebParts,
): Promise<HttpResponse | undefined> {
  const { req } = request.ctx;
  if (parts.fileReading.isBusy) return bodyRefusal(req, { code: 'validation', message: BUSY, rest: 'to discard' });
  parts.fileReading.isBusy = true;
  try {
    const read = await readBody(req, maxBytes);
    if (!read.ok) return read.error === 'gone' ? undefined : bodyRefusal(req, read.error);
    return await handled(route, { ...request, bytes: read.value }, session, parts);
  } finally {
    parts.fileReading.isBusy = false;
  }
}

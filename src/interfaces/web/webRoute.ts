import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { ParameterizedContext } from 'koa';
import { isRecord, defineMessages } from '../../base/index.js';
import { bodyRefusal, type HttpResponse, type RequestState } from '../../platform/http/index.js';
import type { UserRole } from '../../platform/ledger/index.js';
import { webError } from './pageResponses.js';
import { foreignRequest, hasCsrfToken } from './guard.js';
import { readPageFile, readPageObject } from './pageBody.js';
import type { WebDeps } from './webDeps.js';
import { readCookie } from './session/cookies.js';
import type { Session } from './session/sessions.js';

const MESSAGES = defineMessages('webRoute', {
  tooMany: { en: 'Too many requests', sr: 'Превише захтева' },
  signedOut: {
    en: 'You are not signed in, or your session has ended.',
    sr: 'Овде нико није пријављен, или више није.',
  },
  noToken: {
    en: 'The request lacks the session token. Reload the page.',
    sr: 'Захтеву недостаје ознака пријаве. Учитајте страницу поново.',
  },
  notAllowed: { en: 'Your role does not allow this.', sr: 'Ваша улога то не дозвољава.' },
  busy: {
    en: 'Another file is being read; try again in a moment',
    sr: 'Чита се друга датотека; покушајте поново за који тренутак',
  },
});

/** A request of a page. */
export interface WebRequest {
  readonly ctx: ParameterizedContext<RequestState>;
  /** The JSON object in the request; empty when the route takes none. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The file in the request; empty when the route takes none. */
  readonly bytes: Buffer;
  /** The parameters in the path of the route, as they were sent. */
  readonly params: Readonly<Record<string, string>>;
}

export interface SignedInRequest extends WebRequest {
  readonly session: Session;
}

interface RouteForm {
  readonly method: 'get' | 'post' | 'delete';
  /** Printable ASCII; `{name}` matches letters, digits, dots and hyphens. */
  readonly path: string;
  readonly takesBody?: true;
  /**
   * Takes an unparsed file of at most this many bytes; one at a time, so that uploads need no more memory than one
   * file.
   */
  readonly takesBytes?: number;
}

/** A route of the pages. It serves signed-in users with one of its roles, or anyone on a page of the box. */
export type WebRoute =
  | (RouteForm & {
      readonly access: 'anybody';
      readonly handler: (request: WebRequest, deps: WebDeps) => Promise<HttpResponse> | HttpResponse;
    })
  | (RouteForm & {
      readonly access: 'signed-in';
      readonly roles: readonly UserRole[];
      readonly handler: (request: SignedInRequest, deps: WebDeps) => Promise<HttpResponse> | HttpResponse;
    });

/**
 * Limit of requests of one user to any path of the pages, including unknown ones: an open page sends a few a second at
 * most.
 */
export const WEB_RATE_LIMIT = { requests: 600, windowMs: 60_000 } as const;

/** JSON bodies up to this size, bytes, are read concurrently; larger ones one at a time, like files. */
const SMALL_BODY = 64 * 1024;

/**
 * Maximum body of a request without a session, bytes: a name with a password or a code. Two hundred connections of
 * strangers must not hold two hundred large bodies.
 */
const MAX_STRANGERS_BODY = 8192;

const NO_BYTES = Buffer.alloc(0);
export const SIGNED_OUT = webError('signed_out', MESSAGES.signedOut);
export const NO_TOKEN = webError('foreign', MESSAGES.noToken);
export const NOT_ALLOWED = webError('not_allowed', MESSAGES.notAllowed);
const BUSY = MESSAGES.busy;
export const TOO_MANY = webError('slow_down', MESSAGES.tooMany, { wait: 60 });

/** The session of a request, whether or not the request may pass. */
export function sessionOf(ctx: ParameterizedContext, { sessions }: Pick<WebDeps, 'sessions'>): Session | undefined {
  return sessions.find(readCookie(ctx, 'session'));
}

/** Runs a route: checks user, origin and body. Undefined: the caller has disconnected. */
export async function carryOut(
  route: WebRoute,
  ctx: ParameterizedContext<RequestState>,
  params: WebRequest['params'],
  deps: WebDeps,
): Promise<HttpResponse | undefined> {
  const foreign = foreignRequest(ctx, deps.isOwnName);
  if (foreign !== undefined) return foreign;
  const session = sessionOf(ctx, deps);
  if (route.access === 'signed-in') {
    if (session === undefined) return SIGNED_OUT;
    if (!hasCsrfToken(ctx, session)) return NO_TOKEN;
    if (!route.roles.includes(session.user.role)) return NOT_ALLOWED;
    deps.connectionLimiter.markAuthenticated(ctx.req.socket, session.user.id);
  }
  const read = (): Promise<HttpResponse | undefined> => withBody(route, { ctx, params }, session, deps);
  return isLarge(route, ctx.req) ? alone(ctx.req, deps, read) : read();
}

/**
 * True when the body may need much memory. The size of a chunked body is not known in advance. The body of a stranger
 * is always small, so strangers cannot block others from sending a large one.
 */
function isLarge({ takesBytes, takesBody, access }: WebRoute, { headers }: IncomingMessage): boolean {
  if (access === 'anybody') return false;
  if (takesBytes !== undefined) return true;
  const isChunked = headers['transfer-encoding'] !== undefined;
  return takesBody === true && (isChunked || Number(headers['content-length'] ?? 0) > SMALL_BODY);
}

/** Reads a large body, and handles it; the next one is read after that. */
async function alone<T>(
  request: IncomingMessage,
  { fileReading }: Pick<WebDeps, 'fileReading'>,
  read: () => Promise<T>,
): Promise<T | HttpResponse> {
  if (fileReading.isBusy) {
    return bodyRefusal(request, { code: 'validation', rule: 'request.too-many', message: BUSY, rest: 'to discard' });
  }
  fileReading.isBusy = true;
  try {
    return await read();
  } finally {
    fileReading.isBusy = false;
  }
}

async function withBody(
  route: WebRoute,
  { ctx, params }: Pick<WebRequest, 'ctx' | 'params'>,
  session: Session | undefined,
  deps: WebDeps,
): Promise<HttpResponse | undefined> {
  const { req } = ctx;
  const isStrangers = route.access === 'anybody';
  if (route.takesBytes !== undefined) {
    const bytes = await readPageFile(ctx, route.takesBytes);
    if (!bytes.ok) return bytes.error === 'gone' ? undefined : bodyRefusal(req, bytes.error);
    return handled(route, { ctx, params, body: {}, bytes: bytes.value }, session, deps);
  }
  let body: WebRequest['body'] = {};
  if (route.takesBody === true) {
    const read = await readPageObject(ctx, isStrangers ? MAX_STRANGERS_BODY : undefined);
    if (!read.ok) {
      if (read.error === 'gone') return undefined;
      // The unread body of a stranger is discarded only up to the same limit as for any answered request.
      const isTooLong = isStrangers && read.error.rest === 'to discard';
      return bodyRefusal(req, isTooLong ? { ...read.error, rest: 'nothing' } : read.error);
    }
    if (isRecord(read.value)) body = read.value;
  }
  return handled(route, { ctx, params, body, bytes: NO_BYTES }, session, deps);
}

/** Nothing is done for a session that has ended while its body arrived, and results of reads are withheld. */
async function handled(
  route: WebRoute,
  request: WebRequest,
  session: Session | undefined,
  deps: WebDeps,
): Promise<HttpResponse> {
  if (route.access === 'anybody') return route.handler(request, deps);
  if (session === undefined || sessionOf(request.ctx, deps) !== session) return SIGNED_OUT;
  const response = await route.handler({ ...request, session }, deps);
  if (route.method !== 'get' || !session.ended.aborted) return response;
  if (response.body instanceof Readable) response.body.destroy();
  return SIGNED_OUT;
}

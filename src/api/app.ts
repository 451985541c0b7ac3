import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import Koa, { type Context } from 'koa';

export type { Koa };
import { drawRandom } from '../base/random.js';
import { assetAt } from '../web/assets.js';
import { verificationPage } from '../web/verification.js';
import { type Answer, type ApiRequest, COMMON_HEADERS, failure, notFound } from './answer.js';
import { discardRest, readJsonObject } from './body.js';
import type { Guests } from './guests.js';
import { RATE_LIMIT } from './limits.js';
import type { ApiParts } from './parts.js';
import { RateLimit } from './ratelimit.js';
import { ApiDescription, type Route, Router } from './router.js';
import { Strangers } from './strangers.js';
import { readTarget, type Target } from './target.js';

const PREFLIGHT = {
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key',
  'Access-Control-Max-Age': '86400',
};

const BEARER = /^Bearer +(\S+) *$/i;

/** The web application: API v1, and the pages that open without a key. */
export function createApp(guests: Guests, parts: ApiParts): Koa {
  const app = new Koa();
  const api = new Api(parts, guests);
  app.use(async (ctx) => {
    ctx.set(COMMON_HEADERS);
    if (ctx.method === 'OPTIONS') {
      ctx.status = 204;
      ctx.set(PREFLIGHT);
      return;
    }
    const answer = await api.answer(ctx);
    if (answer !== undefined) send(ctx, answer);
  });
  // A response that its reader does not wait for is no fault of ours.
  app.on('error', () => undefined);
  return app;
}

function send(ctx: Context, { status, body, headers, closesAfter }: Answer): void {
  ctx.status = status;
  ctx.type = typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8';
  if (headers !== undefined) ctx.set({ ...headers });
  if (Buffer.isBuffer(body) || body instanceof Readable) {
    ctx.body = body;
    return;
  }
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  if (closesAfter === undefined) {
    ctx.body = text;
    return;
  }
  // The whole answer goes out at once; that it has an end is known by its length.
  ctx.body = Readable.from(thenWait(text, closesAfter));
  ctx.length = Buffer.byteLength(text);
  ctx.set('Connection', 'close');
}

async function* thenWait(text: string, until: Promise<void>): AsyncGenerator<string> {
  yield text;
  await until;
}

/** Authentication, rate limit, route, body, handler: in this order, so that nobody without a key learns anything. */
class Api {
  private readonly description: ApiDescription;
  private readonly router: Router;
  private readonly rate: RateLimit;
  private readonly strangers: Strangers;

  constructor(
    private readonly parts: ApiParts,
    private readonly guests: Guests,
  ) {
    this.description = new ApiDescription(parts.publicUrl);
    this.router = new Router(parts, this.description);
    this.strangers = new Strangers(parts.monotonic, parts.log);
    this.rate = new RateLimit(RATE_LIMIT.requests, RATE_LIMIT.windowSeconds * 1000, parts.monotonic);
  }

  /** Undefined when the caller has gone away before the end of the request. */
  async answer(ctx: Context): Promise<Answer | undefined> {
    const id = drawRandom(8).toString('hex');
    const started = this.parts.monotonic();
    this.strangers.tell();
    const target = readTarget(ctx.req.url ?? '');
    const found = this.router.find(ctx.method, target.path);
    let key: number | null = null;
    let answer: Answer | undefined;
    try {
      const open = await this.openPage(ctx.method, target);
      if (open !== undefined) return open;
      const caller = this.parts.keys.use(BEARER.exec(ctx.get('Authorization'))?.[1] ?? '');
      if (caller === undefined) {
        const keptBack = this.strangers.note();
        if (keptBack > 0) await sleep(keptBack);
        return failure('unauthorized', 'Missing, invalid or revoked API key');
      }
      key = caller.id;
      this.guests.vouch(ctx.req.socket);
      if (!this.rate.take(caller.id)) {
        answer = failure('rate_limited', `More than ${RATE_LIMIT.requests} requests per minute`);
      } else if (found === undefined) answer = notFound('Path');
      else answer = await this.handle(ctx, found, { id, key: caller, query: target.query });
    } catch (error) {
      this.parts.log('request.failed', { ref: id, error: describe(error) });
      answer = failure('server_error', 'Unexpected failure; the log of the box tells more under this ref', id);
    }
    const ms = Math.round(this.parts.monotonic() - started);
    const path = found?.route.path ?? null;
    this.parts.log('request.done', { id, method: ctx.method, path, status: answer?.status ?? null, key, ms });
    return answer;
  }

  /**
   * What opens without a key: the description of the API, the state for programs that watch the box, what a sheet needs, and
   * the page behind a QR code.
   */
  private async openPage(method: string, { path, query }: Target): Promise<Answer | undefined> {
    if (method !== 'GET' && method !== 'HEAD') return undefined;
    const asked = path.replace(/(?<=.)\/$/, '');
    if (asked === '/openapi.json') return this.description.answer();
    const handler = this.router.findOpen(asked);
    if (handler !== undefined) return handler();
    const asset = assetAt(asked);
    if (asset !== undefined) return (await asset.open()) ?? notFound('File');
    if (asked !== '/v') return undefined;
    const page = await verificationPage(this.parts.ledger, query.get('vl') ?? '');
    return { status: page.status, body: page.html, headers: page.headers };
  }

  private async handle(
    ctx: Context,
    { route, params }: { route: Route; params: Record<string, string> },
    caller: Pick<ApiRequest, 'id' | 'key' | 'query'>,
  ): Promise<Answer | undefined> {
    let body: unknown;
    if (route.body !== 'none') {
      const read = await readJsonObject(ctx.req, route.body);
      if (!read.ok) {
        if (read.error === 'gone') return undefined;
        const refused = failure('bad_request', read.error.message);
        return read.error.isOpen ? { ...refused, closesAfter: discardRest(ctx.req) } : refused;
      }
      body = read.value;
    }
    const idempotencyKey = ctx.headers['idempotency-key'];
    return route.handler({
      ...caller,
      params,
      body,
      idempotencyKey: typeof idempotencyKey === 'string' ? idempotencyKey : undefined,
    });
  }
}

/** What the log may hold of an exception: no bodies, no headers. */
function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : 'not an error';
}

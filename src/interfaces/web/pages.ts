import { Router } from '@koa/router';
import type { ParameterizedContext } from 'koa';
import { type ApiState, type Caller, type People, PEOPLE_PATH, REPORTS } from '../api/index.js';
import { failed, ok, type Result, secureRandom, VERSION, defineMessages } from '../../base/index.js';
import type { InvoiceType } from '../../contract/index.js';
import {
  type HttpResponse,
  notFound,
  RateLimit,
  type RequestState,
  respond,
  ResponseSlots,
} from '../../platform/http/index.js';
import type { StoredUser } from '../../platform/ledger/index.js';
import { webError } from './pageResponses.js';
import { BoxEvents, troublesOf } from './events/boxEvents.js';
import { StatusEvents } from './events/statusEvents.js';
import { FOREIGN, foreignRequest, hasCsrfToken, isCalledByOwnName, mayCall, maySee, mayTrain } from './guard.js';
import { openPages } from './open/openPages.js';
import { Changes, type PagesDeps, type WebDeps } from './webDeps.js';
import { onPage } from './pageText.js';
import { recordCall } from './performFor.js';
import { deviceRoutes, eventRoutes, qrRoutes } from './routes/devices.js';
import { fileRoutes, updateRoutes } from './routes/files.js';
import { operationRoutes } from './routes/operations.js';
import { LOOK_UPS, receiptRoutes } from './routes/receipt.js';
import { boxState, sessionRoutes } from './routes/session.js';
import { tillRoutes, tillRules } from './routes/till.js';
import { Attempts } from './session/attempts.js';
import { Sessions } from './session/sessions.js';
import { CHUNK, HELP_PICTURE, SHELL_FILES, shellFile } from './shell/files.js';
import {
  carryOut,
  NO_TOKEN,
  NOT_ALLOWED,
  sessionOf,
  WEB_RATE_LIMIT,
  type WebRoute,
  SIGNED_OUT,
  TOO_MANY,
} from './webRoute.js';

const MESSAGES = defineMessages('pages', {
  changed: {
    en: 'Nothing was issued: the box was switched to another environment or processor meanwhile. See the top of the page, then charge again.',
    sr: 'Рачун није издат: уређај је у међувремену прешао на друго окружење или процесор. Погледајте врх стране, па наплатите поново.',
  },
});

/** Every route of the pages, except the files and the routes of the API. */
export const ROUTES: readonly WebRoute[] = [
  ...[...sessionRoutes, ...deviceRoutes, ...operationRoutes, ...eventRoutes, ...fileRoutes],
  ...[...tillRoutes, ...receiptRoutes, ...qrRoutes, ...updateRoutes],
];

const MINUTE = 60_000;
const LONG_REPORTS = { perKey: 1, inAll: 4, waiting: 4, longest: 60_000 } as const;

/** Creates the pages of a box, with their sessions. */
export function createPages(given: PagesDeps): People {
  const { clock, now, settings, users, tablets, connectionLimiter } = given;
  const { monotonic } = clock;
  const cashierLifetime = (): number => settings.now.cashierSession * MINUTE;
  const sessions = new Sessions({ now, monotonic, cashierLifetime });
  const statusEvents = new StatusEvents(given);
  const setupFacts = setupFactsOf(given);
  const boxEvents = new BoxEvents({
    ...{ clock, stopping: given.stopping },
    facts: () => ({
      ...{ program: VERSION, ...boxState(settings), items: given.admin.catalogue.version },
      shop: [tillRules(settings), given.admin.processors.active.taxLabels()],
      setup: setupFacts(),
      troubles: troublesOf(given.admin.processors.active, given.admin.printing),
    }),
  });
  const rateLimit = new RateLimit(WEB_RATE_LIMIT.requests, WEB_RATE_LIMIT.windowMs, monotonic);
  const fileReading = { isBusy: false };
  const longReports = new ResponseSlots(LONG_REPORTS, clock);
  const quickReports = new ResponseSlots(REPORTS, clock);
  const deps: WebDeps = {
    ...given,
    sessions,
    attempts: new Attempts(monotonic),
    changes: new Changes({ ledger: given.ledger, dailyQuota: given.dailyQuota, monotonic }),
    statusEvents,
    boxEvents,
    lookUps: new RateLimit(LOOK_UPS.requests, LOOK_UPS.windowMs, monotonic),
    fileReading,
    longReports,
    quickReports,
  };
  sessions.onEnded = (ended) => {
    for (const events of [statusEvents, boxEvents]) events.end((session) => session === ended);
  };
  users.onChanged = (id) => {
    sessions.end(({ user }) => user.id === id);
    connectionLimiter.revoked(id);
  };
  tablets.onRemoved = (id) => void sessions.end(({ tablet }) => tablet === id);
  return {
    routes: routerOf(deps),
    tooMany(ctx) {
      const session = sessionOf(ctx, deps);
      const isCounted =
        session !== undefined && ctx.path.startsWith('/web/') && !ctx.path.startsWith(`${PEOPLE_PATH}/`);
      return isCounted && !rateLimit.take(session.user.id) ? TOO_MANY : undefined;
    },
    isSignedIn: (ctx) => ctx.path.startsWith('/web/') && sessionOf(ctx, deps) !== undefined,
    admit: (ctx) => admit(ctx, deps),
    onPage,
    record: (ctx) => recordCall(ctx, deps),
  };
}

function routerOf(deps: WebDeps): Router<RequestState, object> {
  const router = new Router<RequestState, object>({ sensitive: true });
  for (const path of [...Object.keys(SHELL_FILES), CHUNK, HELP_PICTURE]) {
    router.get(path, async (ctx) => {
      const asked = { acceptEncoding: ctx.get('Accept-Encoding'), ifNoneMatch: ctx.get('If-None-Match') };
      const isForeign = ctx.path === '/' && !isCalledByOwnName(ctx, deps.isOwnName);
      respond(ctx, isForeign ? FOREIGN : ((await shellFile(ctx.path, asked)) ?? notFound('File')));
    });
  }
  for (const route of ROUTES) {
    const pattern = new RegExp(`^${route.path.replace(/\./g, '\\.').replace(/\{(\w+)\}/g, '(?<$1>[\\w.-]{1,64})')}$`);
    router[route.method](pattern, async (ctx) => {
      // Other sites must not even read the error.
      ctx.remove('Access-Control-Allow-Origin');
      const params = { ...pattern.exec(ctx.path)?.groups };
      const response = await carryOut(route, ctx, params, deps);
      if (response !== undefined) respond(ctx, response);
    });
  }
  router.use(openPages(deps).routes());
  return router;
}

/** A receipt, or a waiting request, that a route of the API is about. */
const SUBJECT = /\/(?:invoices\/(?<uuid>[0-9a-f-]{36})|queue\/(?<key>[^/]+))(?:\/|$)/;

/** The caller of an API route on a page. A cashier's name is printed on the receipts, whatever the page sends. */
async function admit(ctx: ParameterizedContext<ApiState>, deps: WebDeps): Promise<Result<Caller, HttpResponse>> {
  ctx.remove('Access-Control-Allow-Origin');
  const foreign = foreignRequest(ctx, deps.isOwnName);
  if (foreign !== undefined) return failed(foreign);
  const session = sessionOf(ctx, deps);
  if (session === undefined) return failed(SIGNED_OUT);
  if (!hasCsrfToken(ctx, session)) return failed(NO_TOKEN);
  const { user } = session;
  const { operation } = ctx.state;
  if (operation === undefined) return failed(notFound('Path'));
  if (!mayCall(user.role, operation)) return failed(NOT_ALLOWED);
  const hidden = await hiddenFrom(user, ctx.path, deps);
  if (hidden !== undefined) return failed(notFound(hidden));
  const changed = changedSince(ctx, deps);
  if (changed !== undefined) return failed(changed);
  deps.connectionLimiter.markAuthenticated(ctx.req.socket, user.id);
  const turnedAway = (): HttpResponse | undefined => (sessionOf(ctx, deps) === session ? undefined : SIGNED_OUT);
  const refuses = ({ invoiceType }: { readonly invoiceType: InvoiceType }): HttpResponse | undefined =>
    invoiceType === 'Training' && !mayTrain(user.role, deps.settings.now) ? NOT_ALLOWED : undefined;
  return ok({ id: user.id, cashier: user.name, turnedAway, refuses });
}

/** Header with the page's view of the box when it asks for a receipt: `production lpfr`. */
const BELIEF = 'X-Kasirbox-Box';

/**
 * The response to a page whose view of the box is outdated: it would issue fiscal receipts under a banner that says
 * otherwise, or the reverse. Nothing was done, and the page must be updated first.
 */
function changedSince(ctx: ParameterizedContext<ApiState>, { settings }: WebDeps): HttpResponse | undefined {
  const believed = ctx.get(BELIEF);
  const { environment, mode } = boxState(settings);
  return believed === '' || believed === `${environment} ${mode}` ? undefined : webError('changed', CHANGED);
}

const CHANGED = MESSAGES.changed;

/**
 * The response when this user may not see the subject of the path. Nothing is read for roles that may see everything.
 */
async function hiddenFrom(
  user: Pick<StoredUser, 'id' | 'role'>,
  path: string,
  { ledger, settings }: WebDeps,
): Promise<'Invoice' | 'Request' | undefined> {
  if (user.role !== 'technician') return undefined;
  const { uuid, key } = SUBJECT.exec(path)?.groups ?? {};
  if (uuid !== undefined) return maySee(user, await ledger.invoice(uuid)) ? undefined : 'Invoice';
  if (key === undefined) return undefined;
  const { environment } = settings.now;
  // The route has already decoded it, so it can be decoded here.
  const id = decodeURIComponent(key);
  const request = ledger.main.queue.find(environment, id) ?? (await ledger.invoiceByRequest(environment, id));
  return maySee(user, request) ? undefined : 'Request';
}

/**
 * A version that changes whenever a setting changes, a tablet is admitted, a key is created or first used, or a user is
 * added.
 */
function setupFactsOf({ settings, tablets, users, admin: { keys } }: PagesDeps): () => unknown {
  // After a restart of the box pages load the data again.
  const process = secureRandom(8).toString('hex');
  let [known, changes] = [settings.now, 0];
  return () => {
    if (known !== settings.now) [known, changes] = [settings.now, changes + 1];
    return [
      ...[process, changes, tablets.list().map(({ id }) => id), users.list().map(({ id }) => id)],
      keys.list().map(({ id, revokedAt, lastUsedAt }) => [id, revokedAt, lastUsedAt !== null]),
    ];
  };
}

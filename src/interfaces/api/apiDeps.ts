import type { Router } from '@koa/router';
import type { ParameterizedContext } from 'koa';
import type { DailyQuota, KeyRing } from '../../shop/access/index.js';
import type { Bilingual, Clock, Log, Message, Result, SalesFirst, UtcMs } from '../../base/index.js';
import type { Catalogue } from '../../shop/catalogue/index.js';
import type { ReceiptMailer } from '../../outward/delivery/index.js';
import type { Documents } from '../../paper/documents/index.js';
import type { CheckCache, HealthDeps } from '../health/index.js';
import type { ConnectionLimiter, HttpResponse, RepeatedEvents, RequestState } from '../../platform/http/index.js';
import type { Invoicing } from '../../sales/invoicing/index.js';
import type { Ledger } from '../../platform/ledger/index.js';
import type { Pfr } from '../../processors/pfr/index.js';
import type { Printing } from '../../paper/printing/index.js';
import type { Settings } from '../../shop/settings/index.js';
import type { ApiDescription } from './openapi.js';
import type { AnswerSlots, LongPoll } from './longPoll.js';
import type { ApiState, Caller } from './resource.js';

/** Path of the API routes for people on the pages of the box. */
export const PEOPLE_PATH = '/web/v1';

/**
 * The pages of the box, which the web application serves next to the API. A person who is signed in calls the routes of
 * the API below {@link PEOPLE_PATH} with a cookie. The API itself does not accept the cookie, and the pages accept no
 * API key.
 */
export interface People {
  /** Routes of the pages. They limit requests without a session themselves. */
  readonly routes: Router<RequestState, object>;
  /** True for a request with a session. Its own rate limit then applies, see {@link People.tooMany}. */
  readonly isSignedIn: (ctx: ParameterizedContext) => boolean;
  /**
   * Counts a request with a session, whatever its outcome; returns the response when there are too many. Requests to
   * routes of the API count for the API's rate limit.
   */
  readonly tooMany: (ctx: ParameterizedContext) => HttpResponse | undefined;
  /** A message as a page shows it. */
  readonly onPage: (message: Message) => Bilingual;
  /** The caller of an API route on a page; the error is the response that refuses the request. */
  readonly admit: (ctx: ParameterizedContext<ApiState>) => Promise<Result<Caller, HttpResponse>>;
  /** Records the caller after the request was carried out or refused, if the request leaves no record of its own. */
  readonly record: (ctx: ParameterizedContext<ApiState>) => Promise<void>;
}

/** Dependencies of the resources. Each resource takes those that it uses. */
export interface ResourceDeps {
  readonly ledger: Ledger;
  readonly settings: Settings;
  readonly dailyQuota: DailyQuota;
  readonly catalogue: Catalogue;
  readonly invoicing: Invoicing;
  readonly documents: Documents;
  readonly mailing: ReceiptMailer;
  readonly printing: Printing;
  readonly health: HealthDeps;
  /** The processor of the active environment. */
  readonly pfr: () => Pfr;
  /** Results of the health checks, at most two seconds old. */
  readonly checks: CheckCache;
  readonly description: ApiDescription;
  readonly now: () => UtcMs;
  /** A monotonic clock, ms. */
  readonly monotonic: () => number;
  /** Cuts long work into slices. */
  readonly salesFirst: SalesFirst;
  /** Limit the number of long responses. */
  readonly slots: AnswerSlots;
  /** Requests that wait for new events. */
  readonly longPoll: LongPoll;
  readonly log: Log;
}

/** Dependencies of the application. */
export interface ApiDeps extends Omit<ResourceDeps, 'checks' | 'description' | 'slots' | 'longPoll'> {
  readonly keys: KeyRing;
  /** Records which connections have sent a valid key, and the addresses they came from. */
  readonly connectionLimiter: Pick<ConnectionLimiter, 'markAuthenticated' | 'callerAt'>;
  /** Logs events that anyone can cause. */
  readonly repeatedEvents: RepeatedEvents;
  /** The pages for people. */
  readonly people: People;
  readonly clock: Pick<Clock, 'sleep'>;
  /** Aborted when the service begins to stop, so that waiting requests are answered. */
  readonly stopping: AbortSignal;
}

import type { Router } from '@koa/router';
import type { ParameterizedContext } from 'koa';
import type { Result } from '../base/index.js';
import type { HttpResponse, RequestState } from '../http/index.js';
import type { ApiState, Caller } from './resource.js';

/** Where people on pages of the box find the routes of the API. */
export const PEOPLE_PATH = '/web/v1';

/**
 * The pages of the box, as the web application serves them beside the API. Who is signed in calls the routes of the API below
 * {@link PEOPLE_PATH} with a cookie, which the API itself does not know; there no API key counts.
 */
export interface People {
  /** Routes of the pages. They bound themselves whoever is not signed in. */
  readonly routes: Router<RequestState, object>;
  /** Is it a request of somebody who is signed in? Their own rate limit bounds it then, see {@link People.tooMany}. */
  readonly isSignedIn: (ctx: ParameterizedContext) => boolean;
  /**
   * Counts a request of somebody who is signed in, whatever becomes of it; the response when there are too many. Those to routes of the
   * API count there.
   */
  readonly tooMany: (ctx: ParameterizedContext) => HttpResponse | undefined;
  /** What a page says in Serbian in place of an English sentence of the box; undefined when nothing is known for it. */
  readonly serbian: (message: string) => string | undefined;
  /** Who calls a route of the API on a page; the error is the response that turns the request away. */
  readonly admit: (ctx: ParameterizedContext<ApiState>) => Promise<Result<Caller, HttpResponse>>;
  /** Records who has called, once the request was carried out or refused, where it leaves no record of its own. */
  readonly record: (ctx: ParameterizedContext<ApiState>) => Promise<void>;
}
